import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { riders } from "./accounts";
import { companies, costCentres } from "./companies";
import { drivers } from "./drivers";
import { standingOrders } from "./standing-orders";
import { vehicleClasses, vehicles } from "./vehicles";

export const reservationStates = [
  "quote",
  "pending",
  "confirmed",
  "offered",
  "assigned",
  "en_route",
  "on_location",
  "passenger_on_board",
  "completed",
  "settled",
  "cancelled",
  "no_show",
  "rejected",
] as const;

export const serviceTypes = [
  "point_to_point",
  "hourly",
  "airport_pickup",
  "airport_dropoff",
  "home_care",
  "roadside_assistance",
  "interpreter",
] as const;

/** Lists say it in the same words: only then SQLite takes the indices that have it. */
const isOver = sql`state IN ('completed', 'settled', 'cancelled', 'no_show')`;

/** The price of a finished trip: its fare, or the late-cancellation or no-show fee. */
const cost = sql.raw(
  "CASE WHEN state IN ('completed', 'settled') THEN fare_minor ELSE coalesce(cancellation_fee_minor, 0) END",
);
/** Riders owe something of it still. */
const isUnpaid = sql`payment <> 'account' AND state IN ('completed', 'settled', 'cancelled', 'no_show') AND ${cost} > paid_minor + waived_minor`;
/** More was paid than it costs. */
const isOverpaid = sql`paid_minor > 0 AND state IN ('completed', 'settled', 'cancelled', 'no_show', 'rejected') AND paid_minor > ${cost}`;

/** Its price was corrected after it was invoiced; a credit note counts towards a lower price. */
const isMisbilled = sql`billed_minor IS NOT NULL AND state IN ('completed', 'settled') AND (fare_minor > billed_minor OR fare_minor < billed_minor - credited_minor)`;

