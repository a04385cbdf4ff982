import { and, desc, eq, lte } from "drizzle-orm";
import { feeSchedules } from "../../db/schema/fares";
import type { Deps } from "../deps";
import { FeeSchedule } from "./contract";

/** The schedule in force for a class at a moment (ms UTC), or null when none has started. */
export function scheduleInForce(
  deps: Deps,
  vehicleClassId: string,
  at: number,
): { id: string; schedule: FeeSchedule } | null {
  const row = deps.db
    .select()
    .from(feeSchedules)
    .where(and(eq(feeSchedules.vehicleClassId, vehicleClassId), lte(feeSchedules.startsAt, at)))
    .orderBy(desc(feeSchedules.startsAt))
    .limit(1)
    .get();
  return row ? { id: row.id, schedule: FeeSchedule.parse(row.schedule) } : null;
}
