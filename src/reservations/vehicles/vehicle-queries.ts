/** Reads the vehicles of one booking. Each is a reservation. */
import { asc, eq } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { amountDue, costOf } from "../../fares/amount-due-rules";
import type { Reservation } from "../contract";
import { isStateWithDriver, namesOf } from "../list/row-queries";

const tripsOfOrder = (db: Db | Tx, orderId: string) =>
  db
    .select()
    .from(reservations)
    .where(eq(reservations.orderId, orderId))
    .orderBy(asc(reservations.number))
    .all();

/** Returns all reservations of a trip's booking, by number. Only the trip itself if it has one vehicle. */
export function tripsOfBooking(db: Db | Tx, trip: StoredTrip): StoredTrip[] {
  return trip.orderId === null ? [trip] : tripsOfOrder(db, trip.orderId);
}

/** Returns the vehicles of a booking for its rider and dispatch. Both see only the first names of the drivers. */
export function readVehicles(db: Db, orderId: string): NonNullable<Reservation["vehicles"]> {
  const names = namesOf(db);
  return tripsOfOrder(db, orderId).map((row) => {
    const { id, number, state, isLateCancellation, passengers, luggage } = row;
    const [driverId, vehicleId] = isStateWithDriver(state) ? [row.driverId, row.vehicleId] : [];
    return {
      ...{ id, number, state, isLateCancellation, passengers, luggage },
      vehicleClass: { name: names.vehicleClass(row.vehicleClassId).name },
      driver: driverId ? { name: names.driver(driverId).firstName } : null,
      vehicle: vehicleId ? { plate: names.vehicle(vehicleId).plate } : null,
      costMinor: costOf(row),
      dueMinor: amountDue(row),
    };
  });
}
