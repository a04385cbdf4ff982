/** Books the trip of a quote, as one reservation for each vehicle, for riders, dispatch and partners. */
import { sql } from "drizzle-orm";
import { prepared } from "../../db/prepared";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { billToCompany } from "../companies/billing-actions";
import { BillTo } from "../companies/contract";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { agreedPrice } from "../fares/agreed-rules";
import type { Fare } from "../fares/contract";
import { versionById } from "../fares/queries";
import { claimPromotion } from "../fares/promotion-use-actions";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { appendEvent } from "./actions";
import { bookingLimitsFor } from "./quotes/booking-rules-queries";
import type { CreateReservation, ReservationExtra } from "./contract";
import {
  type AgreedQuote,
  agreedVehicles,
  requireCurrentQuote,
  type SignedQuote,
} from "./quotes/quotes";
import { soonestPickup } from "./rules";
import { placeColumns } from "./stored-trip";
import { partsOf } from "./vehicles/combination-rules";
import { insertReturning } from "../../db/rows";

type ReservationColumns = Partial<typeof reservations.$inferInsert>;

const FIRST_TRIP_NUMBER = 1001;

/** A trip to store: its quote, its rider and details that the quote does not have. */
export type TripToBook = {
  quote: SignedQuote;
  vehicleClassId: string;
  riderId: string | null;
  now: number;
  /** In cash by default. */
  pays?: Pick<CreateReservation, "payment" | "billTo">;
  /** Dispatch may bill a company for anybody, not only for its members. */
  billsAnyPassenger?: boolean;
  /** Why dispatch books although the company's member is over their monthly limit. */
  overLimitReason?: string | undefined;
  /** Books without a price, even if the price list has one: dispatch sends a quote. */
  isRequest?: boolean;
  /** The price for all vehicles that dispatch agreed on, in place of the list's price. */
  agreedMinor?: number | undefined;
  /** For a return trip: the vehicles of the outbound trip, in the same order. */
  returnOf?: readonly StoredTrip[];
  columns: ReservationColumns & Pick<typeof reservations.$inferInsert, "source" | "passengerName">;
  /** The trip from which this one was split, for the first entry of its log. */
  splitFrom?: Pick<StoredTrip, "id" | "number">;
};

/** As `bookVehicles`, for a trip with one vehicle. */
export function bookTrip(deps: Deps, tx: Tx, actor: Actor, booking: TripToBook): StoredTrip {
  return bookVehicles(deps, tx, actor, booking)[0];
}

/**
 * Books the trip of a quote, as one reservation for each vehicle with the first row of its log, in the caller's
 * transaction. The caller notifies people. A request without a price is one reservation; its vehicles come with the
 * quote of dispatch. 409 `quote.expired` if the quote is no longer valid, 400 if it has no such class, 422 if its
 * promotion is used up or the company does not pay for the trip.
 */
export function bookVehicles(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  booking: TripToBook,
): [StoredTrip, ...StoredTrip[]] {
  const { quote, now } = booking;
  requireCurrentQuote(quote, now);
  // A quote made before the operator changed the time zone or the currency is no longer valid.
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
  const fares = faresOfVehicles(deps, booking, [first, ...others]);
  const id = Bun.randomUUIDv7();
  const order = others.length > 0 ? { orderId: id } : {};
  const book = (vehicle: AgreedQuote, at: number, id: string) =>
    bookVehicle(deps, tx, actor, booking, { ...vehicle, fare: fares[at] ?? null }, id, at, order);
  return [
    book(first, 0, id),
    ...others.map((vehicle, at) => book(vehicle, at + 1, Bun.randomUUIDv7())),
  ];
}

const loadOf = ({ trip: { passengers, luggage } }: SignedQuote) => ({ passengers, luggage });

/** Returns the fares of the vehicles: those of the list, or the agreed price divided among them. */
function faresOfVehicles(
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

function bookVehicle(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  booking: TripToBook,
  vehicle: AgreedQuote,
  id: string,
  at: number,
  order: Pick<ReservationColumns, "orderId">,
): StoredTrip {
  const { quote, now, riderId } = booking;
  const { trip, facts } = quote;
  const { fare, promotion, versionId, vehicleClassId } = vehicle;
  if (promotion && riderId) claimPromotion(tx, promotion, { reservationId: id, riderId, at: now });
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
    // A request keeps the promotion code as typed. The code is checked when there is a price.
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
          riderId: booking.billsAnyPassenger ? null : riderId,
          limitedMemberId: booking.overLimitReason || booking.splitFrom ? null : riderId,
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
 * Returns the payment columns: in the car, or on the account of a company to which the rider belongs. 400 if `payment`
 * and `billTo` contradict each other, 422 if the company does not pay for the trip.
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

/**
 * Returns the pickup time. "As soon as possible" counts from the moment of booking, so that a late booking promises no
 * time in the past.
 */
function pickupOf(deps: Deps, quote: SignedQuote, now: number) {
  const { trip, pickupAt, timeZone, asap, byStaff = false } = quote;
  const at = asap
    ? Math.max(pickupAt, soonestPickup(now, bookingLimitsFor(deps, trip.serviceType, byStaff)))
    : pickupAt;
  return {
    pickupAt: at,
    pickupLocal: at === pickupAt ? trip.pickupLocal : localTimeAt(at, timeZone),
  };
}

/** Returns the extras with their names at the time of booking. */
export function bookedExtras(
  deps: Deps,
  versionId: string,
  extras: AgreedQuote["extras"],
): ReservationExtra[] {
  const listedExtras = versionById(deps.db, versionId)?.schedule.extras ?? [];
  return extras.map(({ id, quantity }) => ({
    id,
    quantity,
    name: listedExtras.find((extra) => extra.id === id)?.name ?? id,
  }));
}

const highestNumber = prepared((db) =>
  db
    .select({ number: sql<number | null>`max(${reservations.number})` })
    .from(reservations)
    .prepare(),
);

/** Returns the number for the next reservation. */
export function nextNumber(tx: Tx): number {
  return (highestNumber(tx).get()?.number ?? FIRST_TRIP_NUMBER - 1) + 1;
}
