/**
 * Draws the service area: the outlines and names of its zones, the towns, airports and stations around them, and a
 * scale. It needs no map service. One document holds a wide and a narrow version, so that the text is as large as the
 * page's. Colours are tokens of the page, for light and dark mode. A name with no room is left out, because the page
 * also lists all zones in words.
 */
import type { Point } from "../places/contract";
import type { Position, ZoneShape } from "../zones/contract";
import { areaSquareMeters, boxOf, polygonsOf } from "../zones/rules";

export interface DrawnZone {
  name: string;
  shape: ZoneShape;
}

/** A landmark. Lists of landmarks start with the best-known. */
export interface DrawnPlace extends Point {
  name: string;
  kind: "town" | "airport" | "station";
}

/** West, south, east, north in degrees. */
type Box = readonly [west: number, south: number, east: number, north: number];
type DrawingPoint = readonly [x: number, y: number];
type Rectangle = { left: number; top: number; right: number; bottom: number };

interface Sheet {
  id: string;
  width: number;
  height: number;
  /** The space between the zones and the edge, which leaves room for names. */
  margin: number;
  /** The most places that get a name. */
  maxNamedPlaces: number;
}

const sheets: readonly Sheet[] = [
  { id: "wide", width: 640, height: 420, margin: 48, maxNamedPlaces: 10 },
  { id: "narrow", width: 360, height: 320, margin: 36, maxNamedPlaces: 5 },
];

const METERS_PER_DEGREE = 111_195;
const METERS_PER_UNIT = { km: 1_000, mi: 1_609.344 };
/** Corners closer than this to the line between their neighbours are invisible. */
const MIN_VISIBLE_OFFSET = 0.5;
/** Average letter width as a share of its height, with some reserve. */
const LETTER_WIDTH_RATIO = 0.58;
/** How close a name may come to the edge of the drawing. */
const EDGE_MARGIN = 5;
/** How many grid steps the search for the roomiest spot of a zone takes. */
const GRID_STEPS = 24;

/** Returns the zones, the largest first. Smaller ones are drawn on top and named later. */
export function sortedBySize<Zone extends { shape: ZoneShape }>(zones: readonly Zone[]): Zone[] {
  return zones.toSorted((a, b) => areaSquareMeters(b.shape) - areaSquareMeters(a.shape));
}

/** Returns the part of the globe that the drawing shows, in degrees. Places in it may be named. */
export function drawnBox(zones: readonly DrawnZone[]): Box {
  const [west, south, east, north] = boundsOfZones(zones);
  const [paddingLongitude, paddingLatitude] = [(east - west) / 4, (north - south) / 4];
  return [
    west - paddingLongitude,
    south - paddingLatitude,
    east + paddingLongitude,
    north + paddingLatitude,
  ];
}

/**
 * Returns the drawing as SVG, with the symbols `wide` and `narrow`. Draws `zones` and names `places` in the given
 * order. Throws if there are no zones.
 */
