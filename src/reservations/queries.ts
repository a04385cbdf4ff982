import { eq, sql } from "drizzle-orm";
import { prepared } from "../../db/prepared";
import { findRow } from "../../db/rows";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { FareLine, PayLine } from "../fares/contract";
import { amountDue } from "../fares/amount-due-rules";
import { versionOfTrip } from "../fares/queries";
import { waitTerms } from "../fares/rules";
import { placeNotesAt } from "../places/operator-place-queries";
import {
  DriverReservation,
  PartnerReservation,
  Reservation,
  type ReservationExtra,
  type ReservationRow,
  RiderReservation,
  type ServiceDetails,
  type TimelineEntry,
} from "./contract";
import type { Stop } from "./quotes/quote-contract";
import {
  COMPANY_APPROVAL_ACTOR_ID,
  AFFILIATE_ACTOR_ID,
  AUTO_DISPATCH_ACTOR_ID,
  CONFIRMATION_RULE_ACTOR_ID,
  readEvent,
  dispatchTimeline,
  driversTimeline,
  ridersTimeline,
} from "./event-rules";
import { awaitsApprovalUntil } from "./approvals/approval-queries";
import { readBoarding } from "./waiting/boarding-queries";
import { isCashForgotten } from "./waiting/cash-rules";
import { readNoShowWait } from "./waiting/no-show-queries";
import { readTripTerms } from "./terms/terms-queries";
import { readTripCard } from "./prepaying/card-queries";
import type { Prepayment } from "./prepaying/prepay-contract";
import { amountDueAboveHold, readPrepayment } from "./prepaying/prepay-queries";
import { hasDriver, isOver, pointOf, earliestStartOf } from "./rules";
import { otherLegOf } from "./quotes/return-trip-queries";
import { hideAllPrices } from "./hidden-price-rules";
import { readOperator } from "../settings/queries";
import {
  driverEarnings,
  toDriverRow,
  toRiderRow,
  createNameLookup,
  JOINS_SQL,
  type JoinedTripRow,
  ROW_COLUMNS_SQL,
  toRow,
} from "./list/row-queries";
import { bookerOf } from "../companies/queries";
import { openQuoteOf, quoteUrl } from "./links/quote-link-queries";
import { readVehicles } from "./vehicles/vehicle-queries";
import { canAccessRow, requireOwnedRow } from "../rows";
import { iso } from "../formats/instants";

/** The reader of a reservation. It decides whether they may read it, and what they see. */
export type Viewer = ViewerOf<"rider" | "driver"> | { kind: "admin" };
/** A partner's program, which may read the trips of one company, or all trips. */
type Partner = { kind: "partner"; companyId: string | null };
type ViewerOf<Kind> = { kind: Kind; id: string };

type ReservationView = Reservation | RiderReservation | DriverReservation;

/**
 * Returns a reservation with its timeline. 404 if it is unknown or the viewer may not read it. Each viewer sees only
 * the fields of their contract, at any depth.
 */
export function readReservation(deps: Deps, id: string, viewer: { kind: "admin" }): Reservation;
export function readReservation(
  deps: Deps,
  id: string,
  viewer: ViewerOf<"rider">,
): RiderReservation;
export function readReservation(
  deps: Deps,
  id: string,
  viewer: ViewerOf<"driver">,
): DriverReservation;
export function readReservation(deps: Deps, id: string, viewer: Partner): PartnerReservation;
export function readReservation(deps: Deps, id: string, viewer: Viewer): ReservationView;
export function readReservation(
  deps: Deps,
  id: string,
  viewer: Viewer | Partner,
): ReservationView | PartnerReservation {
  const { setOffMinutes, showDriverPhone, showRiderPhone, showFareToDrivers } = readOperator(deps);
  const facts = factsOf(deps, id, viewer, setOffMinutes);
  if (viewer.kind === "admin")
    return Reservation.parse({
      ...facts,
      timeline: dispatchTimeline(facts.timeline, facts.timeZone),
    });
  if (viewer.kind === "driver") {
    const trip = showFareToDrivers ? facts : hideAllPrices(facts);
    return DriverReservation.parse({
      ...toDriverRow(trip, showRiderPhone),
      billing: null,
      ...(trip.savedCard && { savedCard: { brand: "", last4: "" } }),
      passengerNews: null,
      timeline: driversTimeline(trip.timeline),
    });
  }
  if (viewer.kind === "partner") {
    const { passenger, passengerNews } = facts;
    return PartnerReservation.parse({
      ...toRiderRow(facts, showDriverPhone),
      passenger: { ...passenger, email: passengerNews?.email ?? null },
      timeline: ridersTimeline(facts.timeline).map(({ at, from, to }) => ({ at, from, to })),
    });
  }
  return RiderReservation.parse({
    ...toRiderRow(facts, showDriverPhone),
    entranceNotes: { pickup: "", dropoff: "" },
    offer: null,
    pay: null,
    noShow: null,
    isCollected: false,
    isCashForgotten: false,
    timeline: ridersTimeline(facts.timeline),
  });
}

