/**
 * Calculates the price of waiting. It counts from the driver's arrival or the scheduled pickup, whichever is later. For
 * an airport pickup it counts from the landing and the minutes that the airport's rule adds, or from the scheduled
 * pickup while the landing is unknown. The service type's free time comes first, and starts at the driver's arrival if
 * the driver arrives after it has passed. Then each minute that has begun is charged until the passenger is on board.
 * The agreed lines do not change, and lines for the waiting and its tax follow them.
 */
import type { FareLine, ServiceType, WaitTerms } from "./contract";
import { share } from "./money-rules";
import { taxLines } from "./tax-rules";

/** The facts about a finished pickup, with times in ms UTC. */
export type PickupFacts = {
  serviceType: ServiceType;
  vehicleClassId: string;
  pickupAt: number;
  arrivedAt: number;
  onBoardAt: number;
  landedAt: number | null;
};

/** The facts that are known once the driver has arrived. */
export type ArrivalFacts = Omit<PickupFacts, "onBoardAt" | "vehicleClassId">;

/** Returns when a passenger who has landed can be outside, by the airport's rule (ms UTC). Null before the landing. */
export function passengerOutsideAt(
  landedAt: number | null,
  minutesAfterLanding: number,
): number | null {
  return landedAt === null ? null : landedAt + minutesAfterLanding * 60_000;
}

/** Returns what waiting counts from, and the time from which it is charged (ms UTC). */
export function waitStartOf(
  { graceMinutes }: Pick<WaitTerms, "graceMinutes">,
  { serviceType, pickupAt, arrivedAt, landedAt }: ArrivalFacts,
): { from: "landing" | "pickup" | "arrival"; countsFrom: number; chargedFrom: number } {
  const graceMs = graceMinutes * 60_000;
  const isAirportPickup = serviceType === "airport_pickup";
  const startsAt = isAirportPickup ? (landedAt ?? pickupAt) : Math.max(arrivedAt, pickupAt);
  if (arrivedAt > startsAt + graceMs)
    return { from: "arrival", countsFrom: arrivedAt, chargedFrom: arrivedAt + graceMs };
  const from =
    isAirportPickup && landedAt !== null ? "landing" : startsAt > pickupAt ? "arrival" : "pickup";
  return { from, countsFrom: startsAt, chargedFrom: startsAt + graceMs };
}

/**
 * Returns how many minutes are charged if the waiting ends at `endsAt` (ms UTC). A minute that has begun counts in
 * full.
 */
export function chargedMinutes(chargedFrom: number, endsAt: number): number {
  return Math.max(0, Math.ceil((endsAt - chargedFrom) / 60_000));
}

/** Returns the lines of the waiting and its tax. Empty if the waiting is free. */
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
