/**
 * Quotes: the trip, its route and the price of every suitable class, signed so that the browser can keep them until the
 * rider has signed in. The signed content is the facts and the version of the prices. The same function with the same
 * facts calculates the same fare at booking.
 */
import type { z } from "zod";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { freeCancellationNoticeMinutes } from "../../fares/cancellation-rules";
import { findPromotion } from "../../fares/adjustment-rules";
import type { Fare, FeeSchedule, PricedTrip, Promotion } from "../../fares/contract";
import { versionById, versionInForce } from "../../fares/queries";
import {
  offeredExtras,
  type PricedFare,
  priceWithPromotion,
  QUOTE_VALID_SECONDS,
} from "../../fares/rules";
import { version as program } from "../../process/version";
import type { Route, RouteWithAlternatives } from "../../routing/contract";
import { readOperator } from "../../settings/queries";
import { placesOutsideArea } from "../../zones/area-queries";
import { prepaymentFor } from "../prepaying/prepay-queries";
import type { DuePrepayment } from "../prepaying/prepay-rules";
import { bookingLimitsFor } from "./booking-rules-queries";
import type { QuoteOption, TripQuote, TripRequest, UnfitClass } from "./quote-contract";
import { pointOf } from "../rules";
import { classIdsOf, type PassengerLoad, distributeLoad } from "../vehicles/combination-rules";
import {
  classesInOrder,
  combinedOptions,
  furtherVehicleFacts,
  priceClasses,
  totalOf,
} from "./class-options";
import { pricedTrip, readPickupTime, routeOf } from "./trip-facts";
import { iso } from "../../formats/instants";

/** The content of a quote after its signature was verified. */
export type SignedQuote = Route & {
  trip: Trip;
  pickupAt: number;
  asap?: boolean | undefined;
  willCall?: boolean | undefined;
  /** For a return trip: the signature of the outbound quote. */
  backOf?: string | undefined;
  /** For a change: the reservation that is changed. */
  changeOf?: string | undefined;
  /** For a split: the reservation that is split. */
  splitOf?: string | undefined;
  /**
   * For a change: the trip as it was when it was priced. If the trip has changed since, this quote would undo that
   * change.
   */
  changeFrom?: string | undefined;
  /** A quote for dispatch, which may book within the lead time. Only dispatch can book it. */
  byStaff?: boolean | undefined;
  timeZone: string;
  expiresAt: number;
  /** "" if no price list is in force at the pickup. */
  versionId: string;
  /** Null if a stop is not pinned or no price list is in force. There is no price then. */
  facts: PricedTrip | null;
  /** The offered classes with their prices. */
  options: [vehicleClassId: string, totalMinor: number][];
};

type Trip = z.output<typeof TripRequest>;

/** The route if none can be measured. */
const NO_ROUTE: RouteWithAlternatives = {
  distanceMeters: 0,
  durationSeconds: 0,
  estimate: true,
  geometry: null,
  alternatives: [],
};

/** The facts of a quote that depend on the caller and on the trip to which it belongs. */
export type QuoteContext = {
  /** The rider who asks, if known. */
  riderId?: string | null;
  /** Whether the caller may bill any company. */
  billsAnyCompany?: boolean;
  /** Aborts when nobody waits for the answer any longer. */
  signal?: AbortSignal | undefined;
  /** The pickup (ms UTC), if it does not come from the trip's local time. */
  pickupAt?: number;
  /** As soon as possible. The time moves later until the trip is booked. */
  asap?: boolean;
  /** A return trip that waits for its passenger's call. */
  willCall?: boolean;
  /** The quote of the outbound trip, for its return trip. */
  outbound?: string;
  /** How many uses of the promotion the outbound trip takes first. */
  priorUses?: number;
  /** The reservation that is split, if this quote is for the part that leaves it. */
  splitOf?: string;
  /** Whether dispatch requests the quote. Dispatch has no lead time. */
  byStaff?: boolean;
};

