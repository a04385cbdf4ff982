/** Decides how long a trip can be followed by its link. */
import type { ReservationState } from "../contract";

const HOUR_MS = 3_600_000;

/** Whether the driver is on the way to the passenger, waits for them or drives them. */
export function isTracked(state: ReservationState): boolean {
  return state === "en_route" || state === "on_location" || state === "passenger_on_board";
}

/** How long a link works after its trip. */
export const TRACKING_AFTER_TRIP_MS = 2 * HOUR_MS;
/** A trip that nobody ended counts as ended this long after its planned end. */
const FORGOTTEN_AFTER_MS = 24 * HOUR_MS;

/** The facts of a trip that determine how long its link works. Times in ms UTC. */
export type LinkedTrip = {
  pickupAt: number;
  durationSeconds: number;
  hours: number | null;
  /** When the driver last set off, or may set off if that is later. Null before. */
  enRouteAt: number | null;
  /** When it was completed, cancelled, rejected, or became a no-show. Null before. */
  endedAt: number | null;
};

/** Returns when a trip's link expires (ms UTC). */
export function linkEndsAt(trip: LinkedTrip): number {
  if (trip.endedAt !== null) return trip.endedAt + TRACKING_AFTER_TRIP_MS;
  const plannedMs = Math.max(trip.durationSeconds * 1000, (trip.hours ?? 0) * HOUR_MS);
  return Math.max(trip.pickupAt, trip.enRouteAt ?? 0) + plannedMs + FORGOTTEN_AFTER_MS;
}
