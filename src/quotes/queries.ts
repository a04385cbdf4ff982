/** Reads quotes for staff and for their page. */
import { asc, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/open";
import { findRow } from "../../db/rows";
import { type StoredTripQuote, tripQuoteQuestions, tripQuotes } from "../../db/schema/trip-quotes";
import type { StoredTrip } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import { type Deps, SYSTEM_ACTOR } from "../deps";
import { listPriceMinorOf } from "../dispatch/assignment/pin-actions";
import { readReservationForDispatch } from "../dispatch/queries";
import { AppError } from "../errors";
import { iso } from "../formats/instants";
import { hashToken } from "../process/keys";
import { quoteUrl } from "../reservations/links/quote-link-queries";
import { prepaymentFor } from "../reservations/prepaying/prepay-queries";
import { pointOf } from "../reservations/rules";
import { storedTripPlaces } from "../reservations/stored-trip";
import { combinations, distributeLoad } from "../reservations/vehicles/combination-rules";
import { combinedTerms, termsInForce } from "../reservations/terms/terms-queries";
import { loadTrip } from "../reservations/trip-queries";
import { bookableClasses } from "../vehicles/bookable-queries";
import type { QuoteItem, QuotePage, TripQuote, TripQuotesAnswer } from "./contract";
import { MAX_QUESTIONS, stateOf } from "./rules";

/** Returns the quote of a token. 404 for an unknown token. */
export function quoteOfToken(deps: Deps, token: string): StoredTripQuote {
  const quote = findRow(deps.db, tripQuotes, { tokenHash: hashToken(token) });
  if (!quote) throw new AppError("quote.link_unknown");
  return quote;
}

/** Returns the questions and answers about the quotes of a reservation, oldest first. */
export function readQuestions(db: Db | Tx, reservationId: string) {
  return db
    .select()
    .from(tripQuoteQuestions)
    .where(eq(tripQuoteQuestions.reservationId, reservationId))
    .orderBy(asc(tripQuoteQuestions.id))
    .all()
    .map(({ sender, senderName, body, createdAt }) => ({
      from: sender,
      by: senderName,
      text: body,
      at: iso(createdAt),
    }));
}

/** Returns the reservation as dispatch sees it. */
export function tripAnswer(deps: Deps, id: string) {
  return { reservation: readReservationForDispatch(deps, id) };
}

/** Returns a reservation's quotes for staff. 404 for an unknown reservation. */
export function readQuotes(deps: Deps, id: string): TripQuotesAnswer {
  const trip = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id });
  const rows = deps.db
    .select()
    .from(tripQuotes)
    .where(eq(tripQuotes.reservationId, id))
    .orderBy(desc(tripQuotes.version))
    .all();
  const quotes = rows.map((row): TripQuote => {
    const state = stateOf(row, trip.state, deps.now());
    return {
      id: row.id,
      version: row.version,
      state,
      vehicles: quotedVehicles(deps.db, row),
      items: itemsOf(row),
      totalMinor: row.totalMinor,
      currency: row.currency,
      text: row.text,
      terms: row.terms,
      validUntil: iso(row.validUntil),
      createdAt: iso(row.createdAt),
      createdBy: row.createdBy,
      openedAt: iso(row.openedAt),
      endedAt: iso(row.endedAt),
      acceptedBy: row.acceptedBy,
      reason: row.reason,
      url: state === "open" ? quoteUrl(deps, row.id) : null,
    };
  });
  const classes = bookableClasses(deps).map(({ id, name, passengers, luggage }) => ({
    id,
    name,
    passengers,
    luggage,
  }));
  return {
    quotes,
    questions: readQuestions(deps.db, id),
    listMinor: trip.state === "quote" ? listPriceMinorOf(deps, trip) : null,
    terms: rows[0]?.terms ?? defaultTerms(deps.db),
    classes,
    proposed: rows[0]?.vehicles.length
      ? rows[0].vehicles.map(({ vehicleClassId }) => vehicleClassId)
      : proposedClassIds(deps, trip, classes),
  };
}

