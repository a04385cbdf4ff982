/**
 * Reminds drivers of a step that they forgot to tap, once for each trip, driver and step, even if several processes
 * check.
 */
import { and, desc, eq, gte, inArray, lte, ne } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { stepReminders } from "../../../db/schema/dispatch";
import { reservationEvents, reservations, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { recordStaffNews } from "../../notifications/staff/staff-notification-actions";
import { notifyDriver } from "../../notifications/outbox";
import { overdueStepMessage } from "../../notifications/texts/driver-texts";
import { type ForgettableStep, isStepForgotten } from "./step-rules";
import { insertRow } from "../../../db/rows";

/** Trips that have run longer than this are no longer checked. */
const MAX_TRIP_MS = 3 * 86_400_000;

/** Returns trips in one of the states that should have begun by now. Uses the index `reservations_state`. */
function tripsInProgress(db: Db | Tx, now: number): StoredTrip[] {
  const states: ForgettableStep[] = ["assigned", "on_location", "passenger_on_board"];
  return db
    .select()
    .from(reservations)
    .where(
      and(
        inArray(reservations.state, states),
        lte(reservations.pickupAt, now),
        gte(reservations.pickupAt, now - MAX_TRIP_MS),
      ),
    )
    .all();
}

/** Queues the reminders that are due. */
export async function remindOfSteps(deps: Deps): Promise<void> {
  const now = deps.now();
  if (!tripsInProgress(deps.db, now).some((row) => overdueStepOf(deps.db, row, now))) return;
  await deps.write((tx) => {
    for (const row of tripsInProgress(tx, now)) remindOfStep(tx, deps, row, now);
  });
}

/** Returns the step that was forgotten and has had no reminder yet, or null. */
function overdueStepOf(
  db: Db | Tx,
  row: StoredTrip,
  now: number,
): { step: ForgettableStep; driverId: string } | null {
  const { id, state, driverId } = row;
  if (state !== "assigned" && state !== "on_location" && state !== "passenger_on_board")
    return null;
  // A return trip that waits for its passenger's call has no time yet.
  if (!driverId || row.willCall) return null;
  const [reminder] = db
    .select({ at: stepReminders.remindedAt })
    .from(stepReminders)
    .where(
      and(
        eq(stepReminders.reservationId, id),
        eq(stepReminders.driverId, driverId),
        eq(stepReminders.step, state),
      ),
    )
    .all();
  if (reminder) return null;
  const [stepEvent] = db
    .select({ at: reservationEvents.at })
    .from(reservationEvents)
    .where(
      and(
        eq(reservationEvents.reservationId, id),
        eq(reservationEvents.toState, state),
        // An entry that keeps the state is not a step.
        ne(reservationEvents.fromState, state),
      ),
    )
    .orderBy(desc(reservationEvents.at), desc(reservationEvents.id))
    .limit(1)
    .all();
  const since = stepEvent?.at ?? row.pickupAt;
  const { pickupAt, durationSeconds, hours } = row;
  const trip = { state, pickupAt, since, durationSeconds, hours };
  return isStepForgotten(trip, now) ? { step: state, driverId } : null;
}

function remindOfStep(tx: Tx, deps: Deps, row: StoredTrip, now: number): void {
  const overdueStep = overdueStepOf(tx, row, now);
  if (!overdueStep) return;
  const { step, driverId } = overdueStep;
  insertRow(tx, stepReminders, { reservationId: row.id, driverId, step, remindedAt: now });
  recordStaffNews(tx, deps, "late_driver", row.id, row.number);
  notifyDriver(tx, deps, driverId, (t) => ({
    ...overdueStepMessage(t, step, row.number),
    href: `/driver/dashboard/trips/${row.id}`,
    reservationId: row.id,
  }));
}
