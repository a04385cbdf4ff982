/** The server's key pair before push services (VAPID, RFC 8292). */
import type { Deps } from "../../deps";

/** Both keys as base64url: the point uncompressed, the scalar as 32 bytes. */
type VapidKeys = { publicKey: string; privateKey: string };

const keysBySecret = new WeakMap<Uint8Array, VapidKeys>();

/**
 * The operator's keys, or a pair made from the server's secret: the same at every start, kept and
 * restored with it. With another secret phones have to subscribe again.
 */
export function vapidKeys(deps: Pick<Deps, "config" | "keys">): VapidKeys {
  if (deps.config.push.vapid) return deps.config.push.vapid;
  const { pushSeed } = deps.keys;
  const knownKeys = keysBySecret.get(pushSeed);
  if (knownKeys) return knownKeys;
  const { createECDH } = process.getBuiltinModule("node:crypto");
  const pair = createECDH("prime256v1");
  // 32 bytes are a private key unless they exceed the curve's order: 1 in 4 billion is hashed again.
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