export const reservations = sqliteTable(
  "reservations",
  {
    id: text().primaryKey(),
    /** What people say on the phone: counts up from 1001. */
    number: integer().notNull(),
    state: text({ enum: reservationStates }).notNull(),
    /** Only with `cancelled`: inside the time that costs a fee. */
    isLateCancellation: integer({ mode: "boolean" }).notNull().default(false),
    /** Goes up with every write: a caller who saw another one gets 409. */
    version: integer().notNull(),
    serviceType: text({ enum: serviceTypes }).notNull(),
    source: text({ enum: ["web", "phone", "demo"] }).notNull(),
    /** Null for a booking by phone from somebody without an account. */
    riderId: text().references(() => riders.id),
    passengerName: text().notNull(),
    passengerPhone: text(),
    passengers: integer().notNull(),
    luggage: integer().notNull(),
    mobility: text().notNull().default("ambulatory"),
    flightNumber: text(),
    hours: real(),
    note: text().notNull().default(""),
    /** The instant, and beside it what the person chose and where. */
    pickupAt: integer().notNull(),
    pickupLocal: text().notNull(),
    timeZone: text().notNull(),
    pickupName: text().notNull(),
    pickupDetail: text().notNull(),
    pickupLatitude: real().notNull(),
    pickupLongitude: real().notNull(),
    dropoffName: text().notNull(),
    dropoffDetail: text().notNull(),
    dropoffLatitude: real().notNull(),
    dropoffLongitude: real().notNull(),
    distanceMeters: integer().notNull(),
    durationSeconds: integer().notNull(),
    /** The figures come from the great circle, not from a router. */
    estimate: integer({ mode: "boolean" }).notNull(),
    vehicleClassId: text()
      .notNull()
      .references(() => vehicleClasses.id),
    driverId: text().references(() => drivers.id),
    vehicleId: text().references(() => vehicles.id),
    fareMinor: integer().notNull(),
    currency: text().notNull(),
    /** `FareLine[]` as agreed: a later change of fees never alters it. */
    fareLines: text({ mode: "json" }).$type<unknown[]>().notNull(),
    feeScheduleId: text().notNull(),
    /** `Stop[]` between pickup and drop-off, in the order of the way. */
    stops: text({ mode: "json" })
      .$type<unknown[]>()
      .notNull()
      .default(sql`'[]'`),
    /** The extras: id, name and quantity. */
    extras: text({ mode: "json" })
      .$type<unknown[]>()
      .notNull()
      .default(sql`'[]'`),
    promotionCode: text(),
    /** The rider's choice; null leaves it to the schedule. */
    gratuityPercent: real(),
    /** The empty way that was charged. */
    deadheadMeters: integer().notNull().default(0),
    /** When the flight touched down, as dispatch learnt it. */
    landedAt: integer(),
    /** So many minutes after the landing free waiting begins, by the rule of the airport. */
    minutesAfterLanding: integer().notNull().default(0),
    /** How long the driver waited for the passenger beyond the free time; null until that is known. */
    waitSeconds: integer(),
    /** `PayLine[]`: what the driver earns; null until the trip ends. */
    payLines: text({ mode: "json" }).$type<unknown[]>(),
    payMinor: integer(),
    /** The line that says why a cancellation or a no-show costs. */
    feeLines: text({ mode: "json" }).$type<unknown[]>(),
    /** The fee for a cancellation or a no-show instead of the fare; null until then. */
    cancellationFeeMinor: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** The way as an encoded polyline; null for an estimate. Last, so that lists need not pass it. */
    routeGeometry: text(),
    /** False for a place in words, whose coordinates are 0 and mean nothing. */
    pickupPinned: integer({ mode: "boolean" }).notNull().default(true),
    dropoffPinned: integer({ mode: "boolean" }).notNull().default(true),
    /** `ServiceDetails`: what its kind of service asks for; null where that is nothing. */
    details: text({ mode: "json" }).$type<unknown>(),
    /** How the rider means to pay. `account` is a company's, billed later. */
    payment: text({ enum: ["cash", "card", "account"] })
      .notNull()
      .default("cash"),
    /** The trip there, of a trip that brings its people back. */
    returnOfId: text(),
    /**
     * Of a booking of several vehicles, a reservation each: the first of them, which has its own id here. Null where one
     * vehicle is enough.
     */
    orderId: text(),
    /** A return trip without a time yet: its passenger calls when ready. `pickupAt` is an estimate until then. */
    willCall: integer({ mode: "boolean" }).notNull().default(false),
    /** When the rider's account was erased: what is left names nobody. */
    erasedAt: integer(),
    /** With `account`: who is billed, and what the company wants to read beside the trip. */
    companyId: text().references(() => companies.id),
    costCentreId: text().references(() => costCentres.id),
    billingReference: text().notNull().default(""),
    /** Set once it is on an invoice: from then on nobody else is billed for it. */
    invoiceId: text(),
    /** What invoices bill of it, corrections among it, and what credit notes took from that. Null until it is on one. */
    billedMinor: integer(),
    creditedMinor: integer().notNull().default(0),
    /** The standing order it belongs to. */
    standingOrderId: text().references(() => standingOrders.id),
    /** The day of the order that it is for; null once the order no longer counts on it. */
    occurrenceDay: text(),
    /** The pickup time that its rider was reminded of. */
    remindedOfPickupAt: integer(),
    /**
     * The version of the trip that its driver's statements tell of; null until it is on one. -1 of a
     * trip that was accounted for before there were statements.
     */
    statementVersion: integer(),
    /** When the driver stood at the pickup, when the passenger boarded, when the ride ended; each once it was. */
    arrivedAt: integer(),
    boardedAt: integer(),
    endedAt: integer(),
    /** The pickup time for which dispatch lets the driver set off earlier than others may; null for none. */
    earlyStartForPickupAt: integer(),
    /** The sums of its payments less refunds, and of its waivers: triggers of `payments` write both. */
    paidMinor: integer().notNull().default(0),
    waivedMinor: integer().notNull().default(0),
    /** For a passenger who is not the rider: the contact and the language of messages about the ride. */
    passengerEmail: text(),
    passengerLanguage: text({ enum: languageCodes }),
    /** Who gets the reminder and the messages about the driver and the arrival. */
    driverNewsTo: text({ enum: ["rider", "passenger", "both"] })
      .notNull()
      .default("rider"),
    /** The offer to an affiliate that is open or was accepted, in place of a driver and vehicle of our own. */
    farmOutId: text(),
  },
  (t) => [
    uniqueIndex("reservations_number").on(t.number),
    // What a search found, by its numbers: put into order without a look at the rows.
    index("reservations_found").on(t.number, t.pickupAt, t.createdAt, t.state, t.id),
    index("reservations_pickup").on(t.pickupAt, t.id),
    index("reservations_created").on(t.createdAt, t.id),
    // With the number, by which the full-text index has them.
    index("reservations_state").on(t.state, t.pickupAt, t.id, t.number),
    index("reservations_state_created").on(t.state, t.createdAt, t.id),
    // Kinds of service that are rare among all trips: care, airports.
    index("reservations_service").on(t.serviceType, t.state, t.pickupAt, t.id),
    // Trips with a flight, by which dispatch's list is filtered.
    index("reservations_flight")
      .on(t.state, t.pickupAt, t.id)
      .where(sql`flight_number IS NOT NULL`),
    // With the state: a rider's list passes over trips of the other states without a look at their rows.
    index("reservations_rider").on(t.riderId, t.pickupAt, t.id, t.state),
    index("reservations_driver").on(t.driverId, t.pickupAt, t.id),
    index("reservations_vehicle")
      .on(t.vehicleId, t.pickupAt, t.id)
      .where(sql`vehicle_id IS NOT NULL`),
    // With what the totals of an account need.
    index("reservations_company")
      .on(
        t.companyId,
        t.pickupAt,
        t.id,
        t.currency,
        t.state,
        t.invoiceId,
        t.fareMinor,
        t.cancellationFeeMinor,
      )
      .where(sql`company_id IS NOT NULL`),
    index("reservations_company_created")
      .on(t.companyId, t.createdAt, t.id)
      .where(sql`company_id IS NOT NULL`),
    // What a figure of a report counts: ended trips of one driver, company, class or source. With the time of booking,
    // which their lists are also sorted by.
    index("reservations_over_driver")
      .on(t.driverId, t.state, t.pickupAt, t.id, t.createdAt)
      .where(isOver),
    index("reservations_over_company")
      .on(t.companyId, t.state, t.pickupAt, t.id, t.createdAt)
      .where(isOver),
    index("reservations_over_class")
      .on(t.vehicleClassId, t.state, t.pickupAt, t.id, t.createdAt)
      .where(isOver),
    index("reservations_over_source")
      .on(t.source, t.state, t.pickupAt, t.id, t.createdAt)
      .where(isOver),
    index("reservations_uninvoiced")
      .on(
        t.companyId,
        t.pickupAt,
        t.id,
        t.currency,
        t.state,
        t.invoiceId,
        t.fareMinor,
        t.cancellationFeeMinor,
      )
      .where(sql`${t.companyId} IS NOT NULL AND ${t.invoiceId} IS NULL`),
    // What a company's next invoice has to add to what is billed of a trip, or take from it.
    index("reservations_misbilled").on(t.companyId, t.pickupAt, t.id).where(isMisbilled),
    index("reservations_unpaid").on(t.pickupAt, t.id).where(isUnpaid),
    index("reservations_overpaid").on(t.pickupAt, t.id).where(isOverpaid),
    // What a driver's next statement may have to take up.
    index("reservations_statement_due")
      .on(t.driverId, t.pickupAt, t.id)
      .where(
        sql`driver_id IS NOT NULL AND statement_version IS NOT version AND statement_version IS NOT -1`,
      ),
    // One return trip for each trip, found from it.
    uniqueIndex("reservations_return")
      .on(t.returnOfId)
      .where(sql`return_of_id IS NOT NULL`),
    index("reservations_order")
      .on(t.orderId, t.number)
      .where(sql`order_id IS NOT NULL`),
    // However often the trips of an order are made: never two on a day.
    uniqueIndex("reservations_occurrence").on(t.standingOrderId, t.occurrenceDay),
  ],
);
export type StoredTrip = typeof reservations.$inferSelect;

