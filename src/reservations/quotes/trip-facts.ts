/** Collects the facts of a trip that its price depends on, once for all classes. */
import type { z } from "zod";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { FeeSchedule, PricedTripEnd, PricedTrip } from "../../fares/contract";
import { deadheadMeters } from "../../fares/deadhead-rules";
import { countPromotionUses, pricedTripEndAt } from "../../fares/priced-trip-end-queries";
import { findPromotion } from "../../fares/adjustment-rules";
import { dayOf } from "../../fares/queries";
import type { Point } from "../../places/contract";
import type { Route, RouteWithAlternatives } from "../../routing/contract";
import { findRoute } from "../../routing/queries";
import { straightMeters } from "../../routing/rules";
import { momentText, readLocalTime } from "../../settings/local-time";
import type { Stop, TripRequest } from "./quote-contract";
import {
  type BookingLimits,
  checkPickupTime,
  canReturnToPickup,
  pointOf,
  soonestPickup,
} from "../rules";

/** A trip whose stops are all within this distance stays at one place. */
const SAME_PLACE_METERS = 30;

/** The facts of a trip that its price depends on, besides its route and its rider. */
export type TripToPrice = Pick<
  z.output<typeof TripRequest>,
  | "serviceType"
  | "pickup"
  | "dropoff"
  | "stops"
  | "pickupLocal"
  | "hours"
  | "extras"
  | "promotionCode"
  | "companyId"
  | "gratuityPercent"
>;

/** Returns all stops of a trip in their order. */
export function stopsOf(trip: { pickup: Stop; stops: readonly Stop[]; dropoff: Stop }): Stop[] {
  return [trip.pickup, ...trip.stops, trip.dropoff];
}

/** Returns the positions of all stops of a trip. Null if one of them is not pinned. */
function pointsOf(trip: Parameters<typeof stopsOf>[0]): Point[] | null {
  const points = stopsOf(trip).map(pointOf);
  return points.every((point) => point !== null) ? points : null;
}

/**
 * Returns the route of a trip that begins at `at` (ms UTC). Null if one of its stops is not pinned. 422 if all its
 * stops are at the same place, unless its service allows that. Waits for a router for at most three seconds.
 */
export async function routeOf(
  deps: Deps,
  trip: Parameters<typeof stopsOf>[0] & { serviceType: TripToPrice["serviceType"] },
  at: number,
  signal?: AbortSignal,
): Promise<RouteWithAlternatives | null> {
  const points = pointsOf(trip);
  if (!points) return null;
  if (!canReturnToPickup(trip.serviceType) && straightMeters(points) < SAME_PLACE_METERS)
    throw new AppError("trip.same_place");
  return findRoute(deps, points, { signal, alternatives: true, at });
}

/**
 * Returns the facts for the price of a trip with a known route and known times (ms UTC). Null if one of its stops is
 * not pinned. `riderId` is the rider, if known, because some promotions count uses for each rider. `priorUses` are uses
 * that are about to be made and count already.
 */
export function pricedTrip(
  deps: Deps,
  schedule: FeeSchedule,
  trip: TripToPrice,
  pricingContext: {
    pickupAt: number;
    bookedAt: number;
    timeZone: string;
    route: Pick<Route, "distanceMeters" | "durationSeconds">;
    riderId: string | null;
    priorUses?: number;
  },
): PricedTrip | null {
  const points = pointsOf(trip);
  const [pickup, dropoff] = [points?.[0], points?.at(-1)];
  if (!pickup || !dropoff) return null;
  const { serviceType } = trip;
  const { distanceMeters, durationSeconds } = pricingContext.route;
  const facts: PricedTrip = {
    serviceType,
    distanceMeters,
    durationSeconds,
    pickupLocal: trip.pickupLocal,
    bookedOn: bookedOn(pricingContext.bookedAt, pricingContext.timeZone),
    leadMinutes: Math.max(
      0,
      Math.floor((pricingContext.pickupAt - pricingContext.bookedAt) / 60_000),
    ),
    pickup: markAsAirport(pricedTripEndAt(deps, pickup), serviceType === "airport_pickup"),
    dropoff: markAsAirport(pricedTripEndAt(deps, dropoff), serviceType === "airport_dropoff"),
    stops: trip.stops.length,
    ...(serviceType === "hourly" && trip.hours !== undefined && { hours: trip.hours }),
    deadheadMeters: 0,
    extras: trip.extras,
    ...(trip.companyId !== undefined && { companyId: trip.companyId }),
    promotion: trip.promotionCode ? { code: trip.promotionCode, uses: 0, usesByRider: 0 } : null,
    ...(trip.gratuityPercent !== undefined && { gratuityPercent: trip.gratuityPercent }),
  };
  return withPriceListFacts(
    deps,
    schedule,
    { pickup, dropoff },
    facts,
    pricingContext.riderId,
    pricingContext.priorUses,
  );
}

