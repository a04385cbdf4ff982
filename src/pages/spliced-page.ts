/**
 * A page in bytes whose nonces can be replaced without rendering or compressing it again.
 *
 * The gzip copy is made once: every part between two nonces is deflated separately, and each nonce is a stored block of
 * fixed length between them, so that a new one can overwrite it. Only the checksum at the end remains. CRC-32 is
 * linear: the checksum of the page with a nonce is the checksum of the page with zeros in its place, XOR a contribution
 * of each byte of the nonce, which is looked up in a table.
 *
 * Formats: RFC 1951 (deflate, 3.2.4 stored blocks), RFC 1952 (gzip).
 */
import { nonceLength } from "./nonce";

/** Both copies of a page. The next call overwrites the bytes, so use them at once. */
export interface SplicedPage {
  plain(nonce: Uint8Array): Uint8Array<ArrayBuffer>;
  gzip(nonce: Uint8Array): Uint8Array<ArrayBuffer>;
}

const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff);
/** An empty last block of deflate. */
const endBlock = Uint8Array.of(3, 0);

/** Prepares `page`, in which the text `placeholder` marks each nonce. */
export function splicePage(page: Uint8Array, placeholder: string): SplicedPage {
  if (placeholder.length !== nonceLength) throw new Error("Every nonce must have the same length");
  const plain = new Uint8Array(page);
  const text = Buffer.from(plain.buffer);
  const nonceOffsets: number[] = [];
  for (let at = text.indexOf(placeholder); at !== -1; at = text.indexOf(placeholder, at + 1)) {
    nonceOffsets.push(at);
    plain.fill(0, at, at + nonceLength);
  }
  let gzip: SplicedPage["gzip"] | undefined;
  return {
    plain(nonce) {
      for (const place of nonceOffsets) plain.set(nonce, place);
      return plain;
    },
    gzip(nonce) {
      if (!gzip) {
        for (const place of nonceOffsets) plain.fill(0, place, place + nonceLength);
        gzip = compressPage(plain, nonceOffsets);
      }
      return gzip(nonce);
    },
  };
}

/** Compresses a page with zeros in the places of the nonces. */
function compressPage(page: Uint8Array, nonceOffsets: number[]): SplicedPage["gzip"] {
  const { bytes, places: zippedNonceOffsets } = gzipAroundNonces(page, nonceOffsets);
  const zeroChecksum = Bun.hash.crc32(page);
  const checksumContributions = contributionsOf(page, nonceOffsets, zeroChecksum);
  const trailer = new DataView(bytes.buffer, bytes.byteLength - 8);
  return (nonce) => {
    for (const place of zippedNonceOffsets) bytes.set(nonce, place);
    let checksum = zeroChecksum;
    for (let i = 0; i < nonceLength; i++) {
      checksum ^= checksumContributions[i * 256 + (nonce[i] ?? 0)] ?? 0;
    }
    trailer.setUint32(0, checksum >>> 0, true);
    return bytes;
  };
}

/** Returns the gzip file with stored blocks for the nonces, and the offsets of the nonces in it. */
function gzipAroundNonces(page: Uint8Array, nonceOffsets: number[]) {
  // Loads when a page is first compressed, because it brings Node's streams with it.
  const { constants, deflateRawSync } = process.getBuiltinModule("node:zlib");
  const pieces: Uint8Array[] = [gzipHeader];
  const zippedNonceOffsets: number[] = [];
  let length = gzipHeader.byteLength;
  const add = (piece: Uint8Array) => {
    pieces.push(piece);
    length += piece.byteLength;
  };
  // A full flush ends at a byte boundary, and nothing after it can refer to earlier bytes.
  const options = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  let from = 0;
  for (const place of nonceOffsets) {
    if (place > from) add(deflateRawSync(page.subarray(from, place), options));
    add(Uint8Array.of(0, nonceLength, 0, ~nonceLength & 0xff, 0xff));
    zippedNonceOffsets.push(length);
    add(new Uint8Array(nonceLength));
    from = place + nonceLength;
  }
  if (from < page.byteLength) add(deflateRawSync(page.subarray(from), options));
  add(endBlock);
  const trailer = new DataView(new ArrayBuffer(8));
  trailer.setUint32(4, page.byteLength, true);
  add(new Uint8Array(trailer.buffer));
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return { bytes, places: zippedNonceOffsets };
}

/**
 * Returns what each byte of the nonce adds to the checksum of the page with zeros: at `i * 256 + value` for the nonce's
 * byte `i`, in all its places at once. It is calculated for single bits; other values are sums of these.
 */
function contributionsOf(
  page: Uint8Array,
  nonceOffsets: number[],
  zeroChecksum: number,
): Uint32Array {
  const table = new Uint32Array(nonceLength * 256);
  for (let i = 0; i < nonceLength; i++) {
    const of = (value: number) => {
      for (const place of nonceOffsets) page[place + i] = value;
      return Bun.hash.crc32(page) ^ zeroChecksum;
    };
    for (let bit = 0; bit < 8; bit++) table[i * 256 + (1 << bit)] = of(1 << bit);
    of(0);
    for (let value = 3; value < 256; value++) {
      const lowestBit = value & -value;
      if (lowestBit === value) continue;
      table[i * 256 + value] =
        (table[i * 256 + lowestBit] ?? 0) ^ (table[i * 256 + (value ^ lowestBit)] ?? 0);
    }
  }
  return table;
}
