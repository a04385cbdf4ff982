/** Reads whether a driver is on duty, and their last position. */
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import { findRow } from "../../db/rows";
import { farmOutPositions } from "../../db/schema/affiliates";
import { driverPositions, driverShifts, type StoredDriverPosition } from "../../db/schema/tracking";
import type { Deps } from "../deps";
import { isOnShift } from "../drivers/shift-rules";
import type { Position, Shift } from "./contract";
import { isTracked } from "../reservations/links/link-rules";
import { tripsOfDriver } from "../reservations/links/trip-queries";
import { iso } from "../formats/instants";

/** A position of a driver or of an affiliate's phone. */
export type LastPosition = Omit<StoredDriverPosition, "driverId">;

const shiftStatement = prepared((db) =>
  db
    .select({ startedAt: driverShifts.startedAt })
    .from(driverShifts)
    .where(eq(driverShifts.driverId, sql.placeholder("driverId")))
    .prepare(),
);

const lastPositionStatement = prepared((db) =>
  db
    .select()
    .from(driverPositions)
    .where(eq(driverPositions.driverId, sql.placeholder("driverId")))
    .prepare(),
);

/** Returns when the shift that is running at `now` began; null off shift. Times in ms UTC. */
export function shiftStartedAt(db: Db, driverId: string, now: number): number | null {
  const startedAt = shiftStatement(db).get({ driverId })?.startedAt ?? null;
  return isOnShift(startedAt, now) ? startedAt : null;
}

/** Returns a driver's last position; null if none is known. */
export function findLastPosition(db: Db, driverId: string | null): StoredDriverPosition | null {
  return (driverId !== null && lastPositionStatement(db).get({ driverId })) || null;
}

/** Returns the last position of a trip's car: that of its driver, or of the affiliate who drives it. */
export function positionOf(
  db: Db,
  { driverId, farmOutId }: { driverId: string | null; farmOutId: string | null },
): LastPosition | null {
  if (farmOutId === null) return findLastPosition(db, driverId);
  return findRow(db, farmOutPositions, { farmOutId }) ?? null;
}

/** Returns whether the driver's position is needed now. */
export function readShift(deps: Deps, driverId: string): Shift {
  const now = deps.now();
  const since = shiftStartedAt(deps.db, driverId, now);
  const trips = tripsOfDriver(deps.db, driverId, now);
  return {
    on: since !== null,
    since: iso(since),
    onTrip: trips.some(({ state }) => isTracked(state)),
    now: iso(now),
  };
}

/** Converts a stored position to the form of answers. */
export function toPosition(row: LastPosition): Position {
  return {
    latitude: row.latitude,
    longitude: row.longitude,
    accuracyMeters: row.accuracyMeters,
    headingDegrees: row.headingDegrees,
    speedMps: row.speedMps,
    recordedAt: iso(row.recordedAt),
  };
}
