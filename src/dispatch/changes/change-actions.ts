/** Changes a trip for its rider or dispatch, with the effects on its price and its driver. */
import type { z } from "zod";
import { promotionUses } from "../../../db/schema/fares";
import { reservationEvents, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import {
  assertCompanyActive,
  assertWithinCreditLimit,
  memberWithLimit,
} from "../../companies/billing-actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import type { PricedTrip } from "../../fares/contract";
import { versionInForce } from "../../fares/queries";
import { offeredExtras, QUOTE_VALID_SECONDS } from "../../fares/rules";
import { reclaimPromotion } from "../../fares/promotion-use-actions";
import { requestApprovalAgain } from "../../reservations/approvals/approval-actions";
import { announce, changeReservation } from "../../reservations/actions";
import { bookingLimitsFor } from "../../reservations/quotes/booking-rules-queries";
import { replaceTrackingLink } from "../../reservations/links/link-actions";
import { isOtherPassenger } from "../../reservations/passenger-rules";
import {
  limitNewPassengers,
  passengerColumns,
  readPassenger,
} from "../../reservations/passenger-queries";
import { PassengerInput, type ServiceDetails } from "../../reservations/contract";
import { bookedExtras } from "../../reservations/book-vehicles-actions";
import { fullName } from "../../accounts/name-rules";
import { findRider } from "../../accounts/sign-in/rider-queries";
import type {
  ChangeQuote,
  ChangeReservation,
  ChangeTrip,
} from "../../reservations/change-contract";
import { readEvent } from "../../reservations/event-rules";
import { isFeeEvasion, isChangeable, isAirportTrip } from "../../reservations/change-rules";
import type { Stop, UnfitClass } from "../../reservations/quotes/quote-contract";
import { TripRequest } from "../../reservations/quotes/quote-contract";
import { notifyOfChange } from "../../reservations/messages/messages";
import { priceClasses } from "../../reservations/quotes/class-options";
import {
  agreeFare,
  readSignedQuote,
  assertExtrasOffered,
  requireCurrentQuote,
  signQuote,
  type SignedQuote,
} from "../../reservations/quotes/quotes";
import { isOver, pointOf } from "../../reservations/rules";
import { readStartTime } from "../../reservations/start-queries";
import { otherLegOf } from "../../reservations/quotes/return-trip-queries";
import { beginsTooEarly } from "../../reservations/quotes/return-trip-rules";
import { pricedTrip, readPickupTime, routeOf } from "../../reservations/quotes/trip-facts";
import { readOperator } from "../../settings/queries";
import { placesOutsideArea } from "../../zones/area-queries";
import { changePaymentMethod } from "./payment-actions";
import { changesOf, releaseDriverIfUnfit, moveWaitingReturnTrip } from "./change-effect-actions";
import { loadTrip, cancellationOf } from "../../reservations/trip-queries";
import { findRow, findRows } from "../../../db/rows";
import type { Reader } from "../../rows";
import { iso } from "../../formats/instants";
import { storedPricing, placeColumns } from "../../reservations/stored-trip";

type Trip = z.output<typeof TripRequest>;
/**
 * The person who changes a trip: its rider or a partner, within the rules for riders, or dispatch, which decides on
 * lead times and fees.
 */
export type ChangeAuthor =
  { kind: "rider"; id: string; name: string } | (Actor & { kind: "admin" | "partner" });

/**
 * Prices a changed trip at current prices, in the booked class or another one. Waits at most three seconds for a
 * router. 404 if the trip is not the rider's, 409 if it has changed in the meantime or they can no longer change it,
 * 422 if the class cannot take it.
 */
export async function quoteChange(
  deps: Deps,
  by: Reader & Pick<ChangeAuthor, "kind">,
  id: string,
  input: ChangeTrip,
  signal?: AbortSignal,
): Promise<ChangeQuote> {
  const now = deps.now();
  const row = loadChangeableTrip(deps, id, by, input.version);
  const trip = changedTrip(row, input);
  if (by.kind !== "admin") refuseOutsideArea(deps, row, trip);
  const changesPickupTime =
    trip.pickupLocal !== row.pickupLocal || input.repeatedHour !== undefined;
  const timeZone = changesPickupTime ? readOperator(deps).timeZone : row.timeZone;
  const pickupAt = changesPickupTime
    ? readPickupTime(
        trip,
        timeZone,
        now,
        bookingLimitsFor(deps, row.serviceType, by.kind === "admin"),
      )
    : row.pickupAt;
  const measuredRoute = await routeOf(deps, trip, pickupAt, signal);
  const version = versionInForce(deps.db, pickupAt);
  if (!measuredRoute) throw new AppError("trip.place_unknown");
  if (!version)
    throw new AppError("trip.no_vehicle", {
      message: "We have no prices for that time yet. Please call us to agree on a price.",
    });
  if (input.extras) assertExtrasOffered(version.schedule, trip);
  const { distanceMeters, durationSeconds, estimate, geometry } = measuredRoute;
  const route = { distanceMeters, durationSeconds, estimate, geometry };
  const repricedTrip = pricedTrip(deps, version.schedule, trip, {
    pickupAt,
    bookedAt: now,
    timeZone,
    route,
    riderId: row.riderId,
  });
  if (!repricedTrip) throw new AppError("trip.place_unknown");
  const facts = withoutOwnPromotionUse(deps, row, repricedTrip);
  const unfit: UnfitClass[] = [];
  const options = priceClasses(deps, version.schedule, trip, facts, unfit);
  const classId = input.vehicleClassId ?? row.vehicleClassId;
  const option = options.find(({ vehicleClass }) => vehicleClass.id === classId);
  if (!option?.priced)
    throw new AppError("trip.no_vehicle", {
      message:
        by.kind === "admin"
          ? unfitClassMessage(unfit.find(({ vehicleClass }) => vehicleClass.id === classId))
          : classId === row.vehicleClassId
            ? "The car you booked can’t take this trip. Please call us."
            : "This car can’t take this trip. Please choose another.",
    });
  const { fare } = option.priced;
  if (by.kind !== "admin")
    refuseFeeEvasion(deps, row, { pickupAt, fareMinor: fare.totalMinor }, now);
  const expiresAt = now + QUOTE_VALID_SECONDS * 1000;
  return {
    quote: signQuote(deps, {
      changeOf: row.id,
      changeFrom: fingerprintOf(row),
      ...(by.kind === "admin" && { byStaff: true }),
      trip,
      pickupAt,
      timeZone,
      ...route,
      expiresAt,
      versionId: version.id,
      facts,
      options: [[classId, fare.totalMinor]],
    }),
    expiresAt: iso(expiresAt),
    pickupAt: iso(pickupAt),
    currency: fare.currency,
    classes: options.flatMap(({ vehicleClass: { id, name }, priced }) =>
      priced ? [{ id, name, fareMinor: priced.fare.totalMinor }] : [],
    ),
    extras: offeredExtras(version.schedule, trip.serviceType),
    fareMinor: fare.totalMinor,
    lines: fare.lines,
    fareBeforeMinor: row.fareMinor,
    overlaps: overlapOf(deps, row, { pickupAt, durationSeconds }),
    distanceMeters,
    durationSeconds,
    estimate,
  };
}

/** Returns why the booked class cannot take the trip, for dispatch. */
function unfitClassMessage(unfitClass: UnfitClass | undefined): string {
  if (!unfitClass) return "The booked class can’t take this trip.";
  const { name, passengers, luggage } = unfitClass.vehicleClass;
  if (unfitClass.lacks === "passengers")
    return `The booked class, ${name}, takes at most ${passengers} passengers.`;
  if (unfitClass.lacks === "luggage")
    return `The booked class, ${name}, takes at most ${luggage} bags.`;
  if (unfitClass.lacks === "extras") return `The class ${name} doesn’t offer these extras.`;
  return `The booked class, ${name}, can’t take this trip.`;
}

/**
 * Changes a trip as quoted, or its flight, greeting sign, passenger, payment or note. The state stays. An open offer is
 * withdrawn. A driver or vehicle that no longer fits is unassigned, and so is a driver who has set off too early for
 * the new time. Errors are those of the quote, and 409 `quote.expired`.
 */
export async function changeTrip(
  deps: Deps,
  actor: ChangeAuthor,
  id: string,
  input: ChangeReservation,
  /** Whether another message tells the rider, so that this one is not sent. */
  quiet = false,
): Promise<StoredTrip> {
  const now = deps.now();
  const quote = input.quote === undefined ? null : readSignedQuote(deps, input.quote);
  const { row, driverIds, movedReturnTrip } = await deps.write((tx) => {
    const before = loadChangeableTrip({ ...deps, db: tx }, id, actor, input.version);
    const note = input.note === undefined || input.note === before.note ? null : input.note;
    const flight = changedFlight(before, input.flightNumber);
    const sign = greetingSignColumns(before, input.greetingSign);
    const passenger = changedPassenger(deps, tx, actor, before, input);
    if (passenger && actor.kind !== "admin") refuseTooManyPassengers(tx, before, passenger);
    const unpricedChanges = { ...flight, ...sign, ...(note !== null && { note }) };
    const changesTrip = quote || passenger || Object.keys(unpricedChanges).length > 0;
    if (!changesTrip && !input.pays)
      throw new AppError("request.invalid", { fields: { quote: "Nothing has changed." } });
    const changedTrip = changesTrip
      ? changeTripInTransaction(deps, tx, actor, before, {
          quote,
          unpricedChanges,
          passenger,
          now,
          quiet,
        })
      : { row: before, driverIds: [], movedReturnTrip: null };
    if (!input.pays) return changedTrip;
    return {
      ...changedTrip,
      row: changePaymentMethod(deps, tx, actor, changedTrip.row, input.pays),
    };
  });
  announce(deps, row, driverIds);
  if (movedReturnTrip) announce(deps, movedReturnTrip);
  return row;
}

/** Changes a trip in the caller's transaction and notifies its people. The caller announces the returned events. */
export function changeTripInTransaction(
  deps: Deps,
  tx: Tx,
  actor: ChangeAuthor,
  before: StoredTrip,
  to: {
    quote: SignedQuote | null;
    /** Changes without a price: another note, flight or sign. */
    unpricedChanges?: Partial<
      Pick<StoredTrip, "note" | "flightNumber" | "landedAt" | "minutesAfterLanding" | "details">
    >;
    /** Another passenger, or other contact details of the same one. */
    passenger?: ReturnType<typeof changedPassenger>;
    now: number;
    /** The part that was split off into its own trip. One message tells the rider about both. */
    splitInto?: StoredTrip;
    orderId?: string;
    quiet?: boolean;
  },
): { row: StoredTrip; driverIds: string[]; movedReturnTrip: StoredTrip | null } {
  const { quote, now, splitInto, orderId, quiet = false } = to;
  const quoteColumns = quote && applyQuote(deps, tx, before, quote, now, actor.kind);
  const changes = {
    ...quoteColumns,
    ...to.unpricedChanges,
    ...to.passenger,
    ...(orderId && { orderId }),
  };
  const { row: releasedTrip, driverIds } = quoteColumns
    ? releaseDriverIfUnfit(deps, tx, before, { ...before, ...changes }, { actor, now })
    : { row: before, driverIds: before.driverId ? [before.driverId] : [] };
  const row = changeReservation(deps, tx, releasedTrip, {
    actor,
    now,
    changes,
    event: {
      ...changesOf(tx, before, { ...before, ...changes }),
      ...(splitInto && { splitInto: splitInto.number, splitIntoId: splitInto.id }),
    },
  });
  if (row.fareMinor > before.fareMinor) requestApprovalAgain(deps, tx, row, now);
  if (isOtherPassenger(before, row)) replaceTrackingLink(deps, tx, row.id);
  notifyOfChange(tx, deps, row, driverIds, { splitInto: splitInto ?? null, before, quiet });
  return {
    row,
    driverIds,
    movedReturnTrip: moveWaitingReturnTrip(deps, tx, before, row, { actor, now }),
  };
}

/**
 * Returns the columns of another flight, or null if it is unchanged. 400 for a trip that is not to or from an airport.
 */
function changedFlight(row: StoredTrip, typed: string | undefined) {
  const flightNumber = typed === undefined ? row.flightNumber : typed || null;
  if (flightNumber === row.flightNumber) return null;
  if (!isAirportTrip(row.serviceType))
    throw new AppError("request.invalid", {
      fields: { flightNumber: "Only trips to or from an airport have a flight." },
    });
  return { flightNumber, landedAt: null, minutesAfterLanding: 0 };
}

/**
 * Returns the column of another name on the greeting sign, or null if it is unchanged. 400 for a trip that is not from
 * an airport.
 */
function greetingSignColumns(row: StoredTrip, typed: string | undefined) {
  const details = row.details as ServiceDetails | null;
  if (typed === undefined || typed === (details?.greetingSign ?? "")) return null;
  if (row.serviceType !== "airport_pickup")
    throw new AppError("request.invalid", {
      fields: { greetingSign: "Only trips from an airport have a greeting sign." },
    });
  return { details: typed ? { greetingSign: typed } : null };
}

/** Returns the columns of another passenger, or null if unchanged. An empty name makes the rider the passenger. */
function changedPassenger(
  deps: Deps,
  tx: Tx,
  actor: ChangeAuthor,
  row: StoredTrip,
  input: ChangeReservation,
) {
  const passengerInput = PassengerInput.parse(input);
  if (Object.values(passengerInput).every((value) => value === undefined)) return null;
  const owner = row.riderId === null ? undefined : findRider(tx, row.riderId);
  const rider = passengerInput.passengerName === "" ? owner : undefined;
  const after = readPassenger(
    deps,
    rider
      ? {}
      : {
          passengerName: passengerInput.passengerName || row.passengerName,
          passengerPhone: passengerInput.passengerPhone ?? row.passengerPhone ?? "",
          passengerEmail: passengerInput.passengerEmail ?? row.passengerEmail ?? "",
          passengerLanguage: passengerInput.passengerLanguage ?? row.passengerLanguage ?? "",
          driverNewsTo: passengerInput.driverNewsTo ?? row.driverNewsTo,
        },
  );
  const namedPassenger = passengerColumns(after, {
    name: rider ? fullName(rider) : row.passengerName,
    phone: rider?.phone ?? null,
  });
  const columns =
    owner && actor.kind !== "admin"
      ? limitNewPassengers(tx, deps, owner, namedPassenger)
      : namedPassenger;
  const names = [
    "passengerName",
    "passengerPhone",
    "passengerEmail",
    "passengerLanguage",
    "driverNewsTo",
  ] as const;
  return names.some((name) => columns[name] !== row[name]) ? columns : null;
}

/**
 * How many other passengers of one trip a rider may have notified. The number is limited because their contacts are not
 * confirmed.
 */
const MAX_PASSENGERS = 5;

function refuseTooManyPassengers(
  tx: Tx,
  row: StoredTrip,
  passenger: Pick<StoredTrip, "passengerPhone" | "passengerEmail">,
): void {
  if (!isOtherPassenger(row, passenger)) return;
  const passengerChanges = findRows(tx, reservationEvents, { reservationId: row.id }).filter(
    (entry) => {
      const event = readEvent(entry);
      return event.kind === "changed" && event.passengerContact;
    },
  );
  if (passengerChanges.length >= MAX_PASSENGERS)
    throw new AppError("request.too_many", {
      message: "You have changed the passenger of this trip too often. Please call us.",
    });
}

/** Loads the trip at the version that was seen. 409 if it can no longer be changed. */
export function loadChangeableTrip(deps: Deps, id: string, by: Reader, version: number) {
  const row = loadTrip(deps.db, { actor: by, id, version });
  if (!isChangeable({ state: row.state, startsAt: readStartTime(deps, row) }, deps.now()))
    throw new AppError("reservation.not_changeable");
  return row;
}

/** Returns a text that identifies a version of the trip. */
function fingerprintOf(row: StoredTrip): string {
  return Bun.hash(JSON.stringify([tripOf(row), row.vehicleClassId])).toString(36);
}

/** Returns the trip as booked. */
export function tripOf(
  row: Parameters<typeof storedPricing>[0] &
    Pick<StoredTrip, "pickupLocal" | "passengers" | "luggage" | "mobility" | "promotionCode">,
): Trip {
  return TripRequest.parse({
    ...storedPricing(row),
    pickupLocal: row.pickupLocal,
    passengers: row.passengers,
    luggage: row.luggage,
    mobility: row.mobility,
    ...(row.promotionCode && { promotionCode: row.promotionCode }),
  });
}

/** Returns the trip as it would be after the change. */
export function changedTrip(
  row: StoredTrip,
  { version: _, vehicleClassId, ...requested }: ChangeTrip,
): Trip {
  const before = tripOf(row);
  const changedFields = Object.fromEntries(
    Object.entries(requested).filter(([, value]) => value !== undefined),
  );
  const after = TripRequest.parse({ ...before, ...changedFields });
  // Hourly hire returns to its start, so one place is entered for both ends.
  const isRoundTrip = row.serviceType === "hourly" && isSamePlace(before.pickup, before.dropoff);
  return isRoundTrip && requested.dropoff === undefined
    ? { ...after, dropoff: after.pickup }
    : after;
}

/** Refuses with 422 a change that moves an end out of the service area. A return trip may be outside. */
function refuseOutsideArea(deps: Deps, row: StoredTrip, after: Trip): void {
  if (row.returnOfId !== null) return;
  const before = tripOf(row);
  const ends = { pickup: pointOf(after.pickup), dropoff: pointOf(after.dropoff) };
  const endOutsideArea = placesOutsideArea(deps, ends).find(
    (end) => !isSamePlace(before[end], after[end]),
  );
  if (endOutsideArea) throw new AppError(`trip.outside_${endOutsideArea}`);
}

/**
 * Whether all parts that a change cannot affect equal the booking. Anything else is a new booking. Extras can only be
 * changed with a quote for a change.
 */
function hasSameFixedParts({ trip, changeOf }: SignedQuote, row: StoredTrip): boolean {
  const unchangeableText = ({
    serviceType,
    mobility,
    hours,
    extras,
    promotionCode,
    gratuityPercent,
  }: Trip) =>
    JSON.stringify([
      ...[serviceType, mobility, hours, promotionCode, gratuityPercent],
      changeOf === undefined && extras,
    ]);
  return unchangeableText(trip) === unchangeableText(tripOf(row));
}

/** Leaves out this booking's own use of the promotion, so that it does not count against the limit. */
function withoutOwnPromotionUse(deps: Deps, row: StoredTrip, facts: PricedTrip): PricedTrip {
  if (!facts.promotion) return facts;
  const promotionUse = findRow(deps.db, promotionUses, { reservationId: row.id });
  if (!promotionUse || promotionUse.releasedAt !== null) return facts;
  const { code, uses, usesByRider } = facts.promotion;
  const subtractOwnUse = (count: number) => Math.max(0, count - 1);
  return {
    ...facts,
    promotion: { code, uses: subtractOwnUse(uses), usesByRider: subtractOwnUse(usesByRider) },
  };
}

function refuseFeeEvasion(
  deps: Deps,
  row: StoredTrip,
  after: { pickupAt: number; fareMinor: number },
  now: number,
): void {
  const decision = cancellationOf(deps, row, now);
  if (decision.allowed && isFeeEvasion(decision.feeMinor, row, after))
    throw new AppError("reservation.change_too_late");
}

/**
 * Returns the columns that a quote changes, after checking that it belongs to this trip and is still valid. Also moves
 * the use of the promotion to the new price, and checks the company's credit limit.
 */
function applyQuote(
  deps: Deps,
  tx: Tx,
  row: StoredTrip,
  quote: SignedQuote,
  now: number,
  by: ChangeAuthor["kind"],
) {
  requireCurrentQuote(quote, now);
  if (quote.changeFrom !== undefined && quote.changeFrom !== fingerprintOf(row))
    throw new AppError("quote.expired");
  const isForOtherTrip = quote.changeOf !== undefined && quote.changeOf !== row.id;
  // The quote is for a return trip or for a part to split off.
  const isForOtherPurpose =
    isForOtherTrip || quote.backOf !== undefined || quote.splitOf !== undefined;
  // A quote for dispatch ignores lead time and fees, so a rider cannot accept it.
  const isStaffQuoteForRider = by !== "admin" && quote.byStaff === true;
  if (isForOtherPurpose || isStaffQuoteForRider || !hasSameFixedParts(quote, row))
    throw new AppError("quote.refused");
  // The quote for a change has only one class.
  const [[vehicleClassId] = [row.vehicleClassId]] =
    quote.changeOf === undefined ? [] : quote.options;
  const agreed = agreeFare(deps, quote, vehicleClassId, row.companyId);
  if (!agreed?.fare) throw new AppError("quote.refused");
  const { fare, promotion, versionId } = agreed;
  if (by !== "admin")
    refuseFeeEvasion(deps, row, { pickupAt: quote.pickupAt, fareMinor: fare.totalMinor }, now);
  const costsMore = fare.totalMinor > row.fareMinor;
  if (by === "partner" && costsMore) assertCompanyActive(tx, row);
  const limitedMemberId =
    by === "partner" ? memberWithLimit(tx, row) : by === "rider" ? row.riderId : null;
  assertWithinCreditLimit(tx, row, fare.totalMinor, limitedMemberId, quote.pickupAt);
  if (row.riderId)
    reclaimPromotion(tx, promotion, { reservationId: row.id, riderId: row.riderId, at: now });
  const { trip } = quote;
  return {
    vehicleClassId,
    passengers: trip.passengers,
    luggage: trip.luggage,
    pickupAt: quote.pickupAt,
    pickupLocal: trip.pickupLocal,
    timeZone: quote.timeZone,
    ...placeColumns(trip),
    distanceMeters: quote.distanceMeters,
    durationSeconds: quote.durationSeconds,
    estimate: quote.estimate,
    routeGeometry: quote.geometry,
    fareMinor: fare.totalMinor,
    currency: fare.currency,
    fareLines: fare.lines,
    feeScheduleId: versionId,
    extras: bookedExtras(deps, versionId, agreed.extras),
    promotionCode: promotion?.code ?? null,
    deadheadMeters: quote.facts?.deadheadMeters ?? 0,
    // A return trip with a fixed time no longer waits for a call.
    ...(row.willCall && quote.pickupAt !== row.pickupAt && { willCall: false }),
  };
}

/** Returns the other trip if the return would start before the outbound trip ends. */
function overlapOf(
  deps: Deps,
  row: StoredTrip,
  after: { pickupAt: number; durationSeconds: number },
): ChangeQuote["overlaps"] {
  const other = otherLegOf(deps.db, row);
  if (!other || other.willCall || isOver(other.state)) return null;
  const changedRow = { ...after, hours: row.hours };
  const legsOverlap =
    other.leads === "back"
      ? beginsTooEarly(changedRow, other.pickupAt)
      : beginsTooEarly(other, after.pickupAt);
  if (!legsOverlap) return null;
  const { number, leads } = other;
  return { number, leads, pickupAt: iso(other.pickupAt) };
}

function isSamePlace(a: Stop, b: Stop): boolean {
  const [one, other] = [pointOf(a), pointOf(b)];
  return one?.latitude === other?.latitude && one?.longitude === other?.longitude;
}
