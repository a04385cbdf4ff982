/** What SQL alone cannot: only a hash of an idempotency key is kept. */
import type { Database } from "bun:sqlite";

/** Replaces the text of each key by its SHA-256, so that a request from before is still known. */
export function hashKeys(client: Database): void {
  const hash = client.query("UPDATE idempotency_keys SET key = ? WHERE id = ?");
  for (const { id, key } of client
    .query<{ id: string; key: string }, []>("SELECT id, key FROM idempotency_keys")
    .all())
    hash.run(new Bun.CryptoHasher("sha256").update(key).digest("base64url"), id);
}
