/**
 * Quotes: the trip, its way and the price of every class that fits, signed so that the browser can
 * keep them until the rider has signed in. What is signed are the facts and the version of the
 * prices: the same function over the same facts gives the same fare when it is booked.
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
import type { RequestedPrepayment } from "../prepaying/prepay-rules";
import { bookingLimitsFor } from "./booking-rules-queries";
import type { QuoteOption, TripQuote, TripRequest, UnfitClass } from "./quote-contract";
import { pointOf } from "../rules";
import {
  classIdsOf,
  type PassengerLoad,
  distributePassengers,
} from "../vehicles/combination-rules";
import {
  classesInOrder,
  combinedOptions,
  withoutAllocatedExtras,
  priceClasses,
  totalOf,
} from "./class-options";
import { pricedTrip, readPickupTime, routeOf } from "./trip-facts";
import { iso } from "../../formats/instants";

/** What a quote's text holds once its signature is found good. */
export type SignedQuote = Route & {
  trip: Trip;
  pickupAt: number;
  asap?: boolean | undefined;
  willCall?: boolean | undefined;
  /** Of a return trip: the signature of the quote that it belongs to. */
  backOf?: string | undefined;
  /** Of a change: the reservation that is changed. */
  changeOf?: string | undefined;
  /** Of what leaves a reservation for one of its own: that reservation. */
  splitOf?: string | undefined;
  /** Of a change: what the trip was when it was priced. Of another it would undo what others changed since. */
  changeFrom?: string | undefined;
  /** For dispatch, which may book within the lead time: nobody else books it. */
  byStaff?: boolean | undefined;
  timeZone: string;
  expiresAt: number;
  /** "" where no price list is in force at the pickup. */
  versionId: string;
  /** Null when a stop is not pinned or no price list is in force: there is no price then. */
  facts: PricedTrip | null;
  /** The classes that were offered, each with its price. */
  options: [vehicleClassId: string, totalMinor: number][];
};

type Trip = z.output<typeof TripRequest>;

/** Used where no route can be measured. */
const NO_ROUTE: RouteWithAlternatives = {
  distanceMeters: 0,
  durationSeconds: 0,
  estimate: true,
  geometry: null,
  alternatives: [],
};

/** What of a quote is decided by who asks, and by the trip that this one belongs to. */
export type QuoteContext = {
  /** Who asks, if that is known. */
  riderId?: string | null;
  /** Who asks may bill any company that it names. */
  billsAnyCompany?: boolean;
  /** Says that nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
  /** The pickup (ms UTC), where it is not the trip's own words that say it. */
  pickupAt?: number;
  /** As soon as possible: the time moves on until it is booked. */
  asap?: boolean;
  /** A return trip that waits for its passenger's call. */
  willCall?: boolean;
  /** The quote of the outbound trip, for its return trip. */
  outbound?: string;
  /** The trip there takes a use of the promotion first. */
  priorUses?: number;
  /** The reservation that is split: this is what leaves it. */
  splitOf?: string;
  /** Dispatch asks: the lead time is its own to judge. */
  byStaff?: boolean;
};

