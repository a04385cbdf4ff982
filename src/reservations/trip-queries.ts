/** The one door to a trip. */
import { and, asc, eq, gt } from "drizzle-orm";
import { reservationEvents, reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import type { Meanwhile } from "../errors";
import { type Reader, requireSeen, requireTheirs } from "../rows";
import { findRow } from "../../db/rows";
import { iso } from "../formats/instants";

/**
 * The stored trip. 404 when there is none, and for a rider or driver whose it is not; 409
 * `reservation.stale` when it has another version than `version`, and staff learn who did what since.
 */
export function loadTrip(
  db: Db | Tx,
  { actor, id, version }: { actor: Reader; id: string; version?: number },
): StoredTrip {
  const row = findRow(db, reservations, { id });
  const trip = requireTheirs(row, actor);
  requireSeenTrip(db, trip, { actor, version });
  return trip;
}

/** As `loadTrip`, of a row at hand. */
export function requireSeenTrip(
  db: Db | Tx,
  row: { id: string; version: number },
  { actor, version }: { actor: Reader; version: number | undefined },
): void {
  const meanwhile =
    actor.kind === "admin" ? (seen: number) => changesSince(db, row.id, seen) : undefined;
  requireSeen(row, version, "reservation.stale", meanwhile);
}

/** Details for programs, or that belong to another one. */
const isUntold = (name: string) =>
  ["currency", "receivedAt"].includes(name) || /(?:Minor|Id)$/.test(name);

/** Each step and change since a version, oldest first. Reads `reservation_events_reservation`. */
function changesSince(db: Db | Tx, reservationId: string, version: number): Meanwhile[] {
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
    .map((event) => ({
      at: iso(event.at),
      by: event.actorName,
      changes: [
        ...(event.fromState === event.toState
          ? []
          : [{ field: "state", text: `${event.fromState ?? "new"} → ${event.toState}` }]),
        ...Object.entries(event.detail)
          .filter(([name]) => !isUntold(name))
          .map(([field, value]) => ({ field, text: String(value) })),
      ],
    }));
}
