/** Requests that are sent again under the same key of their sender: they count once. */
import { idempotencyKeys } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { AppError } from "../errors";
import { hashToken } from "../process/keys";
import { findRow, insertRow } from "../../db/rows";

const DAY_MS = 86_400_000;
/**
 * How long after the pickup a partner's key is kept. A program whose answer was lost asks again days later, a Livery
 * until a week after the pickup; four weeks leave time for a server that was down in between.
 */
const PARTNER_RETENTION_MS = 28 * DAY_MS;

/** Who asks for what, under which key of theirs; without a key every request is one of its own. */
type IdempotentRequest = {
  accountId: string;
  key: string | null;
  body: object;
  isPartner?: boolean;
};

/**
 * The id of what the same request made or changed before, such as a reservation, inside the caller's transaction; null
 * when it was not taken before. 422 when its key came with another body.
 */
export function replayed(tx: Tx, { accountId, key, body }: IdempotentRequest): string | null {
  if (key === null) return null;
  const knownKey = findRow(tx, idempotencyKeys, { accountId, key: hashToken(key) });
  if (knownKey && knownKey.bodyHash !== hashOf(body)) throw new AppError("idempotency.reused");
  return knownKey?.reservationId ?? null;
}

/** Notes that a request was taken, in the transaction that takes it: for a day, or by the trips that a partner booked. */
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
 * Makes something once for each key, inside the caller's transaction: the same request again gets the id of what the
 * first one made. 422 as `replayed`.
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
