/**
 * What waiting costs. It counts from the later of the driver's arrival and the scheduled pickup, at
 * an airport pickup from the landing and the minutes that the airport’s rule adds (the scheduled pickup while that is not
 * known). The grace
 * period of the service type is free, and starts when the driver arrives if they come only after it. Then
 * each begun minute costs, until the passenger is on board. The agreed lines stay as they are: the
 * waiting and its tax are lines after them.
 */
import type { FareLine, ServiceType, WaitTerms } from "./contract";
import { share } from "./money-rules";
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

/** From when a passenger who has landed can be outside, by the rule of the airport; null before the landing. */
export function passengerOutsideAt(
  landedAt: number | null,
  minutesAfterLanding: number,
): number | null {
  return landedAt === null ? null : landedAt + minutesAfterLanding * 60_000;
}

/** What waiting counts from, and from when it costs (ms UTC). */
export function waitStartOf(
  { graceMinutes }: Pick<WaitTerms, "graceMinutes">,
  { serviceType, pickupAt, arrivedAt, landedAt }: ArrivalFacts,
): { from: "landing" | "pickup" | "arrival"; countsFrom: number; chargedFrom: number } {
  const graceMs = graceMinutes * 60_000;
  const airport = serviceType === "airport_pickup";
  const startsAt = airport ? (landedAt ?? pickupAt) : Math.max(arrivedAt, pickupAt);
  if (arrivedAt > startsAt + graceMs)
    return { from: "arrival", countsFrom: arrivedAt, chargedFrom: arrivedAt + graceMs };
  const from =
    airport && landedAt !== null ? "landing" : startsAt > pickupAt ? "arrival" : "pickup";
  return { from, countsFrom: startsAt, chargedFrom: startsAt + graceMs };
}

/** Whole minutes that are charged of a waiting that ends then (ms UTC): each begun one. */
export function chargedMinutes(chargedFrom: number, endsAt: number): number {
  return Math.max(0, Math.ceil((endsAt - chargedFrom) / 60_000));
}

/** The lines of the waiting and its tax; none where it costs nothing. */
export function waitLines(
  terms: WaitTerms,
  facts: ArrivalFacts & Pick<PickupFacts, "onBoardAt">,
): FareLine[] {
  const { from, chargedFrom } = waitStartOf(terms, facts);
  const { perMinuteMinor, graceMinutes: freeMinutes } = terms;
  const minutes = chargedMinutes(chargedFrom, facts.onBoardAt);
  const amountMinor = share(perMinuteMinor, minutes, 1);
  if (amountMinor === 0) return [];
  const params = { minutes, perMinuteMinor, freeMinutes, from };
  const wait: FareLine = { kind: "wait", params, amountMinor };
  const taxes = taxLines(terms, facts.serviceType, amountMinor, "wait");
  return [wait, ...taxes.filter((tax) => tax.amountMinor > 0)];
}
