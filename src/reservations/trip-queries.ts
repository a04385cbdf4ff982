/** Loads a trip with the checks of its reader, and decides what cancelling it means. */
import { and, asc, eq, gt } from "drizzle-orm";
import { reservationEvents, reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import type { ConcurrentChange } from "../errors";
import { versionOfTrip } from "../fares/queries";
import { eventFacts } from "./event-facts-rules";
import { readEvent } from "./event-rules";
import { cancellation, type CancellationDecision } from "./rules";
import { readStartTime } from "./start-queries";
import { type Reader, requireSeen, requireOwnedRow } from "../rows";
import { findRow } from "../../db/rows";
import { iso } from "../formats/instants";

/**
 * Loads a stored trip. 404 if it is unknown or belongs to another rider or driver. 409 `reservation.stale` if its
 * version is not `version`; for staff it names the changes since then and who made them.
 */
export function loadTrip(
  db: Db | Tx,
  { actor, id, version }: { actor: Reader; id: string; version?: number },
): StoredTrip {
  const row = findRow(db, reservations, { id });
  const trip = requireOwnedRow(row, actor);
  requireSeenTrip(db, trip, { actor, version });
  return trip;
}

/** As `loadTrip`, for a row that is already loaded. */
export function requireSeenTrip(
  db: Db | Tx,
  row: SeenTrip,
  { actor, version }: { actor: Reader; version: number | undefined },
): void {
  const changes =
    actor.kind === "admin"
      ? (seenVersion: number) => changesSince(db, row, seenVersion)
      : undefined;
  requireSeen(row, version, "reservation.stale", changes);
}

type SeenTrip = Pick<StoredTrip, "id" | "version" | "timeZone">;

/** Returns each step and change since a version, oldest first. Uses the index `reservation_events_reservation`. */
function changesSince(
  db: Db | Tx,
  { id: reservationId, timeZone }: SeenTrip,
  version: number,
): ConcurrentChange[] {
  return db
    .select()
    .from(reservationEvents)
    .where(
      and(
        eq(reservationEvents.reservationId, reservationId),
        gt(reservationEvents.version, version),
      ),
    )
    .orderBy(asc(reservationEvents.version))
    .all()
    .map(({ at, actorName, fromState, toState, ...row }) => ({
      at: iso(at),
      by: actorName,
      ...(fromState !== null &&
        fromState !== toState && { states: { from: fromState, to: toState } }),
      changes: eventFacts(readEvent(row), timeZone)
        .filter(({ as }) => as !== "amount")
        .map(({ name: field, text }) => ({ field, text })),
    }));
}

/** Returns what cancelling a trip at `now` (ms UTC) means, by its own prices and the operator's setting. */
export function cancellationOf(deps: Deps, row: StoredTrip, now: number): CancellationDecision {
  const schedule = versionOfTrip(deps.db, row)?.schedule ?? null;
  return cancellation(schedule, { ...row, startsAt: readStartTime(deps, row) }, now);
}
