import { and, eq, inArray } from "drizzle-orm";
import { assignments, offers } from "../../db/schema/dispatch";
import { reservationEvents, reservations, type StoredTrip } from "../../db/schema/reservations";
import { tripApprovals } from "../../db/schema/trip-approvals";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { driverPayOfFee } from "../fares/cancellation-rules";
import { releasePromotion } from "../fares/promotion-use-actions";
import { auditStep } from "./audit-actions";
import { keepsApproval } from "./approvals/approval-rules";
import { endFarmOut } from "./farm-out/farm-out-actions";
import { clearBoardingFacts } from "./waiting/boarding-actions";
import type { CancelReservation, ReservationState } from "./contract";
import type { WithdrawalReason, ReservationEvent } from "./event-contract";
import { eventColumns, staffTopicOf, stepEvent } from "./event-rules";
import { notifyOfStep } from "./messages/messages";
import { loadTrip, cancellationOf } from "./trip-queries";
import { otherLegOf } from "./quotes/return-trip-queries";
import { isOtherPassenger } from "./passenger-rules";
import { canMove } from "./rules";
import { insertRow } from "../../db/rows";
import { type Reader, writeNextVersion } from "../rows";
import { recordTripWebhooks } from "../webhooks/record-actions";
import type { z } from "zod";

type Changes = Partial<
  Omit<typeof reservations.$inferInsert, "id" | "number" | "state" | "version">
>;

/** One step of a reservation, as the log records it. */
export type StateChange = {
  to: ReservationState;
  actor: Actor;
  now: number;
  /** When it happened, if a phone reports it later. Otherwise `now`. */
  at?: number | undefined;
  changes?: Changes;
  /** The reason as somebody typed it. */
  reason?: string | undefined;
  /** The event in the log, if it says more than the step. */
  event?: ReservationEvent;
  /** Sends the rider no message, because another one covers this step. With `all`, only drivers get one. */
  quiet?: boolean | "all";
  /** For a cancellation: the other cancelled trips, which the rider's message also names. */
  tripsCancelledTogether?: readonly StoredTrip[];
};

/**
 * Moves a reservation one step if its version and state are unchanged, appends the step to the log and notifies the
 * people of the trip. 409 `reservation.stale` if it has changed in the meantime, 409 `reservation.illegal_transition`
 * if the table has no such step. Returns the updated row.
 */
export function moveReservation(
  deps: Deps,
  tx: Tx,
  row: StoredTrip,
  move: StateChange,
): StoredTrip {
  if (!canMove(row.state, move.to)) throw new AppError("reservation.illegal_transition");
  const [moved] = tx
    .update(reservations)
    .set({
      ...move.changes,
      ...stepTimeColumns(row.state, move),
      // A trip that returns to dispatch is no longer with an affiliate.
      ...(move.to === "confirmed" && { farmOutId: null }),
      state: move.to,
      version: row.version + 1,
      updatedAt: move.now,
    })
    .where(
      and(
        eq(reservations.id, row.id),
        eq(reservations.version, row.version),
        eq(reservations.state, row.state),
      ),
    )
    .returning()
    .all();
  if (!moved) throw new AppError("reservation.stale");
  // A rider who pays a late-cancellation or no-show fee has used the discount.
  const hasFee = (moved.cancellationFeeMinor ?? 0) > 0;
  if (move.to === "rejected" || (move.to === "cancelled" && !hasFee))
    releasePromotion(tx, row.id, move.now);
  clearBoardingFacts(tx, row.id, move.to);
  endFarmOut(tx, deps, row, move.to);
  if (row.companyId !== null && !keepsApproval(row.state, move.to))
    tx.update(tripApprovals)
      .set({ state: "closed", answeredAt: move.now })
      .where(and(eq(tripApprovals.reservationId, row.id), eq(tripApprovals.state, "waiting")))
      .run();
  appendEvent(tx, deps, {
    ...move,
    id: row.id,
    number: row.number,
    from: row.state,
    newVersion: moved.version,
  });
  notifyOfStep(tx, deps, {
    row: moved,
    from: row.state,
    actor: move.actor,
    ...(move.reason && { reason: move.reason }),
    ...(move.quiet && { quiet: move.quiet }),
    ...(move.tripsCancelledTogether && { tripsCancelledTogether: move.tripsCancelledTogether }),
  });
  return moved;
}

