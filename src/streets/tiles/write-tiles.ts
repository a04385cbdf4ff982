/**
 * Vector tiles of an extract as an MBTiles file. What is drawn is cut by MapLibre's geojson-vt: all of it block by
 * block for the large zooms, so that memory holds one block of some forty kilometres, and what is seen from afar at once.
 */
import { Database } from "bun:sqlite";
import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { at, growingInts, listsOf } from "../arrays";
import { DEGREE, type Extract } from "../reading/extract";
import { isClosed, nodesOf, ringsOf } from "../reading/rings";
import {
  type Drawing,
  drawnArea,
  drawnBorder,
  drawnSpot,
  drawnWay,
  MAX_ZOOM,
} from "./drawing-rules";

/** The zoom of the blocks: up to it a tile shows only what is seen from afar. */
const BLOCK_ZOOM = 10;
/** Zooms that are cut at once from what is drawn at the largest of them. */
const farZooms = [
  [0, 6],
  [7, 8],
  [9, 10],
] as const;
const EXTENT = 4096;
const BUFFER = 64;
/** Of a block, what its tiles show of their neighbours. */
const MARGIN = 1 / 128;
/** An area smaller than this part of a tile is not drawn in it. */
const LEAST_OF_TILE = 1 / 64;

/** A tile that others are cut from: what lies in it has coordinates from 0 to 1. */
interface Square {
  zoom: number;
  x: number;
  y: number;
}
const WORLD: Square = { zoom: 0, x: 0, y: 0 };

/** Water has a name from an eighth of a tile of this zoom on. */
const NAMED_WATER_ZOOM = 12;
const LEAST_NAMED_WATER = 1 / 8;

type Position = [x: number, y: number];
type Geometry =
  | { type: "Point"; coordinates: Position }
  | { type: "LineString"; coordinates: Position[] }
  | { type: "MultiPolygon"; coordinates: Position[][][] };
type Feature = { type: "Feature"; properties: Drawing["properties"]; geometry: Geometry };

/** Writes the file; `progress` is told how many blocks are done. Returns how many tiles it has. */
export function writeTiles(
  path: string,
  extract: Extract,
  credit: string,
  progress: (done: number, of: number) => void,
): number {
  const db = new Database(path, { create: true, strict: true });
  try {
    db.run("PRAGMA journal_mode = OFF");
    db.run("PRAGMA synchronous = OFF");
    db.run("CREATE TABLE metadata (name TEXT, value TEXT)");
    db.run(
      "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB, PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID",
    );
    const drawings = new Drawings(extract);
    const layers = new Set<string>();
    let tiles = 0;
    const write = (square: Square, from: number, to: number, features: Map<string, Feature[]>) => {
      for (const layer of features.keys()) layers.add(layer);
      db.transaction(() => {
        for (const { zoom, x, y, bytes } of cut(features, square, from, to)) {
          db.query("INSERT INTO tiles VALUES (?, ?, ?, ?)").run(zoom, x, 2 ** zoom - 1 - y, bytes);
          tiles++;
        }
      })();
    };
    for (const [from, to] of farZooms) write(WORLD, from, to, drawings.seenAt(to));
    const { blocks } = drawings;
    blocks.forEach((block, i) => {
      write(block, BLOCK_ZOOM + 1, MAX_ZOOM, drawings.ofBlock(i));
      progress(i + 1, blocks.length);
    });
    const metadata = {
      name: "Livery streets",
      format: "pbf",
      minzoom: "0",
      maxzoom: String(MAX_ZOOM),
      bounds: extract.bounds.join(","),
      attribution: credit,
      json: JSON.stringify({ vector_layers: [...layers].map((id) => ({ id, fields: {} })) }),
    };
    for (const [name, value] of Object.entries(metadata))
      db.query("INSERT INTO metadata VALUES (?, ?)").run(name, value);
    return tiles;
  } finally {
    db.close();
  }
}

/**
 * The tiles within a square, from a zoom to another. Features are in its unit. An index holds the tiles of all zooms at
 * once, so there is one for each layer, after the other: a tile is the bytes of its layers.
 */
