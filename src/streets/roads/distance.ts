/** Distances on the ground between coordinates in degrees times `DEGREE`. */
import { DEGREE } from "../reading/extract";

const EARTH_RADIUS_METERS = 6_371_008.8;
const RADIAN = Math.PI / 180;
const HALF_TURN = 180 * DEGREE;

/** Returns the difference of two longitudes by the shorter way round, also across the date line. */
export function longitudeDifference(from: number, to: number): number {
  const difference = to - from;
  if (difference > HALF_TURN) return difference - 2 * HALF_TURN;
  return difference < -HALF_TURN ? difference + 2 * HALF_TURN : difference;
}

/** Returns the metres between two points on the sphere. */
export function metersBetween(
  fromLatitude: number,
  fromLongitude: number,
  toLatitude: number,
  toLongitude: number,
): number {
  const y = Math.sin((((toLatitude - fromLatitude) / DEGREE) * RADIAN) / 2);
  const x = Math.sin(((longitudeDifference(fromLongitude, toLongitude) / DEGREE) * RADIAN) / 2);
  const longitudeScale =
    Math.cos((fromLatitude / DEGREE) * RADIAN) * Math.cos((toLatitude / DEGREE) * RADIAN);
  return (
    2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(y * y + longitudeScale * x * x)))
  );
}
