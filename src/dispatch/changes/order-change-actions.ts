/**
 * Changes the time or end of a standing order. Booked trips stay unless the change is for a day "and the following".
 * Then each trip is changed if its rider could change it, and otherwise stays.
 */
import type { z } from "zod";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { assertWithinCreditLimit, assertCanBillCompany } from "../../companies/billing-actions";
import { loadCompany } from "../../companies/queries";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce, changeReservation } from "../../reservations/actions";
import { requestApprovalAgain } from "../../reservations/approvals/approval-actions";
import { cancellationOf } from "../../reservations/trip-queries";
import { readStartTime } from "../../reservations/start-queries";
import { isChangeable } from "../../reservations/change-rules";
import { notifyOfChange } from "../../reservations/messages/messages";
import {
  cancelTrips,
  loadOrder,
  canCancelWithOrder,
  logOrder,
  saveOrder,
} from "../../reservations/standing-orders/order-actions";
import type {
  ChangeStandingOrder,
  StandingOrderChangeAnswer,
} from "../../reservations/standing-orders/order-contract";
import { readOrder } from "../../reservations/standing-orders/order-queries";
import {
  notifyOfOrderEvents,
  notifyOfOrderChange,
} from "../../reservations/standing-orders/order-messages";
import {
  addDays,
  daysBetween,
  endColumns,
  hasLaterEnd,
  DAYS_BOOKED_AHEAD,
  laterDay,
  patternDays,
  timeOnDay,
} from "../../reservations/standing-orders/order-rules";
import {
  lastBookableDay,
  isTooSoon,
  bookMissingTrips,
  priceAt,
  templateFrom,
  templateOf,
  tripsByDay,
} from "../../reservations/standing-orders/order-trips";
import { isOver } from "../../reservations/rules";
import { readOperator, todayOf } from "../../settings/queries";
import { changesOf, releaseDriverIfUnfit } from "./change-effect-actions";
import type { StoredStandingOrder } from "../../../db/schema/standing-orders";

type ChangedTrip = { row: StoredTrip; driverIds: readonly string[] };

/**
 * Changes an order and tells the rider what applies now. Returns the numbers of booked trips that stay unchanged. 404
 * if it is not the rider's, 409 if it has changed in the meantime, has ended, or cancelling costs more than was shown,
 * 422 if a company would pay for more than the rider may book.
 */
export async function changeOrder(
  deps: Deps,
  actor: Actor,
  id: string,
  input: z.output<typeof ChangeStandingOrder>,
): Promise<StandingOrderChangeAnswer> {
  const { changedTrips, unchanged } = await deps.write((tx) => {
    const order = loadOrder(tx, actor, id, input.version);
    if (order.state === "ended") throw new AppError("standing_order.not_active");
    const today = todayOf(deps);
    if (input.end?.kind === "on" && input.end.day < today)
      throw new AppError("request.invalid", { fields: { end: "This day is in the past." } });
    logOrder(tx, deps, actor, id, "order.changed", "Changed a repeating trip");
    const savedOrder = saveOrder(tx, deps, order, {
      ...(input.pickupTime && { pickupTime: input.pickupTime }),
      ...(input.end && endColumns(input.end)),
    });
    if (actor.kind === "rider")
      refuseHigherAccountPrice(tx, deps, order, savedOrder, actor.id ?? "");
    const upcomingTrips = [...tripsByDay(tx, id, today).values()].filter(
      ({ state }) => !isOver(state),
    );
    const cancelled = input.cancelTrips
      ? endTrips(tx, deps, actor, savedOrder, upcomingTrips, input)
      : [];
    const cancelledIds = new Set(cancelled.map(({ row }) => row.id));
    const { from } = input;
    const followingTrips =
      from === null || !input.pickupTime
        ? []
        : upcomingTrips.filter(
            (row) => !cancelledIds.has(row.id) && (row.occurrenceDay ?? "") >= from,
          );
    const attempts = followingTrips.map((row) => ({
      row,
      done: moveTrip(tx, deps, actor, savedOrder, row),
    }));
    const unchangedNumbers = attempts.flatMap(({ row, done }) =>
      done === "stays" ? [row.number] : [],
    );
    const successfulMoves = attempts.flatMap(({ done }) =>
      done === "stays" || done === "same" ? [] : [done],
    );
    const createdTrips = bookMissingTrips(tx, deps, savedOrder, actor);
    notifyOfOrderChange(tx, deps, savedOrder, {
      rows: [...successfulMoves.map(({ row }) => row), ...createdTrips.rows],
      unchanged: unchangedNumbers,
      cancelled: cancelled.map(({ row }) => row),
    });
    notifyOfOrderEvents(tx, deps, savedOrder, { ...createdTrips, newPrice: null });
    const changedTrips: ChangedTrip[] = [
      ...successfulMoves,
      ...createdTrips.rows.map((row) => ({ row, driverIds: [] })),
      ...cancelled.map(({ row, offeredDriverIds }) => ({
        row,
        driverIds: offeredDriverIds,
      })),
    ];
    return { changedTrips, unchanged: unchangedNumbers };
  });
  for (const { row, driverIds } of changedTrips) announce(deps, row, driverIds);
  return { standingOrder: readOrder(deps, id, actor), unchanged };
}

