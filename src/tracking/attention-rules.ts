/**
 * Decides which trips on the road need attention. A driver on the way who has stood still for five minutes, or whose
 * phone has sent nothing for as long, may have broken down; a driver at the pickup has probably only forgotten to tap.
 * A driver who has not set off is late once the drive takes longer than the time left or, if their position is unknown,
 * a quarter of an hour before the pickup. A flight matters from a difference of a quarter of an hour. Cash is overdue
 * if its driver has not confirmed it two hours after the trip; after three days, or once the driver's week is closed,
 * it is no longer reported.
 */
import { durationText } from "../fares/money-rules";
import type { Point } from "../places/contract";
import { greatCircleMeters } from "../places/rules";
import { estimateRoute } from "../routing/rules";

const MINUTE_MS = 60_000;
/** How long a car may stand still or send nothing before dispatch should call. */
export const STANDSTILL_MS = 5 * MINUTE_MS;
/** How far the position of a still phone may drift, in metres. */
const STANDSTILL_METERS = 60;
/** A driver within this distance of the pickup, in metres, has arrived. */
const ARRIVAL_RADIUS_METERS = 150;
/** How late a driver may set off without being reported. */
const SET_OFF_GRACE_MS = 2 * MINUTE_MS;
/** The assumed drive to the pickup if the driver's position is not known. */
const DEFAULT_DRIVE_MS = 15 * MINUTE_MS;
/** How long a driver has to report the collected amount. */
export const CASH_OVERDUE_MS = 120 * MINUTE_MS;
const MIN_FLIGHT_CHANGE_MS = 15 * MINUTE_MS;

type SeenPosition = Point & { recordedAt: number };

/** Returns why a driver on the way may be in trouble; null if all looks well. Times in ms UTC. */
export function standstillWarning(
  trip: { enRouteAt: number; pickup: Point | null },
  /** The last position, and the last one that is at least `STANDSTILL_MS` old. */
  { last, before }: { last: SeenPosition | null; before: Point | null },
  now: number,
): string | null {
  if (now - trip.enRouteAt < STANDSTILL_MS) return null;
  const seenAt = Math.max(last?.recordedAt ?? 0, trip.enRouteAt);
  if (last && trip.pickup && greatCircleMeters(last, trip.pickup) <= ARRIVAL_RADIUS_METERS)
    return null;
  if (now - seenAt >= STANDSTILL_MS) return `not seen for ${durationText(minutes(now - seenAt))}`;
  if (!last || !before || greatCircleMeters(last, before) > STANDSTILL_METERS) return null;
  return "standing for 5 min";
}

/** Returns why a driver should have set off by now; null while there is time. Times in ms UTC. */
export function lateStartWarning(
  trip: { pickupAt: number; pickup: Point | null },
  last: SeenPosition | null,
  speedKmh: number,
  now: number,
): string | null {
  const driveMs =
    last && trip.pickup
      ? estimateRoute([last, trip.pickup], speedKmh).durationSeconds * 1_000
      : DEFAULT_DRIVE_MS;
  if (now <= trip.pickupAt - driveMs + SET_OFF_GRACE_MS) return null;
  return last && trip.pickup ? `${durationText(minutes(driveMs))} away` : "not on the way";
}

/** Returns how far a landing is from the pickup, in words; null if they are close enough. Times in ms UTC. */
export function landingWarning(pickupAt: number, landedAt: number): string | null {
  const differenceMs = landedAt - pickupAt;
  if (Math.abs(differenceMs) < MIN_FLIGHT_CHANGE_MS) return null;
  return `landed ${durationText(minutes(Math.abs(differenceMs)))} ${differenceMs < 0 ? "before" : "after"} the pickup`;
}

function minutes(ms: number): number {
  return Math.max(1, Math.floor(ms / MINUTE_MS));
}