function* cut(features: Map<string, Feature[]>, square: Square, from: number, to: number) {
  const tiles = new Map<string, Square & { layers: Uint8Array[] }>();
  for (const [layer, list] of features) {
    const maxZoom = to - square.zoom;
    const index = new GeoJSONVT(
      { type: "FeatureCollection", features: list },
      {
        coordinates: "unitSquare",
        wrap: false,
        maxZoom,
        indexMaxZoom: maxZoom,
        indexMaxPoints: 0,
        extent: EXTENT,
        buffer: BUFFER,
        tolerance: 3,
      },
    );
    features.delete(layer);
    const open: [z: number, x: number, y: number][] = [[0, 0, 0]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [z, x, y] = next;
      const zoom = z + square.zoom;
      const tile = index.getTile(z, x, y);
      if (tile && zoom < to)
        for (const side of [0, 1])
          open.push([z + 1, x * 2 + side, y * 2], [z + 1, x * 2 + side, y * 2 + 1]);
      if (!tile || zoom < from || tile.features.length === 0) continue;
      tiles
        .getOrInsertComputed(`${zoom} ${x} ${y}`, () => ({
          zoom,
          x: square.x * 2 ** z + x,
          y: square.y * 2 ** z + y,
          layers: [],
        }))
        .layers.push(fromGeojsonVt({ [layer]: tile }, { version: 2, extent: EXTENT }));
    }
  }
  for (const { layers, ...tile } of tiles.values())
    yield { ...tile, bytes: gzipSync(Buffer.concat(layers)) };
}

/** What is drawn of an extract, found by block. */
class Drawings {
  readonly blocks: Square[] = [];
  /** Where the features that are asked for now have their coordinates. */
  private square = WORLD;
  private readonly ofBlocks: { starts: Int32Array; items: Int32Array };
  /** Elements that are seen from afar. */
  private readonly far = growingInts();
  private readonly borders = new Map<number, number>();

  constructor(private readonly extract: Extract) {
    const { ways, relations, spots } = extract;
    this.noteBorders();
    const numbers = new Map<string, number>();
    const pairs = growingInts();
    const elements = ways.count + relations.count + spots.count;
    for (let element = 0; element < elements; element++) {
      const drawn = this.drawn(element);
      if (drawn.length === 0) continue;
      if (drawn.some(({ minZoom }) => minZoom <= BLOCK_ZOOM)) this.far.push(element);
      for (const key of this.blocksOf(element, drawn)) {
        const number = numbers.getOrInsertComputed(key, () => {
          const [x = 0, y = 0] = key.split(" ").map(Number);
          return this.blocks.push({ zoom: BLOCK_ZOOM, x, y }) - 1;
        });
        pairs.push(number);
        pairs.push(element);
      }
    }
    const all = pairs.done();
    this.ofBlocks = listsOf(this.blocks.length, (add) => {
      for (let i = 0; i < all.length; i += 2) add(at(all, i), at(all, i + 1));
    });
  }

  /** All features of a block, by layer. */
  ofBlock(block: number): Map<string, Feature[]> {
    const { starts, items } = this.ofBlocks;
    this.square = this.blocks[block] ?? WORLD;
    return this.features(items.subarray(at(starts, block), at(starts, block + 1)), MAX_ZOOM);
  }

  /** The features that are drawn at a zoom from afar, by layer. */
  seenAt(zoom: number): Map<string, Feature[]> {
    this.square = WORLD;
    return this.features(this.far.done(), zoom);
  }

  private features(elements: Int32Array, zoom: number): Map<string, Feature[]> {
    const found = new Map<string, Feature[]>();
    for (const element of elements)
      for (const drawing of this.drawn(element)) {
        if (drawing.minZoom > zoom) continue;
        const geometry = this.geometryOf(element, drawing, zoom);
        if (geometry)
          found
            .getOrInsertComputed(drawing.layer, () => [])
            .push({ type: "Feature", properties: drawing.properties, geometry });
      }
    return found;
  }

  /** Notes the highest level of each way of a border. */
  private noteBorders(): void {
    const { relations } = this.extract;
    for (let relation = 0; relation < relations.count; relation++) {
      const tags = relations.tags(relation);
      const level = Number(tags.get("admin_level"));
      if (tags.get("boundary") !== "administrative" || !(level >= 2 && level <= 6)) continue;
      for (const { kind, index } of relations.members(relation))
        if (kind === "way" && index >= 0)
          this.borders.set(index, Math.min(level, this.borders.get(index) ?? level));
    }
  }

  private drawn(element: number): Drawing[] {
    const { ways, relations, spots } = this.extract;
    if (element < ways.count) {
      const tags = ways.tags(element);
      const border = this.borders.get(element);
      const drawn = drawnWay(tags, isClosed(this.extract, element));
      if (border !== undefined) drawn.push(drawnBorder(border, tags.get("maritime") === "yes"));
      return drawn;
    }
    const relation = element - ways.count;
    if (relation < relations.count) {
      const tags = relations.tags(relation);
      return tags.get("type") === "multipolygon" ? drawnArea(tags) : [];
    }
    return drawnSpot(spots.tags(relation - relations.count));
  }

