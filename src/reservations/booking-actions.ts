/** A rider, or a partner for one, books what a quote offered. */
import { fullName } from "../accounts/name-rules";
import { sql } from "drizzle-orm";
import { prepared } from "../../db/prepared";
import type { StoredRider } from "../../db/schema/accounts";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { findRider } from "../accounts/sign-in/rider-queries";
import { noteOnCompany } from "../companies/actions";
import { billToCompany } from "../companies/billing-actions";
import { colleagueOf } from "../companies/member-actions";
import { BillTo } from "../companies/contract";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { agreedPrice } from "../fares/agreed-rules";
import type { Fare } from "../fares/contract";
import { versionById } from "../fares/queries";
import { takePromotion } from "../fares/use-actions";
import { localAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { announce, appendEvent } from "./actions";
import { requestApproval } from "./approvals/approval-actions";
import { limitsFor, assertRiderMayBook } from "./quotes/booking-rules-queries";
import type { CreateReservation, ReservationExtra, ServiceDetails } from "./contract";
import { limitNewPassengers, passengerColumns, readPassenger } from "./passenger-queries";
import { withoutAutoLinks } from "./passenger-rules";
import { notifyOfStep } from "./messages/messages";
import {
  type AgreedQuote,
  agreedVehicles,
  openQuote,
  requireCurrent,
  type SignedQuote,
  signatureOf,
} from "./quotes/quotes";
import { recordCardAgreement } from "./prepaying/card-queries";
import { acceptTerms } from "./terms/terms-actions";
import { requestPrepayment } from "./prepaying/prepay-actions";
import { detailsOf, soonestPickup } from "./rules";
import { placeColumns } from "./stored-trip";
import { partsOf } from "./vehicles/combination-rules";
import { recordIdempotencyKey, replayed } from "./idempotency-actions";
import { companies } from "../../db/schema/companies";
import { findRow, insertReturning } from "../../db/rows";

type Columns = Partial<typeof reservations.$inferInsert>;

const FIRST_NUMBER = 1001;

/** How a booking is made where a rider does not simply book for themselves. */
type BookingOptions = {
  /** Whose trip it is; the actor's own by default. */
  riderOf?: (tx: Tx) => StoredRider | undefined;
  /** No rule confirms it: nobody knows whether the passenger's number is theirs. */
  fromWebPage?: true;
  /** Of the company that pays: the member whose trip it is, where the actor is its manager. */
  memberId?: string | undefined;
  /** A company may be billed for people who are no members of it. */
  anyPassengerBilling?: boolean;
  /**
   * Writes what belongs to the booking in the same transaction, tells the rider of all of it, and gives the further
   * reservations that it made.
   */
  also?: ((tx: Tx, row: StoredTrip) => StoredTrip[]) | undefined;
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
  { riderOf, memberId, fromWebPage, anyPassengerBilling, also }: BookingOptions = {},
): Promise<string> {
  const now = deps.now();
  const isPartner = actor.kind === "partner";
  const request = { accountId: actor.id, key: idempotencyKey, body: input, isPartner };
  const made = await deps.write((tx) => {
    // First of all: a refusal would be taken for a booking that was never made.
    const known = replayed(tx, request);
    if (known !== null) return { id: known, rows: [] };
    const colleague =
      memberId === undefined ? null : colleagueOf(tx, actor.id, input.billTo, memberId);
    const rider = colleague ?? (riderOf ? riderOf(tx) : findRider(tx, actor.id));
    if (!rider) throw new AppError("request.unauthenticated");
    const { quote, passenger, details, back } = readInput(deps, input);
    assertRiderMayBook(deps, tx, rider.id);
    if (colleague) assertRiderMayBook(deps, tx, actor.id);
    const booker = colleague ? asCompany(tx, input) : actor;
    const booking = {
      ...{ vehicleClassId: input.vehicleClassId, riderId: rider.id, pays: input, now },
      ...(anyPassengerBilling && { anyPassengerBilling }),
    };
    const columns = {
      source: "web" as const,
      ...limitNewPassengers(
        tx,
        deps,
        rider,
        passengerColumns(passenger, { name: fullName(rider), phone: rider.phone }),
      ),
      note: input.note?.trim() ?? "",
    };
    const rows = bookVehicles(deps, tx, booker, {
      ...booking,
      quote,
      columns: {
        ...columns,
        ...(fromWebPage && placeColumns(withoutLinks(quote.trip))),
        ...{ flightNumber: input.flightNumber || null, details },
      },
    });
    const [row] = rows;
    if (also && rows.length > 1)
      throw new AppError("request.invalid", {
        fields: { repeat: "You can’t repeat a trip in several vehicles. Book it for each day." },
      });
    const returnTrips =
      back &&
      bookVehicles(deps, tx, booker, {
        ...booking,
        quote: back.quote,
        columns: {
          ...columns,
          flightNumber: back.flightNumber || null,
          details: returnTripDetails(back.quote.trip.serviceType, details),
          willCall: back.quote.willCall ?? false,
        },
        returnOf: rows,
      });
    const { terms } = input;
    const accepted = { how: "ticked", ...(terms !== undefined && { version: terms }) } as const;
    acceptTerms(deps, tx, [...rows, ...(returnTrips ?? [])], accepted);
    const askedMinor = askPayment(deps, tx, [rows, returnTrips ?? []], input.cardId);
    // The rules have changed since the rider saw them, or they were not shown.
    if (askedMinor > (input.agreedBeforeMinor ?? 0)) throw new AppError("quote.expired");
    if (fromWebPage) leaveToDispatch(deps, tx, actor, rows);
    const booked = [...rows, ...(returnTrips ?? [])];
    requestApproval(deps, tx, booked, now, colleague !== null);
    if (colleague)
      for (const { companyId, number } of booked)
        noteOnCompany(tx, deps, {
          ...{ companyId: companyId ?? "", actor, at: now },
          ...{ act: "trip_booked", detail: { number } },
        });
    const more = also?.(tx, row) ?? null;
    if (!more)
      notifyOfStep(tx, deps, {
        ...{ row, from: null, actor: booker },
        returnTrip: returnTrips?.[0] ?? null,
      });
    recordIdempotencyKey(tx, request, row.id, now, booked);
    return { id: row.id, rows: [...booked, ...(more ?? [])] };
  });
  for (const row of made.rows) announce(deps, row);
  return made.id;
}

/** Asks for the prepayment of each way, and takes the card that is agreed to; the prepayments in all, in minor units. */
function askPayment(deps: Deps, tx: Tx, ways: readonly StoredTrip[][], cardId: string | undefined) {
  let askedMinor = 0;
  for (const vehicles of ways) {
    askedMinor += requestPrepayment(deps, tx, vehicles, "web", deps.now());
    for (const trip of vehicles)
      if (cardId !== undefined) recordCardAgreement(deps, tx, trip, cardId);
  }
  return askedMinor;
}

/** What the request asks for; 400 for what is none of it. */
function readInput(deps: Deps, input: CreateReservation) {
  const quote = openQuote(deps, input.quote);
  const passenger = readPassenger(deps, input);
  const details = readDetails(quote.trip.serviceType, input);
  const back = input.returnTrip
    ? { ...input.returnTrip, quote: openQuote(deps, input.returnTrip.quote) }
    : null;
  refuseForeignLeg(input.quote, quote, back?.quote ?? null);
  if (input.cardId !== undefined && input.payment !== "card")
    throw new AppError("request.invalid", { fields: { cardId: "Choose to pay by card." } });
  return { quote, passenger, details, back };
}

/** A manager who books for a colleague, as the trip's log names them: which of them it was is in the company's. */
function asCompany(tx: Tx, { billTo }: CreateReservation): Actor {
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

/** A trip to store: its quote, its rider and the details beside the quote. */
type TripToBook = {
  quote: SignedQuote;
  vehicleClassId: string;
  riderId: string | null;
  now: number;
  /** In cash where nothing is said. */
  pays?: Pick<CreateReservation, "payment" | "billTo">;
  /** Dispatch bills a company for anybody, its members or not. */
  anyPassengerBilling?: boolean;
  /** Why dispatch books above the monthly limit of the company's member. */
  overLimitReason?: string | undefined;
  /** Without a price, whatever the list has: dispatch sends a quote. */
  isRequest?: boolean;
  /** What dispatch agreed on for all of it instead of the list's price. */
  agreedMinor?: number | undefined;
  /** Of a return trip: the vehicles there, in the same order. */
  returnOf?: readonly StoredTrip[];
  columns: Columns & Pick<typeof reservations.$inferInsert, "source" | "passengerName">;
  /** The first entry of its log: how it was booked. */
  splitFrom?: Pick<StoredTrip, "id" | "number">;
};

/** As `bookVehicles`, of what one vehicle carries. */
export function bookTrip(deps: Deps, tx: Tx, actor: Actor, booking: TripToBook): StoredTrip {
  return bookVehicles(deps, tx, actor, booking)[0];
}

/**
 * Writes the trip of a quote, a reservation for each of its vehicles with the first row of its log, inside the
 * caller's transaction; telling people of it is the caller's. A request without a price is one reservation: its
 * vehicles come with the quote of dispatch. 409 `quote.expired` when the quote no longer holds, 400 when the class is
 * not part of it, 422 when its promotion is used up or the company does not pay for it.
 */
export function bookVehicles(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  booking: TripToBook,
): [StoredTrip, ...StoredTrip[]] {
  const { quote, now } = booking;
  requireCurrent(quote, now);
  // It was made before the operator said another zone or currency.
  const operator = readOperator({ ...deps, db: tx });
  if (quote.timeZone !== operator.timeZone) throw new AppError("quote.expired");
  const companyId = booking.pays?.billTo?.companyId ?? null;
  const offeredQuotes = agreedVehicles(deps, quote, booking.vehicleClassId, companyId);
  if (offeredQuotes?.some(({ fare }) => fare && fare.currency !== operator.currency))
    throw new AppError("quote.expired");
  const vehicles =
    booking.isRequest && offeredQuotes?.[0]
      ? [{ ...offeredQuotes[0], ...loadOf(quote), fare: null, promotion: null }]
      : offeredQuotes;
  const [first, ...others] = vehicles ?? [];
  if (!first)
    throw new AppError("request.invalid", {
      fields: { vehicleClassId: "This class is not part of the quote." },
    });
  const fares = agreedParts(deps, booking, [first, ...others]);
  const id = Bun.randomUUIDv7();
  const order = others.length > 0 ? { orderId: id } : {};
  const book = (vehicle: AgreedQuote, at: number, id: string) =>
    bookOne(deps, tx, actor, booking, { ...vehicle, fare: fares[at] ?? null }, id, at, order);
  return [
    book(first, 0, id),
    ...others.map((vehicle, at) => book(vehicle, at + 1, Bun.randomUUIDv7())),
  ];
}

const loadOf = ({ trip: { passengers, luggage } }: SignedQuote) => ({ passengers, luggage });

/** The fares of the vehicles: those of the list, or what was agreed on divided by them. */
function agreedParts(
  deps: Deps,
  { quote, agreedMinor }: TripToBook,
  vehicles: readonly AgreedQuote[],
): (Fare | null)[] {
  if (agreedMinor === undefined) return vehicles.map(({ fare }) => fare);
  const schedule = versionById(deps.db, quote.versionId)?.schedule;
  const parts = partsOf(
    agreedMinor,
    vehicles.map(({ fare }) => fare?.totalMinor ?? 0),
  );
  return vehicles.map(({ fare }, at) => {
    if (fare && !schedule) throw new AppError("quote.expired");
    return fare && agreedPrice(schedule ?? null, quote.trip.serviceType, fare, parts[at] ?? 0);
  });
}

function bookOne(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  booking: TripToBook,
  vehicle: AgreedQuote,
  id: string,
  at: number,
  order: Pick<Columns, "orderId">,
): StoredTrip {
  const { quote, now, riderId } = booking;
  const { trip, facts } = quote;
  const { fare, promotion, versionId, vehicleClassId } = vehicle;
  if (promotion && riderId) takePromotion(tx, promotion, { reservationId: id, riderId, at: now });
  const state = fare ? "pending" : "quote";
  const money = {
    fareMinor: fare?.totalMinor ?? 0,
    currency: fare?.currency ?? readOperator({ db: tx }).currency,
  };
  const number = nextNumber(tx);
  const row = insertReturning(tx, reservations, {
    id,
    number,
    state,
    version: 1,
    serviceType: trip.serviceType,
    riderId,
    passengers: vehicle.passengers,
    luggage: vehicle.luggage,
    mobility: trip.mobility,
    hours: trip.hours ?? null,
    ...pickupOf(deps, quote, now),
    timeZone: quote.timeZone,
    ...placeColumns(trip),
    distanceMeters: quote.distanceMeters,
    durationSeconds: quote.durationSeconds,
    estimate: quote.estimate,
    routeGeometry: quote.geometry,
    vehicleClassId,
    ...money,
    fareLines: fare?.lines ?? [],
    feeScheduleId: versionId,
    extras: bookedExtras(deps, versionId, vehicle.extras),
    // A request keeps the code as it was typed: it is tried when there is a price.
    promotionCode: fare ? (promotion?.code ?? null) : trip.promotionCode || null,
    gratuityPercent: trip.gratuityPercent ?? null,
    deadheadMeters: facts?.deadheadMeters ?? 0,
    createdAt: now,
    updatedAt: now,
    ...booking.columns,
    ...(booking.returnOf && { returnOfId: booking.returnOf[at]?.id ?? null }),
    ...order,
    ...(booking.pays &&
      paymentColumns(
        tx,
        booking.pays,
        {
          riderId: booking.anyPassengerBilling ? null : riderId,
          limitedId: booking.overLimitReason || booking.splitFrom ? null : riderId,
          now,
        },
        { ...money, pickupAt: quote.pickupAt },
      )),
  });
  appendEvent(tx, deps, {
    id,
    number,
    from: null,
    to: state,
    actor,
    now,
    ...(booking.overLimitReason && { reason: booking.overLimitReason }),
    ...(booking.splitFrom && {
      event: {
        kind: "booked",
        splitFrom: booking.splitFrom.number,
        splitFromId: booking.splitFrom.id,
      },
    }),
  });
  return row;
}

/**
 * How a booking is paid, as the row has it: in the car, or on the account of a company that its rider
 * belongs to. 400 when the two contradict each other, 422 when the company does not pay for it.
 */
function paymentColumns(
  tx: Tx,
  { payment = "cash", billTo }: NonNullable<TripToBook["pays"]>,
  by: Parameters<typeof billToCompany>[2],
  trip: Parameters<typeof billToCompany>[3],
) {
  if ((payment === "account") !== (billTo !== undefined))
    throw new AppError("request.invalid", {
      fields: { payment: "Choose the company that pays for this trip." },
    });
  return billTo ? billToCompany(tx, BillTo.parse(billTo), by, trip) : { payment };
}

/** "As soon as possible" is counted from the moment of booking, so that a late booking promises no past time. */
function pickupOf(deps: Deps, quote: SignedQuote, now: number) {
  const { trip, pickupAt, timeZone, asap, byStaff = false } = quote;
  const at = asap
    ? Math.max(pickupAt, soonestPickup(now, limitsFor(deps, trip.serviceType, byStaff)))
    : pickupAt;
  return {
    pickupAt: at,
    pickupLocal: at === pickupAt ? trip.pickupLocal : localAt(at, timeZone),
  };
}

/**
 * A return trip is booked with the trip it was quoted with, never alone: its time, its price and
 * what is known of its passenger were worked out for that trip. Nor is a change booked as a trip.
 */
function refuseForeignLeg(sealed: string, there: SignedQuote, back: SignedQuote | null): void {
  // A trip that is changed, or that dispatch books, may begin sooner than one that is booked.
  const isNewTrip =
    there.backOf === undefined && there.changeOf === undefined && there.byStaff === undefined;
  if (!isNewTrip || (back !== null && back.backOf !== signatureOf(sealed)))
    throw new AppError("quote.refused");
}

/** The details that the return trip needs: in care all but the appointment, which has passed by then. */
export function returnTripDetails(
  serviceType: SignedQuote["trip"]["serviceType"],
  given: ServiceDetails | null,
): ServiceDetails | null {
  const { details } = detailsOf(serviceType, given ?? {});
  return details?.care ? { care: { ...details.care, appointmentTime: null } } : details;
}

/** Extras with the names they had when they were booked. */
export function bookedExtras(
  deps: Deps,
  versionId: string,
  extras: AgreedQuote["extras"],
): ReservationExtra[] {
  const known = versionById(deps.db, versionId)?.schedule.extras ?? [];
  return extras.map(({ id, quantity }) => ({
    id,
    quantity,
    name: known.find((extra) => extra.id === id)?.name ?? id,
  }));
}

const highestNumber = prepared((db) =>
  db
    .select({ number: sql<number | null>`max(${reservations.number})` })
    .from(reservations)
    .prepare(),
);

/** The number of the next reservation. */
export function nextNumber(tx: Tx): number {
  return (highestNumber(tx).get()?.number ?? FIRST_NUMBER - 1) + 1;
}

/** The details that belong to a kind of service; 400 when one is missing. */
export function readDetails(
  serviceType: SignedQuote["trip"]["serviceType"],
  input: Pick<CreateReservation, "details">,
): ServiceDetails | null {
  const { details, missing } = detailsOf(serviceType, input.details ?? {});
  if (missing)
    throw new AppError("request.invalid", {
      fields: { [`details.${missing}`]: "This is required for this service." },
    });
  return details;
}
