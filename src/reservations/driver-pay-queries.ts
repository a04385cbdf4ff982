/** What a driver earns from a trip: as recorded once it has ended, before that by the agreed price. */
import type { Db } from "../../db/open";
import type { StoredTrip } from "../../db/schema/reservations";
import type { FareLine } from "../fares/contract";
import { driverPay } from "../fares/driver-pay-rules";
import { versionOfTrip } from "../fares/queries";

/** The facts of a trip that its driver's pay depends on. */
type PaidTrip = Pick<
  StoredTrip,
  "payMinor" | "feeScheduleId" | "pickupAt" | "fareLines" | "currency" | "distanceMeters"
>;

/** A trip's driver pay: the recorded one after its end, else by the agreed prices. */
export function payOf(db: Db, row: PaidTrip): number | null {
  if (row.payMinor !== null) return row.payMinor;
  const schedule = versionOfTrip(db, row)?.schedule;
  // Written by us from the fare function's lines.
  const lines = row.fareLines as FareLine[];
  if (!schedule || lines.length === 0) return null;
  return driverPay(schedule, lines, row.distanceMeters).totalMinor;
}
