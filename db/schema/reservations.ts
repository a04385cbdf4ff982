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

/**
 * Trips with a final price: their fare, or a fee. Rejected trips have none. Queries must use the same condition,
 * because only then does SQLite use the partial indexes.
 */
const hasFinalPrice = sql`state IN ('completed', 'settled', 'cancelled', 'no_show')`;

/** The price of a finished trip: its fare, or the late-cancellation or no-show fee. */
const finalPrice = sql.raw(
  "CASE WHEN state IN ('completed', 'settled') THEN fare_minor ELSE coalesce(cancellation_fee_minor, 0) END",
);
/** The rider still owes something. */
const isUnpaid = sql`payment <> 'account' AND state IN ('completed', 'settled', 'cancelled', 'no_show') AND ${finalPrice} > paid_minor + waived_minor`;
/** More was paid than the trip costs. */
const isOverpaid = sql`paid_minor > 0 AND state IN ('completed', 'settled', 'cancelled', 'no_show', 'rejected') AND paid_minor > ${finalPrice}`;

/** The price was corrected after the trip was invoiced. A credit note counts towards a lower price. */
const isMisbilled = sql`billed_minor IS NOT NULL AND state IN ('completed', 'settled') AND (fare_minor > billed_minor OR fare_minor < billed_minor - credited_minor)`;