/**
 * Prices a trip for every class that can take it, the cheapest first. If a stop is not pinned, or no price list is in
 * force, the classes have no price. Throws 422 if no class fits, an extra is not offered, the time is in a clock change
 * or too soon, or riders may not book at this place, and 400 if the time is past or too far ahead. Waits for a router
 * for at most three seconds.
 */
export async function quoteTrip(
  deps: Deps,
  trip: Trip,
  context: QuoteContext = {},
): Promise<TripQuote> {
  const {
    riderId = null,
    signal,
    asap,
    willCall,
    outbound,
    priorUses = 0,
    byStaff = false,
  } = context;
  const { splitOf } = context;
  const { timeZone, currency } = readOperator(deps);
  const now = deps.now();
  const pickupAt =
    context.pickupAt ??
    readPickupTime(trip, timeZone, now, bookingLimitsFor(deps, trip.serviceType, byStaff));
  const outsideEnds = placesOutsideArea(deps, {
    pickup: pointOf(trip.pickup),
    dropoff: pointOf(trip.dropoff),
  });
  // A return trip may begin outside the service area: passengers who were driven there are also brought back.
  if (!byStaff && outbound === undefined && outsideEnds[0] !== undefined)
    throw new AppError(`trip.outside_${outsideEnds[0]}`);
  if (trip.serviceType === "hourly" && trip.hours === undefined)
    throw new AppError("trip.hours_missing", { fields: { hours: "Enter the number of hours." } });
  const { alternatives, ...best } = (await routeOf(deps, trip, pickupAt, signal)) ?? NO_ROUTE;
  const ways = [best, ...alternatives];
  // The alternatives of an earlier answer may no longer exist. The best route is used then.
  const route = ways[trip.way ?? 0] ?? best;
  const version = versionInForce(deps.db, pickupAt);
  const schedule = version?.schedule ?? null;
  assertExtrasOffered(schedule, trip);
  const facts =
    schedule &&
    pricedTrip(deps, schedule, trip, {
      pickupAt,
      bookedAt: now,
      timeZone,
      route,
      riderId,
      priorUses,
    });
  const unfit: UnfitClass[] = [];
  const options = priceClasses(deps, schedule, trip, facts, unfit);
  if (options.length === 0 && splitOf === undefined)
    options.push(...combinedOptions(deps, schedule, trip, facts));
  if (options.length === 0)
    throw new AppError(trip.extras.length > 0 ? "trip.extra" : "trip.no_vehicle");

  const prepaymentForOption = prepaymentFor(deps, {
    serviceType: trip.serviceType,
    pickupAt,
    currency: schedule?.currency ?? currency,
    pickup: pointOf(trip.pickup),
    riderId,
    how: byStaff ? "phone" : "web",
  });
  const expiresAt = now + QUOTE_VALID_SECONDS * 1000;
  const promotionStandings = options.flatMap(
    ({ priced: pricedFare }) => pricedFare?.promotion ?? [],
  );
  return {
    quote: signQuote(deps, {
      trip,
      pickupAt,
      ...(asap && { asap }),
      ...(willCall && { willCall }),
      ...(outbound && { backOf: signatureOf(outbound) }),
      ...(splitOf && { splitOf }),
      ...(byStaff && { byStaff }),
      timeZone,
      ...route,
      expiresAt,
      versionId: version?.id ?? "",
      facts,
      options: options.map((option) => [option.vehicleClass.id, totalOf(option)]),
    }),
    expiresAt: iso(expiresAt),
    pickupAt: iso(pickupAt),
    timeZone,
    currency: schedule?.currency ?? currency,
    onRequest: facts === null,
    ...route,
    ways: alternatives.length > 0 ? ways : [],
    options: options.map((option) => ({
      vehicleClass: option.vehicleClass,
      ...(option.vehicles && {
        vehicles: option.vehicles.map(({ priced: pricedFare, ...vehicle }) => ({
          ...vehicle,
          fareMinor: totalOf({ ...vehicle, priced: pricedFare }),
        })),
      }),
      fareMinor: totalOf(option),
      lines: (option.vehicles ?? [option]).flatMap(
        ({ priced: pricedFare }) => pricedFare?.fare.lines ?? [],
      ),
      promotion: option.priced?.promotion?.refusal ?? null,
      ...paymentBeforeTrip(
        prepaymentForOption({
          vehicleClassId: (option.vehicles?.[0] ?? option).vehicleClass.id,
          fareMinor: totalOf(option),
        }),
        facts !== null,
      ),
    })),
    outside: outsideEnds,
    unfit,
    // If the code lowers some prices, its result is that it does, even if it does not lower the others.
    promotion:
      promotionStandings.find(({ refusal }) => refusal === null) ?? promotionStandings[0] ?? null,
    extras: schedule ? offeredExtras(schedule, trip.serviceType) : [],
    freeCancellationMinutes: schedule && freeCancellationNoticeMinutes(schedule),
    gratuity: schedule?.gratuity ?? { automaticPercent: null, choices: [] },
  };
}

