/**
 * Finds taps a driver has forgotten: not on the way after the pickup time, long at the pickup
 * without a passenger, or a passenger on board long after the trip should have ended. Each is
 * reported once, and not when it is so old that something else has happened.
 */

/** States in which a step can be forgotten. */
export type ForgettableStep = "assigned" | "on_location" | "passenger_on_board";

const MINUTE_MS = 60_000;
/** A driver slightly late on the way has not forgotten anything. */
const START_OVERDUE_MS = 2 * MINUTE_MS;
const BOARDING_OVERDUE_MS = 20 * MINUTE_MS;
const END_OVERDUE_MS = 30 * MINUTE_MS;
/** Older cases are for dispatch, not for a reminder. */
const REMINDER_EXPIRES_MS = 12 * 60 * MINUTE_MS;

/** The facts of a trip that matter here; times in ms UTC. */
export type TripInProgress = {
  state: ForgettableStep;
  pickupAt: number;
  /** When it entered its state. */
  since: number;
  durationSeconds: number;
  /** Only for hourly hire. */
  hours: number | null;
};

/** Whether the next step after `trip.state` was forgotten at `now`. */
export function isStepForgotten(trip: TripInProgress, now: number): boolean {
  const late = now - dueAt(trip);
  return late >= 0 && late < REMINDER_EXPIRES_MS;
}

function dueAt({ state, pickupAt, since, durationSeconds, hours }: TripInProgress): number {
  // A driver assigned late has only just been told.
  if (state === "assigned") return Math.max(since, pickupAt) + START_OVERDUE_MS;
  // A driver who is early waits for the passenger.
  if (state === "on_location") return Math.max(since, pickupAt) + BOARDING_OVERDUE_MS;
  return since + Math.max(durationSeconds * 1_000, (hours ?? 0) * 60 * MINUTE_MS) + END_OVERDUE_MS;
}
