import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { farmOutPositions } from "../../db/schema/affiliates";
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
import { MAX_SHIFT_MS } from "../drivers/shift-rules";
import { AppError } from "../errors";
import { announceAffiliatePosition, announcePosition } from "./announcements";
import type { PositionReport, PositionReportAnswer } from "./contract";
import { findLastPosition, positionOf, shiftStartedAt } from "./shift-queries";
import { isTracked } from "../reservations/links/link-rules";
import { positionRefusal } from "./rules";
import { isTrackPoint } from "./track-rules";
import { trackAround } from "./track-queries";
import { findTrip, type FollowedTrip, tripsOfDriver } from "../reservations/links/trip-queries";
import { insertRow } from "../../db/rows";
import { iso } from "../formats/instants";

/** An accepted position of a report; `recordedAt` in ms UTC, never after now. */
type RecordedPosition = {
  latitude: number;
  longitude: number;
  accuracyMeters: number;
  headingDegrees: number | null;
  speedMps: number | null;
  recordedAt: number;
};

/**
 * Begins or ends the driver's shift and notifies dispatch; it does nothing if that is already the case. The end of a
 * shift deletes the driver's last position, unless a trip is under way.
 */
export async function changeShift(deps: Deps, driverId: string, on: boolean): Promise<void> {
  const now = deps.now();
  const isChanged = await deps.write((tx) => {
    if (on && shiftStartedAt(tx, driverId, now) !== null) return false;
    const isEnded = endShift(tx, deps, driverId);
    if (on) insertRow(tx, driverShifts, { driverId, startedAt: now });
    else if (!tripsOfDriver(tx, driverId, now).some(({ state }) => isTracked(state)))
      tx.delete(driverPositions).where(eq(driverPositions.driverId, driverId)).run();
    return on || isEnded;
  });
  if (isChanged) deps.bus.publish({ type: "shift", driverId, on });
}

/**
 * Stores the positions that a driver's phone reports, in any order, late or repeated. 409 if the driver is neither on
 * shift nor on a trip and no position is from a time when they were. Otherwise each position is accepted or refused
 * with a reason.
 */
export async function recordPositions(
  deps: Deps,
  driverId: string,
  report: PositionReport,
): Promise<PositionReportAnswer> {
  const now = deps.now();
  const outcome = await deps.write((tx) => {
    const since = shiftStartedAt(tx, driverId, now);
    const trips = tripsOfDriver(tx, driverId, now);
    const duty = [
      ...(since === null ? [] : [{ from: since, until: null }]),
      ...trips.map(({ enRouteAt, endedAt }) => ({ from: enRouteAt ?? now, until: endedAt })),
    ];
    const { taken, refused } = sortPositions(report, duty, now);
    const isOnDuty = since !== null || trips.some(({ state }) => isTracked(state));
    if (!isOnDuty && taken.length === 0) throw new AppError("tracking.off_duty");
    const newestPosition = taken.at(-1);
    const moved =
      isOnDuty &&
      newestPosition !== undefined &&
      storeLastPosition(tx, driverId, newestPosition, now);
    for (const trip of trips) extendTrack(tx, trip, taken);
    return { accepted: taken.length, refused, moved };
  });
  if (outcome.moved) announcePosition(deps, driverId);
  return { accepted: outcome.accepted, refused: outcome.refused, now: iso(now) };
}

/** Like `recordPositions`, for the phone of an affiliate's driver: only while the trip is under way, otherwise 409. */
export async function recordAffiliatePositions(
  deps: Deps,
  { farmOutId, reservationId }: { farmOutId: string; reservationId: string },
  report: PositionReport,
): Promise<PositionReportAnswer> {
  const now = deps.now();
  const outcome = await deps.write((tx) => {
    const trip = findTrip(tx, reservationId);
    if (trip?.farmOutId !== farmOutId || !isTracked(trip.state))
      throw new AppError("tracking.off_duty");
    const { taken, refused } = sortPositions(
      report,
      [{ from: trip.enRouteAt ?? now, until: null }],
      now,
    );
    extendTrack(tx, trip, taken);
    const newestPosition = taken.at(-1);
    const lastPosition = positionOf(tx, trip);
    const moved =
      newestPosition !== undefined &&
      (!lastPosition || lastPosition.recordedAt < newestPosition.recordedAt);
    if (moved) {
      const row = { ...newestPosition, receivedAt: now };
      tx.insert(farmOutPositions)
        .values({ farmOutId, ...row })
        .onConflictDoUpdate({ target: farmOutPositions.farmOutId, set: row })
        .run();
    }
    return { accepted: taken.length, refused, moved };
  });
  if (outcome.moved) announceAffiliatePosition(deps, reservationId);
  return { accepted: outcome.accepted, refused: outcome.refused, now: iso(now) };
}

