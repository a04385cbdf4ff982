/**
 * What waiting costs. It counts from the later of the driver's arrival and the scheduled pickup, at
 * an airport pickup from the landing (the scheduled pickup while that is not known). The grace
 * period of the service type is free, and a driver who comes only after it starts it anew. Then
 * each begun minute costs, until the passenger is on board. The agreed lines stay as they are: the
 * waiting and its tax are lines after them.
 */
import { compiledSchedule } from "./compiled-rules";
import type { Fare, FareLine, FeeSchedule, ServiceType, WaitTerms } from "./contract";
import { durationText, share, sumOf } from "./money-rules";
import { formatMoney } from "../settings/money-rules";
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

/** What is known once the driver has arrived. */
export type ArrivalFacts = Omit<PickupFacts, "onBoardAt" | "vehicleClassId">;

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

/** What waiting counts from, and from when it costs (ms UTC). */
export function waitStart(
  { graceMinutes }: Pick<WaitTerms, "graceMinutes">,
  { serviceType, pickupAt, arrivedAt, landedAt }: ArrivalFacts,
): { from: "landing" | "pickup" | "arrival"; countsFrom: number; chargedFrom: number } {
  const grace = graceMinutes * 60_000;
  const airport = serviceType === "airport_pickup";
  const begins = airport ? (landedAt ?? pickupAt) : Math.max(arrivedAt, pickupAt);
  if (arrivedAt > begins + grace)
    return { from: "arrival", countsFrom: arrivedAt, chargedFrom: arrivedAt + grace };
  const from = airport && landedAt !== null ? "landing" : begins > pickupAt ? "arrival" : "pickup";
  return { from, countsFrom: begins, chargedFrom: begins + grace };
}

/** Whole minutes that are charged of a waiting that ends then (ms UTC): each begun one. */
export function chargedMinutes(chargedFrom: number, endsAt: number): number {
  return Math.max(0, Math.ceil((endsAt - chargedFrom) / 60_000));
}

const counted = {
  landing: "the landing",
  pickup: "the pickup time",
  arrival: "the driver's arrival",
} as const;

/** The lines of the waiting and its tax; none where it costs nothing. */
export function waitLines(
  terms: WaitTerms,
  facts: ArrivalFacts & Pick<PickupFacts, "onBoardAt">,
): FareLine[] {
  const { from, chargedFrom } = waitStart(terms, facts);
  const minutes = chargedMinutes(chargedFrom, facts.onBoardAt);
  const amountMinor = share(terms.perMinuteMinor, minutes, 1);
  if (amountMinor === 0) return [];
  const free = durationText(terms.graceMinutes);
  const wait: FareLine = {
    kind: "wait",
    label: "Wait time",
    detail: `${minutes} min at ${formatMoney(terms.perMinuteMinor, terms.currency)}, after ${free} free from ${counted[from]}`,
    amountMinor,
    addsUp: true,
  };
  const taxes = taxLines(terms, facts.serviceType, amountMinor, " of the wait time");
  return [wait, ...taxes.filter((tax) => tax.amountMinor > 0)];
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
