/**
 * Checks whether a reader could open a PDF without a password and find a page. Nothing is rendered. Format: ISO
 * 32000-2.
 */
import { createCipheriv, createHash } from "node:crypto";
import { inflateSync } from "node:zlib";

/** How far into a file readers look for the header, because printers and mail programs put data before it. */
const HEADER_SEARCH_BYTES = 1_024;
/** How far from the end of the file the end marker may be. */
const END_MARKER_SEARCH_BYTES = 1_024;
/** How many bytes the object streams of one file may unpack to. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;

/** The most object streams in a file. Each holds a hundred objects or more, so no real file has more. */
const MAX_OBJECT_STREAMS = 10_000;
/** The longest string that is needed: a hash with its salts, padded. */
const MAX_STRING_BYTES = 127;

/**
 * Whether the first bytes of a file identify it as a PDF. A byte order mark, empty lines, comments and printer commands
 * may come first. Markup may not, because a browser might read it as a page.
 */
export function hasPdfHeader(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, HEADER_SEARCH_BYTES)).toString("latin1");
  const start = text.indexOf("%PDF-");
  if (start < 0) return false;
  const before = text.slice(0, start).replace(/^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)/, "");
  const lines = before.split(/[\r\n]+/);
  return !before.includes("<") && lines.every(isSkippableLine);
}

const ESCAPE = "\x1b";

/** Whether a line is empty, a comment or a printer command. */
function isSkippableLine(line: string): boolean {
  const isEmpty = line.replaceAll("\0", "").trim() === "";
  return isEmpty || [ESCAPE, "@PJL", "%"].some((start) => line.startsWith(start));
}

/** The fault of a PDF, or null if it can be opened and has a page. */
export type PdfFault = "damaged" | "locked" | "no_pages";

/** Checks a whole PDF and returns its fault. */
export function faultOf(bytes: Uint8Array): PdfFault | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(-END_MARKER_SEARCH_BYTES).includes("%%EOF")) return "damaged";
  const { objects, objectStreams } = partsOf(file);
  if (objectStreams.length > MAX_OBJECT_STREAMS) return "damaged";
  const encryption = /\/Encrypt\s*(?:(\d{1,10})\s+(\d{1,5})\s+R|(?=<<))/.exec(objects);
  if (encryption) {
    const start = encryption[1]
      ? objectAt(objects, encryption[1], encryption[2] ?? "0")
      : encryption.index;
    if (start === null || !hasEmptyPassword(objects.slice(start), objects)) return "locked";
    // Its object streams are encrypted too, but readers have the key.
    if (objectStreams.length > 0) return null;
  }
  if (hasPage(objects)) return null;
  let remainingBytes = MAX_UNPACKED_BYTES;
  for (const { dictionary, content } of objectStreams) {
    const unpacked = unpack(dictionary, content, remainingBytes);
    if (unpacked === "unknown") return null;
    if (unpacked === "damaged") return "damaged";
    if (hasPage(unpacked.text)) return null;
    remainingBytes -= unpacked.text.length;
  }
  return "no_pages";
}

/** Whether the text has the object of a page, not only the tree that contains pages. */
function hasPage(objects: string): boolean {
  return /\/Type\s*\/Page(?![A-Za-z])/.test(objects);
}

interface ObjectStream {
  /** Its dictionary. */
  dictionary: string;
  content: Buffer;
}

/** Returns the file without the content of its streams, and the object streams. */
function partsOf(file: Buffer): { objects: string; objectStreams: ObjectStream[] } {
  const parts: string[] = [];
  const objectStreams: ObjectStream[] = [];
  let at = 0;
  let from = 0;
  while (objectStreams.length <= MAX_OBJECT_STREAMS) {
    const start = file.indexOf("stream", from);
    if (start < 0) break;
    from = start + "stream".length;
    // The word also occurs in texts. A real stream follows the end of its dictionary and is followed by a line break.
    const isStream =
      /^\r?\n/.test(file.toString("latin1", from, from + 2)) &&
      />>\s*$/.test(file.toString("latin1", Math.max(at, start - 16), start));
    if (!isStream) continue;
    const head = file.toString("latin1", at, start);
    const end = file.indexOf("endstream", from);
    if (end < 0) break;
    parts.push(head);
    const streamDictionary = head.slice(Math.max(0, head.lastIndexOf(" obj")));
    if (/\/Type\s*\/ObjStm/.test(streamDictionary))
      objectStreams.push({
        dictionary: streamDictionary,
        content: file.subarray(from + (file[from] === 0x0d ? 2 : 1), end),
      });
    at = end + "endstream".length;
    from = at;
  }
  parts.push(file.toString("latin1", at));
  return { objects: parts.join("\n"), objectStreams };
}

/** Returns the text of an object stream, or "unknown" if it is packed in a way that only readers support. */
function unpack(dictionary: string, content: Buffer, maxBytes: number) {
  if (!/\/Filter/.test(dictionary)) return { text: content.toString("latin1") };
  if (
    !/\/Filter\s*\[?\s*\/FlateDecode\s*\]?\s*[/>]/.test(dictionary) ||
    /\/Predictor/.test(dictionary)
  )
    return "unknown" as const;
  try {
    const bytes = inflateSync(content, { maxOutputLength: Math.max(1, maxBytes) });
    return { text: bytes.toString("latin1") };
  } catch {
    return "damaged" as const;
  }
}

