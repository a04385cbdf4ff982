/** A file of map tiles in either format: its facts, and its tiles one by one. */
import { statSync } from "node:fs";

/** The format of the tiles. */
export type TileFormat = "pbf" | "png" | "jpg" | "webp" | "avif";

/** How a tile's bytes are compressed. */
export type TileEncoding = "identity" | "gzip" | "br" | "zstd";

interface Tile {
  bytes: Uint8Array<ArrayBuffer>;
  encoding: TileEncoding;
}

export interface TileFile {
  format: TileFormat;
  minZoom: number;
  maxZoom: number;
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number] | null;
  /** The attribution from the file: text, often with HTML links. */
  attribution: string;
  /** Names of the layers of vector tiles. */
  layers: string[];
  /** Returns a tile by column from the west and row from the north, or null if the file doesn't have it. */
  read(z: number, x: number, y: number): Promise<Tile | null> | Tile | null;
  close(): void;
}

/** The error of a file that cannot be served as a map. Its message is a sentence for the operator. */
export class MapFileError extends Error {}

/** Returns a version that changes when the file is replaced or written to. */
export function fileVersion(path: string): string {
  const { size, mtimeMs, ino } = statSync(path);
  return Bun.hash.wyhash(`${size} ${mtimeMs} ${ino}`).toString(36);
}

const fileSignatures: [TileFormat, (bytes: Uint8Array) => boolean][] = [
  ["png", (b) => b[0] === 0x89 && b[1] === 0x50],
  ["jpg", (b) => b[0] === 0xff && b[1] === 0xd8],
  ["webp", (b) => b[0] === 0x52 && b[1] === 0x49 && b[8] === 0x57],
];

/** Returns the format by a tile's first bytes. Anything that isn't a picture counts as a vector tile. */
export function formatOf(bytes: Uint8Array): TileFormat {
  return fileSignatures.find(([, is]) => is(bytes))?.[0] ?? "pbf";
}

/** Tells whether bytes are compressed with gzip. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Returns `west,south,east,north` of a file, or null unless they span an area on the globe. */
export function toBounds(values: readonly number[]): TileFile["bounds"] {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = values;
  const areBoundsValid =
    west < east && south < north && west >= -180 && east <= 180 && south >= -90;
  return areBoundsValid && north <= 90 ? [west, south, east, north] : null;
}

/** Returns the layers' names from the metadata's `vector_layers`, ignoring everything else. */
export function layerNames(vectorLayers: unknown): string[] {
  if (!Array.isArray(vectorLayers)) return [];
  return vectorLayers.flatMap((layer: unknown) =>
    typeof layer === "object" && layer !== null && "id" in layer && typeof layer.id === "string"
      ? [layer.id]
      : [],
  );
}
