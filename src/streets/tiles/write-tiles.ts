/**
 * Writes vector tiles of an extract to an MBTiles file. MapLibre's geojson-vt cuts them square by square, so that
 * memory holds the drawings of only one square. For the largest zooms, a square is about ten kilometres wide.
 */
import { Database } from "bun:sqlite";
import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { at, collectGarbageAfter, growingInts, listsOf } from "../arrays";
import { DEGREE, type Extract } from "../reading/extract";
import { isClosed, nodesOf, ringsOf } from "../reading/rings";
import {
  type Drawing,
  drawingsOfArea,
  drawingOfBorder,
  drawingsOfPoint,
  drawingsOfWay,
  MAX_ZOOM,
} from "./drawing-rules";
import { isCoast } from "./coast";
import { type Position, worldX, worldY } from "./mercator";
import { nestRings } from "./polygons";
import { Sea } from "./sea";

/** Zooms that are cut together, each within the tiles of a smaller parent zoom. */
const passes = [
  { parentZoom: 0, from: 0, to: 6 },
  { parentZoom: 6, from: 7, to: 8 },
  { parentZoom: 8, from: 9, to: 10 },
  { parentZoom: 10, from: 11, to: 11 },
  { parentZoom: 12, from: 12, to: MAX_ZOOM },
] as const;
/** After how many drawn nodes garbage is collected, because each node becomes an object in three steps. */
const NODES_BEFORE_COLLECTION = 40_000;
type TilePass = (typeof passes)[number];
const TILE_EXTENT = 4096;
const TILE_BUFFER = 64;
/** How much of its neighbours a square's tiles show, as a share of the square. */
const MARGIN = 1 / 128;
/** An area whose longer side is a smaller share of a tile is not drawn in it. */
const MIN_TILE_SHARE = 1 / 64;

/** A tile from which others are cut, and the elements drawn in it. Coordinates in it are from 0 to 1. */
interface TileSquare {
  zoom: number;
  x: number;
  y: number;
  elements: Int32Array;
}

/** Water has a name if its longer side is at least an eighth of a tile of this zoom. */
const NAMED_WATER_ZOOM = 12;
const MIN_NAMED_WATER_SHARE = 1 / 8;

/**
 * How many squares of open sea are drawn beyond other elements. The limit is needed because a worldwide extract
 * contains oceans.
 */
const OPEN_SEA_SQUARES = 2;

type Geometry =
  | { type: "Point"; coordinates: Position }
  | { type: "LineString"; coordinates: Position[] }
  | { type: "MultiPolygon"; coordinates: Position[][][] };
type Feature = { type: "Feature"; properties: Drawing["properties"]; geometry: Geometry };

/** Writes the file and returns its number of tiles; `progress` receives how many squares are done. */
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
    const write = (
      square: TileSquare,
      { from, to }: TilePass,
      features: Map<string, Feature[]>,
    ) => {
      for (const layer of features.keys()) layers.add(layer);
      db.transaction(() => {
        for (const { zoom, x, y, bytes } of cutTiles(features, square, from, to)) {
          db.query("INSERT INTO tiles VALUES (?, ?, ?, ?)").run(zoom, x, 2 ** zoom - 1 - y, bytes);
          tiles++;
        }
      })();
    };
    const passSquares = passes.flatMap((pass) =>
      drawings.squares(pass).map((square) => ({ pass, square })),
    );
    for (const [done, { pass, square }] of passSquares.entries()) {
      progress(done, passSquares.length);
      write(square, pass, drawings.features(square, pass));
      if (drawings.drawnNodeCount < NODES_BEFORE_COLLECTION) continue;
      // Otherwise the heap would grow to what a large machine has, several times what one square needs.
      Bun.gc(true);
      drawings.drawnNodeCount = 0;
    }
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
 * Cuts the tiles within a square, from one zoom to another. Features are in the square's unit. An index holds the tiles
 * of all zooms at once, so each layer gets its own index, one after the other. A tile is its layers' bytes joined
 * together.
 */
function* cutTiles(features: Map<string, Feature[]>, square: TileSquare, from: number, to: number) {
  const tiles = new Map<string, Omit<TileSquare, "elements"> & { layers: Uint8Array[] }>();
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
        extent: TILE_EXTENT,
        buffer: TILE_BUFFER,
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
        .layers.push(fromGeojsonVt({ [layer]: tile }, { version: 2, extent: TILE_EXTENT }));
    }
  }
  for (const { layers, ...tile } of tiles.values())
    yield { ...tile, bytes: gzipSync(Buffer.concat(layers)) };
}

/** What is drawn of an extract, by square. */
class Drawings {
  /** The zoom from which each element is drawn; 0 for the coast, and above the largest zoom if it is never drawn. */
  private readonly minZooms: Int8Array;
  private readonly borderLevels = new Map<number, number>();
  private readonly sea: Sea;
  /** The number of nodes drawn since garbage was last collected. */
  drawnNodeCount = 0;

