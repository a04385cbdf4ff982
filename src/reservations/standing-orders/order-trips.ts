/**
 * Prices and books the trips of a standing order. The route is that of the trip from which the order was made. The
 * price comes from the price list in force at the pickup, as known on the day of booking. Each trip is for one day of
 * the order, and the database allows only one for each day.
 */
import { and, eq, gte } from "drizzle-orm";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import {
  standingOrderExceptions,
  standingOrders,
  type StoredStandingOrder,
} from "../../../db/schema/standing-orders";
import type { Db } from "../../../db/open";
import type { Tx } from "../../../db/writer";
import { findBlock } from "../../accounts/block-queries";
import { billToCompany } from "../../companies/billing-actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { compiledSchedule } from "../../fares/compiled-rules";
import type { Fare, FeeSchedule } from "../../fares/contract";
import { versionById, versionInForce } from "../../fares/queries";
import { readOperator, todayOf } from "../../settings/queries";
import { Mobility } from "../../vehicles/class-contract";
import { appendEvent } from "../actions";
import { nextNumber } from "../book-vehicles-actions";
import { bookingLimitsOf } from "../quotes/booking-rules-queries";
import {
  addDays,
  daysBetween,
  DAYS_BOOKED_AHEAD,
  type OccurrenceTime,
  timeOnDay,
} from "./order-rules";
import { recordRepeatedAgreement } from "../prepaying/card-queries";
import { recordPrepayment } from "../prepaying/prepay-actions";
import { priceClasses } from "../quotes/class-options";
import { requestApproval } from "../approvals/approval-actions";
import { checkPickupTime } from "../rules";
import { pricedTrip } from "../quotes/trip-facts";
import { storedPricing } from "../stored-trip";
import { findRows, insertReturning, insertRow, updateRow } from "../../../db/rows";

/** The columns of a reservation that are the same on each day of an order. */
const repeatedColumns = [
  "serviceType",
  "source",
  "riderId",
  "passengerName",
  "passengerPhone",
  "passengerEmail",
  "passengerLanguage",
  "driverNewsTo",
  "passengers",
  "luggage",
  "mobility",
  "flightNumber",
  "hours",
  "note",
  "pickupName",
  "pickupDetail",
  "pickupLatitude",
  "pickupLongitude",
  "pickupPinned",
  "dropoffName",
  "dropoffDetail",
  "dropoffLatitude",
  "dropoffLongitude",
  "dropoffPinned",
  "distanceMeters",
  "durationSeconds",
  "estimate",
  "routeGeometry",
  "vehicleClassId",
  "stops",
  "extras",
  "gratuityPercent",
  "details",
  "payment",
  "companyId",
  "costCentreId",
  "billingReference",
] as const satisfies readonly (keyof StoredTrip)[];

export type OrderTemplate = Pick<StoredTrip, (typeof repeatedColumns)[number]>;

/**
 * The stored template. It also has who bills the trips to a company, its rider or dispatch, and the saved card that
 * pays.
 */
export type StoredTemplate = OrderTemplate & {
  billedByDispatch: boolean;
  cardId?: string | null;
};

/** Returns the values of a reservation that an order repeats: not its time, its price or a promotion. */
export function templateOf(row: StoredTrip): OrderTemplate {
  return Object.fromEntries(repeatedColumns.map((name) => [name, row[name]])) as OrderTemplate;
}

/** Returns the last day for which trips are booked today. */
export function lastBookableDay(deps: Deps): string {
  return addDays(todayOf(deps), DAYS_BOOKED_AHEAD);
}

/** Returns the name of a holiday on a day, by the prices that will be in force then. Null if it is none. */
export function holidayOn(deps: Deps, day: string, timeZone: string): string | null {
  const version = versionInForce(deps.db, timeOnDay(day, "12:00", timeZone).at);
  return version ? compiledSchedule(version.schedule).holidayOn(day) : null;
}

/** The price of a trip at a time, with its price list. */
type DayPrice = { fare: Fare; versionId: string; deadheadMeters: number };

