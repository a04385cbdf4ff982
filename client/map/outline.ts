/**
 * A zone's outline while it is drawn: polygons of rings of corners, none of them closed, the outer
 * ring first. And the same as text, a corner a line, for people who work without a pointer.
 */
import type { Position, ZoneShape } from "../../src/zones/contract";
import { polygonsOf } from "../../src/zones/rules";
import type { MapPoint } from "./map-contents";

export type Ring = readonly MapPoint[];
export type Outline = readonly (readonly Ring[])[];

/** One corner of an outline. */
export interface CornerIndex {
  polygon: number;
  ring: number;
  corner: number;
}

/** Zones are kept to a millionth of a degree, some 11 cm. */
const DEGREE_DECIMALS = 6;

const outlineByShape = new WeakMap<ZoneShape, Outline>();

/** The outline of a zone; of the same shape the very same, so that its path is drawn once. */
export function outlineOf(shape: ZoneShape): Outline {
  const before = outlineByShape.get(shape);
  if (before) return before;
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

/** The shape of an outline, its rings closed. What is wrong with it, `tidyShape` says. */
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

/** The outline with another list of corners in the place of one ring's. */
function withRing(outline: Outline, place: CornerIndex, change: (ring: Ring) => Ring): Outline {
  return outline.map((polygon, p) =>
    p === place.polygon
      ? polygon.map((ring, r) => (r === place.ring ? change(ring) : ring))
      : polygon,
  );
}

export function moveCorner(outline: Outline, place: CornerIndex, to: MapPoint): Outline {
  return withRing(outline, place, (ring) => ring.with(place.corner, to));
}

/** Adds a corner behind the one named. */
export function addCorner(outline: Outline, place: CornerIndex, at: MapPoint): Outline {
  return withRing(outline, place, (ring) => ring.toSpliced(place.corner + 1, 0, at));
}

/** Takes a corner away; a ring keeps its last three. */
export function removeCorner(outline: Outline, place: CornerIndex): Outline {
  return withRing(outline, place, (ring) =>
    ring.length > 3 ? ring.toSpliced(place.corner, 1) : ring,
  );
}

/** Every corner with its place, in order. */
export function cornersOf(outline: Outline): { place: CornerIndex; point: MapPoint }[] {
  return outline.flatMap((polygon, p) =>
    polygon.flatMap((ring, r) =>
      ring.map((point, corner) => ({ place: { polygon: p, ring: r, corner }, point })),
    ),
  );
}

/** The outline as text: `latitude, longitude` a line, a word on a line of its own before each ring. */
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

const coordinates = /^(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)$/;

/** Reads what `writeOutline` writes. A text that cannot be read gives the words for it instead. */
export function readOutline(text: string): Outline | string {
  const outline: MapPoint[][][] = [[[]]];
  for (const [at, raw] of text.split("\n").entries()) {
    const line = raw.trim().toLowerCase();
    if (line === "") continue;
    if (line === "polygon") {
      outline.push([[]]);
    } else if (line === "hole") {
      outline.at(-1)?.push([]);
    } else {
      const coordinatesMatch = coordinates.exec(line);
      if (!coordinatesMatch)
        return `Line ${at + 1} is not a corner. Enter latitude and longitude, such as -1.9536, 30.0606.`;
      const [latitude, longitude] = [Number(coordinatesMatch[1]), Number(coordinatesMatch[2])];
      if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
        return `Line ${at + 1} is out of range: latitudes go from -90 to 90, longitudes from -180 to 180.`;
      outline.at(-1)?.at(-1)?.push({ latitude, longitude });
    }
  }
  return outline;
}

/** With so many corners no edge is visible. */
const CIRCLE_CORNERS = 48;
const METERS_PER_DEGREE = 111_195;

/** A circle on the ground as corners, north first and with the clock. Near a pole it is cut off. */
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
