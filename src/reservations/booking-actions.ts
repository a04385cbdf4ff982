/** Books a quoted trip for a rider, or for a partner on a rider's behalf. */
import { fullName } from "../accounts/name-rules";
import type { StoredRider } from "../../db/schema/accounts";
import type { StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { findRider } from "../accounts/sign-in/rider-queries";
import { logOnCompany } from "../companies/actions";
import { colleagueOf } from "../companies/member-actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { announce, appendEvent } from "./actions";
import { bookVehicles, type TripToBook } from "./book-vehicles-actions";
import { requestApproval } from "./approvals/approval-actions";
import { assertRiderCanBook } from "./quotes/booking-rules-queries";
import type { CreateReservation, PassengerInput, ServiceDetails } from "./contract";
import { limitNewPassengers, passengerColumns, readPassenger } from "./passenger-queries";
import { withoutAutoLinks } from "./passenger-rules";
import { notifyOfStep } from "./messages/messages";
import { readSignedQuote, type SignedQuote, signatureOf } from "./quotes/quotes";
import { recordCardAgreement } from "./prepaying/card-queries";
import { acceptTerms } from "./terms/terms-actions";
import { recordPrepayment } from "./prepaying/prepay-actions";
import { detailsOf } from "./rules";
import { placeColumns } from "./stored-trip";
import { recordIdempotencyKey, replayed } from "./idempotency-actions";
import { companies } from "../../db/schema/companies";
import { findRow } from "../../db/rows";

/** Options for bookings that a rider does not simply make for themselves. */
type BookingOptions = {
  /** The rider of the trip. By default the actor. */
  riderOf?: (tx: Tx) => StoredRider | undefined;
  /** No confirmation rule applies, because the passenger's number may belong to somebody else. */
  isFromWebPage?: true;
  /** The member for whom a manager books, of the company that pays. */
  memberId?: string | undefined;
  /** A company may be billed for people who are not its members. */
  billsAnyPassenger?: boolean;
  /**
   * Writes the records that belong to the booking in the same transaction, notifies the rider of everything, and
   * returns the additional reservations that it made.
   */
  afterBooking?: ((tx: Tx, row: StoredTrip) => StoredTrip[]) | undefined;
};

/**
 * Books a quoted trip. Its price and stops come from the quote, which this server signed. Without a price (a stop is
 * not pinned) it is a request, in the state `quote`. With an idempotency key, the same body returns the first booking
 * again, even after the quote has expired; 422 for another body with the same key. A return trip is booked together
 * with the outbound trip, or neither is. Resolves when the booking is on disk.
 */
export async function createReservation(
  deps: Deps,
  actor: Actor & { id: string },
  input: CreateReservation,
  idempotencyKey: string | null,
  { riderOf, memberId, isFromWebPage, billsAnyPassenger, afterBooking }: BookingOptions = {},
): Promise<string> {
  const now = deps.now();
  const isPartner = actor.kind === "partner";
  const request = { accountId: actor.id, key: idempotencyKey, body: input, isPartner };
  const booking = await deps.write((tx) => {
    const replayedId = replayed(tx, request);
    if (replayedId !== null) return { id: replayedId, rows: [] };
    const colleague =
      memberId === undefined ? null : colleagueOf(tx, actor.id, input.billTo, memberId);
    const rider = colleague ?? (riderOf ? riderOf(tx) : findRider(tx, actor.id));
    if (!rider) throw new AppError("request.unauthenticated");
    const bookingInput = readBooking(deps, input);
    assertRiderCanBook(deps, tx, rider.id);
    if (colleague) assertRiderCanBook(deps, tx, actor.id);
    const booker = colleague ? companyActorOf(tx, input) : actor;
    const { outbound: rows, back: returnTrips } = bookLegs(deps, tx, booker, bookingInput, {
      ...{ vehicleClassId: input.vehicleClassId, riderId: rider.id, pays: input, now },
      ...(billsAnyPassenger && { billsAnyPassenger }),
      columns: {
        source: "web",
        ...limitNewPassengers(
          tx,
          deps,
          rider,
          passengerColumns(bookingInput.passenger, { name: fullName(rider), phone: rider.phone }),
        ),
        note: input.note?.trim() ?? "",
        flightNumber: input.flightNumber || null,
        // A booking from a web page has no return trip.
        ...(isFromWebPage && placeColumns(withoutLinks(bookingInput.quote.trip))),
      },
    });
    const [row] = rows;
    if (afterBooking && rows.length > 1)
      throw new AppError("request.invalid", {
        fields: { repeat: "You can’t repeat a trip in several vehicles. Book it for each day." },
      });
    const booked = [...rows, ...returnTrips];
    const { terms } = input;
    const accepted = { how: "ticked", ...(terms !== undefined && { version: terms }) } as const;
    acceptTerms(deps, tx, booked, accepted);
    const requestedMinor =
      requestPayment(deps, tx, rows, "web", input) +
      requestPayment(deps, tx, returnTrips, "web", input);
    // The payment rules have changed since the rider saw them, or the rider never saw them.
    if (requestedMinor > (input.agreedBeforeMinor ?? 0)) throw new AppError("quote.expired");
    if (isFromWebPage) leaveToDispatch(deps, tx, actor, rows);
    requestApproval(deps, tx, booked, now, colleague !== null);
    if (colleague)
      for (const { companyId, number } of booked)
        logOnCompany(tx, deps, {
          ...{ companyId: companyId ?? "", actor, at: now },
          ...{ act: "trip_booked", detail: { number } },
        });
    const repeatedTrips = afterBooking?.(tx, row) ?? null;
    if (!repeatedTrips)
      notifyOfStep(tx, deps, {
        ...{ row, from: null, actor: booker },
        returnTrip: returnTrips[0] ?? null,
      });
    recordIdempotencyKey(tx, request, row.id, now, booked);
    return { id: row.id, rows: [...booked, ...(repeatedTrips ?? [])] };
  });
  for (const row of booking.rows) announce(deps, row);
  return booking.id;
}

/**
 * Requests the prepayment of vehicles that were just booked and records the card to be used for them. Returns the
 * requested amount in minor units.
 */
export function requestPayment(
  deps: Deps,
  tx: Tx,
  vehicles: readonly StoredTrip[],
  how: "web" | "phone",
  { cardId }: Pick<CreateReservation, "cardId">,
): number {
  const requestedMinor = recordPrepayment(deps, tx, vehicles, how, deps.now());
  for (const trip of vehicles)
    if (cardId !== undefined) recordCardAgreement(deps, tx, trip, cardId);
  return requestedMinor;
}

/**
 * Reads what a request books. 400 if it is invalid. Called only after `replayed`, because a refusal of a repeated
 * request would look like a booking that was never made.
 */
export function readBooking(
  deps: Deps,
  input: PassengerInput &
    Pick<CreateReservation, "quote" | "details" | "cardId" | "payment" | "returnTrip">,
  byStaff = false,
) {
  const quote = readSignedQuote(deps, input.quote);
  const passenger = readPassenger(deps, input);
  const details = readServiceDetails(quote.trip.serviceType, input);
  if (input.cardId !== undefined && input.payment !== "card")
    throw new AppError("request.invalid", { fields: { cardId: "Choose to pay by card." } });
  const back = input.returnTrip
    ? { ...input.returnTrip, quote: readSignedQuote(deps, input.returnTrip.quote) }
    : null;
  refuseForeignQuotes(input.quote, quote, back?.quote ?? null, byStaff);
  return { quote, passenger, details, back };
}

/**
 * Books the vehicles of a trip and of its return trip, if there is one: both or neither. `columns` are those of the
 * outbound trip. `agreedMinor` has the price that dispatch agreed on for each of the two.
 */
export function bookLegs(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { quote, details, back }: Omit<ReturnType<typeof readBooking>, "passenger">,
  { columns, ...booking }: Omit<TripToBook, "quote" | "agreedMinor" | "returnOf">,
  agreedMinor: { outbound?: number | undefined; back?: number | undefined } = {},
): { outbound: [StoredTrip, ...StoredTrip[]]; back: StoredTrip[] } {
  const outbound = bookVehicles(deps, tx, actor, {
    ...booking,
    quote,
    agreedMinor: agreedMinor.outbound,
    columns: { ...columns, details },
  });
  if (!back) return { outbound, back: [] };
  const returnTrips = bookVehicles(deps, tx, actor, {
    ...booking,
    quote: back.quote,
    agreedMinor: agreedMinor.back,
    columns: {
      ...columns,
      flightNumber: back.flightNumber || null,
      details: returnTripDetails(back.quote.trip.serviceType, details),
      willCall: back.quote.willCall ?? false,
    },
    returnOf: outbound,
  });
  return { outbound, back: returnTrips };
}

/**
 * Returns the actor in a trip's log when a manager books for a colleague: the company. Only the company's own log names
 * the manager.
 */
function companyActorOf(tx: Tx, { billTo }: CreateReservation): Actor {
  const company = billTo && findRow(tx, companies, { id: billTo.companyId });
  return { kind: "rider", id: null, name: company?.name ?? "" };
}

/** Changes places that anybody may have typed, so that phones do not turn their texts in messages into links. */
function withoutLinks({ pickup, stops, dropoff }: SignedQuote["trip"]) {
  const plainStop = (stop: typeof pickup) => ({
    ...stop,
    name: withoutAutoLinks(stop.name),
    detail: withoutAutoLinks(stop.detail),
  });
  return { pickup: plainStop(pickup), stops: stops.map(plainStop), dropoff: plainStop(dropoff) };
}

/** Prevents the confirmation rules from confirming bookings of a web page. */
function leaveToDispatch(deps: Deps, tx: Tx, actor: Actor, rows: readonly StoredTrip[]): void {
  const now = deps.now();
  for (const { id, number, state } of rows)
    appendEvent(tx, deps, {
      ...{ id, number, from: state, to: state, actor, now },
      event: { kind: "left_to_dispatch", fromWebPage: true },
    });
}

/**
 * Refuses to book a return trip without the trip with which it was quoted, because its time, price and passenger belong
 * to that trip. Also refuses quotes for a change.
 */
function refuseForeignQuotes(
  signedText: string,
  outbound: SignedQuote,
  back: SignedQuote | null,
  byStaff: boolean,
): void {
  const isForOtherPurpose = outbound.changeOf ?? outbound.splitOf ?? outbound.backOf;
  const isForeignReturn = back !== null && back.backOf !== signatureOf(signedText);
  // Quotes of dispatch may begin sooner than those of a rider, so each can only be booked by its own side.
  if (isForOtherPurpose !== undefined || isForeignReturn || (outbound.byStaff ?? false) !== byStaff)
    throw new AppError("quote.refused");
}

/** Returns the details for the return trip. A home care trip drops the appointment, because it is over by then. */
function returnTripDetails(
  serviceType: SignedQuote["trip"]["serviceType"],
  outboundDetails: ServiceDetails | null,
): ServiceDetails | null {
  const { details } = detailsOf(serviceType, outboundDetails ?? {});
  return details?.care ? { care: { ...details.care, appointmentTime: null } } : details;
}

/** Returns the details that a service needs. 400 if one is missing. */
function readServiceDetails(
  serviceType: SignedQuote["trip"]["serviceType"],
  input: Pick<CreateReservation, "details">,
): ServiceDetails | null {
  const { details, missing } = detailsOf(serviceType, input.details ?? {});
  if (missing)
    throw new AppError("request.invalid", {
      fields: { [`details.${missing}`]: "Required for this service." },
    });
  return details;
}