/**
 * Returns the price of an order's trip at a time, by the list in force then or by another one. Null if its car cannot
 * be booked then.
 */
export function priceAt(
  deps: Deps,
  template: OrderTemplate,
  time: OccurrenceTime,
  version: { id: string; schedule: FeeSchedule } | null = versionInForce(deps.db, time.at),
): DayPrice | null {
  if (!version) return null;
  const facts = pricedTrip(
    deps,
    version.schedule,
    { ...storedPricing(template), pickupLocal: time.local },
    {
      pickupAt: time.at,
      bookedAt: deps.now(),
      timeZone: readOperator(deps).timeZone,
      route: template,
      riderId: template.riderId,
    },
  );
  if (!facts) return null;
  const needs = { ...template, mobility: Mobility.parse(template.mobility) };
  const option = priceClasses(deps, version.schedule, needs, facts).find(
    ({ vehicleClass }) => vehicleClass.id === template.vehicleClassId,
  );
  if (!option?.priced) return null;
  return { fare: option.priced.fare, versionId: version.id, deadheadMeters: facts.deadheadMeters };
}

/**
 * Whether a time (ms UTC) is too soon for a trip by this actor. Riders who change their orders must keep the lead time
 * of bookings. Trips that are made automatically or by dispatch need not.
 */
export function isTooSoon(
  deps: Deps,
  by: Pick<Actor, "kind">,
  { serviceType }: Pick<OrderTemplate, "serviceType">,
  at: number,
): boolean {
  if (by.kind !== "rider") return false;
  const check = checkPickupTime(at, deps.now(), bookingLimitsOf(deps, serviceType));
  return check === "past" || check === "too_soon";
}

/** The booked trips, and what the rider must know about them. */
export type CreatedTrips = {
  rows: StoredTrip[];
  /** Trips whose time a clock change skips, with the time that applies instead. */
  moved: StoredTrip[];
  /** Days on which no car could be booked, or which were too soon, found out now for the first time. */
  notBookable: string[];
  /** A new price list: the first trip under it, and its price under the earlier one. */
  newPrice: { row: StoredTrip; beforeMinor: number } | null;
};

/** Returns the reservations of an order by day, from a day on. */
export function tripsByDay(db: Db, orderId: string, from: string): Map<string, StoredTrip> {
  const rows = db
    .select()
    .from(reservations)
    .where(and(eq(reservations.standingOrderId, orderId), gte(reservations.occurrenceDay, from)))
    .all();
  return new Map(rows.map((row) => [row.occurrenceDay ?? "", row]));
}

/** Returns the days of an order without a trip, with the reasons. */
export function exceptionsOf(db: Db, orderId: string): Map<string, "skipped" | "not_bookable"> {
  const rows = findRows(db, standingOrderExceptions, { standingOrderId: orderId });
  return new Map(rows.map(({ day, kind }) => [day, kind]));
}

/**
 * Books the missing trips of an active order up to the horizon, in the caller's transaction. Repeating it books
 * nothing, because days that have or had a trip are left alone. Books nothing for a rider who may not book, unless
 * dispatch does it.
 */
