/**
 * The trips of a standing order: what each costs, and how they are made. The way is that of the trip
 * it was made from; the price is that of the list in force at the pickup, as it is known on the day
 * the trip is made. Each is for one day of the order, which the database holds to be one.
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
import { requestPrepayment } from "../prepaying/prepay-actions";
import { priceClasses } from "../quotes/class-options";
import { requestApproval } from "../approvals/approval-actions";
import { checkPickupTime } from "../rules";
import { pricedTrip } from "../quotes/trip-facts";
import { storedPricing } from "../stored-trip";
import { findRows, insertReturning, insertRow, updateRow } from "../../../db/rows";

/** What of a reservation is the same on each day of an order. */
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

/** What is stored of it: who has its trips billed to a company, its rider or dispatch, and the saved card that pays. */
export type StoredTemplate = OrderTemplate & {
  billedByDispatch: boolean;
  cardId?: string | null;
};

/** What an order repeats of a reservation: not its time, its price, nor a promotion. */
export function templateOf(row: StoredTrip): OrderTemplate {
  return Object.fromEntries(repeatedColumns.map((name) => [name, row[name]])) as OrderTemplate;
}

/** The last day for which trips are booked today. */
export function lastBookableDay(deps: Deps): string {
  return addDays(todayOf(deps), DAYS_BOOKED_AHEAD);
}

/** The name of a holiday on a day, by the prices that will be in force then; else null. */
export function holidayOn(deps: Deps, day: string, timeZone: string): string | null {
  const version = versionInForce(deps.db, timeOnDay(day, "12:00", timeZone).at);
  return version ? compiledSchedule(version.schedule).holidayOn(day) : null;
}

/** What a trip costs at a time, and by which list; null when its car cannot be booked then. */
type DayPrice = { fare: Fare; versionId: string; deadheadMeters: number };

/** The price of an order's trip at a time by the list in force then, or by another one. */
export function priceAt(
  deps: Deps,
  template: OrderTemplate,
  time: OccurrenceTime,
  by: { id: string; schedule: FeeSchedule } | null = versionInForce(deps.db, time.at),
): DayPrice | null {
  if (!by) return null;
  const facts = pricedTrip(
    deps,
    by.schedule,
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
  const option = priceClasses(deps, by.schedule, needs, facts).find(
    ({ vehicleClass }) => vehicleClass.id === template.vehicleClassId,
  );
  if (!option?.priced) return null;
  return { fare: option.priced.fare, versionId: by.id, deadheadMeters: facts.deadheadMeters };
}

/**
 * Whether a time (ms UTC) is too soon for a trip by this actor: riders' changes to their orders
 * keep the lead time of bookings. Trips made automatically or by dispatch need not.
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

/** What making trips had to say beside that they were made. */
export type CreatedTrips = {
  rows: StoredTrip[];
  /** Days whose time the clocks skip, with the time that it is instead. */
  moved: StoredTrip[];
  /** Days on which no car could be booked, or not so soon, for the first time now. */
  notBookable: string[];
  /** A new price list: what the first trip under it would have cost before. */
  newPrice: { row: StoredTrip; beforeMinor: number } | null;
};

/** The reservations of days of an order, from one of them on, by day. */
export function tripsByDay(db: Db, orderId: string, from: string): Map<string, StoredTrip> {
  const rows = db
    .select()
    .from(reservations)
    .where(and(eq(reservations.standingOrderId, orderId), gte(reservations.occurrenceDay, from)))
    .all();
  return new Map(rows.map((row) => [row.occurrenceDay ?? "", row]));
}

/** The days of an order without a trip, with the reason. */
export function exceptionsOf(db: Db, orderId: string): Map<string, "skipped" | "not_bookable"> {
  const rows = findRows(db, standingOrderExceptions, { standingOrderId: orderId });
  return new Map(rows.map(({ day, kind }) => [day, kind]));
}

/**
 * Makes the trips of an active order that are missing up to the horizon, inside the caller's
 * transaction. Run again it makes nothing: a day that has its trip, or had one, is left alone. For a rider
 * who may not book it makes none, unless dispatch wants them.
 */
export function makeTrips(
  tx: Tx,
  deps: Deps,
  order: StoredStandingOrder,
  actor: Actor,
): CreatedTrips {
  const created: CreatedTrips = { rows: [], moved: [], notBookable: [], newPrice: null };
  if (order.state !== "active" || (actor.kind !== "admin" && isHeld(tx, order))) return created;
  const { timeZone } = readOperator(deps);
  const now = deps.now();
  const template = templateFrom(order);
  const today = todayOf(deps);
  const taken = tripsByDay(tx, order.id, today);
  const exceptions = exceptionsOf(tx, order.id);
  const isSkipped = (day: string) =>
    taken.has(day) ||
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
    const row = insertTrip(tx, deps, order, { day, time, price, actor });
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

/** Whether no more trips are booked of an order: its rider may not book online. */
export function isHeld(db: Db, { riderId }: Pick<StoredStandingOrder, "riderId">): boolean {
  return riderId !== null && findBlock(db, riderId) !== undefined;
}

/** The template as it was written, with the order's current rider. */
export function templateFrom(order: StoredStandingOrder): StoredTemplate {
  // Written by ourselves from a reservation's columns.
  return { ...(order.template as StoredTemplate), riderId: order.riderId };
}

/** Whether a company still pays for one more trip of its member; of all other trips, true. */
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
    // It is told as a day that could not be booked.
    if (refusal instanceof AppError) return false;
    throw refusal;
  }
}

function insertTrip(
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
  requestPrepayment(deps, tx, [row], "repeating", now);
  if (cardId && row.payment === "card") recordRepeatedAgreement(deps, tx, row, cardId);
  return row;
}
