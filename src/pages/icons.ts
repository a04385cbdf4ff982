/** The brand's mark for tabs and home screens, drawn from its geometry in the operator's colour. */

/**
 * How a mark is drawn: on a tile with round corners, on a ground that fills the square for systems that crop it, or
 * alone as a badge for status bars.
 */
export type IconShape = "tile" | "full" | "badge";

type Colour = readonly [number, number, number];
type Point = readonly [number, number];

/** The path of the mark in a box of 32 by 32, same as in `client/ui/brand.tsx`. */
const markPath = Float64Array.from(
  bezier([9.5, 22.5], [9.5, 14.5], [22.5, 17.5], [22.5, 9.5]).flat(),
);
const end: Point = [22.5, 9.5];
const start: Point = [9.5, 22.5];
/** The part of an icon that holds the mark. Systems crop icons to a circle of four fifths. */
const SAFE_ZONE = 0.78;

/**
 * Draws a square PNG of `size` pixels. A badge is only the mark, white on transparent, for status bars. The largest
 * takes some 50 ms, so cache it.
 */
export function drawIcon(size: number, shape: IconShape, ground: string, ink: string): Uint8Array {
  const fill = colourOf(ground);
  const line = shape === "badge" ? colourOf("#ffffff") : colourOf(ink);
  const pixels = new Uint8Array(size * (size * 4 + 1));
  const scale = 32 / size;
  const zoom = shape === "full" ? 1 / SAFE_ZONE : 1;
  let at = 0;
  for (let row = 0; row < size; row++) {
    at++;
    for (let column = 0; column < size; column++) {
      const x = (column + 0.5) * scale;
      const y = (row + 0.5) * scale;
      const pixelCentre: Point = [16 + (x - 16) * zoom, 16 + (y - 16) * zoom];
      const tileCoverage =
        shape === "full" ? 1 : shape === "badge" ? 0 : coverageAt(tileDistance(x, y), scale);
      const [markCoverage, holeCoverage] = markCoverageAt(pixelCentre, scale * zoom);
      const inkCoverage = markCoverage * (1 - holeCoverage);
      const coverage = shape === "badge" ? inkCoverage : tileCoverage;
      for (let channel = 0; channel < 3; channel++) {
        const [fillValue = 0, lineValue = 0] = [fill[channel], line[channel]];
        pixels[at++] =
          shape === "badge"
            ? lineValue
            : Math.round(fillValue + (lineValue - fillValue) * inkCoverage);
      }
      pixels[at++] = Math.round(coverage * 255);
    }
  }
  return png(size, size, RGBA_COLOR_TYPE, pixels);
}