/**
 * Returns the fewest vehicles that carry all passengers of a request: the cheapest ones of the classes with a list
 * price, or else any.
 */
function proposedClassIds(
  deps: Deps,
  trip: StoredTrip,
  classes: TripQuotesAnswer["classes"],
): string[] {
  const booked = classes.find(({ id }) => id === trip.vehicleClassId);
  if (booked && distributeLoad([booked], trip)) return [booked.id];
  const tripOfOnePassenger = { ...trip, passengers: 1, luggage: 0, extras: [] };
  const pricedClasses = classes.map((each) => {
    const listMinor = listPriceMinorOf(deps, { ...tripOfOnePassenger, vehicleClassId: each.id });
    return { ...each, firstVehicleMinor: listMinor, fareMinor: listMinor };
  });
  const unpricedClasses = classes.map((each) => ({ ...each, firstVehicleMinor: 0, fareMinor: 0 }));
  const fewestVehicles =
    combinations(pricedClasses, trip)[0] ?? combinations(unpricedClasses, trip)[0];
  return fewestVehicles?.map(({ id }) => id) ?? [trip.vehicleClassId];
}

/** Returns each vehicle of a quote with the name of its class. */
function quotedVehicles(db: Db, { vehicles }: StoredTripQuote): TripQuote["vehicles"] {
  return vehicles.map(({ vehicleClassId: id, ...load }) => ({
    ...load,
    vehicleClass: { id, name: findRow(db, vehicleClasses, { id })?.name ?? "" },
  }));
}

/** Only Livery writes this column, from the contract's items. */
const itemsOf = (row: StoredTripQuote) => row.items as QuoteItem[];

/** Returns the published terms, otherwise those of the last quote. */
function defaultTerms(db: Db): string {
  const published = termsInForce(db);
  if (published) return combinedTerms(published);
  const [last] = db
    .select({ terms: tripQuotes.terms })
    .from(tripQuotes)
    .orderBy(desc(tripQuotes.createdAt))
    .limit(1)
    .all();
  return last?.terms ?? "";
}

/** Returns a quote as its page shows it, without the place to pay. */
export function readQuotePage(deps: Deps, quote: StoredTripQuote): QuotePage {
  const trip = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id: quote.reservationId });
  const state = stateOf(quote, trip.state, deps.now());
  const { vehicleClassId, serviceType, pickupAt, riderId } = trip;
  const tripPlaces = storedTripPlaces(trip);
  const { currency, totalMinor, version } = quote;
  const questions = readQuestions(deps.db, trip.id);
  const vehicles = quotedVehicles(deps.db, quote);
  const prepayment =
    state !== "open" || trip.payment === "account"
      ? null
      : prepaymentFor(deps, {
          serviceType,
          pickupAt,
          currency,
          pickup: pointOf(tripPlaces.pickup),
          riderId,
          how: "web",
        })({
          vehicleClassId: quote.vehicles[0]?.vehicleClassId ?? vehicleClassId,
          fareMinor: totalMinor,
        });
  return {
    state,
    number: trip.number,
    version,
    serviceType,
    pickupAt: iso(pickupAt),
    pickup: tripPlaces.pickup.name,
    stops: tripPlaces.stops.map(({ name }) => name),
    dropoff: tripPlaces.dropoff.name,
    // After the quote is accepted, the trip has only the passengers of the first vehicle.
    passengers: vehicles.reduce((sum, one) => sum + one.passengers, 0) || trip.passengers,
    hours: trip.hours,
    vehicleClass: findRow(deps.db, vehicleClasses, { id: vehicleClassId })?.name ?? "",
    vehicles,
    items: itemsOf(quote),
    totalMinor,
    currency,
    text: quote.text,
    terms: quote.terms,
    validUntil: iso(quote.validUntil),
    before: prepayment && { ...prepayment, requestAt: iso(prepayment.requestAt) },
    payUrl: null,
    questions: questions.map(({ from, text, at }) => ({ from, text, at })),
    isFull: questions.length >= MAX_QUESTIONS,
  };
}