/** The columns with the times of steps for reports: the driver arrived, the passenger boarded, the ride ended. */
function stepTimeColumns(from: ReservationState, { to, at, now }: StateChange): Changes {
  if (to === "on_location") return { arrivedAt: at ?? now };
  if (to === "passenger_on_board") return { boardedAt: at ?? now };
  return from === "passenger_on_board" && to === "completed" ? { endedAt: at ?? now } : {};
}

/**
 * Changes a reservation without changing its state, if its version is unchanged, and appends the change to the log. 409
 * `reservation.stale` if it has changed in the meantime. Returns the updated row.
 */
export function changeReservation(
  deps: Deps,
  tx: Tx,
  row: StoredTrip,
  change: Omit<StateChange, "to"> & { event: ReservationEvent },
): StoredTrip {
  const values = { ...change.changes, updatedAt: change.now };
  const changedRow = writeNextVersion(tx, reservations, row, values, "reservation.stale");
  appendEvent(tx, deps, {
    ...change,
    id: row.id,
    number: row.number,
    from: row.state,
    to: row.state,
    newVersion: changedRow.version,
  });
  return changedRow;
}

/**
 * Appends a row to the log and, for actions of staff, to the audit log. An event from a phone has the time at which it
 * happened, and also the time at which it arrived.
 */
export function appendEvent(
  tx: Tx,
  deps: Deps,
  step: Pick<StateChange, "to" | "actor" | "now" | "at" | "reason" | "event"> & {
    id: string;
    number: number;
    from: ReservationState | null;
    /** The version of the reservation that the step created. Absent if it created none. */
    newVersion?: number;
  },
): void {
  const event = step.event ?? stepEvent(step.from, step.to);
  insertRow(tx, reservationEvents, {
    id: Bun.randomUUIDv7(),
    reservationId: step.id,
    at: step.at ?? step.now,
    actorKind: step.actor.kind,
    actorId: step.actor.id,
    actorName: step.actor.name,
    fromState: step.from,
    toState: step.to,
    reason: step.reason ?? "",
    version: step.newVersion ?? null,
    receivedAt: step.at === undefined ? null : step.now,
    ...eventColumns(event),
  });
  recordTripWebhooks(tx, event, { id: step.id, at: step.at ?? step.now, now: step.now });
  const topic = staffTopicOf(step, event);
  if (topic) recordStaffNews(tx, deps, topic, step.id, step.number);
  if (step.actor.kind === "admin") auditStep(tx, deps, { ...step, event });
}

/**
 * Publishes a committed step to the event streams. `otherDriverIds` are drivers whom the row no longer names.
 * `flightOnly` means that the trip itself has not changed.
 */
export function announce(
  deps: Deps,
  row: StoredTrip,
  otherDriverIds: readonly string[] = [],
  flightOnly = false,
): void {
  deps.bus.publish({
    type: "reservation",
    id: row.id,
    number: row.number,
    state: row.state,
    version: row.version,
    riderId: row.riderId,
    driverIds: [...new Set([...(row.driverId ? [row.driverId] : []), ...otherDriverIds])],
    ...(flightOnly && { flightOnly }),
  });
}

/**
 * Cancels a reservation for its rider (404 for another rider) or for dispatch, and on request its return trip and the
 * other vehicles of its booking: all of them or none. The fees follow the rule, and dispatch may waive them. 409 if one
 * can no longer be cancelled or has changed in the meantime.
 */
export async function cancelReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  {
    vehicles,
    otherLegVersion,
    version,
    ...input
  }: z.output<typeof CancelReservation> & {
    waiveFee?: boolean | undefined;
  },
): Promise<void> {
  const cancelled = await deps.write((tx) => {
    const how = { ...input, actor, now: deps.now() };
    const all = loadVehicles(tx, actor, { id, version }, vehicles);
    const versions = [{ otherLegVersion }, ...vehicles];
    const others = all.flatMap((row, at) => {
      const seenVersion = versions[at]?.otherLegVersion;
      if (seenVersion === undefined) return [];
      const other = otherLegOf(tx, row);
      if (!other) throw new AppError("reservation.stale");
      return [loadTrip(tx, { actor, id: other.id, version: seenVersion })];
    });
    return [
      ...cancelVehiclesTogether(tx, deps, all, how),
      ...cancelVehiclesTogether(tx, deps, others, how),
    ];
  });
  for (const { row, offeredDriverIds } of cancelled) announce(deps, row, offeredDriverIds);
}

/**
 * Cancels the vehicles of one booking. Their rider gets one message with the total fee, and so does a passenger of
 * several vehicles who already knows of the first.
 */
