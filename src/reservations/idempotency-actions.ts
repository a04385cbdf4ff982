/** Recognises requests that are sent again with the same key, so that they count only once. */
import { idempotencyKeys } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { AppError } from "../errors";
import { hashToken } from "../process/keys";
import { findRow, insertRow } from "../../db/rows";

const DAY_MS = 86_400_000;
/**
 * How long after the pickup a partner's key is kept. A program that lost the answer repeats its request days later, and
 * another Livery server up to a week after the pickup. Four weeks also cover a server that was down in between.
 */
const PARTNER_RETENTION_MS = 28 * DAY_MS;

/** A request, its sender and their key. A request without a key is never a repeat. */
type IdempotentRequest = {
  accountId: string;
  key: string | null;
  body: object;
  isPartner?: boolean;
};

/**
 * Returns the id of the record that the same request made or changed earlier, such as a reservation, in the caller's
 * transaction. Null if the request is new. 422 if its key was sent with another body.
 */
export function replayed(tx: Tx, { accountId, key, body }: IdempotentRequest): string | null {
  if (key === null) return null;
  const storedKey = findRow(tx, idempotencyKeys, { accountId, key: hashToken(key) });
  if (storedKey && storedKey.bodyHash !== hashOf(body)) throw new AppError("idempotency.reused");
  return storedKey?.reservationId ?? null;
}

/**
 * Records the key of a request in the transaction that carries it out. It is kept for a day, and for a partner's
 * booking until four weeks after the pickup.
 */
export function recordIdempotencyKey(
  tx: Tx,
  { accountId, key, body, isPartner = false }: IdempotentRequest,
  subjectId: string,
  createdAt: number,
  booked: readonly { pickupAt: number }[] = [],
): void {
  if (key === null) return;
  const ends = booked.map(({ pickupAt }) => (isPartner ? pickupAt + PARTNER_RETENTION_MS : 0));
  const keptUntil = Math.max(createdAt + DAY_MS, ...ends);
  insertRow(tx, idempotencyKeys, {
    ...{ id: Bun.randomUUIDv7(), accountId, reservationId: subjectId, createdAt, keptUntil },
    ...{ key: hashToken(key), bodyHash: hashOf(body) },
  });
}

/**
 * Runs `make` once for each key, in the caller's transaction. The same request again returns the id of the first
 * result. 422 as `replayed`.
 */
export function runOncePerKey(
  tx: Tx,
  request: IdempotentRequest,
  now: number,
  make: () => string,
): string {
  const replayedId = replayed(tx, request);
  if (replayedId !== null) return replayedId;
  const id = make();
  recordIdempotencyKey(tx, request, id, now);
  return id;
}

const hashOf = (body: object) => hashToken(JSON.stringify(body));
