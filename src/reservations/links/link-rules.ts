/** Until when a trip can be followed by its link. */
import type { ReservationState } from "../contract";

const HOUR_MS = 3_600_000;

/** The driver is on the way to the passenger, waits for them or drives them. */
export function isTracked(state: ReservationState): boolean {
  return state === "en_route" || state === "on_location" || state === "passenger_on_board";
}

/** A link lives this long after its trip. */
export const TRACKING_AFTER_TRIP_MS = 2 * HOUR_MS;
/** A trip that nobody ended counts as over this long after its planned end. */
const FORGOTTEN_AFTER_MS = 24 * HOUR_MS;

/** What of a trip decides how long its link lives; times in ms UTC. */
export type LinkedTrip = {
  pickupAt: number;
  durationSeconds: number;
  hours: number | null;
  /** When the driver set off, last, or from when they may if that is later; null before. */
  enRouteAt: number | null;
  /** When it was completed, cancelled, rejected, or nobody came; null before. */
  endedAt: number | null;
};

/** The moment (ms UTC) at which a trip's link expires. */
export function linkEndsAt(trip: LinkedTrip): number {
  if (trip.endedAt !== null) return trip.endedAt + TRACKING_AFTER_TRIP_MS;
  const plannedMs = Math.max(trip.durationSeconds * 1000, (trip.hours ?? 0) * HOUR_MS);
  return Math.max(trip.pickupAt, trip.enRouteAt ?? 0) + plannedMs + FORGOTTEN_AFTER_MS;
}
