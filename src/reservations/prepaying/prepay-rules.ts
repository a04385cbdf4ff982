/** Which rule decides for a trip, and what it asks. */
import type { ServiceType } from "../../fares/contract";
import { share } from "../../fares/money-rules";
import type { PaymentRule, PrepaymentKind } from "./prepay-contract";

const HOUR_MS = 3_600_000;

/** A hold lasts seven days with most cards: one for a pickup further ahead is asked for so long before it. */
const HOLD_BEFORE_PICKUP_MS = 5 * 24 * HOUR_MS;

/** What of a trip the rules look at. */
export type TripToPay = {
  serviceType: ServiceType;
  vehicleClassId: string;
  /** Zones around the pickup. */
  zoneIds: readonly string[];
  pickupAt: number;
  fareMinor: number;
  isNewRider: boolean;
  how: "web" | "phone" | "repeating";
};

/** What connected providers can do. */
export type ProviderAbilities = { charge: boolean; hold: boolean };

/** What a trip's rider is asked for: how much, and from when (null: at booking). */
export type RequestedPrepayment = {
  take: Exclude<PrepaymentKind, "nothing">;
  amountMinor: number;
  requestAt: number | null;
};

/** What the first rule that covers a trip asks; null for nothing. Rules that no provider can carry out are passed over. */
export function prepaymentDue(
  rules: readonly PaymentRule[],
  trip: TripToPay,
  can: ProviderAbilities,
  now: number,
): RequestedPrepayment | null {
  const rule = rules.find((one) => canProviderTake(one.take, can) && covers(one, trip, now));
  if (!rule || rule.take === "nothing") return null;
  const amountMinor = amountOf(rule, trip);
  if (amountMinor <= 0) return null;
  const { take } = rule;
  if (trip.how === "web") {
    const isTooFarAhead = take === "hold" && trip.pickupAt - now > HOLD_BEFORE_PICKUP_MS;
    return {
      take,
      amountMinor,
      requestAt: isTooFarAhead ? trip.pickupAt - HOLD_BEFORE_PICKUP_MS : null,
    };
  }
  // Nobody is at a screen, so the rider is asked by message some days before.
  return { take, amountMinor, requestAt: Math.max(now, trip.pickupAt - HOLD_BEFORE_PICKUP_MS) };
}

/** Whether a connected provider can take it. */
export function canProviderTake(take: PrepaymentKind, can: ProviderAbilities): boolean {
  return take === "nothing" || (take === "hold" ? can.hold : can.charge);
}

function covers(rule: PaymentRule, trip: TripToPay, now: number): boolean {
  const lead = (trip.pickupAt - now) / HOUR_MS;
  const isEmptyOrIncludes = (chosen: readonly string[], id: string) =>
    chosen.length === 0 || chosen.includes(id);
  return (
    (trip.how === "web" || rule.covers.includes(trip.how)) &&
    isEmptyOrIncludes(rule.serviceTypes, trip.serviceType) &&
    isEmptyOrIncludes(rule.classIds, trip.vehicleClassId) &&
    (rule.zoneIds.length === 0 || trip.zoneIds.some((id) => rule.zoneIds.includes(id))) &&
    lead >= (rule.leastLeadHours ?? 0) &&
    lead <= (rule.mostLeadHours ?? Number.POSITIVE_INFINITY) &&
    (!rule.newRiders || trip.isNewRider) &&
    trip.fareMinor >= (rule.leastFareMinor ?? 0)
  );
}

function amountOf(rule: PaymentRule, { fareMinor }: TripToPay): number {
  if (rule.take === "all") return fareMinor;
  const percent = rule.take === "deposit" ? rule.depositPercent : 100 + rule.marginPercent;
  return share(fareMinor, percent, 100);
}

/** How much more is to be held, because the price has risen. */
export function extraHoldOf(prepayment: {
  state: string;
  amountMinor: number;
  heldMinor: number;
}): number {
  return prepayment.state === "held"
    ? Math.max(0, prepayment.amountMinor - prepayment.heldMinor)
    : 0;
}