export function drawArea(
  zones: readonly DrawnZone[],
  places: readonly DrawnPlace[],
  unit: "km" | "mi",
): string {
  if (zones.length === 0) throw new Error("There is no zone to draw.");
  const symbols = sheets.map((sheet) => symbolOf(sheet, zones, places, unit));
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

function symbolOf(
  sheet: Sheet,
  zones: readonly DrawnZone[],
  places: readonly DrawnPlace[],
  unit: "km" | "mi",
): string {
  const { id, width, height, maxNamedPlaces } = sheet;
  const { project, metersPerPoint } = projection(zones, sheet);
  const outlines = zones.map(({ shape }) =>
    polygonsOf(shape).map((polygon) => polygon.map((ring) => simplifyRing(ring.map(project)))),
  );
  const scale = scaleBarFor(metersPerPoint, width, unit);
  const isInsideDrawing = ([x, y]: DrawingPoint) =>
    x > 10 && y > 10 && x < width - 10 && y < height - 10;
  const placesInDrawing = placesWithNames(places, zones).flatMap((place) => {
    const spot = project([place.longitude, place.latitude]);
    return isInsideDrawing(spot) ? [{ place, spot }] : [];
  });
  // Airports are always shown, with their names if there is room.
  const isAirport = ({ place: { kind } }: { place: DrawnPlace }) => kind === "airport";
  const markedRectangles = placesInDrawing
    .filter(isAirport)
    .map(({ spot: [x, y] }) => rectangleAround(x, y, 9));
  const placeLabel = createLabelSpaceFinder(sheet, [scale.rectangle(height), ...markedRectangles]);
  const texts = zones.map(({ name }, at) => {
    const largestPolygon = outlines[at]?.toSorted(
      (a, b) => doubleAreaOf(b[0]) - doubleAreaOf(a[0]),
    )[0];
    // A zone drawn on top has its own name, so this zone's name must avoid it.
    const laterRings = outlines
      .slice(at + 1)
      .flatMap((polygons) => polygons.map(([ring = []]) => ring));
    return largestPolygon
      ? placeLabel(name, 14, zoneLabelPositions(findLabelSpot(largestPolygon, laterRings)))
      : null;
  });
  const marks = placesInDrawing.flatMap((each) => {
    const text = placeLabel(each.place.name, 12, placeLabelPositions(each.spot));
    return text || isAirport(each) ? [{ ...each, text }] : [];
  });
  const shownMarks = marks.slice(0, maxNamedPlaces);
  return [
    `<symbol id="${id}" viewBox="0 0 ${width} ${height}">`,
    gridSvg(scale.points, width, height),
    ...outlines.map((polygons) => outlineSvg(polygons)),
    ...shownMarks.map(({ place: { kind }, spot }) => placeMarkSvg(kind, spot)),
    ...shownMarks.map(({ text }) => (text ? textSvg(text, "500", "var(--ink-muted)") : "")),
    ...texts.map((text) => (text ? textSvg(text, "600", "var(--ink)") : "")),
    scale.draw(height),
    "</symbol>",
  ].join("");
}

/** Returns the box around all zones. Zones on both sides of the 180th meridian are kept next to each other. */
function boundsOfZones(zones: readonly DrawnZone[]): Box {
  const rings = zones.flatMap(({ shape }) => polygonsOf(shape).flat());
  const box = boxOf(rings);
  if (box[2] - box[0] <= 180) return box;
  return boxOf(rings.map((ring) => ring.map(([x = 0, y = 0]) => [eastwardLongitude(x), y])));
}

const eastwardLongitude = (longitude: number) => (longitude < 0 ? longitude + 360 : longitude);

/** Returns a function from degrees to points of the drawing, which fills the sheet and is centred. */
function projection(zones: readonly DrawnZone[], { width, height, margin }: Sheet) {
  const [west, south, east, north] = boundsOfZones(zones);
  const longitudeScale = Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const longitudeSpan = Math.max(1e-6, (east - west) * longitudeScale);
  const latitudeSpan = Math.max(1e-6, north - south);
  const factor = Math.min(
    (width - 2 * margin) / longitudeSpan,
    (height - 2 * margin) / latitudeSpan,
  );
  const project = ([longitude = 0, latitude = 0]: Position): DrawingPoint => {
    const x = east > 180 ? eastwardLongitude(longitude) : longitude;
    return [
      width / 2 + (x - (west + east) / 2) * longitudeScale * factor,
      height / 2 - (latitude - (south + north) / 2) * factor,
    ];
  };
  return { project, metersPerPoint: METERS_PER_DEGREE / factor };
}

/** Returns a line without its invisible corners (Douglas–Peucker algorithm). */
function simplifyRing(ring: readonly DrawingPoint[]): DrawingPoint[] {
  const keptIndexes = new Set([0, ring.length - 1]);
  // A closed line has no two ends, so its farthest corner serves as the second.
  const first = ring[0] ?? [0, 0];
  let farthestIndex = 0;
  for (const [at, spot] of ring.entries())
    if (distance(spot, first) > distance(ring[farthestIndex] ?? first, first)) farthestIndex = at;
  keptIndexes.add(farthestIndex);
  const openSpans: [number, number][] = [
    [0, farthestIndex],
    [farthestIndex, ring.length - 1],
  ];
  for (let span = openSpans.pop(); span; span = openSpans.pop()) {
    const [from, to] = span;
    let [furthestIndex, maxOffset] = [-1, MIN_VISIBLE_OFFSET];
    for (let at = from + 1; at < to; at++) {
      const offset = distanceToLine(ring[at] ?? first, ring[from] ?? first, ring[to] ?? first);
      if (offset > maxOffset) [furthestIndex, maxOffset] = [at, offset];
    }
    if (furthestIndex === -1) continue;
    keptIndexes.add(furthestIndex);
    openSpans.push([from, furthestIndex], [furthestIndex, to]);
  }
  return ring.filter((_, at) => keptIndexes.has(at));
}

const distance = (a: DrawingPoint, b: DrawingPoint) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Returns the distance of a point from the line between two others. */
function distanceToLine(spot: DrawingPoint, from: DrawingPoint, to: DrawingPoint): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const lengthSquared = dx * dx + dy * dy;
  if (lengthSquared === 0) return distance(spot, from);
  const share = ((spot[0] - from[0]) * dx + (spot[1] - from[1]) * dy) / lengthSquared;
  const part = Math.min(1, Math.max(0, share));
  return distance(spot, [from[0] + part * dx, from[1] + part * dy]);
}

