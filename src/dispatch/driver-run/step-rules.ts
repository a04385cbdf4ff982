/**
 * Finds taps that a driver has forgotten: not on the way after the pickup time, long at the pickup without a passenger,
 * or a passenger on board long after the trip should have ended. Each is reported once, unless it is so old that
 * something else must have happened.
 */

/** States in which a step can be forgotten. */
export type ForgettableStep = "assigned" | "on_location" | "passenger_on_board";

const MINUTE_MS = 60_000;
/** How late a driver may set off before a reminder. */
const START_OVERDUE_MS = 2 * MINUTE_MS;
const BOARDING_OVERDUE_MS = 20 * MINUTE_MS;
const END_OVERDUE_MS = 30 * MINUTE_MS;
/** After this time dispatch handles the trip and no reminder is sent. */
const REMINDER_EXPIRES_MS = 12 * 60 * MINUTE_MS;

/** The facts of a trip that matter for reminders, with times in ms UTC. */
export type TripInProgress = {
  state: ForgettableStep;
  pickupAt: number;
  /** When the trip entered its state. */
  since: number;
  durationSeconds: number;
  /** The hired hours, or null if the trip is not hourly. */
  hours: number | null;
};

/** Whether the next step after `trip.state` was forgotten at `now`. */
export function isStepForgotten(trip: TripInProgress, now: number): boolean {
  const lateMs = now - dueAt(trip);
  return lateMs >= 0 && lateMs < REMINDER_EXPIRES_MS;
}

function dueAt({ state, pickupAt, since, durationSeconds, hours }: TripInProgress): number {
  // A driver who was assigned late has only just been notified.
  if (state === "assigned") return Math.max(since, pickupAt) + START_OVERDUE_MS;
  // A driver who arrives early waits for the passenger.
  if (state === "on_location") return Math.max(since, pickupAt) + BOARDING_OVERDUE_MS;
  return since + Math.max(durationSeconds * 1_000, (hours ?? 0) * 60 * MINUTE_MS) + END_OVERDUE_MS;
}
