/** Requests that are sent again under the same key of their sender: they count once. */
import { idempotencyKeys } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { AppError } from "../errors";
import { findRow, insertRow } from "../../db/rows";

/** Who asks for what, under which key of theirs; without a key every request is one of its own. */
type KeyedRequest = { accountId: string; key: string | null; body: object };

/**
 * The reservation of which the same request was taken before, inside the caller's transaction; null when it
 * was not. 422 when its key came with another body.
 */
export function replayed(tx: Tx, { accountId, key, body }: KeyedRequest): string | null {
  const known = key === null ? undefined : findRow(tx, idempotencyKeys, { accountId, key });
  if (known && known.bodyHash !== hashOf(body)) throw new AppError("idempotency.reused");
  return known?.reservationId ?? null;
}

/** Notes that a request was taken, in the transaction that takes it. */
export function recordIdempotencyKey(
  tx: Tx,
  { accountId, key, body }: KeyedRequest,
  reservationId: string,
  createdAt: number,
): void {
  if (key === null) return;
  const id = Bun.randomUUIDv7();
  const bodyHash = hashOf(body);
  insertRow(tx, idempotencyKeys, { id, accountId, key, bodyHash, reservationId, createdAt });
}

function hashOf(body: object): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(body)).digest("base64url");
}
