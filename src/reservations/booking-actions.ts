/** A rider, or a partner for one, books what a quote offered. */
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
import { requestPrepayment } from "./prepaying/prepay-actions";
import { detailsOf } from "./rules";
import { placeColumns } from "./stored-trip";
import { recordIdempotencyKey, replayed } from "./idempotency-actions";
import { companies } from "../../db/schema/companies";
import { findRow } from "../../db/rows";

/** How a booking is made where a rider does not simply book for themselves. */
type BookingOptions = {
  /** Whose trip it is; the actor's own by default. */
  riderOf?: (tx: Tx) => StoredRider | undefined;
  /** No rule confirms it: nobody knows whether the passenger's number is theirs. */
  isFromWebPage?: true;
  /** Of the company that pays: the member whose trip it is, where the actor is its manager. */
  memberId?: string | undefined;
  /** A company may be billed for people who are no members of it. */
  billsAnyPassenger?: boolean;
  /**
   * Writes what belongs to the booking in the same transaction, tells the rider of all of it, and gives the further
   * reservations that it made.
   */
  afterBooking?: ((tx: Tx, row: StoredTrip) => StoredTrip[]) | undefined;
};

/**
 * Books what a quote offered. The price and the way are the quote's, signed by this server; without a
 * price (a stop is not pinned) it is a request, in the state `quote`. With
 * an idempotency key the same body gives the first booking again, also after the quote's end; 422
 * when the key came with another body. With a return trip both are booked, or neither. Resolves once the booking is
 * on disk.
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
  const madeBooking = await deps.write((tx) => {
    const replayedId = replayed(tx, request);
    if (replayedId !== null) return { id: replayedId, rows: [] };
    const colleague =
      memberId === undefined ? null : colleagueOf(tx, actor.id, input.billTo, memberId);
    const rider = colleague ?? (riderOf ? riderOf(tx) : findRider(tx, actor.id));
    if (!rider) throw new AppError("request.unauthenticated");
    const read = readBooking(deps, input);
    assertRiderCanBook(deps, tx, rider.id);
    if (colleague) assertRiderCanBook(deps, tx, actor.id);
    const booker = colleague ? companyActorOf(tx, input) : actor;
    const { outbound: rows, back: returnTrips } = bookLegs(deps, tx, booker, read, {
      ...{ vehicleClassId: input.vehicleClassId, riderId: rider.id, pays: input, now },
      ...(billsAnyPassenger && { billsAnyPassenger }),
      columns: {
        source: "web",
        ...limitNewPassengers(
          tx,
          deps,
          rider,
          passengerColumns(read.passenger, { name: fullName(rider), phone: rider.phone }),
        ),
        note: input.note?.trim() ?? "",
        flightNumber: input.flightNumber || null,
        // A web page has no return trips.
        ...(isFromWebPage && placeColumns(withoutLinks(read.quote.trip))),
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
    // The rules have changed since the rider saw them, or they were not shown.
    if (requestedMinor > (input.agreedBeforeMinor ?? 0)) throw new AppError("quote.expired");
    if (isFromWebPage) leaveToDispatch(deps, tx, actor, rows);
    requestApproval(deps, tx, booked, now, colleague !== null);
    if (colleague)
      for (const { companyId, number } of booked)
        logOnCompany(tx, deps, {
          ...{ companyId: companyId ?? "", actor, at: now },
          ...{ act: "trip_booked", detail: { number } },
        });
    const more = afterBooking?.(tx, row) ?? null;
    if (!more)
      notifyOfStep(tx, deps, {
        ...{ row, from: null, actor: booker },
        returnTrip: returnTrips[0] ?? null,
      });
    recordIdempotencyKey(tx, request, row.id, now, booked);
    return { id: row.id, rows: [...booked, ...(more ?? [])] };
  });
  for (const row of madeBooking.rows) announce(deps, row);
  return madeBooking.id;
}

/** Asks for the prepayment of vehicles just booked, in minor units, and records the card that is agreed to for them. */
export function requestPayment(
  deps: Deps,
  tx: Tx,
  vehicles: readonly StoredTrip[],
  how: "web" | "phone",
  { cardId }: Pick<CreateReservation, "cardId">,
): number {
  const requestedMinor = requestPrepayment(deps, tx, vehicles, how, deps.now());
  for (const trip of vehicles)
    if (cardId !== undefined) recordCardAgreement(deps, tx, trip, cardId);
  return requestedMinor;
}

/**
 * What a request books; 400 where it says none of that. Asked only after `replayed`: a refusal would be taken for a
 * booking that was never made.
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
 * Books the vehicles of a trip and those of its return trip, if there is one: both or neither. The columns are those of
 * the trip; `agreedMinor` is what dispatch agreed on for each.
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

/** A manager who books for a colleague, as the trip's log names them: which of them it was is in the company's. */
function companyActorOf(tx: Tx, { billTo }: CreateReservation): Actor {
  const company = billTo && findRow(tx, companies, { id: billTo.companyId });
  return { kind: "rider", id: null, name: company?.name ?? "" };
}

/** Places in words that anybody may have typed: messages have them, and no phone is to make a link of them. */
function withoutLinks({ pickup, stops, dropoff }: SignedQuote["trip"]) {
  const plainStop = (stop: typeof pickup) => ({
    ...stop,
    name: withoutAutoLinks(stop.name),
    detail: withoutAutoLinks(stop.detail),
  });
  return { pickup: plainStop(pickup), stops: stops.map(plainStop), dropoff: plainStop(dropoff) };
}

/** Keeps the confirmation rules from bookings of a web page. */
function leaveToDispatch(deps: Deps, tx: Tx, actor: Actor, rows: readonly StoredTrip[]): void {
  const now = deps.now();
  for (const { id, number, state } of rows)
    appendEvent(tx, deps, {
      ...{ id, number, from: state, to: state, actor, now },
      event: { kind: "left_to_dispatch", fromWebPage: true },
    });
}

/**
 * A return trip is booked with the trip that it was quoted with, never alone, because its time, price and passenger
 * belong to that trip. A change is not booked as a trip either.
 */
function refuseForeignQuotes(
  sealed: string,
  outbound: SignedQuote,
  back: SignedQuote | null,
  byStaff: boolean,
): void {
  const isForOtherPurpose = outbound.changeOf ?? outbound.splitOf ?? outbound.backOf;
  const isForeignReturn = back !== null && back.backOf !== signatureOf(sealed);
  // A trip that dispatch books may begin sooner than one that a rider books.
  if (isForOtherPurpose !== undefined || isForeignReturn || (outbound.byStaff ?? false) !== byStaff)
    throw new AppError("quote.refused");
}

/** The details that the return trip needs: in care all but the appointment, which has passed by then. */
function returnTripDetails(
  serviceType: SignedQuote["trip"]["serviceType"],
  given: ServiceDetails | null,
): ServiceDetails | null {
  const { details } = detailsOf(serviceType, given ?? {});
  return details?.care ? { care: { ...details.care, appointmentTime: null } } : details;
}

/** The details that belong to a kind of service; 400 when one is missing. */
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
