/** The brand's mark as PNG, for home screens: drawn from its geometry, in the operator's colour. */

/** How a mark stands on its ground: a tile of its own, or edge to edge for systems that cut it. */
export type IconShape = "tile" | "full" | "badge";

type Colour = readonly [number, number, number];
type Point = readonly [number, number];

/** The mark's way, from one point to another, in its box of 32: as in `client/ui/brand.tsx`. */
const way: readonly Point[] = bezier([9.5, 22.5], [9.5, 14.5], [22.5, 17.5], [22.5, 9.5]);
const end: Point = [22.5, 9.5];
const start: Point = [9.5, 22.5];
/** Systems cut icons to a circle of four fifths: the mark stays inside of it. */
const SAFE = 0.78;

/**
 * A square PNG of `size` pixels. A badge is the mark alone, white on nothing, for status bars. Takes
 * some 50 ms for the largest: keep it.
 */
export function drawIcon(size: number, shape: IconShape, ground: string, ink: string): Uint8Array {
  const fill = colourOf(ground);
  const line = shape === "badge" ? colourOf("#ffffff") : colourOf(ink);
  const pixels = new Uint8Array(size * (size * 4 + 1));
  const scale = 32 / size;
  const zoom = shape === "full" ? 1 / SAFE : 1;
  let at = 0;
  for (let row = 0; row < size; row++) {
    at++;
    for (let column = 0; column < size; column++) {
      const x = (column + 0.5) * scale;
      const y = (row + 0.5) * scale;
      const here: Point = [16 + (x - 16) * zoom, 16 + (y - 16) * zoom];
      const tile =
        shape === "full" ? 1 : shape === "badge" ? 0 : covered(tileDistance(x, y), scale);
      const [mark, hole] = markAt(here, scale * zoom);
      const inked = mark * (1 - hole);
      const opaque = shape === "badge" ? inked : tile;
      for (let channel = 0; channel < 3; channel++) {
        const [under = 0, over = 0] = [fill[channel], line[channel]];
        pixels[at++] = shape === "badge" ? over : Math.round(under + (over - under) * inked);
      }
      pixels[at++] = Math.round(opaque * 255);
    }
  }
  return png(size, pixels);
}

/** How much of a pixel the mark covers, and the hole in its first point. */
function markAt(at: Point, scale: number): [number, number] {
  const fromStart = Math.hypot(at[0] - start[0], at[1] - start[1]);
  const distance = Math.min(
    toLine(at, way) - 1.5,
    Math.hypot(at[0] - end[0], at[1] - end[1]) - 3.5,
    fromStart - 4,
  );
  return [covered(distance, scale), covered(fromStart - 1.5, scale)];
}

/** The share of a pixel inside of an edge at a signed distance. */
function covered(distance: number, scale: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / scale));
}

/** Signed distance to the tile: 32 wide with corners of 9. */
function tileDistance(x: number, y: number): number {
  const outX = Math.max(0, Math.abs(x - 16) - 7);
  const outY = Math.max(0, Math.abs(y - 16) - 7);
  return Math.hypot(outX, outY) - 9;
}

function toLine([x, y]: Point, points: readonly Point[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < points.length; index++) {
    const [ax, ay] = points[index - 1] as Point;
    const [bx, by] = points[index] as Point;
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy));
  }
  return nearest;
}

function bezier(a: Point, b: Point, c: Point, d: Point): Point[] {
  return Array.from({ length: 25 }, (_, step) => {
    const t = step / 24;
    const u = 1 - t;
    const on = (axis: 0 | 1) =>
      u ** 3 * a[axis] + 3 * u * u * t * b[axis] + 3 * u * t * t * c[axis] + t ** 3 * d[axis];
    return [on(0), on(1)];
  });
}

function colourOf(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Rows of RGBA, each behind a zero for "no filter", as a PNG. */
function png(size: number, rows: Uint8Array): Uint8Array {
  const { deflateSync } = process.getBuiltinModule("node:zlib");
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits a channel, colour with transparency.
  header[8] = 8;
  header[9] = 6;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
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
