/**
 * Quotes: the trip, its way and the price of every class that fits, signed so that the browser can
 * keep them until the rider has signed in. What is booked is what was signed.
 */
import { z } from "zod";
import { vehicleClasses } from "../../db/schema/vehicles";
import { asc, eq } from "drizzle-orm";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { Fare } from "../fares/contract";
import { scheduleInForce } from "../fares/queries";
import { priceTrip, QUOTE_VALID_SECONDS } from "../fares/rules";
import { Route, type RouteChoice } from "../routing/contract";
import { findRoute } from "../routing/queries";
import { straightMeters } from "../routing/rules";
import { readOperator } from "../settings/queries";
import { type QuoteAnswer, type Stop, TripRequest } from "./contract";
import { readLocalTime } from "./local-time";
import { checkPickupTime, pointOf } from "./rules";

/** What a quote's text holds once its signature is found good. */
export const SignedQuote = z.object({
  trip: TripRequest,
  pickupAt: z.number(),
  timeZone: z.string(),
  ...Route.shape,
  expiresAt: z.number(),
  /** The fare is null when a stop is not pinned. */
  options: z.array(
    z.object({ classId: z.string(), scheduleId: z.string(), fare: Fare.nullable() }),
  ),
});
export type SignedQuote = z.output<typeof SignedQuote>;

/** Two ends of a trip closer than this are the same place, unless it is hired by the hour. */
const SAME_PLACE_METERS = 30;

/** One class that can take a trip, with the price and the schedule that it comes from. */
type PricedOption = {
  vehicleClass: QuoteAnswer["options"][number]["vehicleClass"];
  scheduleId: string;
  /** Null without a route: nobody can price a place that is not on the map. */
  fare: Fare | null;
};

/**
 * Prices a trip for every class that can take it, the cheapest first. With a stop that is not pinned
 * the classes come without a price. Throws 422 when no class fits or the time falls into a clock
 * change, 400 when it is past or too far ahead. Waits for a router for three seconds at most;
 * `signal` says that nobody waits for the answer any more.
 */
export async function quoteTrip(
  deps: Deps,
  trip: z.output<typeof TripRequest>,
  signal?: AbortSignal,
): Promise<QuoteAnswer> {
  const operator = readOperator(deps);
  const now = deps.now();
  const pickupAt = readPickupTime(trip, operator.timeZone, now);
  if (trip.serviceType === "hourly" && trip.hours === undefined)
    throw new AppError("trip.hours_missing", { fields: { hours: "Say for how many hours." } });
  const { alternatives, ...best } = (await routeOf(deps, trip, signal)) ?? NO_ROUTE;
  const ways = [best, ...alternatives];
  // The alternatives of an earlier answer may be gone: then it is the best way again.
  const route = ways[trip.way ?? 0] ?? best;
  const onRequest = stopsOf(trip).some((stop) => pointOf(stop) === null);
  const options = priceClasses(deps, { trip, pickupAt, route: onRequest ? null : route });
  if (options.length === 0) throw new AppError("trip.no_vehicle");

  const expiresAt = now + QUOTE_VALID_SECONDS * 1000;
  const signed: SignedQuote = {
    trip,
    pickupAt,
    timeZone: operator.timeZone,
    ...route,
    expiresAt,
    options: options.map(({ vehicleClass, scheduleId, fare }) => ({
      classId: vehicleClass.id,
      scheduleId,
      fare,
    })),
  };
  return {
    quote: seal(deps, signed),
    expiresAt: new Date(expiresAt).toISOString(),
    pickupAt: new Date(pickupAt).toISOString(),
    timeZone: operator.timeZone,
    currency: operator.currency,
    onRequest,
    ...route,
    ways: alternatives.length > 0 ? ways : [],
    options: options.map(({ vehicleClass, fare }) => ({
      vehicleClass,
      fareMinor: fare?.totalMinor ?? 0,
      lines: fare?.lines ?? [],
    })),
  };
}

/** What stands where no way can be measured. */
const NO_ROUTE: RouteChoice = {
  distanceMeters: 0,
  durationSeconds: 0,
  estimate: true,
  geometry: null,
  alternatives: [],
};

/** All stops of a trip in their order. */
function stopsOf(trip: Pick<TripRequest, "pickup" | "dropoff">): Stop[] {
  return [trip.pickup, trip.dropoff];
}