/** The append-only log: triggers refuse every change and removal. */
export const reservationEvents = sqliteTable(
  "reservation_events",
  {
    id: text().primaryKey(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    at: integer().notNull(),
    actorKind: text({ enum: ["rider", "driver", "admin", "system", "partner"] }).notNull(),
    actorId: text(),
    actorName: text().notNull(),
    /** Null on the first row. */
    fromState: text({ enum: reservationStates }),
    toState: text({ enum: reservationStates }).notNull(),
    /** As somebody typed it. */
    reason: text().notNull().default(""),
    /** What happened, as `ReservationEvent` has it, and its facts: an object without the kind. */
    kind: text().notNull(),
    facts: text({ mode: "json" }).$type<unknown>().notNull(),
    /** When the server received it, if a phone without a network sent it later. */
    receivedAt: integer(),
    /** The reservation's version that came of it; null of what changed none, and of rows of before. */
    version: integer(),
  },
  (t) => [index("reservation_events_reservation").on(t.reservationId, t.at, t.id)],
);

/** `Idempotency-Key` of a booking: same body replays, another body is refused. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    /** A hash: partners choose the text, which may name a passenger. */
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** What the request made or changed: a reservation, or what its kind of request names, such as an invoice. */
    reservationId: text().notNull(),
    createdAt: integer().notNull(),
    keptUntil: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("idempotency_keys_key").on(t.accountId, t.key),
    index("idempotency_keys_kept").on(t.keptUntil),
  ],
);
