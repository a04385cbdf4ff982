/** Drivers' taps are idempotent and count for the time they were made. */
import { and, desc, eq, isNull, ne, or } from "drizzle-orm";
import { reservationEvents, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce } from "../../reservations/actions";
import type { TapTime } from "./tap-contract";
import { checkTapTime } from "./tap-rules";
import { loadTrip, requireSeenTrip } from "../../reservations/trip-queries";
import { recordIdempotencyKey, replayed } from "../../reservations/idempotency-actions";

/**
 * Handles a driver's tap on a trip. `applyTap` writes it in the tap's transaction and returns the changed trip. 404
 * unless the trip is theirs, 409 if it has changed in the meantime. Idempotent by key.
 */
export async function recordTap(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: TapTime,
  key: string | null,
  applyTap: (tx: Tx, before: StoredTrip, now: number) => StoredTrip,
): Promise<void> {
  const now = deps.now();
  const tap = { accountId: driver.id, key, body: { id, ...input } };
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor: driver, id });
    if (replayed(tx, tap) !== null) return null;
    requireSeenTrip(tx, before, { actor: driver, version: input.version });
    const changedTrip = applyTap(tx, before, now);
    recordIdempotencyKey(tx, tap, id, now);
    return changedTrip;
  });
  if (row) announce(deps, row);
}

/**
 * Returns the time for which a tap counts, as part of its step. 422 if it is in the future, before the previous step,
 * before the trip may begin (`earliestTime`), or more than a day ago.
 */
export function tapTimeOf(
  tx: Tx,
  reservationId: string,
  { tappedAt }: Pick<TapTime, "tappedAt">,
  now: number,
  earliestTime: { at: number; words: string } | null = null,
): { now: number; at?: number } {
  const isCurrentTime = tappedAt === undefined;
  const moment = checkTapTime({
    tappedAt: isCurrentTime ? null : Date.parse(tappedAt),
    previousStepAt: isCurrentTime ? 0 : lastStepAt(tx, reservationId),
    earliestAt: earliestTime?.at ?? 0,
    now,
  });
  if (moment.refusal === "tap.too_early" && earliestTime)
    throw new AppError("tap.too_early", { message: earliestTime.words });
  if (moment.refusal) throw new AppError(moment.refusal);
  return isCurrentTime ? { now } : { now, at: moment.at };
}

function lastStepAt(tx: Tx, reservationId: string): number {
  const [last] = tx
    .select({ at: reservationEvents.at })
    .from(reservationEvents)
    .where(
      and(
        eq(reservationEvents.reservationId, reservationId),
        or(
          isNull(reservationEvents.fromState),
          ne(reservationEvents.fromState, reservationEvents.toState),
          // A visit to a stop counts as a step.
          eq(reservationEvents.kind, "stop_visited"),
        ),
      ),
    )
    .orderBy(desc(reservationEvents.at), desc(reservationEvents.id))
    .limit(1)
    .all();
  return last?.at ?? 0;
}
