/**
 * Puts places described in words on the map and sets prices. A request with all places and a price becomes a booking.
 */
import type { z } from "zod";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { assertWithinCreditLimit } from "../../companies/billing-actions";
import { requestApproval } from "../../reservations/approvals/approval-actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { agreedPrice } from "../../fares/agreed-rules";
import type { Fare } from "../../fares/contract";
import { versionInForce } from "../../fares/queries";
import { claimPromotion } from "../../fares/promotion-use-actions";
import { announce, changeReservation, moveReservation } from "../../reservations/actions";
import { openQuoteOf } from "../../reservations/links/quote-link-queries";
import type { Stop } from "../../reservations/quotes/quote-contract";
import { priceClasses } from "../../reservations/quotes/class-options";
import { applicablePromotion } from "../../reservations/quotes/quotes";
import { pricedTrip, routeOf, stopsOf } from "../../reservations/quotes/trip-facts";
import { isOver, canReturnToPickup, pointOf } from "../../reservations/rules";
import { tripsOfBooking } from "../../reservations/vehicles/vehicle-queries";
import { Mobility } from "../../vehicles/class-contract";
import type { RouteWithAlternatives } from "../../routing/contract";
import type { SetRequestPrice, PinStop } from "../contract";
import type { EventOf } from "../../reservations/event-contract";
import { loadTrip } from "../../reservations/trip-queries";
import { readOperator } from "../../settings/queries";
import { storedPricing, storedTripPlaces, placeColumns } from "../../reservations/stored-trip";

type TripPlaces = { pickup: Stop; stops: Stop[]; dropoff: Stop };

/**
 * Puts a stop of a request on the map, or moves it. Once all stops are on the map, the distance is measured and the
 * requested class gets its current price. The request then becomes a booking (`pending`) and the rider is notified.
 * Without a price list, without `price`, or while a quote is open, it stays a request. Places that an accepted quote
 * left in words are put on the map without a new price. 409 if the trip is neither a request nor booked by such a
 * quote, or has changed in the meantime. 422 if its class cannot take it, both ends are the same place, or the paying
 * company would exceed its limit.
 */
export async function pinStop(deps: Deps, actor: Actor, id: string, input: PinStop): Promise<void> {
  const seenVersion = { actor, id, version: input.version };
  const seenTrip = loadTrip(deps.db, seenVersion);
  refusePinnedStop(seenTrip, input.stop);
  const tripPlaces = withPinnedStop(
    storedTripPlaces(seenTrip),
    input,
    canReturnToPickup(seenTrip.serviceType),
  );
  const changes = placeColumns(tripPlaces);
  const place = stopAt(tripPlaces, input.stop);
  const pin = {
    stop: typeof input.stop === "number" ? input.stop + 1 : input.stop,
    place: nameOf(place),
  };
  const now = deps.now();
  const event = { kind: "pinned" as const, ...pin };
  if (stopsOf(tripPlaces).some((stop) => pointOf(stop) === null)) {
    const rows = await deps.write((tx) => {
      const before = loadTrip(tx, seenVersion);
      refusePinnedStop(before, input.stop);
      return tripsWithSamePlace(tx, before, input.stop).map((one) =>
        changeReservation(deps, tx, one, { actor, now, changes, event }),
      );
    });
    for (const row of rows) announce(deps, row);
    return;
  }
  // The router is called before the transaction. The version then shows whether the trip has changed.
  const route = await routeOf(
    deps,
    { serviceType: seenTrip.serviceType, ...tripPlaces },
    seenTrip.pickupAt,
  );
  const rows = await deps.write((tx) => {
    const before = loadTrip(tx, seenVersion);
    refusePinnedStop(before, input.stop);
    const measuredChanges = route && { ...changes, ...routeColumns(route) };
    const setsPrice = before.state === "quote" && input.price && !openQuoteOf(tx, id);
    const listPrice = setsPrice && route && priceByList(deps, tx, before, tripPlaces, route);
    if (!listPrice && measuredChanges && (!setsPrice || !versionInForce(tx, before.pickupAt)))
      return tripsWithSamePlace(tx, before, input.stop).map((one) =>
        changeReservation(deps, tx, one, { actor, now, changes: measuredChanges, event }),
      );
    if (!listPrice) throw new AppError("trip.no_vehicle", { message: CLASS_UNFIT_MESSAGE });
    return [
      convertToBooking(deps, tx, before, listPrice, { actor, now, changes: measuredChanges, pin }),
    ];
  });
  for (const row of rows) announce(deps, row);
}