/**
 * Returns a reservation that was just booked as its rider sees it. A manager who booked it for the rider, and repeats
 * the request later, sees neither the rider's own number nor their code.
 */
export function readBookedTrip(deps: Deps, id: string, bookerId: string): RiderReservation {
  const riderId = findRow(deps.db, reservations, { id })?.riderId ?? "";
  const booked = readReservation(deps, id, { kind: "rider", id: riderId });
  if (riderId === bookerId) return booked;
  return { ...booked, passenger: { ...booked.passenger, phone: null }, boarding: null };
}

/** Returns everything about it that any viewer may see. The code and the open offer are those of this viewer. */
function factsOf(
  deps: Deps,
  id: string,
  viewer: Viewer | Partner,
  setOffMinutes: number,
): Reservation {
  const row = findJoinedRow(deps, id);
  const viewerDriverId = viewer.kind === "driver" ? viewer.id : null;
  const offer = row.state === "offered" ? readOpenOffer(deps, id, viewerDriverId) : null;
  // A driver with an open offer sees the trip like one of their own.
  requireOwnedRow(
    {
      riderId: row.rider_id,
      driverId: offer && viewerDriverId ? viewerDriverId : row.driver_id,
      companyId: row.company_id,
    },
    viewer,
  );
  const shownRow = toRow(row, createNameLookup(deps.db));
  const timeline = readTimeline(deps, id);
  const terms = readTripTerms(deps.db, id);
  const bookedBy = bookerOf(deps.db, {
    companyId: row.company_id,
    number: row.number,
    createdAt: row.created_at,
  });
  const quote = row.state === "quote" ? openQuoteOf(deps.db, id) : null;
  return {
    ...shownRow,
    passengerNews: {
      email: row.passenger_email,
      language: row.passenger_language,
      driverNewsTo: row.driver_news_to,
    },
    ...(viewer.kind === "driver" && { payMinor: driverEarnings(deps.db, row) }),
    ...bookingColumnsOf(row),
    ...moneyFieldsOf(deps, row),
    ...placeNotesOf(deps, shownRow),
    otherLeg: otherLegRef(deps, row, viewer),
    ...(row.order_id !== null && { vehicles: readVehicles(deps.db, row.order_id) }),
    startsAt: iso(earliestStartOf({ pickupAt: row.pickup_at }, setOffMinutes)),
    earlyStart: row.early_start_for_pickup_at === row.pickup_at,
    landedAt: iso(row.landed_at),
    minutesAfterLanding: row.minutes_after_landing,
    waitTerms: hasDriver(row.state) ? waitTermsOf(deps, row, shownRow) : null,
    offer,
    standingOrderId: row.standing_order_id,
    boarding:
      viewer.kind === "partner"
        ? null
        : readBoarding(deps, { id, state: row.state, driverId: row.driver_id }, viewer.kind),
    noShow: readNoShowWait(
      deps,
      {
        state: row.state,
        serviceType: row.service_type,
        feeScheduleId: row.fee_schedule_id,
        pickupAt: row.pickup_at,
      },
      timeline,
    ),
    createdAt: iso(row.created_at),
    ...(terms && { terms }),
    ...(bookedBy && { bookedBy }),
    ...(quote && quote.validUntil > deps.now() && { quoteUrl: quoteUrl(deps, quote.id) }),
    timeline,
  };
}

function findJoinedRow(deps: Deps, id: string): JoinedTripRow {
  const row = deps.db.$client
    .query<JoinedTripRow, [string]>(
      `SELECT ${ROW_COLUMNS_SQL}, r.is_late_cancellation, r.passengers, r.luggage, r.mobility, r.hours,
         r.note, r.pickup_local, r.time_zone, r.distance_meters, r.duration_seconds, r.estimate,
         r.fare_lines, r.cancellation_fee_minor, r.route_geometry, r.extras, r.promotion_code,
         r.minutes_after_landing, r.return_of_id, r.details, r.payment, r.pay_lines, r.fee_lines, r.company_id,
         r.cost_centre_id, r.billing_reference, r.invoice_id, r.standing_order_id,
         r.fee_schedule_id, r.paid_minor, r.waived_minor, r.ended_at,
         r.early_start_for_pickup_at, r.passenger_email, r.passenger_language, r.driver_news_to,
         EXISTS (SELECT 1 FROM payments p WHERE p.reservation_id = r.id
           AND p.recorded_by_kind = 'driver' AND p.reverses_id IS NULL
           AND NOT EXISTS (SELECT 1 FROM payments q WHERE q.reverses_id = p.id)) AS is_collected
       FROM reservations r ${JOINS_SQL} WHERE r.id = ?`,
    )
    .get(id);
  if (!row) throw new AppError("request.not_found");
  return row;
}

