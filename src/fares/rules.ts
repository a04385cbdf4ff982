/**
 * How a trip is priced.
 *
 * A flat price between two places or zones wins outright, stops are still charged; else base,
 * distance by its tiers, minutes and stops, raised to the minimum. By the hour it is the rate times
 * the larger of hours and hourly minimum, and the distance beyond what the hours include. The empty
 * way from the garage comes on top, then surcharges, extras, the promotion, tax and gratuity.
 * Hours count in begun quarters. Each line is rounded once (`money-rules`); the lines are whole
 * minor units and those that add up sum to the total, exactly.
 */
import { compiledSchedule, holdsFor } from "./compiled-rules";
import type {
  ClassRates,
  Fare,
  FareLine,
  FareLineKind,
  FeeSchedule,
  OfferedExtra,
  PricedTrip,
  PromotionStanding,
} from "./contract";
import {
  billedTenths,
  divideHalfUp,
  scheduleTenths,
  share,
  sumOf,
  tenthsText,
} from "./money-rules";
import { formatMoney } from "../settings/money-rules";
import { promotionFor } from "./promotion-rules";
import { surchargeLines } from "./surcharge-rules";
import { gratuityLine, taxLines } from "./tax-rules";

/** How long a quoted price can be booked. */
export const QUOTE_VALID_SECONDS = 15 * 60;

/** A price, and what became of the promotion code if one was given. */
export type PricedFare = { fare: Fare; promotion: PromotionStanding | null };

/**
 * Prices a trip in a class. Null when the class has no price for the service type or lacks an extra
 * that was asked for. A line of nothing is left out, except that a free trip keeps its first line.
 * Expects input that its contracts have accepted; throws RangeError on a number that is not whole.
 */
export function priceTrip(
  schedule: FeeSchedule,
  vehicleClassId: string,
  trip: PricedTrip,
): Fare | null {
  return priceWithPromotion(schedule, vehicleClassId, trip)?.fare ?? null;
}

/** As `priceTrip`, and says what became of the promotion code. */
export function priceWithPromotion(
  schedule: FeeSchedule,
  vehicleClassId: string,
  trip: PricedTrip,
): PricedFare | null {
  const rates = compiledSchedule(schedule).rates.get(vehicleClassId);
  if (!rates) return null;
  const lines = fareLines(schedule, rates, trip);
  const extras = lines && extraLines(schedule, vehicleClassId, trip);
  if (!lines || !extras) return null;
  lines.push(...surchargeLines(schedule, vehicleClassId, trip, sumOf(lines)), ...extras);

  const promotion = promotionFor(schedule, vehicleClassId, trip, sumOf(lines));
  if (promotion?.line) lines.push(promotion.line);

  const taxed = sumOf(lines);
  const gratuity = gratuityLine(schedule, trip.serviceType, taxed, trip.gratuityPercent);
  lines.push(...taxLines(schedule, trip.serviceType, taxed));
  if (gratuity) lines.push(gratuity);

  const worded = lines.filter((each) => each.amountMinor !== 0);
  const kept = worded.length > 0 ? worded : lines.slice(0, 1);
  return {
    fare: { currency: schedule.currency, totalMinor: sumOf(kept), lines: kept },
    promotion: promotion?.standing ?? null,
  };
}

/** Whether a class can be booked for a service type: by the hour it needs an hourly rate. */
export function hasPrice(rates: ClassRates, serviceType: PricedTrip["serviceType"]): boolean {
  return serviceType !== "hourly" || rates.hourly !== null;
}

/** The extras that can be asked for with a service type, in the schedule's order. */
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

/** The fare before surcharges; null without a price. */
function fareLines(schedule: FeeSchedule, rates: ClassRates, trip: PricedTrip): FareLine[] | null {
  if (trip.serviceType === "hourly") {
    const lines = hourlyLines(schedule, rates, trip);
    return lines && [...lines, ...deadheadLines(schedule, trip)];
  }
  const flat = compiledSchedule(schedule).flatBetween(
    rates.vehicleClassId,
    trip.pickup,
    trip.dropoff,
  );
  if (!flat) return [...meterLines(schedule, rates, trip), ...deadheadLines(schedule, trip)];
  const { price, amountMinor, otherWay } = flat;
  return [
    line("flat", "Flat price", otherWay ? `${price.name}, the other way` : price.name, amountMinor),
    stopsLine(schedule, rates, trip),
  ];
}

function meterLines(schedule: FeeSchedule, rates: ClassRates, trip: PricedTrip): FareLine[] {
  const { currency } = schedule;
  if (!Number.isSafeInteger(trip.durationSeconds))
    throw new RangeError("A duration must be whole seconds");
  const minutes = divideHalfUp(trip.durationSeconds, 60);
  const lines = [
    line("base", "Base fare", "", rates.baseMinor),
    ...distanceLines(schedule, rates, trip),
    line(
      "minutes",
      "Time",
      `${minutes} min at ${formatMoney(rates.perMinuteMinor, currency)}`,
      share(rates.perMinuteMinor, minutes, 1),
    ),
    stopsLine(schedule, rates, trip),
  ];
  const missing = rates.minimumMinor - sumOf(lines);
  if (missing > 0) {
    const detail = `raised to the minimum of ${formatMoney(rates.minimumMinor, currency)}`;
    lines.push(line("minimum", "Minimum fare", detail, missing));
  }
  return lines;
}

