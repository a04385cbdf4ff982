/**
 * Keys derived from the secret file beside the database, one for each purpose, and the functions that use them.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The purpose of a key. A signature for one purpose is invalid for another. */
type KeyPurpose =
  | "code"
  | "quote"
  | "token"
  | "cursor"
  | "provider"
  | "tracking"
  | "boarding"
  | "audit"
  | "recovery"
  | "card"
  | "payment"
  | "trip_quote"
  | "trip_approval"
  | "farm_out"
  | "flight"
  | "calendar";

/** Signs, compares and encrypts with keys that are not in the database. */
export type Keys = {
  /** Returns the HMAC-SHA-256 of the text, base64url. */
  sign: (purpose: KeyPurpose, text: string) => string;
  /** Returns 128 bits of `sign`, base64url: the secret part of a URL. */
  linkToken: (purpose: KeyPurpose, text: string) => string;
  /** Tells whether the signature belongs to the text, in constant time. */
  verify: (purpose: KeyPurpose, text: string, signature: string) => boolean;
  /** Encrypts by AES-256-GCM. Returns base64url of nonce, tag and ciphertext. */
  encrypt: (text: string) => string;
  /** Decrypts a text of `encrypt`. Throws if it was changed or encrypted with another key. */
  decrypt: (sealed: string) => string;
  /** The secret of the short-lived tokens that name an account to the browser. */
  tokenSecret: string;
  /** 32 bytes from which the key pair for push services is made. */
  pushSeed: Uint8Array;
};

/** Reads `DATA_DIR/secret`. On the first start it creates the file (32 random bytes, mode 0600). */
export function loadKeys(dataDir: string): Keys {
  const path = join(dataDir, "secret");
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32), { mode: 0o600, flag: "wx" });
    chmodSync(path, 0o600);
  }
  const masterKey = readFileSync(path);
  if (masterKey.length !== 32) throw new Error(`${path} is damaged: it must hold 32 bytes.`);
  return keysFrom(masterKey);
}

/** Returns the keys of a 32-byte master secret. */
export function keysFrom(masterKey: Uint8Array): Keys {
  const derive = (info: string) => deriveKey(masterKey, `livery ${info}`);
  const signingKeys: Record<KeyPurpose, Buffer> = {
    code: derive("code"),
    quote: derive("quote"),
    token: derive("token"),
    cursor: derive("cursor"),
    provider: derive("provider"),
    tracking: derive("tracking"),
    boarding: derive("boarding"),
    audit: derive("audit"),
    recovery: derive("recovery"),
    card: derive("card"),
    payment: derive("payment"),
    trip_quote: derive("trip quote"),
    trip_approval: derive("trip approval"),
    farm_out: derive("farm out"),
    flight: derive("flight"),
    calendar: derive("calendar"),
  };
  const encryptionKey = derive("seal");

  const sign = (purpose: KeyPurpose, text: string) =>
    new Bun.CryptoHasher("sha256", signingKeys[purpose]).update(text).digest("base64url");

  return {
    sign,
    linkToken: (purpose, text) =>
      Buffer.from(sign(purpose, text), "base64url").subarray(0, 16).toString("base64url"),
    verify: (purpose, text, signature) => equalInConstantTime(sign(purpose, text), signature),
    encrypt: (text) => {
      const { createCipheriv } = nodeCrypto();
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", encryptionKey, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    decrypt: (sealed) => {
      const { createDecipheriv } = nodeCrypto();
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", encryptionKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
        "utf8",
      );
    },
    tokenSecret: signingKeys.token.toString("base64url"),
    pushSeed: derive("push"),
  };
}

/** Loaded on first use, because it loads Node's streams. */
const nodeCrypto = () => process.getBuiltinModule("node:crypto");

/** Derives a key by HKDF-SHA-256 (RFC 5869) without salt, one block: 32 bytes. */
function deriveKey(master: Uint8Array, info: string): Buffer {
  const hmac = (key: Uint8Array) => new Bun.CryptoHasher("sha256", key);
  const extractedKey = hmac(new Uint8Array(32)).update(master).digest();
  return hmac(extractedKey).update(info).update(Uint8Array.of(1)).digest();
}

function randomBytes(length: number): Buffer {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(length)));
}

/** Returns a new secret of `bitCount` random bits, base64url: for cookies and links. */
export function newToken(bitCount: 128 | 256 = 256): string {
  return randomBytes(bitCount / 8).toString("base64url");
}

/** Returns the form in which a token is stored: its SHA-256, base64url. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher("sha256").update(token).digest("base64url");
}

/** Compares two texts in a time that depends only on their length. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && crypto.timingSafeEqual(left, right);
}
