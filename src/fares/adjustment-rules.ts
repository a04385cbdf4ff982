/**
 * Calculates surcharges and discounts of a fare. Each surcharge is a fixed amount or a percentage of the fare before
 * any surcharge, so their order does not matter. Of those in the same group, only the highest counts. All times are the
 * pickup's, in the operator's time zone. The discount of the company that is billed is deducted before the promotion. A
 * promotion code applies on the booking days, service types and classes that it names, until it is used up. Its
 * discount is on fare, surcharges and extras, and never lowers them below the promotion's minimum, so that a longer
 * trip never costs less than a shorter one.
 */
import { appliesTo, compiledSchedule } from "./compiled-rules";
import type {
  FareLine,
  FeeSchedule,
  PricedTrip,
  Promotion,
  PromotionRefusal,
  PromotionStanding,
  Surcharge,
} from "./contract";
import { amountOf, percentOf } from "./money-rules";

/** Returns the lines of the surcharges that apply to a fare of `fareMinor` before surcharges. */
export function surchargeLines(
  schedule: FeeSchedule,
  vehicleClassId: string,
  trip: PricedTrip,
  fareMinor: number,
): FareLine[] {
  const { surchargesFor, holidayOn } = compiledSchedule(schedule);
  const lines: FareLine[] = [];
  const lineIndexByGroup = new Map<string, number>();
  for (const surcharge of surchargesFor(vehicleClassId, trip.serviceType)) {
    const line = surchargeLine(surcharge, trip, fareMinor, holidayOn);
    if (line === null) continue;
    const lineIndex = surcharge.group === null ? undefined : lineIndexByGroup.get(surcharge.group);
    if (lineIndex === undefined) {
      if (surcharge.group !== null) lineIndexByGroup.set(surcharge.group, lines.length);
      lines.push(line);
    } else if (line.amountMinor > (lines[lineIndex]?.amountMinor ?? 0)) lines[lineIndex] = line;
  }
  return lines;
}

/** Returns the line of a surcharge with the reason why it applies to a trip, or null if it does not. */
function surchargeLine(
  { name, when, amount }: Surcharge,
  trip: PricedTrip,
  fareMinor: number,
  holidayOn: (day: string) => string | null,
): FareLine | null {
  const amountMinor = amountOf(amount, fareMinor);
  const params = { name, percent: percentOf(amount) };
  switch (when.kind) {
    case "night": {
      const { kind, from, to } = when;
      const line = { kind, params: { ...params, from, to }, amountMinor };
      return isWithin(when, trip.pickupLocal) ? line : null;
    }
    case "weekday": {
      const { kind, days, from, to } = when;
      const line = { kind, params: { ...params, days, from, to }, amountMinor };
      return isOnWeekday(when, trip.pickupLocal) ? line : null;
    }
    case "holiday": {
      const holiday = holidayOn(trip.pickupLocal.slice(0, 10));
      return holiday === null
        ? null
        : { kind: when.kind, params: { ...params, holiday }, amountMinor };
    }
    case "airport": {
      const at = matchingEnd(when.at, trip.pickup.airport, trip.dropoff.airport);
      return at && { kind: when.kind, params: { ...params, at }, amountMinor };
    }
    case "zone": {
      const isInZone = ({ zoneIds }: PricedTrip["pickup"]) => zoneIds.includes(when.zoneId);
      const at = matchingEnd(when.at, isInZone(trip.pickup), isInZone(trip.dropoff));
      return at && { kind: when.kind, params: { ...params, at }, amountMinor };
    }
    case "lead_time": {
      const { kind, underMinutes } = when;
      const line = { kind, params: { ...params, underMinutes }, amountMinor };
      return trip.leadMinutes < underMinutes ? line : null;
    }
  }
}

/** Whether a pickup is in a window of the day, which includes `from` and may cross midnight. */
export function isWithin(window: { from: string; to: string }, pickupLocal: string): boolean {
  const time = pickupLocal.slice(11, 16);
  return window.from < window.to
    ? time >= window.from && time < window.to
    : time >= window.from || time < window.to;
}

function isOnWeekday(
  when: { days: readonly number[]; from: string | null; to: string | null },
  pickupLocal: string,
): boolean {
  const { from, to } = when;
  const day = weekdayOf(pickupLocal);
  if (from === null || to === null) return when.days.includes(day);
  if (!isWithin({ from, to }, pickupLocal)) return false;
  // A pickup before `to`, in a window that crosses midnight, belongs to the day before.
  const startWeekday = from > to && pickupLocal.slice(11, 16) < to ? ((day + 5) % 7) + 1 : day;
  return when.days.includes(startWeekday);
}

