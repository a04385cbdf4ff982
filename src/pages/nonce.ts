/** The number of characters of a nonce: 128 bits in base64url without padding. */
export const nonceLength = 22;

const bytesPerNonce = 16;
const pool = new Uint8Array(bytesPerNonce * 512);
let nextOffset = pool.byteLength;

/** Returns a new 128-bit nonce. Random bytes are drawn for many nonces at once, and none is used twice. */
export function createNonce(): string {
  if (nextOffset === pool.byteLength) {
    crypto.getRandomValues(pool);
    nextOffset = 0;
  }
  const nonce = pool
    .subarray(nextOffset, nextOffset + bytesPerNonce)
    .toBase64({ alphabet: "base64url", omitPadding: true });
  nextOffset += bytesPerNonce;
  return nonce;
}
