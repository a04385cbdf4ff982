/**
 * A zone's outline while it is drawn: polygons of rings of corners. Rings are not closed, and the outer ring is first.
 * Also the same as text, one corner on each line, for people who work without a pointer.
 */
import type { Position, ZoneShape } from "../../src/zones/contract";
import { polygonsOf } from "../../src/zones/rules";
import type { MapPoint } from "./map-contents";

export type Ring = readonly MapPoint[];
export type Outline = readonly (readonly Ring[])[];

/** The indexes of one corner of an outline. */
export interface CornerIndex {
  polygon: number;
  ring: number;
  corner: number;
}

/** Zones are stored to a millionth of a degree, about 11 cm. */
const DEGREE_DECIMALS = 6;

const outlineByShape = new WeakMap<ZoneShape, Outline>();

/** Returns the outline of a zone. The same shape gives the same object, so that its path is drawn only once. */
export function outlineOf(shape: ZoneShape): Outline {
  const cachedOutline = outlineByShape.get(shape);
  if (cachedOutline) return cachedOutline;
  const outline = outlineOfShape(shape);
  outlineByShape.set(shape, outline);
  return outline;
}

function outlineOfShape(shape: ZoneShape): Outline {
  return polygonsOf(shape).map((polygon) =>
    polygon.map((ring) =>
      ring.slice(0, -1).map(([longitude = 0, latitude = 0]) => ({ latitude, longitude })),
    ),
  );
}

/** Returns the shape of an outline, with closed rings. `tidyShape` reports its errors. */
export function toZoneShape(outline: Outline): ZoneShape {
  const coordinates = outline.map((polygon) =>
    polygon.map((ring) => {
      const positions = ring.map((point): Position => [
        roundDegrees(point.longitude),
        roundDegrees(point.latitude),
      ]);
      const [start] = positions;
      return start ? [...positions, start] : [];
    }),
  );
  const [onlyPolygon] = coordinates;
  return coordinates.length === 1 && onlyPolygon
    ? { type: "Polygon", coordinates: onlyPolygon }
    : { type: "MultiPolygon", coordinates };
}

function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(DEGREE_DECIMALS));
}

/** Returns the outline with one ring's list of corners replaced. */
function withRing(
  outline: Outline,
  cornerIndex: CornerIndex,
  change: (ring: Ring) => Ring,
): Outline {
  return outline.map((polygon, p) =>
    p === cornerIndex.polygon
      ? polygon.map((ring, r) => (r === cornerIndex.ring ? change(ring) : ring))
      : polygon,
  );
}

export function moveCorner(outline: Outline, cornerIndex: CornerIndex, to: MapPoint): Outline {
  return withRing(outline, cornerIndex, (ring) => ring.with(cornerIndex.corner, to));
}

/** Adds a corner after the one given. */
export function addCorner(outline: Outline, cornerIndex: CornerIndex, at: MapPoint): Outline {
  return withRing(outline, cornerIndex, (ring) => ring.toSpliced(cornerIndex.corner + 1, 0, at));
}

/** Removes a corner. A ring keeps its last three. */
export function removeCorner(outline: Outline, cornerIndex: CornerIndex): Outline {
  return withRing(outline, cornerIndex, (ring) =>
    ring.length > 3 ? ring.toSpliced(cornerIndex.corner, 1) : ring,
  );
}

/** Returns every corner with its indexes, in order. */
export function cornersOf(outline: Outline): { place: CornerIndex; point: MapPoint }[] {
  return outline.flatMap((polygon, p) =>
    polygon.flatMap((ring, r) =>
      ring.map((point, corner) => ({ place: { polygon: p, ring: r, corner }, point })),
    ),
  );
}

/**
 * Returns the outline as text: `latitude, longitude` on each line, and a word on its own line before each further ring.
 */
export function writeOutline(outline: Outline): string {
  return outline
    .flatMap((polygon, p) =>
      polygon.flatMap((ring, r) => [
        ...(r > 0 ? ["hole"] : p > 0 ? ["polygon"] : []),
        ...ring.map((point) => `${roundDegrees(point.latitude)}, ${roundDegrees(point.longitude)}`),
      ]),
    )
    .join("\n");
}

const coordinatesPattern = /^(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)$/;

/** Reads the text of `writeOutline`. Returns an error text if it cannot be read. */
export function readOutline(text: string): Outline | string {
  const outline: MapPoint[][][] = [[[]]];
  for (const [lineIndex, raw] of text.split("\n").entries()) {
    const line = raw.trim().toLowerCase();
    if (line === "") continue;
    if (line === "polygon") {
      outline.push([[]]);
    } else if (line === "hole") {
      outline.at(-1)?.push([]);
    } else {
      const coordinatesMatch = coordinatesPattern.exec(line);
      if (!coordinatesMatch)
        return `Line ${lineIndex + 1} is not a corner. Enter latitude and longitude, such as -1.9536, 30.0606.`;
      const [latitude, longitude] = [Number(coordinatesMatch[1]), Number(coordinatesMatch[2])];
      if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
        return `Line ${lineIndex + 1} is out of range: latitudes go from -90 to 90, longitudes from -180 to 180.`;
      outline.at(-1)?.at(-1)?.push({ latitude, longitude });
    }
  }
  return outline;
}

/** With this many corners, no edge is visible. */
const CIRCLE_CORNERS = 48;
const METERS_PER_DEGREE = 111_195;

/** Returns a circle on the ground as corners, clockwise from north. It is cut off near a pole and at the date line. */
export function circleAround({ latitude, longitude }: MapPoint, meters: number): Outline {
  const latitudeDegrees = meters / METERS_PER_DEGREE;
  const longitudeDegrees = latitudeDegrees / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const corner = (at: number) => {
    const angle = (2 * Math.PI * at) / CIRCLE_CORNERS;
    return {
      latitude: clamp(latitude + latitudeDegrees * Math.cos(angle), 90),
      longitude: clamp(longitude + longitudeDegrees * Math.sin(angle), 180),
    };
  };
  return [[Array.from({ length: CIRCLE_CORNERS }, (_, at) => corner(at))]];
}

const clamp = (degrees: number, max: number) => Math.max(-max, Math.min(max, degrees));