function objectAt(objects: string, id: string, generation: string): number | null {
  const objectStart = new RegExp(`(?<!\\d)${id}\\s+${generation}\\s+obj`, "g");
  let last: number | null = null;
  for (const { index } of objects.matchAll(objectStart)) last = index;
  return last;
}

/** The 32 bytes that replace an empty password (7.6.4.3.2). */
const PADDING = Buffer.from(
  "28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a",
  "hex",
);

/**
 * Whether the empty password opens the file. Many insurers' documents are only locked against changes. `dictionary`
 * begins with the encryption dictionary (7.6.4.4, 7.6.4.3.4).
 */
function hasEmptyPassword(dictionary: string, objects: string): boolean {
  const number = (name: string) => {
    const digits = new RegExp(`/${name}\\s+(-?\\d{1,10})`).exec(dictionary)?.[1];
    return digits === undefined ? null : Number(digits);
  };
  if (!/\/Filter\s*\/Standard(?![A-Za-z])/.test(dictionary)) return false;
  const revision = number("R");
  const user = stringAfter(dictionary, "U");
  const owner = stringAfter(dictionary, "O");
  if (revision === null || !user || !owner) return false;
  if (revision >= 5) {
    const salt = user.subarray(32, 40);
    const hash = revision === 5 ? sha("sha256", salt) : revision6Hash(salt);
    return hash.equals(user.subarray(0, 32));
  }
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE((number("P") ?? 0) | 0);
  const id = stringAfter(objects, "ID\\s*\\[") ?? Buffer.alloc(0);
  const hasPlainMetadata = revision >= 4 && /\/EncryptMetadata\s+false/.test(dictionary);
  let key = md5(
    PADDING,
    owner.subarray(0, 32),
    permissions,
    id,
    Buffer.alloc(hasPlainMetadata ? 4 : 0, 0xff),
  );
  if (revision === 2) return rc4(key.subarray(0, 5), PADDING).equals(user.subarray(0, 32));
  const length = (revision >= 4 ? 128 : (number("Length") ?? 40)) / 8;
  for (let round = 0; round < 50; round++) key = md5(key.subarray(0, length));
  key = key.subarray(0, length);
  let proof = rc4(key, md5(PADDING, id));
  for (let round = 1; round <= 19; round++)
    proof = rc4(
      key.map((byte) => byte ^ round),
      proof,
    );
  return proof.equals(user.subarray(0, 16));
}

/** Algorithm 2.B for the empty password. */
function revision6Hash(salt: Uint8Array): Buffer {
  let key = sha("sha256", salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32));
    const encryptedBlock = cipher.setAutoPadding(false).update(block);
    const sum = encryptedBlock.subarray(0, 16).reduce((all, byte) => all + byte, 0);
    key = sha((["sha256", "sha384", "sha512"] as const)[sum % 3] ?? "sha256", encryptedBlock);
    last = encryptedBlock.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function md5(...parts: Uint8Array[]): Buffer {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function sha(kind: "sha256" | "sha384" | "sha512", bytes: Uint8Array): Buffer {
  return createHash(kind).update(bytes).digest();
}

/** Implements RC4, which cryptography libraries no longer contain. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swapBytes = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swapBytes(at, other);
  }
  let [at, other] = [0, 0];
  return Buffer.from(bytes).map((byte) => {
    at = (at + 1) & 255;
    other = (other + (state[at] ?? 0)) & 255;
    swapBytes(at, other);
    return byte ^ (state[((state[at] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}

/**
 * Returns the beginning of the string that follows a name, either in brackets with escapes or in hexadecimal digits.
 */
function stringAfter(text: string, name: string): Buffer | null {
  const match = new RegExp(`/${name}\\s*([(<])`).exec(text);
  if (!match) return null;
  const start = match.index + match[0].length;
  if (match[1] === "<") {
    // There may be some white space and line breaks between the digits.
    const [digits = ""] = text.slice(start, start + 8 * MAX_STRING_BYTES).split(">", 1);
    return Buffer.from(digits.replace(/\s/g, ""), "hex").subarray(0, MAX_STRING_BYTES);
  }
  const bytes: number[] = [];
  const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };
  for (let at = start, depth = 1; at < text.length && bytes.length < MAX_STRING_BYTES; at++) {
    const character = text.charAt(at);
    if (character === "(") depth++;
    else if (character === ")" && --depth === 0) break;
    if (character !== "\\") {
      bytes.push(text.charCodeAt(at));
      continue;
    }
    const octalDigits = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
    const next = text.charAt(at + 1);
    if (octalDigits) bytes.push(Number.parseInt(octalDigits, 8) & 255);
    // A backslash before a line break joins the lines.
    else if (next !== "\n" && next !== "\r") bytes.push(escapes[next] ?? text.charCodeAt(at + 1));
    at += octalDigits?.length ?? 1;
  }
  return Buffer.from(bytes);
}
