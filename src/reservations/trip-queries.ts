/** What is said to somebody who acts on a reservation that has changed since they saw it. */
import { and, asc, eq, gt } from "drizzle-orm";
import { reservationEvents } from "../../db/schema/reservations";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import type { Actor } from "../deps";
import { AppError, type Meanwhile } from "../errors";

/** Details for programs, or that belong to another one. */
const isUntold = (name: string) =>
  ["currency", "receivedAt"].includes(name) || /(?:Minor|Id)$/.test(name);

/**
 * The refusal of whoever saw another version than there is: 409 `reservation.stale`. Staff learn with it
 * who has done what since.
 */
export function staleReservation(
  db: Db | Tx,
  row: { id: string; version: number },
  seen: { version: number; actor: Pick<Actor, "kind"> },
): AppError {
  if (seen.actor.kind !== "admin") return new AppError("reservation.stale");
  return new AppError("reservation.stale", { meanwhile: changesSince(db, row.id, seen.version) });
}

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
      at: new Date(event.at).toISOString(),
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