/** Returns the tile as SVG, which fits every size. */
export function iconSvg(ground: string, ink: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${ground}"/><path d="M9.5 22.5c0-8 13-5 13-13" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round"/><circle cx="22.5" cy="9.5" r="3.5" fill="${ink}"/><circle cx="9.5" cy="22.5" r="2.75" fill="${ground}" stroke="${ink}" stroke-width="2.5"/></svg>`;
}

/** Returns one ICO file with PNG pictures of the tile in the sizes of tabs and lists. */
export function iconFile(ground: string, ink: string): Uint8Array {
  const pictures = [16, 32, 48].map((size) => ({
    size,
    bytes: drawIcon(size, "tile", ground, ink),
  }));
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let start = header.length;
  for (const [place, { size, bytes }] of pictures.entries()) {
    const at = 6 + place * 16;
    header[at] = size;
    header[at + 1] = size;
    // One plane, 32 bits per pixel.
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(bytes.length, at + 8);
    header.writeUInt32LE(start, at + 12);
    start += bytes.length;
  }
  return Buffer.concat([header, ...pictures.map(({ bytes }) => bytes)]);
}

/**
 * Returns how much of a pixel the mark covers, and how much the hole in its first point covers. `scale` is the size of
 * a pixel in the mark's box.
 */
export function markCoverageAt(at: Point, scale: number): [number, number] {
  const distanceToStart = Math.hypot(at[0] - start[0], at[1] - start[1]);
  const distance = Math.min(
    distanceToLine(at, markPath) - 1.5,
    Math.hypot(at[0] - end[0], at[1] - end[1]) - 3.5,
    distanceToStart - 4,
  );
  return [coverageAt(distance, scale), coverageAt(distanceToStart - 1.5, scale)];
}

/** Returns the share of a pixel that is inside an edge at a signed distance. */
function coverageAt(distance: number, scale: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / scale));
}

/** Returns the signed distance to the tile, which is 32 wide with corners of 9. */
function tileDistance(x: number, y: number): number {
  const overhangX = Math.max(0, Math.abs(x - 16) - 7);
  const overhangY = Math.max(0, Math.abs(y - 16) - 7);
  return Math.hypot(overhangX, overhangY) - 9;
}

/**
 * Returns the distance from a point to a line of points. It runs for each pixel, so it uses plain numbers and creates
 * no tuples.
 */
function distanceToLine(at: Point, points: Float64Array): number {
  const x = at[0];
  const y = at[1];
  let nearest = Number.POSITIVE_INFINITY;
  let ax = points[0] ?? 0;
  let ay = points[1] ?? 0;
  for (let next = 2; next < points.length; next += 2) {
    const bx = points[next] ?? 0;
    const by = points[next + 1] ?? 0;
    const dx = bx - ax;
    const dy = by - ay;
    const shareAlong = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    const share = Math.min(1, Math.max(0, shareAlong));
    const distanceX = x - ax - share * dx;
    const distanceY = y - ay - share * dy;
    const distance = distanceX * distanceX + distanceY * distanceY;
    if (distance < nearest) nearest = distance;
    ax = bx;
    ay = by;
  }
  return Math.sqrt(nearest);
}

function bezier(a: Point, b: Point, c: Point, d: Point): Point[] {
  return Array.from({ length: 25 }, (_, step) => {
    const t = step / 24;
    const u = 1 - t;
    const coordinate = (axis: 0 | 1) =>
      u ** 3 * a[axis] + 3 * u * u * t * b[axis] + 3 * u * t * t * c[axis] + t ** 3 * d[axis];
    return [coordinate(0), coordinate(1)];
  });
}

/** Splits `#rrggbb` into its parts, 0 to 255. */
function colourOf(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The PNG colour type for colour with transparency, four bytes per pixel. */
const RGBA_COLOR_TYPE = 6;
/** The PNG colour type for one byte per pixel, an index of a palette. */
const PALETTE_COLOR_TYPE = 3;

/**
 * Draws a picture with one ink on one ground. `inkPerPixel` is the amount of ink of each pixel, 0 to 255, row by row.
 */
export function drawMaskPng(
  width: number,
  height: number,
  inkPerPixel: Uint8Array,
  ground: string,
  ink: string,
): Uint8Array {
  const [groundColour, inkColour] = [colourOf(ground), colourOf(ink)];
  const palette = new Uint8Array(256 * 3);
  for (let share = 0; share < 256; share++) {
    for (const channel of [0, 1, 2] as const) {
      const [from, to] = [groundColour[channel], inkColour[channel]];
      palette[share * 3 + channel] = Math.round(from + ((to - from) * share) / 255);
    }
  }
  const rows = new Uint8Array(height * (width + 1));
  for (let row = 0; row < height; row++)
    rows.set(inkPerPixel.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  return png(width, height, PALETTE_COLOR_TYPE, rows, palette);
}

/** Encodes rows of pixels as a PNG. Each row starts with a zero for "no filter". */
function png(
  width: number,
  height: number,
  colourType: typeof RGBA_COLOR_TYPE | typeof PALETTE_COLOR_TYPE,
  rows: Uint8Array,
  palette?: Uint8Array,
): Uint8Array {
  const { deflateSync } = process.getBuiltinModule("node:zlib");
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel or per palette index.
  header[8] = 8;
  header[9] = colourType;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
    ...(palette ? [chunk("PLTE", palette)] : []),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(Bun.hash.crc32(body));
  return Buffer.concat([length, body, sum]);
}
