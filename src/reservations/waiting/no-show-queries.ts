import type { Deps } from "../../deps";
import type { ServiceType } from "../../fares/contract";
import { versionOfTrip } from "../../fares/queries";
import { readOperator } from "../../settings/queries";
import type { ReservationState, TimelineEntry } from "../contract";
import type { NoShowWait } from "./no-show-contract";
import { noShowMinutes } from "./no-show-wait-rules";

/** Returns how long the driver of a trip waits before a no-show, in minutes. */
export function noShowWaitMinutes(
  deps: Deps,
  trip: { serviceType: ServiceType; feeScheduleId: string; pickupAt: number },
): number {
  const operatorMinutes = readOperator(deps).noShowMinutesByService[trip.serviceType];
  const graceMinutes = versionOfTrip(deps.db, trip)?.schedule.graceMinutes[trip.serviceType] ?? 0;
  return noShowMinutes(operatorMinutes, graceMinutes);
}

/** Returns the facts of the wait for the driver. Null before the assignment, and when the wait is over. */
export function readNoShowWait(
  deps: Deps,
  trip: Parameters<typeof noShowWaitMinutes>[1] & { state: ReservationState },
  timeline: readonly TimelineEntry[],
): NoShowWait | null {
  if (!["assigned", "en_route", "on_location"].includes(trip.state)) return null;
  const arrival =
    trip.state === "on_location"
      ? timeline.findLast(({ from, to }) => from !== to && to === "on_location")
      : undefined;
  return { waitMinutes: noShowWaitMinutes(deps, trip), arrivedAt: arrival?.at ?? null };
}
