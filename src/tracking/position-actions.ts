import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import {
  driverPositions,
  driverShifts,
  trackingLinks,
  trackPoints,
} from "../../db/schema/tracking";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { endShift } from "../drivers/shift-actions";
import { LONGEST_SHIFT_MS } from "../drivers/shift-rules";
import { AppError } from "../errors";
import { announcePosition } from "./announcements";
import type { PositionReport, PositionReportAnswer } from "./contract";
import { lastPosition, shiftSince } from "./duty-queries";
import { isTracked } from "../reservations/links/link-rules";
import { positionRefusal } from "./rules";
import { isOnTrack } from "./track-rules";
import { trackAround } from "./track-queries";
import { type FollowedTrip, tripsOfDriver } from "../reservations/links/trip-queries";
import { insertRow } from "../../db/rows";
import { iso } from "../formats/instants";

/** A position of a report that was taken; `recordedAt` in ms UTC, never after now. */
type RecordedPositions = {
  latitude: number;
  longitude: number;
  accuracyMeters: number;
  headingDegrees: number | null;
  speedMps: number | null;
  recordedAt: number;
};

/**
 * Begins or ends the driver's shift and tells dispatch; what is so already stays as it is. Where the driver was last is
 * forgotten at the end of the shift, unless a trip is under way.
 */
export async function changeShift(deps: Deps, driverId: string, on: boolean): Promise<void> {
  const now = deps.now();
  const changed = await deps.write((tx) => {
    if (on && shiftSince(tx, driverId, now) !== null) return false;
    const ended = endShift(tx, deps, driverId);
    if (on) insertRow(tx, driverShifts, { driverId, startedAt: now });
    else if (!tripsOfDriver(tx, driverId, now).some(({ state }) => isTracked(state)))
      tx.delete(driverPositions).where(eq(driverPositions.driverId, driverId)).run();
    return on || ended;
  });
  if (changed) deps.bus.publish({ type: "shift", driverId, on });
}

/**
 * Takes the positions that a driver's phone has seen, in whatever order, late or twice. 409 when the
 * driver is neither on shift nor on a trip and none is of a time when they were. The others are
 * taken one by one, those refused named with the reason.
 */
export async function recordPositions(
  deps: Deps,
  driverId: string,
  report: PositionReport,
): Promise<PositionReportAnswer> {
  const now = deps.now();
  const read = report.positions.map((position) => ({
    latitude: position.latitude,
    longitude: position.longitude,
    accuracyMeters: position.accuracyMeters,
    headingDegrees: position.headingDegrees ?? null,
    speedMps: position.speedMps ?? null,
    recordedAt: Date.parse(position.recordedAt),
  }));
  const outcome = await deps.write((tx) => {
    const since = shiftSince(tx, driverId, now);
    const trips = tripsOfDriver(tx, driverId, now);
    const duty = [
      ...(since === null ? [] : [{ from: since, until: null }]),
      ...trips.map(({ enRouteAt, endedAt }) => ({ from: enRouteAt ?? now, until: endedAt })),
    ];
    const refused: PositionReportAnswer["refused"] = [];
    const taken: RecordedPositions[] = [];
    for (const [index, position] of read.entries()) {
      const code = positionRefusal(position, duty, now);
      if (code) refused.push({ index, code });
      else taken.push({ ...position, recordedAt: Math.min(position.recordedAt, now) });
    }
    const onDuty = since !== null || trips.some(({ state }) => isTracked(state));
    if (!onDuty && taken.length === 0) throw new AppError("tracking.off_duty");
    taken.sort((a, b) => a.recordedAt - b.recordedAt);
    const newest = taken.at(-1);
    const moved = onDuty && newest !== undefined && keepLast(tx, driverId, newest, now);
    for (const trip of trips) extendTrack(tx, trip, taken);
    return { accepted: taken.length, refused, moved };
  });
  if (outcome.moved) announcePosition(deps, driverId);
  return { accepted: outcome.accepted, refused: outcome.refused, now: iso(now) };
}

/** Overwrites the last position by a newer one; false when it is not newer. */
function keepLast(tx: Tx, driverId: string, position: RecordedPositions, now: number): boolean {
  const last = lastPosition(tx, driverId);
  if (last && last.recordedAt >= position.recordedAt) return false;
  const row = { ...position, receivedAt: now };
  tx.insert(driverPositions)
    .values({ driverId, ...row })
    .onConflictDoUpdate({ target: driverPositions.driverId, set: row })
    .run();
  return true;
}

/** Adds to a trip's track what of the positions lies in its time and belongs there. */
function extendTrack(tx: Tx, trip: FollowedTrip, positions: readonly RecordedPositions[]): void {
  const { enRouteAt, endedAt } = trip;
  for (const position of positions) {
    const { recordedAt } = position;
    if (enRouteAt === null || recordedAt < enRouteAt) continue;
    if (endedAt !== null && recordedAt > endedAt) continue;
    if (!isOnTrack(position, trackAround(tx, trip.id, recordedAt))) continue;
    const { latitude, longitude, headingDegrees } = position;
    insertRow(tx, trackPoints, {
      reservationId: trip.id,
      recordedAt,
      latitude,
      longitude,
      headingDegrees,
    });
  }
}

/** Ends shifts that nobody ended; runs by the clock. */
export function sweepShifts(tx: Tx, now: number): void {
  tx.delete(driverShifts)
    .where(lt(driverShifts.startedAt, now - LONGEST_SHIFT_MS))
    .run();
}

/** Points of tracks before an instant (ms). */
export const trackBefore = (at: number) => lt(trackPoints.recordedAt, at);

/**
 * Forgets up to `most` points of tracks before an instant (ms), and positions and dead links as old.
 * Returns how many points went.
 */
export function sweepTracking(tx: Tx, oldest: number, most: number): number {
  tx.delete(driverPositions).where(lt(driverPositions.recordedAt, oldest)).run();
  const tripIsOld = sql`(select ${reservations.pickupAt} from ${reservations}
    where ${reservations.id} = ${trackingLinks.reservationId}) < ${oldest}`;
  tx.delete(trackingLinks)
    .where(and(lt(trackingLinks.createdAt, oldest), tripIsOld))
    .run();
  const due = tx
    .select({ rowid: sql`rowid` })
    .from(trackPoints)
    .where(trackBefore(oldest))
    .limit(most);
  return tx
    .delete(trackPoints)
    .where(inArray(sql`rowid`, due))
    .returning({ gone: sql`1` })
    .all().length;
}
