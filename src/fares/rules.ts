/**
 * Prices a trip, and the waiting after it.
 *
 * A flat price between two places or zones takes precedence, and stops are still charged. Otherwise the price is base,
 * distance by tiers, minutes and stops, raised to the minimum. Hourly hire costs the rate times the hours or the hourly
 * minimum, whichever is larger, and the distance beyond what the hours include. The empty drive from the garage is
 * added, then surcharges, extras, the company's discount, the promotion, tax and gratuity. Hours count in quarters, and
 * a quarter that has begun counts in full. Each line is rounded once (`money-rules`). Lines are whole minor units, and
 * those that count add up exactly to the total.
 */
import { compiledSchedule, appliesTo, ratesFor } from "./compiled-rules";
import type {
  ClassRates,
  Fare,
  FareLine,
  FeeSchedule,
  OfferedExtra,
  PricedTrip,
  PromotionStanding,
  WaitTerms,
} from "./contract";
import { billedTenths, divideHalfUp, distanceTenths, share, sumOf } from "./money-rules";
import { companyDiscountLine, promotionFor, surchargeLines } from "./adjustment-rules";
import { gratuityLine, taxLines } from "./tax-rules";
import { type PickupFacts, waitLines } from "./wait-rules";

/** For how many seconds a quoted price can be booked. */
export const QUOTE_VALID_SECONDS = 15 * 60;

/** A price, and the result of the promotion code if one was given. */
export type PricedFare = { fare: Fare; promotion: PromotionStanding | null };

/**
 * Prices a trip in a class. Null if the class has no price for the service type or lacks an extra that was ordered.
 * Lines of zero are left out, but a free trip keeps its first line. The input must have passed its contracts. Throws
 * RangeError for a number that is not whole.
 */
export function priceTrip(
  schedule: FeeSchedule,
  vehicleClassId: string,
  trip: PricedTrip,
): Fare | null {
  return priceWithPromotion(schedule, vehicleClassId, trip)?.fare ?? null;
}

/** Works like `priceTrip`, and also returns the result of the promotion code. */
export function priceWithPromotion(
  schedule: FeeSchedule,
  vehicleClassId: string,
  trip: PricedTrip,
): PricedFare | null {
  const rates = ratesFor(schedule, vehicleClassId, trip.companyId);
  if (!rates) return null;
  const lines = fareLines(schedule, rates, trip);
  const extras = lines && linesOfExtras(schedule, vehicleClassId, trip);
  if (!lines || !extras) return null;
  lines.push(...surchargeLines(schedule, vehicleClassId, trip, sumOf(lines)), ...extras);

  const discount = companyDiscountLine(schedule, vehicleClassId, trip, sumOf(lines));
  if (discount) lines.push(discount);
  const promotion = promotionFor(schedule, vehicleClassId, trip, sumOf(lines));
  if (promotion?.line) lines.push(promotion.line);

  const taxedMinor = sumOf(lines);
  const gratuity = gratuityLine(schedule, trip.serviceType, taxedMinor, trip.gratuityPercent);
  lines.push(...taxLines(schedule, trip.serviceType, taxedMinor));
  if (gratuity) lines.push(gratuity);

  const nonZeroLines = lines.filter((each) => each.amountMinor !== 0);
  const shownLines = nonZeroLines.length > 0 ? nonZeroLines : lines.slice(0, 1);
  return {
    fare: { currency: schedule.currency, totalMinor: sumOf(shownLines), lines: shownLines },
    promotion: promotion?.standing ?? null,
  };
}

/** Whether a class can be booked for a service type. Hourly hire needs an hourly rate. */
export function hasPrice(rates: ClassRates, serviceType: PricedTrip["serviceType"]): boolean {
  return serviceType !== "hourly" || rates.hourly !== null;
}

/** Returns the extras that can be ordered with a service type, in the schedule's order. */
export function offeredExtras(
  schedule: FeeSchedule,
  serviceType: PricedTrip["serviceType"],
): OfferedExtra[] {
  return schedule.extras
    .filter(({ serviceTypes }) => serviceTypes.length === 0 || serviceTypes.includes(serviceType))
    .map(({ id, name, description, amountMinor, maxQuantity, vehicleClassIds }) => ({
      id,
      name,
      description,
      amountMinor,
      maxQuantity,
      vehicleClassIds,
    }));
}

/** Returns the parts of a schedule that decide the price of waiting for one trip. */
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

/**
 * Returns the agreed fare followed by lines for the waiting and its tax, or the agreed fare itself if no waiting is
 * charged.
 */
export function fareWithWait(schedule: FeeSchedule, facts: PickupFacts, agreed: Fare): Fare {
  const lines = waitLines(waitTerms(schedule, facts), facts);
  if (lines.length === 0) return agreed;
  return {
    currency: agreed.currency,
    totalMinor: agreed.totalMinor + sumOf(lines),
    lines: [...agreed.lines, ...lines],
  };
}

/** Returns the fare before surcharges, or null without a price. */
function fareLines(schedule: FeeSchedule, rates: ClassRates, trip: PricedTrip): FareLine[] | null {
  if (trip.serviceType === "hourly") {
    const lines = hourlyLines(schedule, rates, trip);
    return lines && [...lines, ...deadheadLines(schedule, trip)];
  }
  const flat = compiledSchedule(schedule).flatPriceBetween(
    rates.vehicleClassId,
    trip.pickup,
    trip.dropoff,
  );
  if (!flat) return [...meterLines(schedule, rates, trip), ...deadheadLines(schedule, trip)];
  const { price, amountMinor, otherWay } = flat;
  return [
    { kind: "flat", params: { name: price.name, otherWay }, amountMinor },
    stopsLine(rates, trip),
  ];
}