function paymentBeforeTrip(
  prepayment: DuePrepayment | null,
  hasPrice: boolean,
): Pick<QuoteOption, "before"> {
  return prepayment && hasPrice
    ? { before: { ...prepayment, requestAt: iso(prepayment.requestAt) } }
    : {};
}

/**
 * Throws 422 `trip.extra`, naming the field, for an extra that no class offers. Extras of some classes only reduce the
 * choice of classes.
 */
export function assertExtrasOffered(
  schedule: FeeSchedule | null,
  { serviceType, extras }: Pick<Trip, "serviceType" | "extras">,
): void {
  const offered = schedule && extras.length > 0 ? offeredExtras(schedule, serviceType) : [];
  for (const [at, { id, quantity }] of extras.entries()) {
    const extra = offered.find((each) => each.id === id);
    if (!extra)
      throw new AppError("trip.extra", {
        fields: { [`extras.${at}.id`]: "This extra is not offered for this kind of trip." },
      });
    if (quantity > extra.maxQuantity)
      throw new AppError("trip.extra", {
        fields: {
          [`extras.${at}.quantity`]: `Choose at most ${extra.maxQuantity} of “${extra.name}”.`,
        },
      });
  }
}

/** Returns a quote as signed text, which the browser keeps and sends back. Only this server can write it. */
export function signQuote(deps: Deps, quote: SignedQuote): string {
  const text = Buffer.from(JSON.stringify([program, quote])).toString("base64url");
  return `${text}.${deps.keys.sign("quote", text)}`;
}

/** Returns the signature of a quote, which identifies it. */
export function signatureOf(quote: string): string {
  return quote.slice(quote.indexOf(".") + 1);
}

/**
 * Reads a quote that was sent back. 400 if this server did not sign it. Callers check with `requireCurrentQuote`
 * whether it has expired, so that a repeated booking still finds its first answer.
 */
export function readSignedQuote(deps: Deps, quote: string): SignedQuote {
  const [text = "", signature = "", ...more] = quote.split(".");
  if (more.length > 0 || !deps.keys.verify("quote", text, signature))
    throw new AppError("quote.refused");
  // The signature proves that `signQuote` wrote it.
  const [by, read] = JSON.parse(Buffer.from(text, "base64url").toString()) as [string, SignedQuote];
  // An earlier version of Livery may have signed other facts, so its quotes count as expired and must be requested
  // again.
  return by === program ? read : { ...read, expiresAt: 0 };
}

/**
 * Throws 409 for a quote that has expired. If it expires later than any new quote would, the clock was set back and its
 * age is unknown.
 */
export function requireCurrentQuote({ expiresAt }: SignedQuote, now: number): void {
  if (expiresAt <= now || expiresAt > now + QUOTE_VALID_SECONDS * 1000)
    throw new AppError("quote.expired");
}

