/**
 * The arithmetic of a flat map: Web Mercator, in which the world is a square from 0 to 1, x from the
 * west and y from the north (EPSG:3857).
 */
import { decodePolyline } from "../../src/routing/polyline";
import type { MapPoint, MapContents } from "./map-contents";

/** A window on the world: `scale` is the width of the whole world in pixels. */
export interface Viewport {
  width: number;
  height: number;
  /** The centre, in world coordinates. */
  x: number;
  y: number;
  scale: number;
}

const EARTH_CIRCUMFERENCE_METERS = 40_075_016.686;
/** Mercator ends at this latitude, the square's upper and lower edge. */
const MAX_LATITUDE = 85.051_128;
/** Returns the scale of a zoom. At zoom n, the world is 512 · 2ⁿ pixels wide, the same as in MapLibre. */
export const scaleOfZoom = (zoom: number): number => 512 * 2 ** zoom;

export function worldX({ longitude }: MapPoint): number {
  return (longitude + 180) / 360;
}

export function worldY({ latitude }: MapPoint): number {
  const boundedLatitude = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  return (1 - Math.asinh(Math.tan((boundedLatitude * Math.PI) / 180)) / Math.PI) / 2;
}

export function pointOfWorld(x: number, y: number): MapPoint {
  const latitude = (Math.atan(Math.sinh((1 - 2 * y) * Math.PI)) * 180) / Math.PI;
  return { latitude, longitude: x * 360 - 180 };
}

/** Returns the position of a point in the window, in pixels from its upper left corner. */
export function projectPoint(view: Viewport, point: MapPoint): { x: number; y: number } {
  return {
    x: (worldX(point) - view.x) * view.scale + view.width / 2,
    y: (worldY(point) - view.y) * view.scale + view.height / 2,
  };
}

/** Returns the point at a position in the window. */
export function pointAt(view: Viewport, x: number, y: number): MapPoint {
  return pointOfWorld(
    view.x + (x - view.width / 2) / view.scale,
    view.y + (y - view.height / 2) / view.scale,
  );
}

/** Returns the length of a pixel on the ground, in metres, in the centre of the window. */
export function metersPerPixel(view: Viewport): number {
  const { latitude } = pointOfWorld(view.x, view.y);
  return (EARTH_CIRCUMFERENCE_METERS * Math.cos((latitude * Math.PI) / 180)) / view.scale;
}

/** Returns the window that shows all points with `paddingPx` around them, at most at `maxZoom`. */
export function fitPoints(
  points: readonly MapPoint[],
  size: { width: number; height: number },
  paddingPx: number,
  maxZoom = 15.5,
): Viewport {
  const xs = points.map(worldX);
  const ys = points.map(worldY);
  if (xs.length === 0) return { ...size, x: 0.5, y: 0.5, scale: Math.max(size.width, 256) };
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const availableLength = (length: number) => Math.max(length - 2 * paddingPx, length / 4);
  const scale = Math.min(
    scaleOfZoom(maxZoom),
    availableLength(size.width) / Math.max(east - west, 1e-12),
    availableLength(size.height) / Math.max(south - north, 1e-12),
  );
  return { ...size, x: (west + east) / 2, y: (north + south) / 2, scale };
}

/**
 * Returns the points with longitudes within half the world of the first one's, beyond 180 if necessary, so that a trip
 * across the date line is short and does not circle the Earth.
 */
export function unwrapLongitudes<T extends MapPoint>(points: readonly T[]): T[] {
  const [first] = points;
  if (!first) return [];
  return points.map((point) => {
    const turns = Math.round((first.longitude - point.longitude) / 360);
    return turns === 0 ? point : { ...point, longitude: point.longitude + turns * 360 };
  });
}

/** Returns the corners of the line through a map's pins; empty when there is no route to draw. */
export function routePoints({ pins, route }: Pick<MapContents, "pins" | "route">): MapPoint[] {
  if (!route || pins.length < 2) return [];
  const shape = route.geometry === null ? pins : (decodePolyline(route.geometry) ?? pins);
  return unwrapLongitudes(shape);
}

/** Returns every point that must be visible. */
export function pointsOf(contents: MapContents): MapPoint[] {
  return unwrapLongitudes<MapPoint>([
    ...contents.pins,
    ...contents.cars,
    ...routePoints(contents),
    ...(contents.track ?? []),
  ]);
}

/** Returns the longest round distance that is at most `maxPx` pixels long, in pixels and as text. */
export function scaleBar(
  view: Viewport,
  unit: "km" | "mi",
  maxPx = 110,
): { pixels: number; words: string } {
  const metersEachPixel = metersPerPixel(view);
  const [largeUnitMeters, largeUnit, smallUnitMeters, smallUnit] =
    unit === "km" ? ([1000, "km", 1, "m"] as const) : ([1609.344, "mi", 0.3048, "ft"] as const);
  const isLarge = metersEachPixel * maxPx >= largeUnitMeters;
  const unitMeters = isLarge ? largeUnitMeters : smallUnitMeters;
  const count = roundDown((metersEachPixel * maxPx) / unitMeters);
  return {
    pixels: (count * unitMeters) / metersEachPixel,
    words: `${count} ${isLarge ? largeUnit : smallUnit}`,
  };
}

/** Returns the largest of 1, 2, 5, 10, 20, 50 … that is not above the value. */
function roundDown(value: number): number {
  const powerOfTen = 10 ** Math.floor(Math.log10(value));
  const digit = value / powerOfTen;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * powerOfTen;
}
