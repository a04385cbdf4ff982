/**
 * PMTiles: tiles in one file with a directory, read piece by piece
 * (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
 */
import { closeSync, openSync, read as readFile, readSync } from "node:fs";
import { promisify } from "node:util";
import { brotliDecompressSync, zstdDecompressSync } from "node:zlib";
import {
  layerNames,
  MapFileError,
  type TileEncoding,
  type TileFile,
  type TileFormat,
  toBounds,
} from "./tile-file";

const HEADER_BYTES = 127;
/**
 * The largest part that is read. Directories and metadata of real files are far smaller, so a larger part means a
 * damaged file.
 */
const MAX_RANGE_BYTES = 64 * 1024 * 1024;
/** How many unpacked leaf directories are cached. Each holds some thousand tiles. */
const MAX_CACHED_LEAVES = 64;
/** The levels of directories: the root, a leaf, and a leaf of a leaf. */
const MAX_DEPTH = 3;

const encodings: (TileEncoding | undefined)[] = [undefined, "identity", "gzip", "br", "zstd"];
const formats: (TileFormat | undefined)[] = [undefined, "pbf", "png", "jpg", "webp", "avif"];

/** Tiles `id` to `id + run - 1`, which share the same bytes. With `run` 0, a directory that begins at `id`. */
interface Entry {
  id: number;
  run: number;
  offset: number;
  length: number;
}

/** Opens the file. Throws `MapFileError`. Tiles are read only when they are requested. */
export function openPmtiles(path: string): TileFile {
  const fail = (reason: string) =>
    new MapFileError(`MAP_FILE: ${path} is not a PMTiles file: ${reason}.`);
  const descriptor = openSync(path, "r");
  const readBytes = (offset: number, length: number) => {
    if (length > MAX_RANGE_BYTES) throw fail("a part of it claims to be too large");
    const bytes = new Uint8Array(length);
    if (readSync(descriptor, bytes, 0, length, offset) < length) throw fail("it ends too early");
    return bytes;
  };
  try {
    const view = new DataView(readBytes(0, HEADER_BYTES).buffer);
    if (view.getUint8(7) !== 3) throw fail("its version is not 3");
    const readUint64 = (at: number) => Number(view.getBigUint64(at, true));
    const degrees = (at: number) => view.getInt32(at, true) / 1e7;
    const directoryEncoding = encodings[view.getUint8(97)];
    const encoding = encodings[view.getUint8(98)];
    const format = formats[view.getUint8(99)];
    if (!directoryEncoding || !encoding) throw fail("its compression is not known");
    if (!format) throw fail("it does not say what its tiles are");
    const root = readDirectory(unpack(readBytes(readUint64(8), readUint64(16)), directoryEncoding));
    if (root.length === 0) throw fail("it holds no tiles");
    const metadata = readMetadata(
      unpack(readBytes(readUint64(24), readUint64(32)), directoryEncoding),
    );
    const leafOffset = readUint64(40);
    const tilesOffset = readUint64(56);
    const leafDirectories = new Map<number, Promise<Entry[]>>();

    const readRange = async (offset: number, length: number) => {
      if (length > MAX_RANGE_BYTES) throw fail("a part of it claims to be too large");
      const bytes = new Uint8Array(length);
      const { bytesRead } = await readAt(descriptor, bytes, 0, length, offset);
      if (bytesRead < length) throw fail("it ends too early");
      return bytes;
    };
    const leafDirectory = ({ offset, length }: Entry) => {
      const cachedLeaf = leafDirectories.get(offset);
      if (cachedLeaf) return cachedLeaf;
      const [oldest] = leafDirectories.keys();
      if (leafDirectories.size >= MAX_CACHED_LEAVES && oldest !== undefined)
        leafDirectories.delete(oldest);
      const directoryPromise = readRange(leafOffset + offset, length).then((bytes) =>
        readDirectory(unpack(bytes, directoryEncoding)),
      );
      leafDirectories.set(offset, directoryPromise);
      // Forgets a failed read, because the next one may succeed.
      directoryPromise.catch(() => leafDirectories.delete(offset));
      return directoryPromise;
    };
    return {
      format,
      minZoom: view.getUint8(100),
      maxZoom: view.getUint8(101),
      bounds: toBounds([degrees(102), degrees(106), degrees(110), degrees(114)]),
      attribution: typeof metadata.attribution === "string" ? metadata.attribution : "",
      layers: layerNames(metadata.vector_layers),
      async read(z, x, y) {
        const id = tileId(z, x, y);
        let directory = root;
        for (let depth = 0; depth < MAX_DEPTH; depth++) {
          const entry = findEntry(directory, id);
          if (!entry) return null;
          if (entry.run > 0) {
            const bytes = await readRange(tilesOffset + entry.offset, entry.length);
            return { bytes, encoding };
          }
          directory = await leafDirectory(entry);
        }
        throw fail("its directories lead nowhere");
      },
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    if (error instanceof MapFileError) throw error;
    throw fail(error instanceof Error ? error.message : String(error));
  }
}

const readAt = promisify(readFile);

/** Returns the uncompressed bytes. */
export function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: TileEncoding,
): Uint8Array<ArrayBuffer> {
  if (encoding === "gzip") return Bun.gunzipSync(bytes);
  if (encoding === "br") return new Uint8Array(brotliDecompressSync(bytes));
  if (encoding === "zstd") return new Uint8Array(zstdDecompressSync(bytes));
  return bytes;
}

function readMetadata(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * Returns the number of a tile: lower zooms first, and within a zoom along Hilbert's curve, so that neighbours are
 * close together in the file. Exact up to zoom 26.
 */
export function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3;
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const columnBit = (x & side) > 0 ? 1 : 0;
    const rowBit = (y & side) > 0 ? 1 : 0;
    id += side * side * ((3 * columnBit) ^ rowBit);
    if (rowBit === 0) {
      if (columnBit === 1) {
        x = side - 1 - (x & (side - 1));
        y = side - 1 - (y & (side - 1));
      }
      [x, y] = [y, x];
    }
  }
  return id;
}

/** Unpacks a directory: four columns of variable-length numbers, with ids as differences. */
function readDirectory(bytes: Uint8Array): Entry[] {
  let at = 0;
  const next = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError("a directory ends too early");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const count = next();
  if (count > bytes.length) throw new RangeError("a directory claims more than it holds");
  const column = () => Array.from({ length: count }, next);
  const steps = column();
  const runs = column();
  const lengths = column();
  const offsets = column();
  const entries: Entry[] = [];
  let id = 0;
  for (let i = 0; i < count; i++) {
    const before = entries[i - 1];
    id += steps[i] ?? 0;
    const storedOffset = offsets[i] ?? 0;
    // A zero means directly after the previous entry.
    const offset = storedOffset === 0 && before ? before.offset + before.length : storedOffset - 1;
    entries.push({ id, run: runs[i] ?? 0, offset, length: lengths[i] ?? 0 });
  }
  return entries;
}

/** Returns the entry that holds a tile, or the directory that may hold it. Returns null if there is neither. */
function findEntry(entries: readonly Entry[], id: number): Entry | null {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((entries[middle]?.id ?? 0) <= id) low = middle;
    else high = middle - 1;
  }
  const entry = entries[low];
  if (!entry || entry.id > id) return null;
  return entry.run === 0 || id < entry.id + entry.run ? entry : null;
}
