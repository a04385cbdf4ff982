/** Adds vehicles to a booking. */
import { insertReturning } from "../../../db/rows";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import type { ReservationEvent } from "../event-contract";
import { appendEvent } from "../actions";
import { nextNumber } from "../book-vehicles-actions";

/** The columns that differ between vehicles of one booking. */
type VehicleColumns = Pick<
  StoredTrip,
  "vehicleClassId" | "passengers" | "luggage" | "fareMinor" | "fareLines"
>;

/**
 * Stores a further vehicle of a request that has just become a booking with its first vehicle, `trip`. It is a separate
 * reservation for the same people, time and places, in the same order. Only the first vehicle has the extras.
 */
export function addVehicle(
  deps: Deps,
  tx: Tx,
  trip: StoredTrip,
  vehicle: VehicleColumns,
  { actor, now, event }: { actor: Actor; now: number; event: ReservationEvent },
): StoredTrip {
  const [id, number] = [Bun.randomUUIDv7(), nextNumber(tx)];
  const row = insertReturning(tx, reservations, {
    ...trip,
    ...vehicle,
    id,
    number,
    version: 1,
    extras: [],
    returnOfId: null,
    createdAt: now,
    updatedAt: now,
  });
  appendEvent(tx, deps, { id, number, from: null, to: row.state, actor, now, event });
  return row;
}