/** A line a tier, each for its part of the way. */
function distanceLines(schedule: FeeSchedule, rates: ClassRates, trip: PricedTrip): FareLine[] {
  const { currency, distanceUnit } = schedule;
  const tenths = billedTenths(trip.distanceMeters, distanceUnit);
  const lines: FareLine[] = [];
  let from = 0;
  for (const { upTo, perDistanceMinor } of rates.distanceTiers) {
    const end = upTo === null ? tenths : Math.min(tenths, scheduleTenths(upTo));
    if (end > from || lines.length === 0) {
      const beyond = from > 0 ? ` beyond ${tenthsText(from)} ${distanceUnit}` : "";
      const part = Math.max(0, end - from);
      lines.push(
        line(
          "distance",
          "Distance",
          `${tenthsText(part)} ${distanceUnit}${beyond} at ${formatMoney(perDistanceMinor, currency)}`,
          share(perDistanceMinor, part, 10),
        ),
      );
      from = Math.max(from, end);
    }
  }
  return lines;
}

function stopsLine({ currency }: FeeSchedule, rates: ClassRates, { stops }: PricedTrip): FareLine {
  const { perStopMinor } = rates;
  const detail = `${stops} at ${formatMoney(perStopMinor, currency)}`;
  return line("stops", "Stops on the way", detail, share(perStopMinor, stops, 1));
}

function hourlyLines(
  schedule: FeeSchedule,
  { hourly }: ClassRates,
  trip: PricedTrip,
): FareLine[] | null {
  if (!hourly) return null;
  const { currency, distanceUnit } = schedule;
  const { minimumHours, perHourMinor, distancePerHour, perExtraDistanceMinor } = hourly;
  const booked = trip.hours ?? minimumHours;
  const quarters = Math.ceil(Math.max(booked, minimumHours) * 4);
  const why = booked < minimumHours ? ` (${booked} h booked, ${minimumHours} h is the least)` : "";
  const lines = [
    line(
      "hourly",
      "Hourly",
      `${quarters / 4} h at ${formatMoney(perHourMinor, currency)}${why}`,
      share(perHourMinor, quarters, 4),
    ),
  ];
  if (distancePerHour === null) return lines;
  const included = divideHalfUp(scheduleTenths(distancePerHour) * quarters, 4);
  const beyond = Math.max(0, billedTenths(trip.distanceMeters, distanceUnit) - included);
  const detail = `${tenthsText(beyond)} ${distanceUnit} beyond the ${tenthsText(included)} ${distanceUnit} included, at ${formatMoney(perExtraDistanceMinor, currency)}`;
  lines.push(
    line("extra_distance", "Extra distance", detail, share(perExtraDistanceMinor, beyond, 10)),
  );
  return lines;
}

function deadheadLines(schedule: FeeSchedule, trip: PricedTrip): FareLine[] {
  const { deadhead, currency, distanceUnit } = schedule;
  if (!deadhead) return [];
  const free = scheduleTenths(deadhead.freeDistance);
  const tenths = Math.max(0, billedTenths(trip.deadheadMeters, distanceUnit) - free);
  const beyond = free > 0 ? ` beyond ${tenthsText(free)} ${distanceUnit}` : "";
  const detail = `${tenthsText(tenths)} ${distanceUnit}${beyond} at ${formatMoney(deadhead.perDistanceMinor, currency)}`;
  const label = `Way from ${deadhead.garage.name}${deadhead.legs === "both" ? " and back" : ""}`;
  return [line("deadhead", label, detail, share(deadhead.perDistanceMinor, tenths, 10))];
}

/** Null when the class does not have one of them, or not so many. */
function extraLines(
  schedule: FeeSchedule,
  vehicleClassId: string,
  trip: PricedTrip,
): FareLine[] | null {
  const lines: FareLine[] = [];
  for (const { id, quantity } of trip.extras) {
    const extra = compiledSchedule(schedule).extras.get(id);
    if (!extra || quantity > extra.maxQuantity) return null;
    if (!holdsFor(extra, vehicleClassId, trip.serviceType)) return null;
    const each = `${quantity} at ${formatMoney(extra.amountMinor, schedule.currency)}`;
    lines.push(
      line("extra", extra.name, quantity > 1 ? each : "", share(extra.amountMinor, quantity, 1)),
    );
  }
  return lines;
}

function line(kind: FareLineKind, label: string, detail: string, amountMinor: number): FareLine {
  return { kind, label, detail, amountMinor, addsUp: true };
}
