/** What a price list says of waiting for a trip's passenger, and the fare that it has become. */
import { compiledSchedule } from "./compiled-rules";
import type { Fare, FeeSchedule, WaitTerms } from "./contract";
import { sumOf } from "./money-rules";
import { type PickupFacts, waitLines } from "./wait-rules";

/** What of a schedule decides the price of waiting for one trip. */
export function waitTerms(
  schedule: FeeSchedule,
  { serviceType, vehicleClassId }: Pick<PickupFacts, "serviceType" | "vehicleClassId">,
): WaitTerms {
  const rates = compiledSchedule(schedule).rates.get(vehicleClassId);
  return {
    currency: schedule.currency,
    graceMinutes: schedule.graceMinutes[serviceType],
    perMinuteMinor: rates?.perWaitMinuteMinor ?? 0,
    taxes: schedule.taxes,
  };
}

/** The agreed fare with the lines of the waiting and its tax after its own; itself when none is due. */
export function waitFare(schedule: FeeSchedule, facts: PickupFacts, agreed: Fare): Fare {
  const lines = waitLines(waitTerms(schedule, facts), facts);
  if (lines.length === 0) return agreed;
  return {
    currency: agreed.currency,
    totalMinor: agreed.totalMinor + sumOf(lines),
    lines: [...agreed.lines, ...lines],
  };
}
