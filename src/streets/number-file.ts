/**
 * A file of named integer arrays, mapped into memory: parts that are not read stay on disk, and the system may free the
 * others.
 */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

const FILE_SIGNATURE = "LVNUMS01";
const HEAD_BYTES = 16;
const ALIGNMENT_BYTES = 8;

interface Section {
  offset: number;
  bytes: number;
}

/** Writes the arrays and texts to a file. */
export function writeNumbers(
  path: string,
  arrays: Record<string, Int32Array>,
  texts: Record<string, string> = {},
): void {
  const parts: [string, Uint8Array][] = [
    ...Object.entries(arrays).map(([name, array]): [string, Uint8Array] => [
      name,
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
    ]),
    ...Object.entries(texts).map(([name, text]): [string, Uint8Array] => [name, Buffer.from(text)]),
  ];
  const sections: Record<string, Section> = {};
  let offset = 0;
  for (const [name, { length }] of parts) {
    sections[name] = { offset, bytes: length };
    offset += alignedLength(length);
  }
  const contents = Buffer.from(JSON.stringify(sections));
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(FILE_SIGNATURE, "latin1");
  head.writeUInt32LE(contents.length, FILE_SIGNATURE.length);
  const file = openSync(path, "w", 0o600);
  try {
    write(file, head);
    write(file, padToEight(contents));
    for (const [, bytes] of parts) {
      write(file, bytes);
      write(file, new Uint8Array(alignedLength(bytes.length) - bytes.length));
    }
  } finally {
    closeSync(file);
  }
}

/** The contents of a number file. */
interface NumberFile {
  numbers(name: string): Int32Array;
  text(name: string): string;
}

/** Opens a file that `writeNumbers` wrote. Throws if it is another file. */
export function openNumberFile(path: string): NumberFile {
  const bytes = mapFileToMemory(path);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  if (head.toString("latin1", 0, FILE_SIGNATURE.length) !== FILE_SIGNATURE)
    throw new Error(`${path} is not a number file of Livery`);
  const length = head.readUInt32LE(FILE_SIGNATURE.length);
  const contents = Buffer.from(bytes.subarray(HEAD_BYTES, HEAD_BYTES + length)).toString();
  const sections = JSON.parse(contents) as Record<string, Section>;
  const start = HEAD_BYTES + alignedLength(length);
  const find = (name: string): Section => {
    const section = sections[name];
    if (!section || start + section.offset + section.bytes > bytes.length)
      throw new Error(`${path} lacks ${name}`);
    return section;
  };
  return {
    numbers(name) {
      const { offset, bytes: size } = find(name);
      return new Int32Array(bytes.buffer, bytes.byteOffset + start + offset, size / 4);
    },
    text(name) {
      const { offset, bytes: size } = find(name);
      return Buffer.from(bytes.subarray(start + offset, start + offset + size)).toString();
    },
  };
}

function mapFileToMemory(path: string): Uint8Array {
  // Bun has no `mmap` on Windows.
  return process.platform === "win32" ? new Uint8Array(readFileSync(path)) : Bun.mmap(path);
}

function write(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(file, bytes, done, bytes.length - done);
}

function alignedLength(length: number): number {
  return Math.ceil(length / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
}

function padToEight(bytes: Uint8Array): Uint8Array {
  const paddedBytes = new Uint8Array(alignedLength(bytes.length));
  paddedBytes.set(bytes);
  return paddedBytes;
}
