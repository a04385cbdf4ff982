/** Reads the thinned track of a trip. */
import type { Db } from "../../db/open";
import type { TrackPoint } from "./track-rules";

type Row = { latitude: number; longitude: number; recorded_at: number; heading: number | null };

const COLUMNS = "latitude, longitude, recorded_at, heading_degrees AS heading";

/** Returns all points of a trip, the oldest first. */
export function readTrack(db: Db, reservationId: string): TrackPoint[] {
  return db.$client
    .query<Row, [string]>(
      `SELECT ${COLUMNS} FROM track_points WHERE reservation_id = ? ORDER BY recorded_at`,
    )
    .all(reservationId)
    .map(pointOf);
}

/** Returns the points of a trip just before and after a time (ms UTC), and how many it has in total. */
export function trackAround(db: Db, reservationId: string, recordedAt: number) {
  const nearestPoint = (compare: string, order: string) => {
    const row = db.$client
      .query<Row, [string, number]>(
        `SELECT ${COLUMNS} FROM track_points
         WHERE reservation_id = ? AND recorded_at ${compare} ? ORDER BY recorded_at ${order} LIMIT 1`,
      )
      .get(reservationId, recordedAt);
    return row && pointOf(row);
  };
  const pointCount = db.$client
    .query<{ count: number }, [string]>(
      "SELECT count(*) AS count FROM track_points WHERE reservation_id = ?",
    )
    .get(reservationId);
  return {
    before: nearestPoint("<=", "DESC"),
    after: nearestPoint(">=", "ASC"),
    count: pointCount?.count ?? 0,
  };
}

function pointOf({ latitude, longitude, recorded_at, heading }: Row): TrackPoint {
  return { latitude, longitude, recordedAt: recorded_at, headingDegrees: heading };
}
