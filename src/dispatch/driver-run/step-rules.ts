/**
 * When a driver has forgotten to tap. The pickup time has passed and they are not on the way; they have
 * stood at the pickup for long with nobody aboard; somebody is aboard long after the ride should be
 * over. Each is said once, and not any more when it is so old that something else has happened.
 */

/** States in which a step can be forgotten. */
export type ForgettableStep = "assigned" | "on_location" | "passenger_on_board";

const MINUTE_MS = 60_000;
/** A driver who is on the way a little late has not forgotten anything. */
const NOT_UNDER_WAY_MS = 2 * MINUTE_MS;
const NOBODY_ABOARD_MS = 20 * MINUTE_MS;
const NOT_ENDED_MS = 30 * MINUTE_MS;
/** What is older is for dispatch, not for a reminder. */
const TOO_OLD_MS = 12 * 60 * MINUTE_MS;

/** What of a trip decides; times in ms UTC. */
export type StepTrip = {
  state: ForgettableStep;
  pickupAt: number;
  /** When it came into its state. */
  since: number;
  durationSeconds: number;
  /** Only of a trip by the hour. */
  hours: number | null;
};

/** Whether the step after `trip.state` was forgotten at `now`. */
export function isStepForgotten(trip: StepTrip, now: number): boolean {
  const late = now - dueAt(trip);
  return late >= 0 && late < TOO_OLD_MS;
}

function dueAt({ state, pickupAt, since, durationSeconds, hours }: StepTrip): number {
  // Whoever was given it late has only just been told.
  if (state === "assigned") return Math.max(since, pickupAt) + NOT_UNDER_WAY_MS;
  // Who is early waits for the passenger without having forgotten anything.
  if (state === "on_location") return Math.max(since, pickupAt) + NOBODY_ABOARD_MS;
  return since + Math.max(durationSeconds * 1_000, (hours ?? 0) * 60 * MINUTE_MS) + NOT_ENDED_MS;
}