/** Returns twice the area of a ring. */
function doubleAreaOf(ring: readonly DrawingPoint[] = []): number {
  let sum = 0;
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
    sum += x * nextY - nextX * y;
  }
  return Math.abs(sum);
}

/** Searches a grid for the point of a polygon that is farthest from its edges and from the polygons on top of it. */
function findLabelSpot(
  polygon: readonly DrawingPoint[][],
  coveringRings: readonly DrawingPoint[][],
): DrawingPoint {
  const [outerRing = []] = polygon;
  const xs = outerRing.map(([x]) => x);
  const ys = outerRing.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [polygonWidth, polygonHeight] = [Math.max(...xs) - left, Math.max(...ys) - top];
  let best: DrawingPoint = [left + polygonWidth / 2, top + polygonHeight / 2];
  let bestDistance = -1;
  for (let column = 1; column < GRID_STEPS; column++)
    for (let row = 1; row < GRID_STEPS; row++) {
      const spot: DrawingPoint = [
        left + (polygonWidth * column) / GRID_STEPS,
        top + (polygonHeight * row) / GRID_STEPS,
      ];
      if (!polygon.every((ring, at) => containsPoint(ring, spot) === (at === 0))) continue;
      if (coveringRings.some((ring) => containsPoint(ring, spot))) continue;
      const edgeDistance = Math.min(
        ...[...polygon, ...coveringRings].map((ring) => distanceToRing(ring, spot)),
      );
      if (edgeDistance > bestDistance) [best, bestDistance] = [spot, edgeDistance];
    }
  return best;
}

function containsPoint(ring: readonly DrawingPoint[], [x, y]: DrawingPoint): boolean {
  let isInside = false;
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
}

function distanceToRing(ring: readonly DrawingPoint[], spot: DrawingPoint): number {
  let minDistance = Number.POSITIVE_INFINITY;
  for (const [at, from] of ring.entries())
    minDistance = Math.min(
      minDistance,
      distanceToLine(spot, from, ring[(at + 1) % ring.length] ?? from),
    );
  return minDistance;
}

type TextAnchor = "start" | "middle" | "end";
type PlacedText = { name: string; size: number; x: number; y: number; anchor: TextAnchor };
type LabelPosition = readonly [x: number, y: number, anchor: TextAnchor];

/** Positions to try for a zone's name: its roomiest spot, then a line above or below. */
const zoneLabelPositions = ([x, y]: DrawingPoint): LabelPosition[] => [
  [x, y + 5, "middle"],
  [x, y - 13, "middle"],
  [x, y + 23, "middle"],
];

/** Positions to try for a place's name: beside its mark, or above or below it. */
const placeLabelPositions = ([x, y]: DrawingPoint): LabelPosition[] => [
  [x + 10, y + 4, "start"],
  [x - 10, y + 4, "end"],
  [x, y - 9, "middle"],
  [x, y + 18, "middle"],
];

/** Places names on a drawing one after the other, so that none overlap. */
function createLabelSpaceFinder({ width, height }: Sheet, occupiedRectangles: Rectangle[]) {
  /** Returns where a name fits, or null if it fits nowhere. */
  return (name: string, size: number, positions: readonly LabelPosition[]): PlacedText | null => {
    const textWidth = [...name].length * size * LETTER_WIDTH_RATIO;
    for (const [at, y, anchor] of positions) {
      const before = anchor === "start" ? 0 : anchor === "end" ? textWidth : textWidth / 2;
      // A zone's name is moved inside the drawing. A place's name stays at its mark.
      const start = at - before;
      const left =
        anchor === "middle"
          ? Math.max(EDGE_MARGIN, Math.min(start, width - textWidth - EDGE_MARGIN))
          : start;
      const labelBox = { left, right: left + textWidth, top: y - size, bottom: y + size * 0.3 };
      const isInsideDrawing =
        left >= EDGE_MARGIN &&
        labelBox.right <= width - EDGE_MARGIN &&
        labelBox.top >= EDGE_MARGIN &&
        labelBox.bottom <= height - EDGE_MARGIN;
      if (!isInsideDrawing || occupiedRectangles.some((other) => overlap(labelBox, other)))
        continue;
      occupiedRectangles.push(labelBox);
      return { name, size, x: left + before, y, anchor };
    }
    return null;
  };
}

