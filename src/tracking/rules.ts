/**
 * Where a driver is, is known to dispatch while the driver is on shift or on a trip, and to the
 * rider and the holder of the trip's link from the moment the driver sets off to them until the
 * trip ends: positions of that time only, never an older one. A link shows a trip until two hours
 * after its end, or until it is revoked. How long it is kept is the operator's to say.
 */
import type { ReservationState } from "../reservations/contract";
import { isTracked } from "../reservations/links/link-rules";
import type { PositionRefusal } from "./contract";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What of a state a link shows: asking drivers around and the bill are nobody's business. */
export function stateForLink(state: ReservationState): ReservationState {
  if (state === "offered") return "confirmed";
  return state === "settled" ? "completed" : state;
}

/**
 * Whether the rider and the link of a trip may see a position: the trip is under way, and its driver
 * was there after setting off to it. `enRouteAt` is null as long as they have not.
 */
export function canSeePosition(
  trip: { state: ReservationState; enRouteAt: number | null },
  position: { recordedAt: number },
): boolean {
  return isTracked(trip.state) && trip.enRouteAt !== null && position.recordedAt >= trip.enRouteAt;
}

/** Clocks differ by this much and nobody minds. */
const CLOCK_TOLERANCE_MS = 30_000;
const MAX_AGE_MS = 24 * HOUR_MS;
const MAX_ACCURACY_METERS = 1_000;

/**
 * Why a position is not taken; null when it is. `duty` are the times in which the driver's position
 * is wanted, ms UTC, open at the end while they last.
 */
export function positionRefusal(
  position: { recordedAt: number; accuracyMeters: number },
  duty: readonly { from: number; until: number | null }[],
  now: number,
): PositionRefusal | null {
  const { recordedAt, accuracyMeters } = position;
  if (recordedAt > now + CLOCK_TOLERANCE_MS) return "future";
  if (recordedAt < now - MAX_AGE_MS) return "too_old";
  if (accuracyMeters > MAX_ACCURACY_METERS) return "inaccurate";
  const isRequested = duty.some(
    ({ from, until }) =>
      recordedAt >= from - CLOCK_TOLERANCE_MS && (until === null || recordedAt <= until),
  );
  return isRequested ? null : "off_duty";
}

/** The way of an hourly trip leads back to where it began: nobody can say when. */
export function arrivalTarget(
  state: ReservationState,
  serviceType: string,
): "pickup" | "dropoff" | null {
  if (state === "en_route") return "pickup";
  return state === "passenger_on_board" && serviceType !== "hourly" ? "dropoff" : null;
}

/** How long the car was last seen, from which on no arrival can be told from it. */
export const ARRIVAL_STALE_MS = 5 * MINUTE_MS;
