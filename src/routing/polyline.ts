/**
 * Encodes, decodes and simplifies Google's polylines with five decimals, which OSRM uses. Signed quotes and
 * reservations contain routes, so a route keeps only the points that a map needs.
 */
import type { Point } from "../places/contract";

const ROUNDING_FACTOR = 1e5;
/** The most points of a simplified route. */
export const MAX_POINTS = 400;
/** Only some points of a longer route are used, evenly spaced, because a map would not show the others. */
const MAX_INPUT_POINTS = 8_000;
/** The largest error of a simplified route, in degrees of latitude: about five metres. */
const TOLERANCE_DEGREES = 5e-5;

/** Returns the points of an encoded polyline. Null if the text is invalid or has impossible coordinates. */
export function decodePolyline(text: string): Point[] | null {
  const points: Point[] = [];
  let [latitude, longitude, index] = [0, 0, 0];
  function next(): number {
    let [value, shift] = [0, 0];
    for (;;) {
      const bits = text.charCodeAt(index++) - 63;
      if (!(bits >= 0 && bits < 64) || shift > 25) return Number.NaN;
      value |= (bits & 31) << shift;
      if (bits < 32) return value & 1 ? ~(value >> 1) : value >> 1;
      shift += 5;
    }
  }
  while (index < text.length) {
    latitude += next();
    longitude += next();
    const point = { latitude: latitude / ROUNDING_FACTOR, longitude: longitude / ROUNDING_FACTOR };
    if (!(Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180)) return null;
    points.push(point);
  }
  return points;
}

/** Returns the encoded polyline of points. */
export function encodePolyline(points: readonly Point[]): string {
  let [text, latitude, longitude] = ["", 0, 0];
  const write = (difference: number) => {
    let value = difference < 0 ? ~(difference << 1) : difference << 1;
    while (value >= 32) {
      text += String.fromCharCode((32 | (value & 31)) + 63);
      value >>= 5;
    }
    text += String.fromCharCode(value + 63);
  };
  for (const point of points) {
    const at = [
      Math.round(point.latitude * ROUNDING_FACTOR),
      Math.round(point.longitude * ROUNDING_FACTOR),
    ];
    const [toLatitude = 0, toLongitude = 0] = at;
    write(toLatitude - latitude);
    write(toLongitude - longitude);
    [latitude, longitude] = [toLatitude, toLongitude];
  }
  return text;
}

/** Returns the points of a line that its shape needs (Douglas and Peucker), including both ends. */
export function simplifyLine(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / MAX_INPUT_POINTS);
  const sampledPoints = points.filter((_, i) => i % step === 0 || i === points.length - 1);
  let simplifiedPoints = sampledPoints;
  for (let toleranceDegrees = TOLERANCE_DEGREES; ; toleranceDegrees *= 2) {
    simplifiedPoints = simplifyWithin(sampledPoints, toleranceDegrees);
    if (simplifiedPoints.length <= MAX_POINTS) return simplifiedPoints;
  }
}

function simplifyWithin(points: readonly Point[], toleranceDegrees: number): Point[] {
  const lastIndex = points.length - 1;
  if (lastIndex < 2) return [...points];
  const isKeptPoint = new Uint8Array(points.length);
  isKeptPoint[0] = isKeptPoint[lastIndex] = 1;
  const openSpans: [number, number][] = [[0, lastIndex]];
  for (let span = openSpans.pop(); span; span = openSpans.pop()) {
    const [from, to] = span;
    let [farthestIndex, maxDistance] = [0, 0];
    for (let i = from + 1; i < to; i++) {
      const distance = distanceToChord(points[i], points[from], points[to]);
      if (distance > maxDistance) [farthestIndex, maxDistance] = [i, distance];
    }
    if (maxDistance <= toleranceDegrees) continue;
    isKeptPoint[farthestIndex] = 1;
    openSpans.push([from, farthestIndex], [farthestIndex, to]);
  }
  return points.filter((_, i) => isKeptPoint[i]);
}

/** Returns the distance in degrees of latitude, on a plane that is accurate around the point. */
function distanceToChord(point?: Point, from?: Point, to?: Point): number {
  if (!point || !from || !to) return 0;
  const longitudeScale = Math.cos((point.latitude * Math.PI) / 180);
  const [x, y] = [
    (point.longitude - from.longitude) * longitudeScale,
    point.latitude - from.latitude,
  ];
  const [dx, dy] = [(to.longitude - from.longitude) * longitudeScale, to.latitude - from.latitude];
  const lengthSquared = dx * dx + dy * dy;
  const share =
    lengthSquared === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / lengthSquared));
  return Math.hypot(x - share * dx, y - share * dy);
}
