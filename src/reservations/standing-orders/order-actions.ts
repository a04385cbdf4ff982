import { and, asc, desc, eq, lt, ne } from "drizzle-orm";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import {
  standingOrderExceptions,
  standingOrders,
  type StoredStandingOrder,
} from "../../../db/schema/standing-orders";
import { cardAgreements } from "../../../db/schema/saved-cards";
import type { Tx } from "../../../db/writer";
import type { z } from "zod";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce, appendEvent, cancelInTransaction } from "../actions";
import { assertRiderCanBook } from "../quotes/booking-rules-queries";
import type { Repeat } from "./order-contract";
import { notifyOfOrderEvents, notifyOfOrder } from "./order-messages";
import { addDays, endColumns, endOf, hasDaysAfter, patternFault } from "./order-rules";
import {
  lastBookableDay,
  bookMissingTrips,
  type StoredTemplate,
  templateOf,
  tripsByDay,
} from "./order-trips";
import { isOver } from "../rules";
import { loadTrip } from "../trip-queries";
import { requireSeen, requireOwnedRow, writeNextVersion } from "../../rows";
import { findRow, findRows, insertReturning, insertRow, updateRow } from "../../../db/rows";
import { todayOf } from "../../settings/queries";

type RepeatInput = z.output<typeof Repeat>;

/** No person needs more standing orders than this. */
const MAX_ORDERS_PER_RIDER = 20;

const SYSTEM_ACTOR: Actor = { kind: "system", id: null, name: "Repeating trips" };

/** Returns the requested pattern for a trip on a day. 400 names the field that is wrong. */
export function patternOf(deps: Deps, requested: RepeatInput, tripDay: string) {
  const pattern = {
    weekdays: requested.weekdays,
    everyWeeks: requested.everyWeeks,
    startsOn: requested.startsOn ?? tripDay,
    ...endColumns(requested.end),
  };
  const fault = patternFault(pattern, todayOf(deps));
  if (fault)
    throw new AppError("request.invalid", { fields: { [`repeat.${fault.field}`]: fault.words } });
  return pattern;
}

/**
 * Makes a standing order from a reservation and books its trips of the next weeks, in the caller's transaction.
 * Notifies the rider. A future reservation becomes the order's first trip. The same request again returns the first
 * order and no rows. 409 `standing_order.exists` if the reservation already repeats in another pattern. Refuses riders
 * who may not book, as `assertRiderCanBook` does.
 */
export function repeatTrip(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  row: StoredTrip,
  requested: RepeatInput,
): { id: string; rows: StoredTrip[] } {
  if (row.fareLines.length === 0) throw new AppError("standing_order.needs_price");
  if (row.willCall) throw new AppError("reservation.waits_for_call");
  const now = deps.now();
  const tripDay = row.pickupLocal.slice(0, 10);
  const pattern = patternOf(deps, requested, tripDay);
  const existingOrder = orderOf(tx, row);
  if (existingOrder) {
    if (!isSameRepeat(existingOrder, pattern, requested))
      throw new AppError("standing_order.exists");
    return { id: existingOrder.id, rows: [] };
  }
  assertCanBook(tx, deps, actor);
  refuseTooManyOrders(tx, row);
  const order = insertReturning(tx, standingOrders, {
    id: Bun.randomUUIDv7(),
    version: 1,
    state: "active",
    riderId: row.riderId,
    passengerName: row.passengerName,
    passengerPhone: row.passengerPhone,
    sourceReservationId: row.id,
    ...pattern,
    weekdays: [...pattern.weekdays],
    pickupTime: row.pickupLocal.slice(11),
    skipHolidays: requested.skipHolidays,
    template: {
      ...templateOf(row),
      billedByDispatch: actor.kind === "admin",
      // The card that pays for this trip also pays for the later ones.
      cardId: findRow(tx, cardAgreements, { reservationId: row.id })?.cardId ?? null,
    } satisfies StoredTemplate,
    feeScheduleId: row.feeScheduleId,
    bookedUntil: pattern.startsOn,
    createdAt: now,
    updatedAt: now,
  });
  const skippedDays = new Set(requested.skipDays);
  for (const day of skippedDays)
    insertRow(tx, standingOrderExceptions, {
      standingOrderId: order.id,
      day,
      kind: "skipped",
      createdAt: now,
    });
  const isFirst = tripDay === pattern.startsOn && row.pickupAt > now && !isOver(row.state);
  if (isFirst)
    updateRow(tx, reservations, row.id, { standingOrderId: order.id, occurrenceDay: tripDay });
  const createdTrips = bookMissingTrips(tx, deps, order, actor);
  notifyOfOrder(tx, deps, order, [...(isFirst ? [row] : []), ...createdTrips.rows]);
  // The list of dates already shows the prices.
  notifyOfOrderEvents(tx, deps, order, { ...createdTrips, newPrice: null });
  logOrder(tx, deps, actor, order.id, "order.made", `Repeated trip ${row.number}`);
  return { id: order.id, rows: createdTrips.rows };
}

