/** Ends a driver's shift, by their own tap or because they are suspended. */
import { eq, sql } from "drizzle-orm";
import { driverShiftDays, driverShifts } from "../../db/schema/tracking";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import { isOnShift, shiftSecondsByDay } from "./shift-rules";

/**
 * Ends a driver's shift inside the caller's transaction and adds its time to its days. A shift that nobody ended in
 * time is deleted but not counted, because nobody knows how long it was worked. Returns whether the driver was on
 * shift.
 */
export function endShift(tx: Tx, deps: Deps, driverId: string): boolean {
  const now = deps.now();
  const [shift] = tx
    .delete(driverShifts)
    .where(eq(driverShifts.driverId, driverId))
    .returning()
    .all();
  const startedAt = shift?.startedAt ?? null;
  if (!isOnShift(startedAt, now)) return false;
  for (const { day, seconds } of shiftSecondsByDay(startedAt, now, readOperator(deps).timeZone))
    tx.insert(driverShiftDays)
      .values({ day, driverId, seconds })
      .onConflictDoUpdate({
        target: [driverShiftDays.day, driverShiftDays.driverId],
        set: { seconds: sql`${driverShiftDays.seconds} + excluded.seconds` },
      })
      .run();
  return true;
}
