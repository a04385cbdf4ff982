/**
 * Who may see a driver's position. Dispatch sees it while the driver is on shift or on a trip. The rider and holders of
 * the trip's link see it from the moment the driver sets off to them until the trip ends: only positions of that time,
 * never an older one. A link shows a trip until two hours after its end, or until it is revoked. The operator decides
 * how long positions are kept.
 */
import type { ReservationState } from "../reservations/contract";
import { isTracked } from "../reservations/links/link-rules";
import type { PositionRefusal } from "./contract";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns the state that a link shows; it hides offers to drivers and the settling of the bill. */
export function stateForLink(state: ReservationState): ReservationState {
  if (state === "offered") return "confirmed";
  return state === "settled" ? "completed" : state;
}

/**
 * Returns whether the rider and the link of a trip may see a position: the trip is under way, and the position was
 * recorded after its driver set off. `enRouteAt` is null until then.
 */
export function canSeePosition(
  trip: { state: ReservationState; enRouteAt: number | null },
  position: { recordedAt: number },
): boolean {
  return isTracked(trip.state) && trip.enRouteAt !== null && position.recordedAt >= trip.enRouteAt;
}

/** How much a phone's clock may differ. */
const CLOCK_TOLERANCE_MS = 30_000;
const MAX_AGE_MS = 24 * HOUR_MS;
const MAX_ACCURACY_METERS = 1_000;

/**
 * Returns why a position is refused; null if it is accepted. `duty` contains the times (ms UTC) in which the driver's
 * position is needed; `until` is null while they last.
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

/**
 * Returns where the car's arrival is expected; null if it cannot be told, as with an hourly trip, which ends where it
 * began.
 */
export function arrivalTarget(
  state: ReservationState,
  serviceType: string,
): "pickup" | "dropoff" | null {
  if (state === "en_route") return "pickup";
  return state === "passenger_on_board" && serviceType !== "hourly" ? "dropoff" : null;
}

/** The age at which a position can no longer be used to estimate an arrival. */
export const ARRIVAL_STALE_MS = 5 * MINUTE_MS;
