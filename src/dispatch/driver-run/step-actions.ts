/** Reminds drivers of a step they forgot to tap: once a trip, driver and step, however many look. */
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

/** A trip that runs longer than this is not looked for any more. */
const MAX_TRIP_MS = 3 * 86_400_000;

/** Trips in one of the states that should have begun by now. Reads `reservations_state`. */
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

/** The step that was forgotten and not reminded of; null when there is none. */
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
        // What was noted since is no step.
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
  const due = overdueStepOf(tx, row, now);
  if (!due) return;
  const { step, driverId } = due;
  insertRow(tx, stepReminders, { reservationId: row.id, driverId, step, remindedAt: now });
  recordStaffNews(tx, deps, "late_driver", row.id, row.number);
  notifyDriver(tx, deps, driverId, (t) => ({
    ...overdueStepMessage(t, step, row.number),
    href: `/driver/dashboard/trips/${row.id}`,
    reservationId: row.id,
  }));
}