/**
 * The pickup of an airport pickup counts as an airport, whatever the map says, and so does the drop-off of an airport
 * drop-off.
 */
function markAsAirport(end: PricedTripEnd, isCertainlyAirport: boolean): PricedTripEnd {
  return isCertainlyAirport && !end.airport ? { ...end, airport: true } : end;
}

/** Returns the facts for a price list, with that list's distance from the garage and its uses of the promotion code. */
function withPriceListFacts(
  deps: Deps,
  schedule: FeeSchedule,
  ends: { pickup: Point; dropoff: Point },
  facts: PricedTrip,
  riderId: string | null,
  priorUses = 0,
): PricedTrip {
  const code = facts.promotion?.code;
  const promotion = code === undefined ? null : findPromotion(schedule, code, facts.bookedOn);
  const uses =
    promotion === null || typeof promotion === "string"
      ? { uses: 0, usesByRider: 0 }
      : countPromotionUses(deps.db, promotion.id, riderId);
  return {
    ...facts,
    deadheadMeters: deadheadMeters(schedule, ends.pickup, ends.dropoff),
    promotion:
      code === undefined
        ? null
        : { code, uses: uses.uses + priorUses, usesByRider: uses.usesByRider + priorUses },
  };
}

/** The current day by time zone. Thousands of quotes are for the same day, so it is calculated once a minute. */
const dayByTimeZone = new Map<string, { minute: number; day: string }>();

function bookedOn(at: number, timeZone: string): string {
  const minute = Math.floor(at / 60_000);
  const cachedDay = dayByTimeZone.get(timeZone);
  if (cachedDay?.minute === minute) return cachedDay.day;
  const day = dayOf(at, timeZone);
  dayByTimeZone.set(timeZone, { minute, day });
  return day;
}

/**
 * Returns the requested pickup time (ms UTC). 422 in a clock change or if it is too soon, naming the earliest time; 400
 * if it is past or too far ahead.
 */
export function readPickupTime(
  trip: Pick<TripRequest, "pickupLocal" | "repeatedHour">,
  timeZone: string,
  now: number,
  limits: BookingLimits,
): number {
  const at = pickupInstantOf(trip, timeZone);
  const check = checkPickupTime(at, now, limits);
  if (check === "past")
    throw new AppError("trip.past", { fields: { pickupLocal: "The pickup time has passed." } });
  if (check === "too_soon") {
    const message = `The earliest pickup is ${momentText(soonestPickup(now, limits), timeZone)}.`;
    throw new AppError("trip.too_soon", { message, fields: { pickupLocal: message } });
  }
  if (check === "too_far_ahead") throw new AppError("trip.too_far_ahead");
  return at;
}

/**
 * Returns the time (ms UTC) of a pickup in the operator's local time. 422 if a clock change skips it, or repeats it
 * without `repeatedHour`.
 */
export function pickupInstantOf(
  trip: Pick<TripRequest, "pickupLocal" | "repeatedHour">,
  timeZone: string,
): number {
  const reading = readLocalTime(trip.pickupLocal, timeZone);
  if (reading.kind === "invalid")
    throw new AppError("request.invalid", {
      fields: { pickupLocal: "Write the time as 2026-11-21T09:30." },
    });
  if (reading.kind === "gap") throw new AppError("trip.time_gap");
  if (reading.kind === "ambiguous" && !trip.repeatedHour) throw new AppError("trip.time_ambiguous");
  if (reading.kind === "ok") return reading.at;
  return trip.repeatedHour === "later" ? reading.later : reading.earlier;
}