function meterLines(schedule: FeeSchedule, rates: ClassRates, trip: PricedTrip): FareLine[] {
  if (!Number.isSafeInteger(trip.durationSeconds))
    throw new RangeError("A duration must be whole seconds");
  const minutes = divideHalfUp(trip.durationSeconds, 60);
  const { baseMinor, perMinuteMinor, minimumMinor } = rates;
  const lines: FareLine[] = [
    { kind: "base", params: {}, amountMinor: baseMinor },
    ...distanceLines(schedule, rates, trip),
    {
      kind: "minutes",
      params: { minutes, perMinuteMinor },
      amountMinor: share(perMinuteMinor, minutes, 1),
    },
    stopsLine(rates, trip),
  ];
  const shortfallMinor = minimumMinor - sumOf(lines);
  if (shortfallMinor > 0)
    lines.push({ kind: "minimum", params: { minimumMinor }, amountMinor: shortfallMinor });
  return lines;
}

/** Returns one line for each tier, for its part of the distance. */
function distanceLines(schedule: FeeSchedule, rates: ClassRates, trip: PricedTrip): FareLine[] {
  const { distanceUnit: unit } = schedule;
  const tenths = billedTenths(trip.distanceMeters, unit);
  const lines: FareLine[] = [];
  let coveredTenths = 0;
  for (const { upTo, perDistanceMinor } of rates.distanceTiers) {
    const tierEndTenths = upTo === null ? tenths : Math.min(tenths, distanceTenths(upTo));
    if (tierEndTenths > coveredTenths || lines.length === 0) {
      const partTenths = Math.max(0, tierEndTenths - coveredTenths);
      lines.push({
        kind: "distance",
        params: { tenths: partTenths, fromTenths: coveredTenths, unit, perDistanceMinor },
        amountMinor: share(perDistanceMinor, partTenths, 10),
      });
      coveredTenths = Math.max(coveredTenths, tierEndTenths);
    }
  }
  return lines;
}

function stopsLine({ perStopMinor }: ClassRates, { stops }: PricedTrip): FareLine {
  const amountMinor = share(perStopMinor, stops, 1);
  return { kind: "stops", params: { stops, perStopMinor }, amountMinor };
}

function hourlyLines(
  schedule: FeeSchedule,
  { hourly }: ClassRates,
  trip: PricedTrip,
): FareLine[] | null {
  if (!hourly) return null;
  const { distanceUnit: unit } = schedule;
  const { minimumHours, perHourMinor, distancePerHour, perExtraDistanceMinor } = hourly;
  const booked = trip.hours ?? minimumHours;
  const quarterHours = Math.ceil(Math.max(booked, minimumHours) * 4);
  const bookedHours = booked < minimumHours ? booked : null;
  const lines: FareLine[] = [
    {
      kind: "hourly",
      params: { hours: quarterHours / 4, bookedHours, perHourMinor },
      amountMinor: share(perHourMinor, quarterHours, 4),
    },
  ];
  if (distancePerHour === null) return lines;
  const included = divideHalfUp(distanceTenths(distancePerHour) * quarterHours, 4);
  const extraTenths = Math.max(0, billedTenths(trip.distanceMeters, unit) - included);
  lines.push({
    kind: "extra_distance",
    params: {
      tenths: extraTenths,
      includedTenths: included,
      unit,
      perDistanceMinor: perExtraDistanceMinor,
    },
    amountMinor: share(perExtraDistanceMinor, extraTenths, 10),
  });
  return lines;
}

function deadheadLines(schedule: FeeSchedule, trip: PricedTrip): FareLine[] {
  const { deadhead, distanceUnit: unit } = schedule;
  if (!deadhead) return [];
  const { garage, legs, freeDistance, perDistanceMinor } = deadhead;
  const fromTenths = distanceTenths(freeDistance);
  const tenths = Math.max(0, billedTenths(trip.deadheadMeters, unit) - fromTenths);
  const garageParams = { garage: garage.name, back: legs === "both" };
  return [
    {
      kind: "deadhead",
      params: { ...garageParams, tenths, fromTenths, unit, perDistanceMinor },
      amountMinor: share(perDistanceMinor, tenths, 10),
    },
  ];
}

/** Returns the lines of the extras, or null if the class does not offer one of them or not that many. */
function linesOfExtras(
  schedule: FeeSchedule,
  vehicleClassId: string,
  trip: PricedTrip,
): FareLine[] | null {
  const lines: FareLine[] = [];
  for (const { id, quantity } of trip.extras) {
    const extra = compiledSchedule(schedule).extras.get(id);
    if (!extra || quantity > extra.maxQuantity) return null;
    if (!appliesTo(extra, vehicleClassId, trip.serviceType)) return null;
    const { name, amountMinor: eachMinor } = extra;
    const amountMinor = share(eachMinor, quantity, 1);
    lines.push({ kind: "extra", params: { name, quantity, eachMinor }, amountMinor });
  }
  return lines;
}