  private blocksOf(element: number, drawn: readonly Drawing[]): Set<string> {
    const found = new Set<string>();
    const mark = (west: number, north: number, east: number, south: number) => {
      for (let x = Math.floor(west - MARGIN); x <= Math.floor(east + MARGIN); x++)
        for (let y = Math.floor(north - MARGIN); y <= Math.floor(south + MARGIN); y++)
          found.add(`${x} ${y}`);
    };
    const isArea = drawn.some(({ shape }) => shape === "area");
    for (const line of this.linesOf(element)) {
      const places = line.map((node) => this.blockPlace(node));
      if (isArea || places.length === 1) {
        const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
        const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
        const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b));
        if (places.length > 0) mark(least(xs), least(ys), most(xs), most(ys));
        continue;
      }
      places.forEach(([x, y], i) => {
        const [toX, toY] = places[i + 1] ?? [x, y];
        mark(Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY));
      });
    }
    return found;
  }

  private linesOf(element: number): number[][] {
    const { ways, relations, spots } = this.extract;
    if (element < ways.count) return [nodesOf(this.extract, element)];
    const relation = element - ways.count;
    if (relation < relations.count) return ringsOf(this.extract, relation).outer;
    return [[at(spots.at, relation - relations.count)]];
  }

  private geometryOf(element: number, { shape, layer }: Drawing, zoom: number): Geometry | null {
    const { ways, relations } = this.extract;
    const lines = this.linesOf(element);
    const [first] = lines;
    if (!first || first.length === 0) return null;
    // Of a pond the name is only in the way.
    if (
      layer === "water_name" &&
      this.sizeOf(first) * 2 ** Math.min(zoom, NAMED_WATER_ZOOM) < LEAST_NAMED_WATER
    )
      return null;
    if (shape === "point") return { type: "Point", coordinates: this.middle(first) };
    if (shape === "line")
      return first.length > 1
        ? { type: "LineString", coordinates: first.map((node) => this.position(node)) }
        : null;
    const isRelation = element >= ways.count && element < ways.count + relations.count;
    const { outer, inner } = isRelation
      ? ringsOf(this.extract, element - ways.count)
      : { outer: lines, inner: [] };
    const large = outer.filter((ring) => this.sizeOf(ring) * 2 ** zoom > LEAST_OF_TILE);
    if (large.length === 0) return null;
    const positions = (ring: readonly number[]) => ring.map((node) => this.position(node));
    // Which outer ring a hole belongs to does not matter for how it is filled; all go with the first.
    return {
      type: "MultiPolygon",
      coordinates: large.map((ring, i) => [
        positions(ring),
        ...(i === 0 ? inner.map(positions) : []),
      ]),
    };
  }

  /** The larger side of a ring, in parts of the world's width. */
  private sizeOf(ring: readonly number[]): number {
    let [west, north, east, south] = [2 ** BLOCK_ZOOM, 2 ** BLOCK_ZOOM, 0, 0];
    for (const node of ring) {
      const [x, y] = this.blockPlace(node);
      west = Math.min(west, x);
      east = Math.max(east, x);
      north = Math.min(north, y);
      south = Math.max(south, y);
    }
    return Math.max(east - west, south - north) / 2 ** BLOCK_ZOOM;
  }

  private middle(nodes: readonly number[]): Position {
    if (nodes.length === 1) return this.position(nodes[0] ?? 0);
    const [x, y] = nodes.reduce(
      ([x, y], node) => {
        const [toX, toY] = this.position(node);
        return [x + toX, y + toY];
      },
      [0, 0] as Position,
    );
    return [x / nodes.length, y / nodes.length];
  }

  /** In the square that is cut now. */
  private position(node: number): Position {
    const [x, y] = this.blockPlace(node);
    const scale = 2 ** (this.square.zoom - BLOCK_ZOOM);
    return [x * scale - this.square.x, y * scale - this.square.y];
  }

  /** Column and row among the blocks. */
  private blockPlace(node: number): [x: number, y: number] {
    const { latitudes, longitudes } = this.extract.nodes;
    const [longitude, latitude] = [at(longitudes, node) / DEGREE, at(latitudes, node) / DEGREE];
    const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
    const count = 2 ** BLOCK_ZOOM;
    return [
      ((longitude + 180) / 360) * count,
      (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count,
    ];
  }
}