export const reservations = sqliteTable(
  "reservations",
  {
    id: text().primaryKey(),
    /** The number that people use for the reservation. It counts from 1001. */
    number: integer().notNull(),
    state: text({ enum: reservationStates }).notNull(),
    /** Only with `cancelled`: whether the cancellation was so late that it cost a fee. */
    isLateCancellation: integer({ mode: "boolean" }).notNull().default(false),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull(),
    serviceType: text({ enum: serviceTypes }).notNull(),
    source: text({ enum: ["web", "phone", "demo"] }).notNull(),
    /** Null for a booking by phone for somebody without an account. */
    riderId: text().references(() => riders.id),
    passengerName: text().notNull(),
    passengerPhone: text(),
    passengers: integer().notNull(),
    luggage: integer().notNull(),
    mobility: text().notNull().default("ambulatory"),
    flightNumber: text(),
    hours: real(),
    note: text().notNull().default(""),
    /** The pickup as an instant, followed by the local time that the person chose and its time zone. */
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
    /** Whether distance and time are estimated from the great circle, without a router. */
    estimate: integer({ mode: "boolean" }).notNull(),
    vehicleClassId: text()
      .notNull()
      .references(() => vehicleClasses.id),
    driverId: text().references(() => drivers.id),
    vehicleId: text().references(() => vehicles.id),
    fareMinor: integer().notNull(),
    currency: text().notNull(),
    /** The agreed `FareLine[]`. Later changes of the price list do not change them. */
    fareLines: text({ mode: "json" }).$type<unknown[]>().notNull(),
    feeScheduleId: text().notNull(),
    /** `Stop[]` between pickup and drop-off, in the order of the route. */
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
    /** The rider's choice. Null leaves it to the price list. */
    gratuityPercent: real(),
    /** The empty drive that was charged. */
    deadheadMeters: integer().notNull().default(0),
    /** When the flight landed, as far as dispatch knows. */
    landedAt: integer(),
    /** How many minutes after the landing free waiting begins, by the rule of the airport. */
    minutesAfterLanding: integer().notNull().default(0),
    /** How long the driver waited for the passenger after the free time. Null until it is known. */
    waitSeconds: integer(),
    /** `PayLine[]`: the driver's pay. Null until the trip ends. */
    payLines: text({ mode: "json" }).$type<unknown[]>(),
    payMinor: integer(),
    /** The lines that explain the fee for a cancellation or a no-show. */
    feeLines: text({ mode: "json" }).$type<unknown[]>(),
    /** The fee for a cancellation or a no-show, which replaces the fare. Null before. */
    cancellationFeeMinor: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** The route as an encoded polyline. Null for an estimate. */
    routeGeometry: text(),
    /** False for a place described in words. Its coordinates are 0 and are not used. */
    pickupPinned: integer({ mode: "boolean" }).notNull().default(true),
    dropoffPinned: integer({ mode: "boolean" }).notNull().default(true),
    /** `ServiceDetails`: the additional facts of its kind of service. Null if there are none. */
    details: text({ mode: "json" }).$type<unknown>(),
    /** How the rider means to pay. `account`: a company is billed later. */
    payment: text({ enum: ["cash", "card", "account"] })
      .notNull()
      .default("cash"),
    /** For a return trip: the outbound trip. */
    returnOfId: text(),
    /**
     * For a booking of several vehicles, with one reservation for each: the id of the first one, also on the
     * first one itself. Null for one vehicle.
     */
    orderId: text(),
    /**
     * A return trip without a time yet: the passenger calls when ready. Until then `pickupAt` is an estimate.
     */
    willCall: integer({ mode: "boolean" }).notNull().default(false),
    /** When the rider's account was erased. The rest of the row names nobody. */
    erasedAt: integer(),
    /** With `account`: the company that is billed, and what it wants to read beside the trip. */
    companyId: text().references(() => companies.id),
    costCentreId: text().references(() => costCentres.id),
    billingReference: text().notNull().default(""),
    /** The invoice of the trip. Once it is set, nobody else can be billed. */
    invoiceId: text(),
    /**
     * The amount that invoices bill for the trip, including corrections, and what credit notes deducted from
     * it. Null while it is on no invoice.
     */
    billedMinor: integer(),
    creditedMinor: integer().notNull().default(0),
    /** The standing order that the trip belongs to. */
    standingOrderId: text().references(() => standingOrders.id),
    /** The order's day of the trip. Null once the order no longer counts it. */
    occurrenceDay: text(),
    /** The pickup time in the last reminder to the rider. */
    remindedOfPickupAt: integer(),
    /**
     * The version of the trip that the driver's statements contain. Null while it is on none. -1 for a trip
     * that was settled with the driver before there were statements.
     */
    statementVersion: integer(),
    /** When the driver arrived, when the passenger boarded, and when the ride ended. */
    arrivedAt: integer(),
    boardedAt: integer(),
    endedAt: integer(),
    /** The pickup time for which dispatch lets the driver set off early. Null for none. */
    earlyStartForPickupAt: integer(),
    /** The sums of the trip's payments minus refunds, and of its waivers. Triggers of `payments` update both. */
    paidMinor: integer().notNull().default(0),
    waivedMinor: integer().notNull().default(0),
    /** If the passenger is not the rider: the contact and the language of messages about the ride. */
    passengerEmail: text(),
    passengerLanguage: text({ enum: languageCodes }),
    /** Who gets the reminder and the messages about the driver and the arrival. */
    driverNewsTo: text({ enum: ["rider", "passenger", "both"] })
      .notNull()
      .default("rider"),
    /** The offer to an affiliate that is open or accepted, instead of a driver and vehicle of our own. */
    farmOutId: text(),
  },
  (t) => [
    uniqueIndex("reservations_number").on(t.number),
    // Orders the matches of a search by booking, without reading their rows.
    index("reservations_found").on(t.number, t.pickupAt, t.createdAt, t.state, t.id),
    index("reservations_pickup").on(t.pickupAt, t.id),
    index("reservations_created").on(t.createdAt, t.id),
    // Includes the number, by which the full-text index identifies rows.
    index("reservations_state").on(t.state, t.pickupAt, t.id, t.number),
    index("reservations_state_created").on(t.state, t.createdAt, t.id),
    // For kinds of service that are rare among all trips: care, airports.
    index("reservations_service").on(t.serviceType, t.state, t.pickupAt, t.id),
    // For dispatch's filter of trips with a flight.
    index("reservations_flight")
      .on(t.state, t.pickupAt, t.id)
      .where(sql`flight_number IS NOT NULL`),
    // Includes the state, so that a rider's list skips trips in other states without reading their rows.
    index("reservations_rider").on(t.riderId, t.pickupAt, t.id, t.state),
    index("reservations_driver").on(t.driverId, t.pickupAt, t.id),
    index("reservations_vehicle")
      .on(t.vehicleId, t.pickupAt, t.id)
      .where(sql`vehicle_id IS NOT NULL`),
    // Includes the columns for the totals of an account.
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
    // For the filters of a report: ended trips of one driver, company, class or source. The indexes include the
    // time of booking, because their lists can be ordered by it.
    index("reservations_over_driver")
      .on(t.driverId, t.state, t.pickupAt, t.id, t.createdAt)
      .where(hasFinalPrice),
    index("reservations_over_company")
      .on(t.companyId, t.state, t.pickupAt, t.id, t.createdAt)
      .where(hasFinalPrice),
    index("reservations_over_class")
      .on(t.vehicleClassId, t.state, t.pickupAt, t.id, t.createdAt)
      .where(hasFinalPrice),
    index("reservations_over_source")
      .on(t.source, t.state, t.pickupAt, t.id, t.createdAt)
      .where(hasFinalPrice),
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
    // Trips whose invoiced amount a company's next invoice must correct.
    index("reservations_misbilled").on(t.companyId, t.pickupAt, t.id).where(isMisbilled),
    index("reservations_unpaid").on(t.pickupAt, t.id).where(isUnpaid),
    index("reservations_overpaid").on(t.pickupAt, t.id).where(isOverpaid),
    // Trips that a driver's next statement may have to include.
    index("reservations_statement_due")
      .on(t.driverId, t.pickupAt, t.id)
      .where(
        sql`driver_id IS NOT NULL AND statement_version IS NOT version AND statement_version IS NOT -1`,
      ),
    // One return trip for each trip, found by the outbound trip.
    uniqueIndex("reservations_return")
      .on(t.returnOfId)
      .where(sql`return_of_id IS NOT NULL`),
    index("reservations_order")
      .on(t.orderId, t.number)
      .where(sql`order_id IS NOT NULL`),
    // An order never has two trips on a day, however often it is processed.
    uniqueIndex("reservations_occurrence").on(t.standingOrderId, t.occurrenceDay),
  ],
);
export type StoredTrip = typeof reservations.$inferSelect;

/** The append-only log of reservations. Triggers refuse every change and deletion. */
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
    /** The reason, as typed. */
    reason: text().notNull().default(""),
    /** The kind of the event, as in `ReservationEvent`, and an object with its facts. */
    kind: text().notNull(),
    facts: text({ mode: "json" }).$type<unknown>().notNull(),
    /** When the server received it, if a phone sent it later because it had no network. */
    receivedAt: integer(),
    /** The version of the reservation after the event. Null if it did not change, and for old rows. */
    version: integer(),
  },
  (t) => [index("reservation_events_reservation").on(t.reservationId, t.at, t.id)],
);

/**
 * The `Idempotency-Key` of a request that makes or changes something, such as a booking. A second request with the same
 * body gets the same answer; another body is refused.
 */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    /** The hash of the key. Partners choose the key, and it may name a passenger. */
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** The id of what the request made or changed: a reservation, or for example an invoice. */
    reservationId: text().notNull(),
    createdAt: integer().notNull(),
    keptUntil: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("idempotency_keys_key").on(t.accountId, t.key),
    index("idempotency_keys_kept").on(t.keptUntil),
  ],
);