/** The agreed price of one vehicle of a booked quote. `fare` is null if the price is on request. */
export type AgreedQuote = PassengerLoad & {
  vehicleClassId: string;
  fare: Fare | null;
  versionId: string;
  promotion: Promotion | null;
  extras: PricedTrip["extras"];
};

/**
 * Returns the fare of a quoted class, calculated from the signed facts, for the company that pays, or for none. Null if
 * the class was not offered. 409 if the fare would now be different, because an upgrade has changed the rules.
 */
export function agreeFare(
  deps: Deps,
  quote: SignedQuote,
  vehicleClassId: string,
  companyId: string | null,
): AgreedQuote | null {
  const agreed = agreedVehicles(deps, quote, vehicleClassId, companyId);
  return agreed?.length === 1 ? (agreed[0] ?? null) : null;
}

/**
 * As `agreeFare`, for each vehicle of an option. A request without a price has one vehicle for everybody. If another
 * company (`companyId`) is billed than was quoted, its prices apply. 409 if they are higher.
 */
export function agreedVehicles(
  deps: Deps,
  quote: SignedQuote,
  key: string,
  companyId: string | null,
): AgreedQuote[] | null {
  const option = quote.options.find(([id]) => id === key);
  if (!option) return null;
  const { versionId, facts, trip } = quote;
  const ids = classIdsOf(key);
  const { passengers, luggage } = trip;
  if (!facts) {
    const [vehicleClassId = key] = ids;
    const nothing = { fare: null, versionId, promotion: null, extras: trip.extras };
    return [{ vehicleClassId, passengers, luggage, ...nothing }];
  }
  const classes = classesInOrder(deps);
  const classCapacities = ids.flatMap((id) => classes.find((each) => each.id === id) ?? []);
  const vehicleLoads =
    ids.length === 1 ? [{ passengers, luggage }] : distributeLoad(classCapacities, trip);
  const schedule = versionById(deps.db, versionId)?.schedule;
  if (!schedule || vehicleLoads?.length !== ids.length) throw new AppError("quote.expired");
  const pricedQuotes = (of: PricedTrip) =>
    ids.flatMap((vehicleClassId, at): AgreedQuote[] => {
      const vehicleFacts = at === 0 ? of : furtherVehicleFacts(of);
      const pricedFare = priceWithPromotion(schedule, vehicleClassId, vehicleFacts);
      const load = vehicleLoads[at];
      if (!pricedFare || !load) return [];
      const promotion = applicablePromotion(schedule, pricedFare, vehicleFacts);
      return [
        {
          ...load,
          vehicleClassId,
          fare: pricedFare.fare,
          versionId,
          promotion,
          extras: vehicleFacts.extras,
        },
      ];
    });
  const sumOf = (agreed: readonly AgreedQuote[]) =>
    agreed.reduce((sum, { fare }) => sum + (fare?.totalMinor ?? 0), 0);
  const agreed = pricedQuotes(facts);
  if (agreed.length !== ids.length || sumOf(agreed) !== option[1])
    throw new AppError("quote.expired");
  const { companyId: quotedCompanyId = null, ...otherFacts } = facts;
  if (companyId === quotedCompanyId) return agreed;
  const billedQuotes = pricedQuotes(companyId === null ? otherFacts : { ...otherFacts, companyId });
  if (sumOf(billedQuotes) > option[1]) throw new AppError("quote.expired");
  return billedQuotes;
}

/** Returns the promotion that lowers a price. Null if none does. */
export function applicablePromotion(
  schedule: FeeSchedule,
  { promotion }: PricedFare,
  facts: PricedTrip,
): Promotion | null {
  if (promotion?.refusal !== null) return null;
  const promotionOrRefusal = findPromotion(schedule, promotion.code, facts.bookedOn);
  return typeof promotionOrRefusal === "string" ? null : promotionOrRefusal;
}