  constructor(private readonly extract: Extract) {
    const { ways, relations, spots } = extract;
    this.markRegionBorders();
    this.sea = new Sea(extract);
    this.minZooms = new Int8Array(ways.count + relations.count + spots.count).map((_, element) =>
      element < ways.count && isCoast(ways.tags(element))
        ? 0
        : Math.min(MAX_ZOOM + 1, ...this.drawingsOf(element).map(({ minZoom }) => minZoom)),
    );
  }

  /** Returns the squares in which a pass draws something, ordered so that neighbours follow each other. */
  squares({ parentZoom, to }: TilePass): TileSquare[] {
    const numberBySquare = new Map<number, number>();
    const pairs = growingInts();
    for (const [element, minZoom] of this.minZooms.entries())
      if (minZoom <= to)
        this.eachSquare(element, parentZoom, (square) => {
          pairs.push(numberBySquare.getOrInsert(square, numberBySquare.size));
          pairs.push(element);
        });
    if (!this.sea.isEmpty)
      for (const square of [...numberBySquare.keys()])
        this.eachNeighbour(square, parentZoom, (near) =>
          numberBySquare.getOrInsert(near, numberBySquare.size),
        );
    const pairValues = pairs.contents();
    const { starts, items } = listsOf(numberBySquare.size, (add) => {
      for (let i = 0; i < pairValues.length; i += 2) add(at(pairValues, i), at(pairValues, i + 1));
    });
    return [...numberBySquare.keys()]
      .map((key, i) => {
        const elements = items.subarray(at(starts, i), at(starts, i + 1));
        return {
          zoom: parentZoom,
          x: Math.floor(key / 2 ** parentZoom),
          y: key % 2 ** parentZoom,
          elements,
        };
      })
      .sort((a, b) => quadOrder(a) - quadOrder(b));
  }

  private eachNeighbour(square: number, zoom: number, act: (square: number) => void): void {
    const count = 2 ** zoom;
    const [x, y] = [Math.floor(square / count), square % count];
    for (
      let nearX = Math.max(0, x - OPEN_SEA_SQUARES);
      nearX <= Math.min(count - 1, x + OPEN_SEA_SQUARES);
      nearX++
    )
      for (
        let nearY = Math.max(0, y - OPEN_SEA_SQUARES);
        nearY <= Math.min(count - 1, y + OPEN_SEA_SQUARES);
        nearY++
      )
        act(nearX * count + nearY);
  }

  /** Returns everything that a pass draws in a square, by layer. */
  features(square: TileSquare, { to }: TilePass): Map<string, Feature[]> {
    const featuresByLayer = new Map<string, Feature[]>();
    const sea = this.sea.polygonsIn(square, to);
    if (sea.length > 0)
      featuresByLayer.set("water", [
        {
          type: "Feature",
          properties: { class: "ocean" },
          geometry: { type: "MultiPolygon", coordinates: sea },
        },
      ]);
    for (const polygon of sea) for (const ring of polygon) this.drawnNodeCount += ring.length;
    for (const element of square.elements)
      for (const drawing of this.drawingsOf(element)) {
        if (drawing.minZoom > to) continue;
        const geometry = this.geometryOf(element, drawing, square, to);
        if (geometry)
          featuresByLayer
            .getOrInsertComputed(drawing.layer, () => [])
            .push({ type: "Feature", properties: drawing.properties, geometry });
      }
    return featuresByLayer;
  }

  /** Records for each way of a border the lowest admin level, which is that of the most important border. */
  private markRegionBorders(): void {
    const { relations } = this.extract;
    for (let relation = 0; relation < relations.count; relation++) {
      const tags = relations.tags(relation);
      const level = Number(tags.get("admin_level"));
      if (tags.get("boundary") !== "administrative" || !(level >= 2 && level <= 6)) continue;
      for (const { kind, index } of relations.members(relation))
        if (kind === "way" && index >= 0)
          this.borderLevels.set(index, Math.min(level, this.borderLevels.get(index) ?? level));
    }
  }

  private drawingsOf(element: number): Drawing[] {
    const { ways, relations, spots } = this.extract;
    if (element < ways.count) {
      const tags = ways.tags(element);
      const border = this.borderLevels.get(element);
      const drawings = drawingsOfWay(tags, isClosed(this.extract, element));
      if (border !== undefined)
        drawings.push(drawingOfBorder(border, tags.get("maritime") === "yes"));
      return drawings;
    }
    const relation = element - ways.count;
    if (relation < relations.count) {
      const tags = relations.tags(relation);
      return tags.get("type") === "multipolygon" ? drawingsOfArea(tags) : [];
    }
    return drawingsOfPoint(spots.tags(relation - relations.count));
  }