/** Sorts the positions of a report into the accepted ones, the oldest first, and the refused ones with reasons. */
function sortPositions(
  { positions }: PositionReport,
  duty: Parameters<typeof positionRefusal>[1],
  now: number,
): { taken: RecordedPosition[]; refused: PositionReportAnswer["refused"] } {
  const refused: PositionReportAnswer["refused"] = [];
  const taken: RecordedPosition[] = [];
  for (const [
    index,
    { headingDegrees = null, speedMps = null, ...position },
  ] of positions.entries()) {
    const recordedAt = Date.parse(position.recordedAt);
    const code = positionRefusal({ ...position, recordedAt }, duty, now);
    if (code) refused.push({ index, code });
    else
      taken.push({
        latitude: position.latitude,
        longitude: position.longitude,
        accuracyMeters: position.accuracyMeters,
        headingDegrees,
        speedMps,
        recordedAt: Math.min(recordedAt, now),
      });
  }
  taken.sort((a, b) => a.recordedAt - b.recordedAt);
  return { taken, refused };
}

/** Replaces the last position with a newer one; returns false if it is not newer. */
function storeLastPosition(
  tx: Tx,
  driverId: string,
  position: RecordedPosition,
  now: number,
): boolean {
  const lastPosition = findLastPosition(tx, driverId);
  if (lastPosition && lastPosition.recordedAt >= position.recordedAt) return false;
  const row = { ...position, receivedAt: now };
  tx.insert(driverPositions)
    .values({ driverId, ...row })
    .onConflictDoUpdate({ target: driverPositions.driverId, set: row })
    .run();
  return true;
}

/** Adds those positions to a trip's track that fall within the trip's time and are needed there. */
function extendTrack(tx: Tx, trip: FollowedTrip, positions: readonly RecordedPosition[]): void {
  const { enRouteAt, endedAt } = trip;
  for (const position of positions) {
    const { recordedAt } = position;
    if (enRouteAt === null || recordedAt < enRouteAt) continue;
    if (endedAt !== null && recordedAt > endedAt) continue;
    if (!isTrackPoint(position, trackAround(tx, trip.id, recordedAt))) continue;
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

/** Ends shifts that are older than the longest shift; runs on a schedule. */
export function endOldShifts(tx: Tx, now: number): void {
  tx.delete(driverShifts)
    .where(lt(driverShifts.startedAt, now - MAX_SHIFT_MS))
    .run();
}

/** Returns the condition for track points from before an instant (ms). */
export const trackPointsBefore = (at: number) => lt(trackPoints.recordedAt, at);

/**
 * Deletes up to `limit` track points from before an instant (ms), and positions and links that are as old. Returns how
 * many points were deleted.
 */
export function sweepTracking(tx: Tx, oldest: number, limit: number): number {
  tx.delete(driverPositions).where(lt(driverPositions.recordedAt, oldest)).run();
  tx.delete(farmOutPositions).where(lt(farmOutPositions.recordedAt, oldest)).run();
  const isTripOldSql = sql`(select ${reservations.pickupAt} from ${reservations}
    where ${reservations.id} = ${trackingLinks.reservationId}) < ${oldest}`;
  tx.delete(trackingLinks)
    .where(and(lt(trackingLinks.createdAt, oldest), isTripOldSql))
    .run();
  const due = tx
    .select({ rowid: sql`rowid` })
    .from(trackPoints)
    .where(trackPointsBefore(oldest))
    .limit(limit);
  return tx
    .delete(trackPoints)
    .where(inArray(sql`rowid`, due))
    .returning({ gone: sql`1` })
    .all().length;
}