/**
 * Prices a trip for every class that can take it, the cheapest first. With a stop that is not pinned, or while no
 * price list is in force, the classes come without a price. Throws 422 when no class fits, an extra is not offered or the
 * time falls into a clock change or is too soon, or where riders may not book there, 400 when it is past or too far ahead. Waits for a router
 * for three seconds at most.
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
  // Whom we drove somewhere we also bring back.
  if (!byStaff && outbound === undefined && outsideEnds[0] !== undefined)
    throw new AppError(`trip.outside_${outsideEnds[0]}`);
  if (trip.serviceType === "hourly" && trip.hours === undefined)
    throw new AppError("trip.hours_missing", { fields: { hours: "Enter the number of hours." } });
  const { alternatives, ...best } = (await routeOf(deps, trip, pickupAt, signal)) ?? NO_ROUTE;
  const ways = [best, ...alternatives];
  // The alternatives of an earlier answer may no longer exist: then it is the best route again.
  const route = ways[trip.way ?? 0] ?? best;
  const version = versionInForce(deps.db, pickupAt);
  const schedule = version?.schedule ?? null;
  refuseExtras(schedule, trip);
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

  const ask = prepaymentFor(deps, {
    serviceType: trip.serviceType,
    pickupAt,
    currency: schedule?.currency ?? currency,
    pickup: pointOf(trip.pickup),
    riderId,
    how: byStaff ? "phone" : "web",
  });
  const expiresAt = now + QUOTE_VALID_SECONDS * 1000;
  const promotionStandings = options.flatMap(({ priced: priceOf }) => priceOf?.promotion ?? []);
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
        vehicles: option.vehicles.map(({ priced: priceOf, ...vehicle }) => ({
          ...vehicle,
          fareMinor: totalOf({ ...vehicle, priced: priceOf }),
        })),
      }),
      fareMinor: totalOf(option),
      lines: (option.vehicles ?? [option]).flatMap(
        ({ priced: priceOf }) => priceOf?.fare.lines ?? [],
      ),
      promotion: option.priced?.promotion?.refusal ?? null,
      ...paymentBeforeTrip(
        ask({
          vehicleClassId: (option.vehicles?.[0] ?? option).vehicleClass.id,
          fareMinor: totalOf(option),
        }),
        facts !== null,
      ),
    })),
    outside: outsideEnds,
    unfit,
    // Of a code that lowers some prices it is not said that it doesn't lower the others.
    promotion:
      promotionStandings.find(({ refusal }) => refusal === null) ?? promotionStandings[0] ?? null,
    extras: schedule ? offeredExtras(schedule, trip.serviceType) : [],
    freeCancellationMinutes: schedule && freeCancellationNoticeMinutes(schedule),
    gratuity: schedule?.gratuity ?? { automaticPercent: null, choices: [] },
  };
}

function paymentBeforeTrip(
  prepayment: RequestedPrepayment | null,
  hasPrice: boolean,
): Pick<QuoteOption, "before"> {
  return prepayment && hasPrice
    ? { before: { ...prepayment, requestAt: iso(prepayment.requestAt) } }
    : {};
}

/** Which extra it is that nobody could have, in words. Those of a class only narrow the classes. */
export function refuseExtras(
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

/** A quote as text that the browser keeps and sends back: only this server can have written it. */
export function signQuote(deps: Deps, quote: SignedQuote): string {
  const text = Buffer.from(JSON.stringify([program, quote])).toString("base64url");
  return `${text}.${deps.keys.sign("quote", text)}`;
}

/** What tells one quote from every other. */
export function signatureOf(quote: string): string {
  return quote.slice(quote.indexOf(".") + 1);
}

/**
 * Reads a quote back: 400 when this server did not sign it. Whether it has expired is for the caller to ask by
 * `requireCurrentQuote`, so that a repeated booking still finds its first answer.
 */
export function readSignedQuote(deps: Deps, quote: string): SignedQuote {
  const [text = "", signature = "", ...more] = quote.split(".");
  if (more.length > 0 || !deps.keys.verify("quote", text, signature))
    throw new AppError("quote.refused");
  // Written by `signQuote`: the signature says so.
  const [by, read] = JSON.parse(Buffer.from(text, "base64url").toString()) as [string, SignedQuote];
  // The version before an upgrade may have signed other facts: it has expired, and needs to be asked for again.
  return by === program ? read : { ...read, expiresAt: 0 };
}

/** 409 for a quote that has expired. One from further ahead means that the clock was set back: its age is unknown. */
export function requireCurrentQuote({ expiresAt }: SignedQuote, now: number): void {
  if (expiresAt <= now || expiresAt > now + QUOTE_VALID_SECONDS * 1000)
    throw new AppError("quote.expired");
}

/** What is agreed of one vehicle by booking a quote. The fare is null when the price is on request. */
export type AgreedQuote = PassengerLoad & {
  vehicleClassId: string;
  fare: Fare | null;
  versionId: string;
  promotion: Promotion | null;
  extras: PricedTrip["extras"];
};

/**
 * The fare of a class of a quote, from the facts that were signed, for the company that pays or for nobody's; null when
 * the class was not offered. 409 when it would come out differently now: an upgrade has changed the rules.
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
 * Like `agreeFare`, for each vehicle of an option. A request without a price has one vehicle for everybody. If it is
 * billed to another company than it was quoted for (`companyId`), that company's prices apply; 409 if they are higher.
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
  const knownClasses = classesInOrder(deps);
  const classCapacities = ids.flatMap((id) => knownClasses.find((each) => each.id === id) ?? []);
  const vehicleLoads =
    ids.length === 1 ? [{ passengers, luggage }] : distributePassengers(classCapacities, trip);
  const schedule = versionById(deps.db, versionId)?.schedule;
  if (!schedule || vehicleLoads?.length !== ids.length) throw new AppError("quote.expired");
  const pricedQuotes = (of: PricedTrip) =>
    ids.flatMap((vehicleClassId, at): AgreedQuote[] => {
      const own = at === 0 ? of : withoutAllocatedExtras(of);
      const foundPrice = priceWithPromotion(schedule, vehicleClassId, own);
      const load = vehicleLoads[at];
      if (!foundPrice || !load) return [];
      const promotion = applicablePromotion(schedule, foundPrice, own);
      return [
        {
          ...load,
          vehicleClassId,
          fare: foundPrice.fare,
          versionId,
          promotion,
          extras: own.extras,
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

/** The promotion that lowers a price; null when none does. */
export function applicablePromotion(
  schedule: FeeSchedule,
  { promotion }: PricedFare,
  facts: PricedTrip,
): Promotion | null {
  if (promotion?.refusal !== null) return null;
  const foundPromotion = findPromotion(schedule, promotion.code, facts.bookedOn);
  return typeof foundPromotion === "string" ? null : foundPromotion;
}
