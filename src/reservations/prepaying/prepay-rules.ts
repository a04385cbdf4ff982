/** Decides which payment rule applies to a trip, and the prepayment. */
import type { ServiceType } from "../../fares/contract";
import { share } from "../../fares/money-rules";
import type { PaymentRule, PrepaymentKind } from "./prepay-contract";

const HOUR_MS = 3_600_000;

/** Most cards keep a hold for seven days. So a hold for a later pickup is requested this long before it. */
const HOLD_BEFORE_PICKUP_MS = 5 * 24 * HOUR_MS;

/** The facts of a trip for the rules. */
export type TripToPay = {
  serviceType: ServiceType;
  vehicleClassId: string;
  /** The zones that contain the pickup. */
  zoneIds: readonly string[];
  pickupAt: number;
  fareMinor: number;
  isNewRider: boolean;
  how: "web" | "phone" | "repeating";
};

/** The abilities of the connected providers. */
export type ProviderAbilities = { charge: boolean; hold: boolean };

/** A trip's prepayment: its amount, and from when it is requested (null: at booking). */
export type DuePrepayment = {
  take: Exclude<PrepaymentKind, "nothing">;
  amountMinor: number;
  requestAt: number | null;
};

/**
 * Returns the prepayment of the first rule that covers a trip. Null without one. Ignores rules that no provider can
 * carry out.
 */
export function prepaymentDue(
  rules: readonly PaymentRule[],
  trip: TripToPay,
  can: ProviderAbilities,
  now: number,
): DuePrepayment | null {
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
  // The rider is not at a screen, so a message requests the payment some days before the trip.
  return { take, amountMinor, requestAt: Math.max(now, trip.pickupAt - HOLD_BEFORE_PICKUP_MS) };
}

/** Whether a connected provider can carry out this kind of prepayment. */
export function canProviderTake(take: PrepaymentKind, can: ProviderAbilities): boolean {
  return take === "nothing" || (take === "hold" ? can.hold : can.charge);
}

function covers(rule: PaymentRule, trip: TripToPay, now: number): boolean {
  const leadHours = (trip.pickupAt - now) / HOUR_MS;
  const isEmptyOrIncludes = (chosen: readonly string[], id: string) =>
    chosen.length === 0 || chosen.includes(id);
  return (
    (trip.how === "web" || rule.covers.includes(trip.how)) &&
    isEmptyOrIncludes(rule.serviceTypes, trip.serviceType) &&
    isEmptyOrIncludes(rule.classIds, trip.vehicleClassId) &&
    (rule.zoneIds.length === 0 || trip.zoneIds.some((id) => rule.zoneIds.includes(id))) &&
    leadHours >= (rule.leastLeadHours ?? 0) &&
    leadHours <= (rule.mostLeadHours ?? Number.POSITIVE_INFINITY) &&
    (!rule.newRiders || trip.isNewRider) &&
    trip.fareMinor >= (rule.leastFareMinor ?? 0)
  );
}

function amountOf(rule: PaymentRule, { fareMinor }: TripToPay): number {
  if (rule.take === "all") return fareMinor;
  const percent = rule.take === "deposit" ? rule.depositPercent : 100 + rule.marginPercent;
  return share(fareMinor, percent, 100);
}

/** Returns how much more must be held, because the price has risen. */
export function extraHoldOf(prepayment: {
  state: string;
  amountMinor: number;
  heldMinor: number;
}): number {
  return prepayment.state === "held"
    ? Math.max(0, prepayment.amountMinor - prepayment.heldMinor)
    : 0;
}
