/** Calculates a driver's pay for a trip: the recorded pay after the end, before that by the agreed price. */
import type { Db } from "../../db/open";
import type { StoredTrip } from "../../db/schema/reservations";
import type { FareLine } from "../fares/contract";
import { driverPay } from "../fares/driver-pay-rules";
import { versionOfTrip } from "../fares/queries";

/** The facts of a trip that determine the driver's pay. */
type PaidTrip = Pick<
  StoredTrip,
  "payMinor" | "feeScheduleId" | "pickupAt" | "fareLines" | "currency" | "distanceMeters"
>;

/** Returns the driver's pay for a trip: the recorded one after the end, otherwise by the agreed prices. */
export function payOf(db: Db, row: PaidTrip): number | null {
  if (row.payMinor !== null) return row.payMinor;
  const schedule = versionOfTrip(db, row)?.schedule;
  // Only Livery writes this column, from the lines of the fare function.
  const lines = row.fareLines as FareLine[];
  if (!schedule || lines.length === 0) return null;
  return driverPay(schedule, lines, row.distanceMeters).totalMinor;
}
