/** A step that SQL alone cannot do: hashes idempotency keys, so that their text is not stored. */
import type { Database } from "bun:sqlite";

/** Replaces each key with its SHA-256, so that earlier requests are still recognised. */
export function hashIdempotencyKeys(client: Database): void {
  const hash = client.query("UPDATE idempotency_keys SET key = ? WHERE id = ?");
  for (const { id, key } of client
    .query<{ id: string; key: string }, []>("SELECT id, key FROM idempotency_keys")
    .all())
    hash.run(new Bun.CryptoHasher("sha256").update(key).digest("base64url"), id);
}
