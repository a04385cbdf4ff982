/** Packs texts into a deflated ZIP file. `unpackedBytes` is the unpacked size that its last entry claims. */
import { deflateRawSync } from "node:zlib";

export function zipSync(
  files: Record<string, string>,
  unpackedBytes?: number,
): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const entries = Object.entries(files);
  for (const [at, [name, text]] of entries.entries()) {
    const content = deflateRawSync(text);
    const size =
      at === entries.length - 1
        ? (unpackedBytes ?? Buffer.byteLength(text))
        : Buffer.byteLength(text);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(Bun.hash.crc32(text), 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), shared, Buffer.from(name), content]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), shared, end, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const last = Buffer.alloc(18);
  last.writeUInt16LE(entries.length, 4);
  last.writeUInt16LE(entries.length, 6);
  last.writeUInt32LE(list.length, 8);
  last.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...parts, list, Buffer.from("PK\x05\x06"), last]));
}
