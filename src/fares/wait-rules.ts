/**
 * What waiting costs. It counts from the later of the driver's arrival and the scheduled pickup, at
 * an airport pickup from the landing (the scheduled pickup while that is not known). The grace
 * period of the service type is free, and a driver who comes only after it starts it anew. Then
 * each begun minute costs, until the passenger is on board. The agreed lines stay as they are: the
 * waiting and its tax are lines after them.
 */
import { compiledSchedule } from "./compiled-rules";
import type { Fare, FareLine, FeeSchedule, ServiceType } from "./contract";
import { durationText, formatMoney, share } from "./money-rules";
import { taxLines } from "./tax-rules";

/** What is known of a pickup that has happened; times in ms UTC. */
export type PickupFacts = {
  serviceType: ServiceType;
  vehicleClassId: string;
  pickupAt: number;
  arrivedAt: number;
  onBoardAt: number;
  landedAt: number | null;
};

/** From when waiting costs (ms UTC) and what it counts from. */
export function waitStart(
  schedule: FeeSchedule,
  facts: Omit<PickupFacts, "onBoardAt" | "vehicleClassId">,
): { from: "landing" | "pickup" | "arrival"; chargedFrom: number } {
  const { serviceType, pickupAt, arrivedAt, landedAt } = facts;
  const grace = schedule.graceMinutes[serviceType] * 60_000;
  const airport = serviceType === "airport_pickup";
  const begins = airport ? (landedAt ?? pickupAt) : Math.max(arrivedAt, pickupAt);
  if (arrivedAt > begins + grace) return { from: "arrival", chargedFrom: arrivedAt + grace };
  const from = airport && landedAt !== null ? "landing" : begins > pickupAt ? "arrival" : "pickup";
  return { from, chargedFrom: begins + grace };
}

/** Whole minutes that are charged: each begun one. */
export function chargedMinutes(schedule: FeeSchedule, facts: PickupFacts): number {
  return Math.max(
    0,
    Math.ceil((facts.onBoardAt - waitStart(schedule, facts).chargedFrom) / 60_000),
  );
}

const counted = {
  landing: "the landing",
  pickup: "the pickup time",
  arrival: "the driver's arrival",
} as const;

/** The agreed fare with the lines of the waiting and its tax after its own; itself when none is due. */
export function waitFare(schedule: FeeSchedule, facts: PickupFacts, agreed: Fare): Fare {
  const rate = compiledSchedule(schedule).rates.get(facts.vehicleClassId)?.perWaitMinuteMinor ?? 0;
  const minutes = chargedMinutes(schedule, facts);
  const amountMinor = share(rate, minutes, 1);
  if (amountMinor === 0) return agreed;
  const { serviceType } = facts;
  const since = counted[waitStart(schedule, facts).from];
  const free = durationText(schedule.graceMinutes[serviceType]);
  const wait: FareLine = {
    kind: "wait",
    label: "Wait time",
    detail: `${minutes} min at ${formatMoney(rate, schedule.currency)}, after ${free} free from ${since}`,
    amountMinor,
    addsUp: true,
  };
  const taxes = taxLines(schedule, serviceType, amountMinor, " of the wait time");
  const lines = [wait, ...taxes.filter((tax) => tax.amountMinor > 0)];
  const more = lines.reduce((sum, line) => sum + (line.addsUp ? line.amountMinor : 0), 0);
  return {
    currency: agreed.currency,
    totalMinor: agreed.totalMinor + more,
    lines: [...agreed.lines, ...lines],
  };
}
