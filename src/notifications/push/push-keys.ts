/** The key pair that identifies the server to push services (VAPID, RFC 8292). */
import type { Deps } from "../../deps";

/** Both keys as base64url: the public key as an uncompressed point, the private key as a 32-byte scalar. */
type VapidKeys = { publicKey: string; privateKey: string };

const keysBySecret = new WeakMap<Uint8Array, VapidKeys>();

/**
 * Returns the operator's keys, or a pair derived from the server's secret. The derived pair is the same at every start,
 * and is backed up and restored with the secret. With another secret, phones have to subscribe again.
 */
export function vapidKeys(deps: Pick<Deps, "config" | "keys">): VapidKeys {
  if (deps.config.push.vapid) return deps.config.push.vapid;
  const { pushSeed } = deps.keys;
  const cachedKeys = keysBySecret.get(pushSeed);
  if (cachedKeys) return cachedKeys;
  const { createECDH } = process.getBuiltinModule("node:crypto");
  const pair = createECDH("prime256v1");
  // 32 bytes are a valid private key unless they exceed the curve's order. That happens once in 4 billion; they are
  // then hashed again.
  let scalar = Buffer.from(pushSeed);
  for (;;) {
    try {
      pair.setPrivateKey(scalar);
      break;
    } catch {
      scalar = Buffer.from(new Bun.CryptoHasher("sha256").update(scalar).digest());
    }
  }
  const keys = {
    publicKey: pair.getPublicKey().toString("base64url"),
    privateKey: scalar.toString("base64url"),
  };
  keysBySecret.set(pushSeed, keys);
  return keys;
}