/** Returns what was booked. */
function bookingColumnsOf(row: JoinedTripRow) {
  return {
    isLateCancellation: row.is_late_cancellation === 1,
    pickupLocal: row.pickup_local,
    timeZone: row.time_zone,
    passengers: row.passengers,
    luggage: row.luggage,
    mobility: row.mobility,
    flightNumber: row.flight_number,
    // Only Livery writes this column, from the details of the contract.
    details: row.details === null ? {} : (JSON.parse(row.details) as ServiceDetails),
    hours: row.hours,
    note: row.note,
    extras: JSON.parse(row.extras) as ReservationExtra[],
    distanceMeters: row.distance_meters,
    durationSeconds: row.duration_seconds,
    estimate: row.estimate === 1,
    routeGeometry: row.route_geometry,
  };
}

/** Returns a trip's prepayment, or null if dispatch billed the trip to a company before anything was paid. */
function expectedPrepayment(row: JoinedTripRow, prepayment: Prepayment | null): Prepayment | null {
  const state = prepayment?.state;
  const isOpen = state === "later" || state === "waiting";
  const isUnpaid = state === "closed" && row.paid_minor === 0;
  const isBilled = row.payment === "account" && (isOpen || isUnpaid);
  return isBilled || (isUnpaid && !isOver(row.state)) ? null : prepayment;
}

/** Returns the price, the driver's pay and the payments. */
function moneyFieldsOf(deps: Deps, row: JoinedTripRow) {
  const isCashUnrecorded =
    row.state === "completed" &&
    row.payment === "cash" &&
    isCashForgotten(row.ended_at ?? row.pickup_at, deps.now());
  const prepayment = expectedPrepayment(row, readPrepayment(deps.db, row.id));
  const card = row.payment === "card" ? readTripCard(deps.db, row.id) : null;
  return {
    payment: row.payment,
    billing: billingOf(deps, row),
    promotionCode: row.promotion_code,
    // Only Livery writes this column, from the lines of the fare function.
    lines: JSON.parse(row.fare_lines) as FareLine[],
    cancellationFeeMinor: row.cancellation_fee_minor,
    feeLines: row.fee_lines === null ? [] : (JSON.parse(row.fee_lines) as FareLine[]),
    ...(isCashUnrecorded && { isCashForgotten: true }),
    paidMinor: row.paid_minor,
    waivedMinor: row.waived_minor,
    dueMinor: amountDueAboveHold(
      deps.db,
      row,
      amountDue({
        state: row.state,
        payment: row.payment,
        fareMinor: row.fare_minor,
        cancellationFeeMinor: row.cancellation_fee_minor,
        paidMinor: row.paid_minor,
        waivedMinor: row.waived_minor,
      }),
      prepayment,
    ),
    ...(prepayment && { prepayment }),
    ...(card && { savedCard: card }),
    isCollected: row.is_collected === 1,
    pay:
      row.pay_lines === null
        ? null
        : { totalMinor: row.pay_minor ?? 0, lines: JSON.parse(row.pay_lines) as PayLine[] },
  };
}

/**
 * Returns the operator's notes about pickup and drop-off. They come from the places, because a trip stores only its
 * positions.
 */
function placeNotesOf(deps: Deps, { pickup, dropoff }: ReservationRow) {
  const placeNotesAtStop = (stop: Stop) => {
    const point = pointOf(stop);
    return point && placeNotesAt(deps.db, point);
  };
  const [pickupNotes, dropoffNotes] = [placeNotesAtStop(pickup), placeNotesAtStop(dropoff)];
  return {
    pickupInstructions: pickupNotes?.pickupInstructions ?? "",
    entranceNotes: {
      pickup: pickupNotes?.entranceNotes ?? "",
      dropoff: dropoffNotes?.entranceNotes ?? "",
    },
  };
}