/** Returns the ISO day of the week of a local date or time. 1 is Monday. */
function weekdayOf(local: string): number {
  const day =
    Date.UTC(Number(local.slice(0, 4)), Number(local.slice(5, 7)) - 1, Number(local.slice(8, 10))) /
    86_400_000;
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function matchingEnd(
  at: "pickup" | "dropoff" | "either",
  pickup: boolean,
  dropoff: boolean,
): "pickup" | "dropoff" | null {
  if (pickup && at !== "dropoff") return "pickup";
  return dropoff && at !== "pickup" ? "dropoff" : null;
}

/** Returns the discount of a trip's company on lines with the sum `subtotalMinor`, or null for none. */
export function companyDiscountLine(
  schedule: FeeSchedule,
  vehicleClassId: string,
  { companyId, serviceType }: PricedTrip,
  subtotalMinor: number,
): FareLine | null {
  if (companyId === undefined) return null;
  const discountPercents = schedule.companyDiscounts
    .filter((each) => each.companyId === companyId && appliesTo(each, vehicleClassId, serviceType))
    .map((each) => each.percent);
  const percent = Math.max(0, ...discountPercents);
  const amountMinor = -amountOf({ kind: "percent", percent }, subtotalMinor);
  return percent > 0 ? { kind: "company_discount", params: { percent }, amountMinor } : null;
}

/** Returns the promotion for a code on the day of booking, or why there is none. Letter case does not matter. */
export function findPromotion(
  schedule: FeeSchedule,
  code: string,
  bookedOn: string,
): Promotion | "unknown" | "not_started" | "expired" {
  const promotionsOfCode = compiledSchedule(schedule).promotions.get(code.trim().toUpperCase());
  if (!promotionsOfCode) return "unknown";
  const current = promotionsOfCode.find(
    ({ from, until }) => (from ?? bookedOn) <= bookedOn && bookedOn <= (until ?? bookedOn),
  );
  if (current) return current;
  return promotionsOfCode.some(({ from }) => from !== null && from > bookedOn)
    ? "not_started"
    : "expired";
}

/**
 * Returns the effect of the trip's code on lines with the sum `subtotalMinor`: the line that lowers the price, or the
 * reason why there is none. Null if the trip has no code.
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
  const refusePromotion = (refusal: PromotionRefusal, name = "") => ({
    standing: { code, name, refusal },
    line: null,
  });
  const promotion = findPromotion(schedule, code, trip.bookedOn);
  if (typeof promotion === "string") return refusePromotion(promotion);
  const { name, serviceTypes, vehicleClassIds, maxUses, maxUsesPerRider } = promotion;
  if (serviceTypes.length > 0 && !serviceTypes.includes(trip.serviceType))
    return refusePromotion("wrong_service", name);
  if (vehicleClassIds.length > 0 && !vehicleClassIds.includes(vehicleClassId))
    return refusePromotion("wrong_class", name);
  if (maxUses !== null && uses >= maxUses) return refusePromotion("used_up", name);
  if (maxUsesPerRider !== null && usesByRider >= maxUsesPerRider)
    return refusePromotion("used_by_rider", name);
  const fullDiscountMinor = Math.min(
    amountOf(promotion.amount, subtotalMinor),
    promotion.maxDiscountMinor ?? Number.MAX_SAFE_INTEGER,
  );
  const discountMinor = Math.min(
    fullDiscountMinor,
    Math.max(0, subtotalMinor - promotion.minimumMinor),
  );
  if (discountMinor === 0) return refusePromotion("at_minimum", name);
  const percent = percentOf(promotion.amount);
  const isLimitedByMinimum = discountMinor < fullDiscountMinor;
  const isLimitedByMaximum =
    !isLimitedByMinimum && percent !== null && fullDiscountMinor === promotion.maxDiscountMinor;
  return {
    standing: { code, name, refusal: null },
    line: {
      kind: "promotion",
      params: {
        name,
        percent,
        code,
        floorMinor: isLimitedByMinimum ? promotion.minimumMinor : null,
        mostMinor: isLimitedByMaximum ? fullDiscountMinor : null,
      },
      amountMinor: -discountMinor,
    },
  };
}