/** Returns the order of a reservation, or the order that was made from it, unless that has ended. */
function orderOf(tx: Tx, row: StoredTrip): StoredStandingOrder | undefined {
  const own = row.standingOrderId
    ? findRow(tx, standingOrders, { id: row.standingOrderId })
    : undefined;
  if (own && own.state !== "ended") return own;
  return tx
    .select()
    .from(standingOrders)
    .where(and(eq(standingOrders.sourceReservationId, row.id), ne(standingOrders.state, "ended")))
    .get();
}

function isSameRepeat(
  order: StoredStandingOrder,
  pattern: ReturnType<typeof patternOf>,
  requested: RepeatInput,
): boolean {
  const patternText = (one: typeof pattern, skipHolidays: boolean) =>
    JSON.stringify([one.weekdays, one.everyWeeks, one.startsOn, endOf(one), skipHolidays]);
  return (
    patternText(order as typeof pattern, order.skipHolidays) ===
    patternText(pattern, requested.skipHolidays)
  );
}

/** Trips that a rider adds to an order need the right to book. Trips that an order books automatically continue. */
export function assertCanBook(tx: Tx, deps: Deps, actor: Actor): void {
  if (actor.kind === "rider") assertRiderCanBook(deps, tx, actor.id);
}

function refuseTooManyOrders(tx: Tx, { riderId }: StoredTrip): void {
  if (!riderId) return;
  const riderOrders = tx
    .select({ state: standingOrders.state })
    .from(standingOrders)
    .where(eq(standingOrders.riderId, riderId))
    .all();
  if (riderOrders.filter(({ state }) => state !== "ended").length >= MAX_ORDERS_PER_RIDER)
    throw new AppError("standing_order.too_many");
}

/** As `repeatTrip`, for an existing reservation. 404 for that of another rider. */
export async function repeatReservation(
  deps: Deps,
  actor: Actor,
  reservationId: string,
  requested: RepeatInput,
): Promise<string> {
  const createdOrder = await deps.write((tx) => {
    const row = loadTrip(tx, { actor, id: reservationId });
    return repeatTrip(tx, deps, actor, row, requested);
  });
  for (const row of createdOrder.rows) announce(deps, row);
  return createdOrder.id;
}

/**
 * Loads an order in a transaction. 404 for the order of another rider, 409 if it has changed since its viewer saw it.
 */
export function loadOrder(tx: Tx, actor: Actor, id: string, version: number): StoredStandingOrder {
  const row = findRow(tx, standingOrders, { id });
  const order = requireOwnedRow(row, actor);
  requireSeen(order, version, "standing_order.stale");
  return order;
}

/** Records an action of staff on an order in the audit log, in the caller's transaction. */
export function logOrder(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  id: string,
  action: "order.made" | "order.changed" | "order.stopped",
  summary: string,
): void {
  if (actor.kind === "admin")
    appendAudit(tx, deps, { actor, action, subject: { kind: "order", id }, summary });
}

/** Saves changes of an order as its next version. 409 `standing_order.stale` if it has changed in the meantime. */
export function saveOrder(
  tx: Tx,
  deps: Deps,
  order: StoredStandingOrder,
  changes: Partial<typeof standingOrders.$inferInsert>,
): StoredStandingOrder {
  const values = { ...changes, updatedAt: deps.now() };
  return writeNextVersion(tx, standingOrders, order, values, "standing_order.stale");
}