/**
 * The way of a trip; null while one of its stops is not pinned. 422 when it leads nowhere, unless
 * it is hired by the hour.
 */
export async function routeOf(
  deps: Deps,
  trip: Pick<TripRequest, "serviceType" | "pickup" | "dropoff">,
  signal?: AbortSignal,
): Promise<RouteChoice | null> {
  const points = stopsOf(trip).map(pointOf);
  if (!points.every((point) => point !== null)) return null;
  if (trip.serviceType !== "hourly" && straightMeters(points) < SAME_PLACE_METERS)
    throw new AppError("trip.same_place");
  return findRoute(deps, points, { signal, alternatives: true });
}

/**
 * Every class that can take a trip, the cheapest first, each priced by the schedule in force at the
 * pickup (ms UTC). Without a route the classes come in their own order and without prices.
 */
export function priceClasses(
  deps: Deps,
  { trip, pickupAt, route }: { trip: UnpricedTrip; pickupAt: number; route: Route | null },
): PricedOption[] {
  const options: PricedOption[] = [];
  const classes = deps.db
    .select()
    .from(vehicleClasses)
    .where(eq(vehicleClasses.active, true))
    .orderBy(asc(vehicleClasses.position))
    .all();
  for (const vehicleClass of classes) {
    const fits =
      vehicleClass.passengers >= trip.passengers &&
      vehicleClass.luggage >= trip.luggage &&
      (trip.mobility === "ambulatory" || vehicleClass.mobility.includes(trip.mobility));
    const inForce = fits ? scheduleInForce(deps, vehicleClass.id, pickupAt) : null;
    if (!inForce) continue;
    options.push({
      vehicleClass: {
        id: vehicleClass.id,
        name: vehicleClass.name,
        description: vehicleClass.description,
        passengers: vehicleClass.passengers,
        luggage: vehicleClass.luggage,
        illustration: vehicleClass.illustration,
      },
      scheduleId: inForce.id,
      fare:
        route &&
        priceTrip(inForce.schedule, {
          serviceType: trip.serviceType,
          distanceMeters: route.distanceMeters,
          durationSeconds: route.durationSeconds,
          pickupLocal: trip.pickupLocal,
          ...(trip.serviceType === "hourly" && { hours: trip.hours }),
        }),
    });
  }
  return options.sort((a, b) => (a.fare?.totalMinor ?? 0) - (b.fare?.totalMinor ?? 0));
}

/** What of a trip decides who can take it and what it costs, besides its way. */
type UnpricedTrip = Pick<
  z.output<typeof TripRequest>,
  "serviceType" | "pickupLocal" | "passengers" | "luggage" | "mobility" | "hours"
>;

function readPickupTime(trip: TripRequest, timeZone: string, now: number): number {
  const reading = readLocalTime(trip.pickupLocal, timeZone);
  if (reading.kind === "invalid")
    throw new AppError("request.invalid", {
      fields: { pickupLocal: "Write the time as 2026-11-21T09:30." },
    });
  if (reading.kind === "gap") throw new AppError("trip.time_gap");
  if (reading.kind === "ambiguous" && !trip.repeatedHour) throw new AppError("trip.time_ambiguous");
  const at =
    reading.kind === "ok"
      ? reading.at
      : trip.repeatedHour === "later"
        ? reading.later
        : reading.earlier;
  const check = checkPickupTime(at, now);
  if (check === "past") throw new AppError("trip.past", { fields: { pickupLocal: "Past." } });
  if (check === "too_far_ahead") throw new AppError("trip.too_far_ahead");
  return at;
}

function seal(deps: Deps, quote: SignedQuote): string {
  const text = Buffer.from(JSON.stringify(quote)).toString("base64url");
  return `${text}.${deps.keys.sign("quote", text)}`;
}

/**
 * Reads a quote back: 400 when this server did not sign it. Whether it has expired is for the
 * caller to ask, so that a repeated booking still finds its first answer.
 */
export function openQuote(deps: Deps, quote: string): SignedQuote {
  const [text = "", signature = "", ...more] = quote.split(".");
  if (more.length > 0 || !deps.keys.verify("quote", text, signature))
    throw new AppError("quote.refused");
  const read = SignedQuote.safeParse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  // Signed by the version before an upgrade: it needs to be asked for again.
  if (!read.success) throw new AppError("quote.expired");
  return read.data;
}