/** Returns the other leg of a trip with a return trip. */
function otherLegRef(
  deps: Deps,
  row: JoinedTripRow,
  viewer: Viewer | Partner,
): Reservation["otherLeg"] {
  if (row.there_number === null && row.back_number === null) return null;
  const other = otherLegOf(deps.db, { id: row.id, returnOfId: row.return_of_id });
  // Another company than the partner's may pay for the other leg.
  if (!other || (viewer.kind === "partner" && !canAccessRow(other, viewer))) return null;
  const { id, number, leads, state, willCall } = other;
  return { id, number, leads, state, pickupAt: iso(other.pickupAt), willCall };
}

/** Returns the price of waiting, by the price list of the trip. Null without a price list. */
function waitTermsOf(
  deps: Deps,
  row: JoinedTripRow,
  { serviceType, vehicleClass }: ReservationRow,
) {
  const { fee_schedule_id: feeScheduleId, pickup_at: pickupAt } = row;
  const schedule = versionOfTrip(deps.db, { feeScheduleId, pickupAt })?.schedule;
  return schedule ? waitTerms(schedule, { serviceType, vehicleClassId: vehicleClass.id }) : null;
}

/** Returns the company to which a trip is billed, with its current name. */
function billingOf(deps: Deps, row: JoinedTripRow): Reservation["billing"] {
  if (row.company_id === null) return null;
  const [names] = deps.db.$client
    .query<{ company: string; centre: string | null }, [string | null, string]>(
      `SELECT c.name AS company, k.name AS centre
       FROM companies c LEFT JOIN cost_centres k ON k.id = ? WHERE c.id = ?`,
    )
    .all(row.cost_centre_id, row.company_id);
  if (!names) return null;
  const until = awaitsApprovalUntil(deps.db, row.id);
  return {
    ...(until !== null && { awaitsApprovalUntil: until }),
    company: { id: row.company_id, name: names.company },
    costCentre:
      row.cost_centre_id === null || names.centre === null
        ? null
        : { id: row.cost_centre_id, name: names.centre },
    reference: row.billing_reference,
    invoiced: row.invoice_id !== null,
  };
}

const eventsOf = prepared((db) =>
  db
    .select()
    .from(reservationEvents)
    .where(eq(reservationEvents.reservationId, sql.placeholder("id")))
    .orderBy(reservationEvents.at, reservationEvents.id)
    .prepare(),
);

/** The kinds of actors that are not people of the operator, by the id of their `Actor`. */
const actorKindById: Readonly<Record<string, "auto" | "rule" | "affiliate">> = {
  [AUTO_DISPATCH_ACTOR_ID]: "auto",
  [CONFIRMATION_RULE_ACTOR_ID]: "rule",
  [COMPANY_APPROVAL_ACTOR_ID]: "rule",
  [AFFILIATE_ACTOR_ID]: "affiliate",
};

function readTimeline(deps: Deps, id: string): TimelineEntry[] {
  return eventsOf(deps.db)
    .all({ id })
    .map((event) => ({
      id: event.id,
      at: iso(event.at),
      actor: {
        kind: actorKindById[event.actorId ?? ""] ?? event.actorKind,
        name: event.actorName,
      },
      from: event.fromState,
      to: event.toState,
      reason: event.reason,
      ...(event.receivedAt !== null && { receivedAt: iso(event.receivedAt) }),
      event: readEvent(event),
    }));
}

type OfferRow = {
  expires_at: number;
  driver_id: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  vehicle_id: string;
  plate: string;
  make: string;
  model: string;
  color: string;
};

/** Returns the open offer to a driver, or without a driver the first of the newest open offers. */
function readOpenOffer(
  deps: Deps,
  reservationId: string,
  driverId: string | null,
): Reservation["offer"] {
  const row = deps.db.$client
    .query<OfferRow, [string, string | null]>(
      `SELECT o.expires_at, o.driver_id, d.first_name, d.last_name, d.phone,
         o.vehicle_id, v.plate, v.make, v.model, v.color
       FROM offers o JOIN drivers d ON d.id = o.driver_id JOIN vehicles v ON v.id = o.vehicle_id
       WHERE o.reservation_id = ?1 AND o.state = 'open' AND (?2 IS NULL OR o.driver_id = ?2)
       ORDER BY o.created_at DESC, o.position LIMIT 1`,
    )
    .get(reservationId, driverId);
  return (
    row && {
      driver: {
        id: row.driver_id,
        firstName: row.first_name,
        lastName: row.last_name,
        phone: row.phone,
      },
      vehicle: {
        id: row.vehicle_id,
        plate: row.plate,
        make: row.make,
        model: row.model,
        color: row.color,
      },
      expiresAt: iso(row.expires_at),
    }
  );
}