const rectangleAround = (x: number, y: number, by: number): Rectangle => ({
  left: x - by,
  right: x + by,
  top: y - by,
  bottom: y + by,
});

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns each place once, without those named like a zone, whose name is already shown. */
function placesWithNames(places: readonly DrawnPlace[], zones: readonly DrawnZone[]): DrawnPlace[] {
  const seenNames = new Set(zones.map(({ name }) => name.toLowerCase()));
  return places.filter(({ name }) => {
    const isKnownName = seenNames.has(name.toLowerCase());
    seenNames.add(name.toLowerCase());
    return !isKnownName;
  });
}

/**
 * Returns the scale bar. Its length is the largest of 1, 2, 5, 10 … units that takes at most a quarter of the width.
 */
function scaleBarFor(metersPerPoint: number, width: number, unit: "km" | "mi") {
  const maxLength = ((width / 4) * metersPerPoint) / METERS_PER_UNIT[unit];
  const powerOfTen = 10 ** Math.floor(Math.log10(maxLength));
  const length =
    [5, 2, 1].map((times) => times * powerOfTen).find((each) => each <= maxLength) ?? powerOfTen;
  const points = (length * METERS_PER_UNIT[unit]) / metersPerPoint;
  const text = `${Number(length.toPrecision(1))} ${unit}`;
  return {
    points,
    rectangle: (height: number): Rectangle => ({
      left: 8,
      right: 28 + points,
      top: height - 42,
      bottom: height,
    }),
    draw: (height: number) =>
      `<path d="M16 ${height - 20}v4h${round(points)}v-4" fill="none" stroke="var(--ink-muted)" stroke-width="1.5"/>` +
      textSvg(
        { name: text, size: 12, x: 16, y: height - 26, anchor: "start" },
        "500",
        "var(--ink-muted)",
      ),
  };
}

/** Returns grid lines that are one scale length apart, so that the background looks like a map. */
function gridSvg(step: number, width: number, height: number): string {
  const lines: string[] = [];
  for (let x = (width / 2) % step; x < width; x += step) lines.push(`M${round(x)} 0v${height}`);
  for (let y = (height / 2) % step; y < height; y += step) lines.push(`M0 ${round(y)}h${width}`);
  return `<path d="${lines.join("")}" fill="none" stroke="var(--line)"/>`;
}

function outlineSvg(polygons: readonly DrawingPoint[][][]): string {
  const path = polygons
    .flat()
    .map((ring) => `M${ring.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`)
    .join("");
  return `<path d="${path}" fill="var(--accent-text)" fill-opacity=".15" fill-rule="evenodd" stroke="var(--accent-text)" stroke-width="1.5" stroke-linejoin="round"/>`;
}

/** An aeroplane in a box of 24 points. */
const AEROPLANE_PATH =
  "M17.8 19.2 16 11l3.5-3.5C21 6 21.5 4 21 3c-1-.5-3 0-4.5 1.5L13 8 4.8 6.2c-.5-.1-.9.1-1.1.5l-.3.5c-.2.5-.1 1 .3 1.3L9 12l-2 3H4l-1 1 3 2 2 3 1-1v-3l3-2 3.5 5.3c.3.4.8.5 1.3.3l.5-.2c.4-.3.6-.7.5-1.2z";

function placeMarkSvg(kind: DrawnPlace["kind"], [x, y]: DrawingPoint): string {
  if (kind === "airport")
    return `<path d="${AEROPLANE_PATH}" fill="var(--ink)" transform="translate(${round(x - 8)} ${round(y - 8)}) scale(.67)"/>`;
  const side = 3.5;
  return kind === "station"
    ? `<path d="M${round(x - side)} ${round(y - side)}h7v7h-7z" fill="var(--ink)"/>`
    : `<circle cx="${round(x)}" cy="${round(y)}" r="${side}" fill="var(--surface)" stroke="var(--ink)" stroke-width="2"/>`;
}

function textSvg({ name, size, x, y, anchor }: PlacedText, weight: string, ink: string): string {
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${ink}" stroke="var(--surface)" stroke-opacity=".85" stroke-width="3" stroke-linejoin="round" paint-order="stroke">${escapeXml(name)}</text>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

const xmlEntities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes text for XML and drops characters that XML does not allow. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"]/g, (sign) => xmlEntities[sign] ?? "");
}