/** Reservations that a transaction changed, and the drivers whose offers for them ended. */
export type ChangedTrips = { row: StoredTrip; offeredDriverIds: string[] }[];

/**
 * Cancels the trips that are not over, so that their days are free again. 409 if the fees are higher than the caller
 * saw.
 */
export function cancelTrips(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  rows: readonly StoredTrip[],
  how: { feesMinor: number; quiet: boolean },
): ChangedTrips {
  const cancelledTrips = rows
    .filter(({ state }) => !isOver(state))
    .map((row) =>
      cancelInTransaction(tx, deps, row, {
        actor,
        now: deps.now(),
        changes: { occurrenceDay: null },
        quiet: how.quiet,
      }),
    );
  const totalFeesMinor = cancelledTrips.reduce(
    (sum, { row }) => sum + (row.cancellationFeeMinor ?? 0),
    0,
  );
  if (totalFeesMinor > how.feesMinor) throw new AppError("standing_order.fee_changed");
  return cancelledTrips;
}

/** Whether stopping an order may cancel one of its trips: nobody may be on the way yet. */
export function canCancelWithOrder({ state }: Pick<StoredTrip, "state">): boolean {
  return ["pending", "confirmed", "offered", "assigned"].includes(state);
}

/**
 * Books the trips of all orders up to the horizon and ends orders that have no days left. However often it runs, and in
 * however many processes, a day gets one trip. An order that fails does not hold up the others; the first error is
 * thrown at the end. Returns how many trips were booked.
 */
export async function extendOrders(deps: Deps): Promise<number> {
  const bookingHorizon = lastBookableDay(deps);
  const dueOrders = deps.db
    .select({ id: standingOrders.id })
    .from(standingOrders)
    .where(and(eq(standingOrders.state, "active"), lt(standingOrders.bookedUntil, bookingHorizon)))
    .orderBy(asc(standingOrders.bookedUntil), desc(standingOrders.id))
    .all();
  let bookedCount = 0;
  let failure: unknown = null;
  for (const { id } of dueOrders)
    try {
      const rows = await deps.write((tx) => extendOrder(tx, deps, id));
      for (const row of rows) announce(deps, row);
      bookedCount += rows.length;
    } catch (error) {
      failure ??= error;
    }
  if (failure !== null) throw failure;
  return bookedCount;
}

/**
 * Records in the logs of a rider's active orders that no more trips are booked, or that booking resumes: on the next
 * trip of each order, or on the trip from which it was made. Returns those trips.
 */
export function logOrderPause(
  tx: Tx,
  deps: Deps,
  riderId: string,
  actor: Actor,
  pause: "begun" | "ended",
): StoredTrip[] {
  const orders = findRows(tx, standingOrders, { riderId, state: "active" });
  const now = deps.now();
  return orders.map((order) => {
    const next = [...tripsByDay(tx, order.id, todayOf(deps)).values()]
      .filter(({ state, pickupAt }) => pickupAt > now && !isOver(state))
      .toSorted((a, b) => a.pickupAt - b.pickupAt)[0];
    const row = next ?? loadTrip(tx, { actor, id: order.sourceReservationId });
    appendEvent(tx, deps, {
      id: row.id,
      number: row.number,
      from: row.state,
      to: row.state,
      actor,
      now,
      event: { kind: pause === "begun" ? "order_held" : "order_resumed" },
    });
    return row;
  });
}

function extendOrder(tx: Tx, deps: Deps, id: string): StoredTrip[] {
  const order = findRow(tx, standingOrders, { id });
  if (order?.state !== "active") return [];
  const createdTrips = bookMissingTrips(tx, deps, order, SYSTEM_ACTOR);
  notifyOfOrderEvents(tx, deps, order, createdTrips);
  if (!hasDaysAfter(order, addDays(todayOf(deps), -1)))
    updateRow(tx, standingOrders, id, {
      state: "ended",
      endedAt: deps.now(),
      version: order.version + 1,
    });
  return createdTrips.rows;
}
