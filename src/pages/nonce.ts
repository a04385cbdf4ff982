/** Characters of a nonce: 128 bits in base64url without padding. */
export const nonceLength = 22;

const bytesPerNonce = 16;
const pool = new Uint8Array(bytesPerNonce * 512);
let next = pool.byteLength;

/** A fresh 128-bit nonce. Random bytes are drawn for many at once; none is ever given twice. */
export function createNonce(): string {
  if (next === pool.byteLength) {
    crypto.getRandomValues(pool);
    next = 0;
  }
  const nonce = pool
    .subarray(next, next + bytesPerNonce)
    .toBase64({ alphabet: "base64url", omitPadding: true });
  next += bytesPerNonce;
  return nonce;
}