const CLASS_UNFIT_MESSAGE =
  "This class can’t take the trip now. Put the place on the map without a price, and send a quote.";

/** Returns the trip and the other vehicles of its booking that have the same place in words. */
function tripsWithSamePlace(tx: Tx, trip: StoredTrip, stop: PinStop["stop"]): StoredTrip[] {
  const place = (one: StoredTrip) => stopAt(storedTripPlaces(one), stop);
  const isSame = (one: StoredTrip) =>
    !isOver(one.state) &&
    pointOf(place(one)) === null &&
    nameOf(place(one)) === nameOf(place(trip));
  return [trip, ...tripsOfBooking(tx, trip).filter((one) => one.id !== trip.id && isSame(one))];
}

/**
 * Sets the price of a request whose places are all known: a custom amount, or the price list's amount at the pickup.
 * The request becomes a booking (`pending`) and the rider is notified. 409 if it is no longer a request or has changed
 * in the meantime. 422 if a place is unknown, if there is neither an amount nor a list price, or if the paying company
 * would exceed its limit.
 */
export async function setRequestPrice(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, fareMinor }: z.output<typeof SetRequestPrice>,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    refusePricedTrip(before);
    const openQuote = openQuoteOf(tx, id);
    if (openQuote && openQuote.validUntil > now) throw new AppError("quote.open");
    const tripPlaces = storedTripPlaces(before);
    if (stopsOf(tripPlaces).some((stop) => pointOf(stop) === null))
      throw new AppError("trip.place_unknown");
    const listPriceOfTrip = priceByList(deps, tx, before, tripPlaces, before);
    if (fareMinor === null && !listPriceOfTrip)
      throw new AppError("request.invalid", {
        fields: { fareMinor: "No price list has a price for this trip. Enter a price." },
      });
    const zeroFare = { currency: readOperator(deps).currency, totalMinor: 0, lines: [] };
    const price = listPriceOfTrip ?? { ...noListPrice, fare: zeroFare };
    const fare =
      fareMinor === null
        ? price.fare
        : agreedPrice(price.schedule, before.serviceType, price.fare, fareMinor);
    return convertToBooking(deps, tx, before, { ...price, fare }, { actor, now });
  });
  announce(deps, row);
}

/**
 * Returns the price of a request by the price list, in minor units, or null if a place is unknown or no list has a
 * price.
 */
export function listPriceMinorOf(deps: Deps, row: StoredTrip): number | null {
  const tripPlaces = storedTripPlaces(row);
  if (stopsOf(tripPlaces).some((stop) => pointOf(stop) === null)) return null;
  return priceByList(deps, deps.db, row, tripPlaces, row)?.fare.totalMinor ?? null;
}

/** The price of a request. */
type RequestPrice = {
  fare: Fare;
  /** "" if no price list is in force. */
  versionId: string;
  promotion: ReturnType<typeof applicablePromotion>;
  deadheadMeters: number;
};

const noListPrice = { schedule: null, versionId: "", promotion: null, deadheadMeters: 0 };

/**
 * Returns the price of a request by the list in force at its pickup, or null if there is no list or the class cannot
 * take the trip.
 */
