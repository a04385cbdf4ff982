/**
 * When a driver may report an incident: for a trip, from its assignment until a day after it ended or was reassigned;
 * without a trip, at any time. An incident can't be in the future or more than 30 days ago. Phone clocks may be off by
 * two minutes.
 */
import type { ReservationState } from "../reservations/contract";
import { hasDriver, isOver } from "../reservations/rules";

export const MAX_PHOTOS = 6;

const DAY_MS = 86_400_000;
const MAX_MS_AFTER_TRIP = DAY_MS;
const MAX_REPORT_AGE_MS = 30 * DAY_MS;
const CLOCK_TOLERANCE_MS = 2 * 60_000;

/** Why an incident cannot be reported. */
type IncidentRefusal = "in_future" | "too_old" | "not_of_trip";

/**
 * Returns why an incident cannot be reported, or null if it can. Times are in ms UTC; `trip.endedAt` is when the trip
 * ended.
 */
export function reportRefusal(
  happenedAt: number,
  now: number,
  trip: { state: ReservationState; endedAt: number } | null,
): IncidentRefusal | null {
  if (happenedAt > now + CLOCK_TOLERANCE_MS) return "in_future";
  if (happenedAt < now - MAX_REPORT_AGE_MS) return "too_old";
  if (!trip) return null;
  if (isOver(trip.state))
    return happenedAt <= trip.endedAt + MAX_MS_AFTER_TRIP ? null : "not_of_trip";
  return hasDriver(trip.state) ? null : "not_of_trip";
}