function cancelVehiclesTogether(
  tx: Tx,
  deps: Deps,
  [first, ...others]: readonly StoredTrip[],
  how: Parameters<typeof cancelInTransaction>[3],
): ReturnType<typeof cancelInTransaction>[] {
  if (!first) return [];
  const isCoveredByFirst = (row: StoredTrip) =>
    first.state !== "pending" &&
    first.driverNewsTo === row.driverNewsTo &&
    !isOtherPassenger(first, row);
  const cancellations = others.map((row) =>
    cancelInTransaction(tx, deps, row, { ...how, quiet: isCoveredByFirst(row) ? "all" : true }),
  );
  const tripsCancelledTogether = cancellations.map(({ row }) => row);
  return [
    ...cancellations,
    cancelInTransaction(tx, deps, first, { ...how, tripsCancelledTogether }),
  ];
}

/**
 * Loads a reservation and other vehicles of its booking, at the versions that the caller saw. 400 for a trip of another
 * booking or one listed twice.
 */
export function loadVehicles(
  tx: Tx,
  actor: Reader,
  { id, version }: { id: string; version: number },
  others: readonly { id: string; version: number }[],
): [StoredTrip, ...StoredTrip[]] {
  const first = loadTrip(tx, { actor, id, version });
  const rows = others.map((other) => loadTrip(tx, { actor, ...other }));
  const hasVehicleOfOtherBooking = rows.some(
    ({ orderId }) => orderId === null || orderId !== first.orderId,
  );
  if (
    hasVehicleOfOtherBooking ||
    new Set([first, ...rows].map((row) => row.id)).size <= rows.length
  )
    throw new AppError("request.invalid", {
      fields: { vehicles: "List other vehicles of this booking, each once." },
    });
  return [first, ...rows];
}

/**
 * Cancels a reservation in the caller's transaction, with the fee of the rule unless it is waived. 409 if it can no
 * longer be cancelled. `offeredDriverIds` are the drivers whose offers ended.
 */
export function cancelInTransaction(
  tx: Tx,
  deps: Deps,
  before: StoredTrip,
  input: {
    actor: Actor;
    now: number;
    reason?: string | undefined;
    waiveFee?: boolean | undefined;
    changes?: Changes;
    quiet?: StateChange["quiet"];
    tripsCancelledTogether?: readonly StoredTrip[];
  },
): { row: StoredTrip; offeredDriverIds: string[] } {
  const { actor, now, reason, quiet, tripsCancelledTogether } = input;
  const decision = cancellationOf({ ...deps, db: tx }, before, now);
  if (!decision.allowed) throw new AppError("reservation.not_cancellable");
  const feeMinor = input.waiveFee ? 0 : decision.feeMinor;
  const pay = before.driverId && feeMinor > 0 ? driverPayOfFee(before.currency, decision) : null;
  const offeredDriverIds = endOffersAndAssignment(tx, before.id, now, "withdrawn");
  const row = moveReservation(deps, tx, before, {
    to: "cancelled",
    actor,
    now,
    changes: {
      ...input.changes,
      isLateCancellation: decision.isLateCancellation,
      cancellationFeeMinor: feeMinor,
      ...(feeMinor > 0 && { feeLines: decision.line ? [decision.line] : [] }),
      ...(pay && { payLines: pay.lines, payMinor: pay.totalMinor }),
    },
    reason,
    ...(feeMinor > 0 && { event: { kind: "cancelled", feeMinor, currency: before.currency } }),
    ...(quiet && { quiet }),
    ...(tripsCancelledTogether && { tripsCancelledTogether }),
  });
  return { row, offeredDriverIds };
}

/**
 * Unassigns the driver and the vehicle of a reservation and ends its open and queued offers, in the caller's
 * transaction. Returns the drivers who had these offers.
 */
export function endOffersAndAssignment(
  tx: Tx,
  reservationId: string,
  now: number,
  offerState: "withdrawn" | "accepted" | "taken",
  withdrawalReason: WithdrawalReason | null = null,
): string[] {
  tx.update(assignments)
    .set({ active: false, endedAt: now })
    .where(and(eq(assignments.reservationId, reservationId), eq(assignments.active, true)))
    .run();
  return tx
    .update(offers)
    .set({ state: offerState, withdrawalReason, answeredAt: now })
    .where(and(eq(offers.reservationId, reservationId), inArray(offers.state, ["open", "queued"])))
    .returning({ driverId: offers.driverId })
    .all()
    .map(({ driverId }) => driverId);
}