function priceByList(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  tripPlaces: TripPlaces,
  route: Pick<RouteWithAlternatives, "distanceMeters" | "durationSeconds">,
) {
  const version = versionInForce(tx, before.pickupAt);
  const facts =
    version &&
    pricedTrip(
      deps,
      version.schedule,
      {
        ...storedPricing(before),
        ...tripPlaces,
        pickupLocal: before.pickupLocal,
        ...(before.promotionCode && { promotionCode: before.promotionCode }),
      },
      {
        pickupAt: before.pickupAt,
        // The lead time counts from the day of the request.
        bookedAt: before.createdAt,
        timeZone: before.timeZone,
        route,
        riderId: before.riderId,
      },
    );
  if (!facts) return null;
  const { schedule, id: versionId } = version;
  const needs = { ...before, mobility: Mobility.parse(before.mobility) };
  const option = priceClasses(deps, schedule, needs, facts).find(
    ({ vehicleClass }) => vehicleClass.id === before.vehicleClassId,
  );
  if (!option?.priced) return null;
  const promotion = applicablePromotion(schedule, option.priced, facts);
  const { deadheadMeters } = facts;
  return { fare: option.priced.fare, schedule, versionId, promotion, deadheadMeters };
}

function convertToBooking(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  { fare, versionId, promotion, deadheadMeters }: RequestPrice,
  by: {
    actor: Actor;
    now: number;
    changes?: Partial<StoredTrip> | null;
    pin?: Pick<EventOf<"pinned">, "stop" | "place">;
  },
): StoredTrip {
  const { actor, now } = by;
  // While the request had no price, the company's credit limit could not be checked.
  assertWithinCreditLimit(tx, { ...before, currency: fare.currency }, fare.totalMinor, null);
  if (promotion && before.riderId)
    claimPromotion(tx, promotion, { reservationId: before.id, riderId: before.riderId, at: now });
  const row = moveReservation(deps, tx, before, {
    to: "pending",
    actor,
    now,
    event: { kind: "priced", ...by.pin, fareMinor: fare.totalMinor, currency: fare.currency },
    changes: {
      ...by.changes,
      fareMinor: fare.totalMinor,
      currency: fare.currency,
      fareLines: fare.lines,
      feeScheduleId: versionId,
      promotionCode: promotion?.code ?? null,
      deadheadMeters,
    },
  });
  requestApproval(deps, tx, [row], now);
  return row;
}

function routeColumns({
  distanceMeters,
  durationSeconds,
  estimate,
  geometry,
}: RouteWithAlternatives) {
  return { distanceMeters, durationSeconds, estimate, routeGeometry: geometry };
}

/** Refuses to move a stop unless the trip is a request, or a booking whose accepted quote left this place in words. */
function refusePinnedStop(row: StoredTrip, stop: PinStop["stop"]): void {
  const isBooked = row.state === "pending" || row.state === "confirmed";
  if (!isBooked || pointOf(stopAt(storedTripPlaces(row), stop)) !== null) refusePricedTrip(row);
}

/** Refuses a trip that has a price, because the price was agreed for its places. */
function refusePricedTrip(row: StoredTrip): void {
  if (row.state !== "quote" || row.fareLines.length > 0)
    throw new AppError("reservation.illegal_transition");
}

function stopAt(tripPlaces: TripPlaces, at: PinStop["stop"]): Stop {
  const stop = typeof at === "number" ? tripPlaces.stops[at] : tripPlaces[at];
  if (!stop)
    throw new AppError("request.invalid", { fields: { stop: "This stop does not exist." } });
  return stop;
}

function withPinnedStop(tripPlaces: TripPlaces, input: PinStop, isOnePlace: boolean): TripPlaces {
  const { stop, latitude, longitude } = input;
  const before = stopAt(tripPlaces, stop);
  const pinnedStop = {
    name: input.name ?? before.name,
    detail: input.detail ?? before.detail,
    latitude,
    longitude,
  };
  if (typeof stop === "number")
    return { ...tripPlaces, stops: tripPlaces.stops.with(stop, pinnedStop) };
  const other = stop === "pickup" ? "dropoff" : "pickup";
  // A round trip has one place, which was entered once.
  const pinsBothEnds =
    isOnePlace && pointOf(tripPlaces[other]) === null && tripPlaces[other].name === before.name;
  return { ...tripPlaces, [stop]: pinnedStop, ...(pinsBothEnds && { [other]: pinnedStop }) };
}

function nameOf({ name, detail }: Stop): string {
  return detail ? `${name}, ${detail}` : name;
}