  /**
   * Calls `act` for each square in which an element is drawn. The square's number is its column times the squares of a
   * side, plus its row.
   */
  private eachSquare(element: number, zoom: number, act: (square: number) => void): void {
    const count = 2 ** zoom;
    const first = (place: number) => Math.max(0, Math.floor(place * count - MARGIN));
    const last = (place: number) => Math.min(count - 1, Math.floor(place * count + MARGIN));
    const foundSquares = new Set<number>();
    const mark = (west: number, north: number, east: number, south: number) => {
      for (let x = first(west); x <= last(east); x++)
        for (let y = first(north); y <= last(south); y++) foundSquares.add(x * count + y);
    };
    const isArea = this.drawingsOf(element).some(({ shape }) => shape === "area");
    for (const line of this.linesOf(element)) {
      if (isArea || line.length === 1) {
        const [[west, north], [east, south]] = this.cornersOf(line);
        mark(west, north, east, south);
        continue;
      }
      // No pairs are created here, because there are millions of lines.
      let [x, y] = [Number.NaN, Number.NaN];
      for (const node of line) {
        const [nextX, nextY] = [this.worldX(node), this.worldY(node)];
        if (!Number.isNaN(x))
          mark(Math.min(x, nextX), Math.min(y, nextY), Math.max(x, nextX), Math.max(y, nextY));
        x = nextX;
        y = nextY;
      }
    }
    collectGarbageAfter(1);
    for (const square of foundSquares) act(square);
  }

  private linesOf(element: number): number[][] {
    const { ways, relations, spots } = this.extract;
    if (element < ways.count) return [nodesOf(this.extract, element)];
    const relation = element - ways.count;
    if (relation < relations.count) return ringsOf(this.extract, relation).outer;
    return [[at(spots.at, relation - relations.count)]];
  }

  private geometryOf(
    element: number,
    { shape, layer }: Drawing,
    square: TileSquare,
    zoom: number,
  ): Geometry | null {
    const { ways, relations } = this.extract;
    const lines = this.linesOf(element);
    const [first] = lines;
    if (!first || first.length === 0) return null;
    // The name of a pond would only get in the way.
    if (
      layer === "water_name" &&
      this.sizeOf(first) * 2 ** Math.min(zoom, NAMED_WATER_ZOOM) < MIN_NAMED_WATER_SHARE
    )
      return null;
    const positions = (nodes: readonly number[]) => {
      this.drawnNodeCount += nodes.length;
      return nodes.map((node) => this.position(node, square));
    };
    if (shape === "point") return { type: "Point", coordinates: middle(positions(first)) };
    if (shape === "line")
      return first.length > 1 ? { type: "LineString", coordinates: positions(first) } : null;
    const isRelation = element >= ways.count && element < ways.count + relations.count;
    const { outer, inner } = isRelation
      ? ringsOf(this.extract, element - ways.count)
      : { outer: lines, inner: [] };
    const largeRings = outer.filter((ring) => this.sizeOf(ring) * 2 ** zoom > MIN_TILE_SHARE);
    if (largeRings.length === 0) return null;
    return {
      type: "MultiPolygon",
      coordinates: nestRings(largeRings.map(positions), inner.map(positions)),
    };
  }

  /** Returns the longer side of a ring's bounding box, as a share of the world's width. */
  private sizeOf(ring: readonly number[]): number {
    const [[west, north], [east, south]] = this.cornersOf(ring);
    return Math.max(east - west, south - north);
  }

  /** Returns the north-west and south-east corners of the nodes' bounding box. */
  private cornersOf(nodes: readonly number[]): [Position, Position] {
    let [west, north, east, south] = [1, 1, 0, 0];
    for (const node of nodes) {
      const [x, y] = [this.worldX(node), this.worldY(node)];
      west = Math.min(west, x);
      east = Math.max(east, x);
      north = Math.min(north, y);
      south = Math.max(south, y);
    }
    return [
      [west, north],
      [east, south],
    ];
  }

  /** Returns a node's position in the unit of a square. */
  private position(node: number, { zoom, x, y }: TileSquare): Position {
    return [this.worldX(node) * 2 ** zoom - x, this.worldY(node) * 2 ** zoom - y];
  }

  private worldX(node: number): number {
    return worldX(at(this.extract.nodes.longitudes, node) / DEGREE);
  }

  private worldY(node: number): number {
    return worldY(at(this.extract.nodes.latitudes, node) / DEGREE);
  }
}

/** Returns a square's place in an order in which squares of the same larger square follow each other. */
function quadOrder({ zoom, x, y }: TileSquare): number {
  let order = 0;
  for (let z = zoom - 1; z >= 0; z--) order = order * 4 + ((x >> z) & 1) * 2 + ((y >> z) & 1);
  return order;
}

function middle(places: readonly Position[]): Position {
  const mean = (axis: 0 | 1) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return [mean(0), mean(1)];
}
