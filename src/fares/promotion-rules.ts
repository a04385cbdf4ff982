/**
 * Whether a promotion code holds and what it takes off. A code counts on the days of booking that
 * it names, for its service types and classes, until it is used up. The discount is of fare,
 * surcharges and extras; it never takes them under the promotion's minimum, so that a longer trip
 * never costs less than a shorter one.
 */
import { compiledSchedule } from "./compiled-rules";
import type {
  FareLine,
  FeeSchedule,
  PricedTrip,
  Promotion,
  PromotionRefusal,
  PromotionStanding,
} from "./contract";
import { amountOf, percentOf } from "./money-rules";

/** The promotion of a code on a day of booking, or why there is none. Letter case is no matter. */
export function findPromotion(
  schedule: FeeSchedule,
  code: string,
  bookedOn: string,
): Promotion | "unknown" | "not_started" | "expired" {
  const known = compiledSchedule(schedule).promotions.get(code.trim().toUpperCase());
  if (!known) return "unknown";
  const current = known.find(
    ({ from, until }) => (from ?? bookedOn) <= bookedOn && bookedOn <= (until ?? bookedOn),
  );
  if (current) return current;
  return known.some(({ from }) => from !== null && from > bookedOn) ? "not_started" : "expired";
}

/**
 * What becomes of the trip's code on lines that come to `subtotalMinor`: the line that lowers the
 * price, or none and the reason. Null when the trip has no code.
 */
export function promotionFor(
  schedule: FeeSchedule,
  vehicleClassId: string,
  trip: PricedTrip,
  subtotalMinor: number,
): { standing: PromotionStanding; line: FareLine | null } | null {
  if (trip.promotion === null) return null;
  const { uses, usesByRider } = trip.promotion;
  const code = trip.promotion.code.trim().toUpperCase();
  const refused = (refusal: PromotionRefusal, name = "") => ({
    standing: { code, name, refusal },
    line: null,
  });
  const promotion = findPromotion(schedule, code, trip.bookedOn);
  if (typeof promotion === "string") return refused(promotion);
  const { name, serviceTypes, vehicleClassIds, maxUses, maxUsesPerRider } = promotion;
  if (serviceTypes.length > 0 && !serviceTypes.includes(trip.serviceType))
    return refused("wrong_service", name);
  if (vehicleClassIds.length > 0 && !vehicleClassIds.includes(vehicleClassId))
    return refused("wrong_class", name);
  if (maxUses !== null && uses >= maxUses) return refused("used_up", name);
  if (maxUsesPerRider !== null && usesByRider >= maxUsesPerRider)
    return refused("used_by_rider", name);
  const full = Math.min(
    amountOf(promotion.amount, subtotalMinor),
    promotion.maxDiscountMinor ?? Number.MAX_SAFE_INTEGER,
  );
  const discount = Math.min(full, Math.max(0, subtotalMinor - promotion.minimumMinor));
  if (discount === 0) return refused("at_minimum", name);
  const percent = percentOf(promotion.amount);
  const isFloored = discount < full;
  const isLimited = !isFloored && percent !== null && full === promotion.maxDiscountMinor;
  return {
    standing: { code, name, refusal: null },
    line: {
      kind: "promotion",
      params: {
        name,
        percent,
        code,
        floorMinor: isFloored ? promotion.minimumMinor : null,
        mostMinor: isLimited ? full : null,
      },
      amountMinor: -discount,
    },
  };
}
