/**
 * Deletes the names of affiliates' drivers some time after the trip, because they are neither drivers nor riders of the
 * operator.
 */
import { and, eq, exists, inArray, isNull, lt, sql } from "drizzle-orm";
import { farmOuts } from "../../db/schema/affiliates";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";

/** The name shown for a driver whose name was deleted or never given. */
export const UNNAMED_DRIVER = "Driver";

/** Returns the condition for offers with a named driver whose trip's pickup was before a time (ms). */
export const hasDriverAndVehicleBefore = (at: number) =>
  and(
    // The same condition as in the partial index.
    sql`${farmOuts.driverName} <> ''`,
    exists(
      sql`(SELECT 1 FROM ${reservations} WHERE ${reservations.id} = ${farmOuts.reservationId} AND ${lt(reservations.pickupAt, at)})`,
    ),
  );

/**
 * Removes drivers and cars of up to `limit` trips before a time (ms) from their offers and their logs. Returns the
 * number of trips.
 */
export function sweepDriversAndVehicles(tx: Tx, before: number, limit: number): number {
  const tripIds = tx
    .selectDistinct({ id: farmOuts.reservationId })
    .from(farmOuts)
    .where(hasDriverAndVehicleBefore(before))
    .limit(limit)
    .all()
    .map(({ id }) => id);
  // With an empty list, SQLite would read the whole table.
  if (tripIds.length === 0) return 0;
  tx.update(farmOuts)
    .set({ driverName: "", driverPhone: "", plate: "", model: "", color: "" })
    .where(inArray(farmOuts.reservationId, tripIds))
    .run();
  const { reservationId, kind, actorKind, actorId } = reservationEvents;
  const isOfSweptTrips = inArray(reservationId, tripIds);
  tx.update(reservationEvents)
    .set({ facts: {} })
    .where(and(isOfSweptTrips, eq(kind, "crew_named")))
    .run();
  // Only rows without an actor id are changed, because our own drivers have one.
  tx.update(reservationEvents)
    .set({ actorName: UNNAMED_DRIVER })
    .where(and(isOfSweptTrips, eq(actorKind, "driver"), isNull(actorId)))
    .run();
  return tripIds.length;
}
