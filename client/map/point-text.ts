/** A point as people type it, or paste it from another map. */
import type { Point } from "../../src/places/contract";

/** Both coordinates as typed in their fields. */
export interface TypedPoint {
  latitude: string;
  longitude: string;
}

/** Returns the point if both fields hold degrees; otherwise the error of each wrong field. */
export function readPoint(values: TypedPoint): {
  point: Point | null;
  faults: Partial<Record<keyof TypedPoint, string>>;
} {
  const latitude = readDegrees(values.latitude, 90);
  const longitude = readDegrees(values.longitude, 180);
  if (latitude !== null && longitude !== null)
    return { point: { latitude, longitude }, faults: {} };
  return {
    point: null,
    faults: {
      ...(latitude === null && { latitude: "Use degrees from -90 to 90, such as -1.9536." }),
      ...(longitude === null && { longitude: "Use degrees from -180 to 180, such as 30.0606." }),
    },
  };
}

/** Returns the two numbers of `-1.9536, 30.0606`, in the order in which maps copy them; null for another text. */
export function splitPair(text: string): TypedPoint | null {
  const [, latitude, longitude] =
    /^\s*([+-]?\d{1,2}(?:\.\d+)?)°?\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)°?\s*$/.exec(text) ?? [];
  return latitude && longitude ? { latitude, longitude } : null;
}

/** Returns a point as text, with the number of digits that a place on the ground needs. */
export function toTypedPoint({ latitude, longitude }: Point): TypedPoint {
  return { latitude: degreesText(latitude), longitude: degreesText(longitude) };
}

function degreesText(value: number): string {
  return String(Number(value.toFixed(6)));
}

function readDegrees(text: string, limit: number): number | null {
  const plainText = text.trim().replace(",", ".");
  if (!/^[+-]?\d{1,3}(?:\.\d+)?$/.test(plainText)) return null;
  const value = Number(plainText);
  return Math.abs(value) <= limit ? value : null;
}