/** Cancels the trips after the new end. */
function endTrips(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  order: StoredStandingOrder,
  upcomingTrips: readonly StoredTrip[],
  { feesMinor }: { feesMinor: number },
) {
  const days = new Set(patternDays(order, lastBookableDay(deps)));
  const tripsOutsidePattern = upcomingTrips.filter(
    (row) => !days.has(row.occurrenceDay ?? "") && canCancelWithOrder(row),
  );
  return cancelTrips(tx, deps, actor, tripsOutsidePattern, { feesMinor, quiet: true });
}

/**
 * Refuses a rider's change that makes trips more numerous or more expensive, unless they may book for the company.
 * Dispatch may bill anyone's trips to a company.
 */
function refuseHigherAccountPrice(
  tx: Tx,
  deps: Deps,
  before: StoredStandingOrder,
  after: StoredStandingOrder,
  riderId: string,
): void {
  const template = templateFrom(after);
  if (template.companyId === null) return;
  const { timeZone } = readOperator(deps);
  const priceOf = (day: string, { pickupTime }: StoredStandingOrder) =>
    priceAt(deps, template, timeOnDay(day, pickupTime, timeZone))?.fare.totalMinor ?? 0;
  const costsMore = (day: string) => priceOf(day, after) > priceOf(day, before);
  // In a span of this many days, each weekday occurs.
  const from = laterDay(todayOf(deps), after.startsOn);
  const raisesTotal =
    hasLaterEnd(after, before) ||
    (after.pickupTime !== before.pickupTime &&
      daysBetween(after, from, addDays(from, DAYS_BOOKED_AHEAD)).some(costsMore));
  if (raisesTotal) assertCanBillCompany(tx, loadCompany(tx, template.companyId), riderId);
}

/** Whether the paying company refuses a higher price for a trip. */
function exceedsCreditLimit(tx: Tx, actor: Actor, row: StoredTrip, fareMinor: number): boolean {
  try {
    assertWithinCreditLimit(tx, row, fareMinor, actor.kind === "rider" ? actor.id : null);
    return false;
  } catch (refusal) {
    if (refusal instanceof AppError) return true;
    throw refusal;
  }
}

/** Moves a booked trip to the order's time. Returns `stays` if its rider could not move it either. */
function moveTrip(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  order: StoredStandingOrder,
  row: StoredTrip,
): ChangedTrip | "same" | "stays" {
  const now = deps.now();
  const { timeZone } = readOperator(deps);
  const time = timeOnDay(row.occurrenceDay ?? "", order.pickupTime, timeZone);
  if (time.at === row.pickupAt) return "same";
  const txDeps = { ...deps, db: tx };
  const decision = cancellationOf(txDeps, row, now);
  const hasFee = decision.allowed && decision.feeMinor > 0;
  // The discount was for the trip as booked, so only a change of the trip itself can check it again.
  const startsAt = readStartTime(txDeps, row);
  if (
    !isChangeable({ state: row.state, startsAt }, now) ||
    hasFee ||
    row.promotionCode !== null ||
    time.at <= now
  )
    return "stays";
  if (isTooSoon(deps, actor, row, time.at)) return "stays";
  const price = priceAt(deps, templateOf(row), time);
  if (!price || exceedsCreditLimit(tx, actor, row, price.fare.totalMinor)) return "stays";
  const changes = {
    pickupAt: time.at,
    pickupLocal: time.local,
    timeZone,
    fareMinor: price.fare.totalMinor,
    currency: price.fare.currency,
    fareLines: price.fare.lines,
    feeScheduleId: price.versionId,
    deadheadMeters: price.deadheadMeters,
  };
  const after = { ...row, ...changes };
  const { row: free, driverIds } = releaseDriverIfUnfit(deps, tx, row, after, { actor, now });
  const changedTrip = changeReservation(deps, tx, free, {
    actor,
    now,
    changes,
    event: changesOf(tx, row, after),
  });
  if (changedTrip.fareMinor > row.fareMinor && !templateFrom(order).billedByDispatch)
    requestApprovalAgain(deps, tx, changedTrip, now);
  notifyOfChange(tx, deps, changedTrip, driverIds, { quiet: true, before: row });
  return { row: changedTrip, driverIds };
}