export function bookMissingTrips(
  tx: Tx,
  deps: Deps,
  order: StoredStandingOrder,
  actor: Actor,
): CreatedTrips {
  const created: CreatedTrips = { rows: [], moved: [], notBookable: [], newPrice: null };
  if (order.state !== "active" || (actor.kind !== "admin" && isRiderBlocked(tx, order)))
    return created;
  const { timeZone } = readOperator(deps);
  const now = deps.now();
  const template = templateFrom(order);
  const today = todayOf(deps);
  const tripByDay = tripsByDay(tx, order.id, today);
  const exceptions = exceptionsOf(tx, order.id);
  const isSkipped = (day: string) =>
    tripByDay.has(day) ||
    exceptions.has(day) ||
    (order.skipHolidays && holidayOn(deps, day, timeZone) !== null);
  let versionAtBooking = versionById(tx, order.feeScheduleId);
  for (const day of daysBetween(order, today, lastBookableDay(deps), isSkipped)) {
    const time = timeOnDay(day, order.pickupTime, timeZone);
    if (time.at <= now) continue;
    const price = isTooSoon(deps, actor, template, time.at) ? null : priceAt(deps, template, time);
    if (!price || !canBill(tx, template, { fare: price.fare, pickupAt: time.at }, now)) {
      insertRow(tx, standingOrderExceptions, {
        standingOrderId: order.id,
        day,
        kind: "not_bookable",
        createdAt: now,
      });
      created.notBookable.push(day);
      continue;
    }
    const row = bookTripOnDay(tx, deps, order, { day, time, price, actor });
    created.rows.push(row);
    if (time.moved) created.moved.push(row);
    const version = versionById(tx, price.versionId);
    if (version && version.number > (versionAtBooking?.number ?? 0)) {
      const before = versionAtBooking && priceAt(deps, template, time, versionAtBooking);
      if (before && before.fare.totalMinor !== row.fareMinor)
        created.newPrice ??= { row, beforeMinor: before.fare.totalMinor };
      versionAtBooking = version;
    }
  }
  if (!templateFrom(order).billedByDispatch) requestApproval(deps, tx, created.rows, now);
  updateRow(tx, standingOrders, order.id, {
    bookedUntil: lastBookableDay(deps),
    ...(versionAtBooking && { feeScheduleId: versionAtBooking.id }),
  });
  return created;
}

/** Whether the rider of an order is blocked. No more trips of the order are booked then. */
export function isRiderBlocked(db: Db, { riderId }: Pick<StoredStandingOrder, "riderId">): boolean {
  return riderId !== null && findBlock(db, riderId) !== undefined;
}

/** Returns the stored template with the order's current rider. */
export function templateFrom(order: StoredStandingOrder): StoredTemplate {
  // Only Livery writes this column, from a reservation's columns.
  return { ...(order.template as StoredTemplate), riderId: order.riderId };
}

/** Whether a company pays for one more trip of its member. True for trips without a company. */
function canBill(
  tx: Tx,
  template: StoredTemplate,
  { fare, pickupAt }: { fare: Fare; pickupAt: number },
  now: number,
): boolean {
  const { companyId, costCentreId, billingReference: reference } = template;
  if (companyId === null) return true;
  const riderId = template.billedByDispatch ? null : template.riderId;
  const by = { riderId, limitedMemberId: riderId, now };
  const trip = { fareMinor: fare.totalMinor, currency: fare.currency, pickupAt };
  try {
    billToCompany(tx, { companyId, costCentreId, reference }, by, trip);
    return true;
  } catch (refusal) {
    // The rider gets a message that the day could not be booked.
    if (refusal instanceof AppError) return false;
    throw refusal;
  }
}

function bookTripOnDay(
  tx: Tx,
  deps: Deps,
  order: StoredStandingOrder,
  { day, time, price, actor }: { day: string; time: OccurrenceTime; price: DayPrice; actor: Actor },
): StoredTrip {
  const now = deps.now();
  const id = Bun.randomUUIDv7();
  const { billedByDispatch: _, cardId, ...template } = templateFrom(order);
  const number = nextNumber(tx);
  const row = insertReturning(tx, reservations, {
    ...template,
    id,
    number,
    state: "pending",
    version: 1,
    pickupAt: time.at,
    pickupLocal: time.local,
    timeZone: readOperator(deps).timeZone,
    fareMinor: price.fare.totalMinor,
    currency: price.fare.currency,
    fareLines: price.fare.lines,
    feeScheduleId: price.versionId,
    deadheadMeters: price.deadheadMeters,
    standingOrderId: order.id,
    occurrenceDay: day,
    createdAt: now,
    updatedAt: now,
  });
  appendEvent(tx, deps, {
    id,
    number,
    from: null,
    to: "pending",
    actor,
    now,
    event: { kind: "booked", repeating: true },
  });
  recordPrepayment(deps, tx, [row], "repeating", now);
  if (cardId && row.payment === "card") recordRepeatedAgreement(deps, tx, row, cardId);
  return row;
}
