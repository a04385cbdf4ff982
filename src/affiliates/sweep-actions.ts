/** Who drove for an affiliate is forgotten some time after the trip: they are nobody's driver or rider here. */
import { and, eq, exists, inArray, isNull, lt, sql } from "drizzle-orm";
import { farmOuts } from "../../db/schema/affiliates";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";

/** Stands for a driver whose name is removed, or was never told. */
export const UNNAMED_DRIVER = "Driver";

/** Offers with a named driver, of trips whose pickup was before an instant (ms). */
export const hasDriverAndVehicleBefore = (at: number) =>
  and(
    // As the partial index has it.
    sql`${farmOuts.driverName} <> ''`,
    exists(
      sql`(SELECT 1 FROM ${reservations} WHERE ${reservations.id} = ${farmOuts.reservationId} AND ${lt(reservations.pickupAt, at)})`,
    ),
  );

/**
 * Removes drivers and cars of up to `limit` trips before an instant (ms) from their offers, and from their logs. Returns of
 * how many trips.
 */
export function sweepDriversAndVehicles(tx: Tx, before: number, limit: number): number {
  const trips = tx
    .selectDistinct({ id: farmOuts.reservationId })
    .from(farmOuts)
    .where(hasDriverAndVehicleBefore(before))
    .limit(limit)
    .all()
    .map(({ id }) => id);
  // Of an empty list SQLite reads the whole table.
  if (trips.length === 0) return 0;
  tx.update(farmOuts)
    .set({ driverName: "", driverPhone: "", plate: "", model: "", color: "" })
    .where(inArray(farmOuts.reservationId, trips))
    .run();
  const { reservationId, kind, actorKind, actorId } = reservationEvents;
  const isOfDeletedTrips = inArray(reservationId, trips);
  tx.update(reservationEvents)
    .set({ facts: {} })
    .where(and(isOfDeletedTrips, eq(kind, "crew_named")))
    .run();
  // Our own drivers act under their ids.
  tx.update(reservationEvents)
    .set({ actorName: UNNAMED_DRIVER })
    .where(and(isOfDeletedTrips, eq(actorKind, "driver"), isNull(actorId)))
    .run();
  return trips.length;
}
