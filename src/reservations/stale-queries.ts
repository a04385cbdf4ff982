/** What is said to somebody who acts on a reservation that has changed since they saw it. */
import { and, asc, eq, gt } from "drizzle-orm";
import { reservationEvents, type reservations } from "../../db/schema/reservations";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import type { Actor } from "../deps";
import { AppError, type Meanwhile } from "../errors";
import { eventFacts } from "./event-facts-rules";
import { readEvent } from "./event-rules";

type Row = Pick<typeof reservations.$inferSelect, "id" | "version" | "timeZone">;

/**
 * The refusal of whoever saw another version than there is: 409 `reservation.stale`. Staff learn with it
 * who has done what since.
 */
export function staleReservation(
  db: Db | Tx,
  row: Row,
  seen: { version: number; actor: Pick<Actor, "kind"> },
): AppError {
  if (seen.actor.kind !== "admin") return new AppError("reservation.stale");
  return new AppError("reservation.stale", { meanwhile: changesSince(db, row, seen.version) });
}

/** Each step and change since a version, oldest first. Reads `reservation_events_reservation`. */
function changesSince(
  db: Db | Tx,
  { id: reservationId, timeZone }: Row,
  version: number,
): Meanwhile[] {
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
      at: new Date(at).toISOString(),
      by: actorName,
      ...(fromState !== null &&
        fromState !== toState && { states: { from: fromState, to: toState } }),
      changes: eventFacts(readEvent(row), timeZone)
        .filter(({ as }) => as !== "amount")
        .map(({ name: field, text }) => ({ field, text })),
    }));
}
