/** Skips or restores a day of an order, and pauses, resumes or ends an order. */
import { and, eq } from "drizzle-orm";
import { reservations } from "../../../db/schema/reservations";
import { standingOrderExceptions } from "../../../db/schema/standing-orders";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { readOperator, todayOf } from "../../settings/queries";
import { announce } from "../actions";
import {
  cancelTrips,
  loadOrder,
  canCancelWithOrder,
  logOrder,
  assertCanBook,
  saveOrder,
  type ChangedTrips,
} from "./order-actions";
import type { SkipDay, StopOrder, UnskipDay } from "./order-contract";
import { notifyOfOrderEvents, notifyOfOrder, notifyOfOrderStop } from "./order-messages";
import { addDays, MAX_PREVIEW_DAYS, laterDay, patternDays, timeOnDay } from "./order-rules";
import { exceptionsOf, isTooSoon, bookMissingTrips, templateFrom, tripsByDay } from "./order-trips";
import { updateRow } from "../../../db/rows";

/**
 * Leaves out a day and cancels its trip. 409 `standing_order.fee_changed` if the fee is higher than the caller saw,
 * `reservation.not_cancellable` if the passenger is on board.
 */
export async function skipDay(
  deps: Deps,
  actor: Actor,
  id: string,
  { day, version, feesMinor }: SkipDay,
): Promise<void> {
  const cancelledTrips = await deps.write((tx) => {
    const order = loadOrder(tx, actor, id, version);
    if (order.state === "ended") throw new AppError("standing_order.not_active");
    const today = todayOf(deps);
    const row = tripsByDay(tx, id, today).get(day);
    const isNear =
      day >= today && day <= addDays(laterDay(today, order.startsOn), MAX_PREVIEW_DAYS);
    if (!isNear || (!row && !patternDays(order, day).includes(day)))
      throw new AppError("standing_order.no_such_day");
    tx.insert(standingOrderExceptions)
      .values({ standingOrderId: id, day, kind: "skipped", createdAt: deps.now() })
      .onConflictDoUpdate({
        target: [standingOrderExceptions.standingOrderId, standingOrderExceptions.day],
        set: { kind: "skipped" },
      })
      .run();
    saveOrder(tx, deps, order, {});
    logOrder(tx, deps, actor, id, "order.changed", `Skipped ${day} of a repeating trip`);
    if (!row) return [];
    return cancelTrips(tx, deps, actor, [row], { feesMinor, quiet: false });
  });
  announceTrips(deps, cancelledTrips);
}

/**
 * Restores a day that was left out, whose trip was cancelled, or for which no car could be booked. Books it at once if
 * it is near enough. 422 if the pattern has no such day, or if it is too soon for the rider to book.
 */
export async function restoreDay(
  deps: Deps,
  actor: Actor,
  id: string,
  { day, version }: UnskipDay,
): Promise<void> {
  const restoredTrips = await deps.write((tx) => {
    const order = loadOrder(tx, actor, id, version);
    if (order.state !== "active") throw new AppError("standing_order.not_active");
    assertCanBook(tx, deps, actor);
    const today = todayOf(deps);
    if (day < today || !patternDays(order, day).includes(day))
      throw new AppError("standing_order.no_such_day");
    tx.delete(standingOrderExceptions)
      .where(
        and(eq(standingOrderExceptions.standingOrderId, id), eq(standingOrderExceptions.day, day)),
      )
      .run();
    const row = tripsByDay(tx, id, today).get(day);
    if (row && (row.state === "cancelled" || row.state === "rejected"))
      updateRow(tx, reservations, row.id, { occurrenceDay: null });
    const { at } = timeOnDay(day, order.pickupTime, readOperator(deps).timeZone);
    if (isTooSoon(deps, actor, templateFrom(order), at)) throw new AppError("trip.too_soon");
    const savedOrder = saveOrder(tx, deps, order, {});
    logOrder(tx, deps, actor, id, "order.changed", `Restored ${day} of a repeating trip`);
    const { rows, ...news } = bookMissingTrips(tx, deps, savedOrder, actor);
    if (exceptionsOf(tx, id).get(day) === "not_bookable") throw new AppError("trip.no_vehicle");
    notifyOfOrderEvents(tx, deps, savedOrder, { rows, ...news });
    if (rows.length > 0) notifyOfOrder(tx, deps, savedOrder, rows);
    return rows;
  });
  for (const row of restoredTrips) announce(deps, row);
}

/** Pauses or ends an order. Booked trips take place unless they are to be cancelled. */
export async function stopOrder(
  deps: Deps,
  actor: Actor,
  id: string,
  to: "paused" | "ended",
  input: StopOrder,
): Promise<void> {
  const cancelledTrips = await deps.write((tx) => {
    const order = loadOrder(tx, actor, id, input.version);
    if (order.state === "ended" || order.state === to)
      throw new AppError("standing_order.not_active");
    const savedOrder = saveOrder(tx, deps, order, {
      state: to,
      ...(to === "ended" && { endedAt: deps.now() }),
    });
    const summary = to === "ended" ? "Ended a repeating trip" : "Paused a repeating trip";
    logOrder(tx, deps, actor, id, "order.stopped", summary);
    const upcomingTrips = [...tripsByDay(tx, id, todayOf(deps)).values()];
    // A trip that is under way cannot be stopped. For the others the caller decides.
    const rows = input.cancelTrips ? upcomingTrips.filter(canCancelWithOrder) : [];
    const cancelled = cancelTrips(tx, deps, actor, rows, { ...input, quiet: true });
    notifyOfOrderStop(
      tx,
      deps,
      savedOrder,
      cancelled.map(({ row }) => row),
    );
    return cancelled;
  });
  announceTrips(deps, cancelledTrips);
}

/** Resumes a paused order. Trips of the next weeks are booked at once. */
export async function resumeOrder(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const rows = await deps.write((tx) => {
    const order = loadOrder(tx, actor, id, version);
    if (order.state !== "paused") throw new AppError("standing_order.not_active");
    assertCanBook(tx, deps, actor);
    const savedOrder = saveOrder(tx, deps, order, { state: "active" });
    logOrder(tx, deps, actor, id, "order.changed", "Resumed a repeating trip");
    const createdTrips = bookMissingTrips(tx, deps, savedOrder, actor);
    notifyOfOrder(tx, deps, savedOrder, createdTrips.rows);
    notifyOfOrderEvents(tx, deps, savedOrder, createdTrips);
    return createdTrips.rows;
  });
  for (const row of rows) announce(deps, row);
}

function announceTrips(deps: Deps, changedTrips: ChangedTrips): void {
  for (const { row, offeredDriverIds } of changedTrips) announce(deps, row, offeredDriverIds);
}
