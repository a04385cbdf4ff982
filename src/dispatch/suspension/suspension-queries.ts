import { and, count, eq } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { offers } from "../../../db/schema/dispatch";
import { drivers } from "../../../db/schema/drivers";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { ReservationState } from "../../reservations/contract";
import type { SuspensionImpact } from "./suspension-contract";
import { isMovable } from "./suspension-rules";
import { iso } from "../../formats/instants";

type Row = {
  id: string;
  number: number;
  version: number;
  state: ReservationState;
  pickupAt: number;
  pickup: string;
  dropoff: string;
  vehicleClass: string;
};

/** Returns the driver's assigned trips, by pickup. Uses the index `assignments_driver`. */
export function tripsOfSuspendedDriver(db: Db, driverId: string): Row[] {
  return db.$client
    .query<Row, [string]>(
      `SELECT r.id, r.number, r.version, r.state, r.pickup_at AS pickupAt, r.pickup_name AS pickup,
         r.dropoff_name AS dropoff, c.name AS vehicleClass
       FROM assignments a JOIN reservations r ON r.id = a.reservation_id
       JOIN vehicle_classes c ON c.id = r.vehicle_class_id
       WHERE a.driver_id = ? AND a.active = 1
         AND r.state IN ('assigned', 'en_route', 'on_location', 'passenger_on_board')
       ORDER BY a.starts_at, r.id`,
    )
    .all(driverId);
}

/** Returns the trips and offers that suspending a driver would affect. 404 if the driver does not exist. */
export function readSuspensionImpact(deps: Deps, driverId: string): SuspensionImpact {
  const { db } = deps;
  if (!db.select({ id: drivers.id }).from(drivers).where(eq(drivers.id, driverId)).all()[0])
    throw new AppError("request.not_found");
  const [countedRow] = db
    .select({ n: count() })
    .from(offers)
    .where(and(eq(offers.driverId, driverId), eq(offers.state, "open")))
    .all();
  return {
    trips: tripsOfSuspendedDriver(db, driverId).map((row) => ({
      ...row,
      pickupAt: iso(row.pickupAt),
      movable: isMovable(row.state),
    })),
    offers: countedRow?.n ?? 0,
  };
}
