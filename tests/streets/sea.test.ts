/** The sea in tiles of imported streets: it is on the right of a coast, and never on anything that may be land. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { openMbtiles } from "../../src/maps/mbtiles";
import { importStreets } from "../../src/streets/import-actions";
import type { Bounds } from "../../src/streets/reading/extract";
import { worldX, worldY } from "../../src/streets/tiles/mercator";
import { isInside } from "../../src/streets/tiles/polygons";
import { PbfWriter } from "./write-pbf";

const folder = mkdtempSync(join(tmpdir(), "livery-sea-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A point east and north of a corner, in hundredths of a degree. The map extends from 0 to 40 both ways. */
type GridPoint = readonly [x: number, y: number];
type Line = readonly GridPoint[];
const [WEST, SOUTH] = [29, -2];
const degrees = ([x, y]: GridPoint) => [WEST + x / 100, SOUTH + y / 100] as const;

/**
 * Imports a map with these coastlines and roads. Returns a function that lists the classes of water at a point, by
 * zoom.
 */
function draw(
  coast: readonly Line[],
  roads: readonly Line[],
  others: { lakes?: readonly Line[]; within?: Bounds } = {},
) {
  const dataDir = mkdtempSync(join(folder, "data-"));
  const file = new PbfWriter(join(dataDir, "map.osm.pbf"));
  const known = new Map<string, number>();
  const lines: [Line, Record<string, string>][] = [
    ...coast.map((line): [Line, Record<string, string>] => [line, { natural: "coastline" }]),
    ...roads.map((line): [Line, Record<string, string>] => [line, { highway: "residential" }]),
    ...(others.lakes ?? []).map((line): [Line, Record<string, string>] => [
      line,
      { natural: "water" },
    ]),
    // These two nodes set the bounds, which enclose all nodes.
    [
      [
        [0, 0],
        [40, 40],
      ],
      {},
    ],
  ];
  for (const [line] of lines)
    for (const spot of line)
      if (!known.has(`${spot}`)) {
        known.set(`${spot}`, known.size + 1);
        const [longitude, latitude] = degrees(spot);
        file.node(known.size, latitude, longitude);
      }
  for (const [i, [line, tags]] of lines.entries())
    file.way(
      i + 1,
      line.map((spot) => known.get(`${spot}`) ?? 0),
      tags,
    );
  file.close();
  const { version } = importStreets(
    {
      dataDir,
      file: join(dataDir, "map.osm.pbf"),
      bounds: others.within ?? null,
      ferries: true,
      now: 1,
    },
    () => {},
  );
  const tiles = openMbtiles(join(dataDir, "streets", version, "tiles.mbtiles"));
  /** Returns the classes of water at a point in the tile of a zoom. */
  return async (spot: GridPoint, zoom = 14): Promise<unknown[]> => {
    const [longitude, latitude] = degrees(spot);
    const [x, y] = [worldX(longitude) * 2 ** zoom, worldY(latitude) * 2 ** zoom];
    const tile = await tiles.read(zoom, Math.floor(x), Math.floor(y));
    if (!tile) return [];
    const { water } = new VectorTile(new PbfReader(gunzipSync(tile.bytes))).layers;
    const found: unknown[] = [];
    for (let i = 0; i < (water?.length ?? 0); i++) {
      const feature = water?.feature(i);
      const rings = feature?.loadGeometry() ?? [];
      const place: [number, number] = [(x % 1) * 4096, (y % 1) * 4096];
      // A point with an odd number of rings around it is filled.
      const around = rings.filter((ring) =>
        isInside(
          ring.map(({ x, y }): [number, number] => [x, y]),
          place,
        ),
      );
      if (around.length % 2 === 1) found.push(feature?.properties.class);
    }
    return found;
  };
}

const ring = (x: number, y: number, size: number): Line => [
  [x - size, y - size],
  [x + size, y - size],
  [x + size, y + size],
  [x - size, y + size],
  [x - size, y - size],
];
const reverseLine = (line: Line): Line => line.toReversed();
const isSea = (classes: unknown[]) => classes.includes("ocean");
/** At lower zooms, a map this small is smaller than the detail of a tile. */
const ZOOMS = Array.from({ length: 11 }, (_, i) => 4 + i);
/** A coast from north to south, with the land to the east. */
const coast: Line = [
  [20, 40],
  [18, 30],
  [21, 20],
  [19, 10],
  [20, 0],
];
const roads: Line[] = [
  [
    [25, 2],
    [25, 20],
    [25, 38],
    [38, 38],
    [38, 2],
    [25, 2],
  ],
  [
    [25, 20],
    [38, 20],
  ],
];

test("a coast across the map has the sea on its right, at each zoom", async () => {
  const at = draw([coast.slice(0, 3), coast.slice(2)], roads);
  for (const zoom of ZOOMS) {
    expect([zoom, await at([8, 21], zoom), await at([30, 30], zoom)]).toEqual([
      zoom,
      ["ocean"],
      [],
    ]);
  }
  const lake = draw([coast], roads, { lakes: [ring(30, 10, 2)] });
  expect(await lake([30, 10])).toEqual(["lake"]);
  expect(await at([17.5, 30])).toEqual(["ocean"]);
  expect(await at([18.5, 30])).toEqual([]);
});

test("islands are land, and a lagoon is water around its own island", async () => {
  const at = draw(
    [coast, ring(8, 30, 4), reverseLine(ring(8, 30, 2)), ring(8, 30, 1), ring(8, 10, 2)],
    roads,
  );
  expect(isSea(await at([2, 30]))).toBe(true);
  expect(isSea(await at([5, 30]))).toBe(false);
  expect(isSea(await at([6.5, 30]))).toBe(true);
  expect(isSea(await at([8, 30]))).toBe(false);
  expect(isSea(await at([8, 10]))).toBe(false);
  expect(isSea(await at([8, 10], 10))).toBe(false);
  expect(isSea(await at([8, 14]))).toBe(true);
});

test("the sea surrounds islands on a map without other land, and an inland sea keeps to its shore", async () => {
  const islands = draw(
    [ring(20, 20, 10)],
    [
      [
        [12, 12],
        [28, 28],
      ],
    ],
  );
  expect(isSea(await islands([20, 20]))).toBe(false);
  for (const corner of [
    [2, 2],
    [2, 38],
    [38, 38],
    [38, 2],
  ] as const)
    expect(isSea(await islands(corner))).toBe(true);
  const inlandDrawing = draw([reverseLine(ring(20, 20, 6)), ring(20, 20, 1)], roads);
  expect(isSea(await inlandDrawing([17, 20]))).toBe(true);
  expect(isSea(await inlandDrawing([20, 20]))).toBe(false);
  expect(isSea(await inlandDrawing([5, 5]))).toBe(false);
});

test("a coast across a corner, or one on each side, has the sea on the correct side", async () => {
  const corner: Line = [
    [0, 12],
    [10, 10],
    [12, 0],
  ];
  // On its right is the corner, or with the line reversed everything else.
  const bay = draw(
    [corner],
    [
      [
        [20, 20],
        [38, 38],
      ],
    ],
  );
  expect([isSea(await bay([4, 4])), isSea(await bay([20, 25]))]).toEqual([true, false]);
  const cape = draw(
    [reverseLine(corner)],
    [
      [
        [2, 2],
        [8, 8],
      ],
    ],
  );
  expect([isSea(await cape([4, 4])), isSea(await cape([20, 25]))]).toEqual([false, true]);
  // The open sea is drawn only at low zooms.
  expect([isSea(await cape([38, 38])), isSea(await cape([38, 38], 10))]).toEqual([false, true]);
  const stripDrawing = draw(
    [
      [
        [10, 40],
        [10, 0],
      ],
      [
        [30, 0],
        [30, 40],
      ],
    ],
    [
      [
        [20, 2],
        [20, 38],
      ],
    ],
  );
  for (const y of [3, 20, 37])
    expect([
      isSea(await stripDrawing([4, y])),
      isSea(await stripDrawing([20, y])),
      isSea(await stripDrawing([36, y])),
    ]).toEqual([true, false, true]);
});

test("a coast that ends before the bounds continues to them where there is no land", async () => {
  // As in an extract that follows a border: the coast ends far inside the bounds.
  const at = draw(
    [
      [
        [20, 34],
        [18, 20],
        [20, 6],
      ],
    ],
    roads,
  );
  expect(isSea(await at([8, 20]))).toBe(true);
  expect(isSea(await at([30, 20]))).toBe(false);
  expect(isSea(await at([24, 2]))).toBe(false);
});

test("a coast that leaves the bounds and comes back has the sea on the correct side", async () => {
  const within: Bounds = [WEST, SOUTH + 0.1, WEST + 0.4, SOUTH + 0.3];
  // A bay whose inner end is outside the bounds.
  const at = draw(
    [
      [
        [10, 40],
        [10, 31],
        [10, 29],
        [10, 12],
        [10, 5],
        [20, 5],
        [20, 12],
        [20, 29],
        [20, 31],
        [20, 40],
      ].map(([x = 0, y = 0]): GridPoint => [x, y]),
    ],
    [
      [
        [2, 12],
        [2, 28],
      ],
      [
        [30, 12],
        [30, 28],
      ],
    ],
    { within },
  );
  expect(isSea(await at([15, 20]))).toBe(false);
  expect(isSea(await at([5, 20]))).toBe(true);
});

test("a broken or contradictory coast is not drawn", async () => {
  const none = draw([], roads);
  expect(await none([8, 20])).toEqual([]);
  // The coast has a gap in the middle of a town.
  const town: Line[] = [
    [
      [2, 2],
      [2, 20],
      [2, 38],
      [38, 38],
      [38, 2],
      [2, 2],
    ],
    [
      [2, 20],
      [38, 20],
    ],
    [
      [20, 2],
      [20, 38],
    ],
    ...[10, 15, 25, 30].map((y): Line => [
      [2, y],
      [10, y],
      [20, y],
      [30, y],
      [38, y],
    ]),
    ...[10, 15, 25, 30].map((x): Line => [
      [x, 2],
      [x, 10],
      [x, 20],
      [x, 30],
      [x, 38],
    ]),
  ];
  const gap = draw([coast.slice(0, 2), coast.slice(3)], town);
  for (const x of [4, 19, 36]) for (const y of [6, 17, 33]) expect(await gap([x, y])).toEqual([]);
  // Two coasts that put the sea between them and, by contradiction, not on either side.
  const odd = draw(
    [coast, coast.map(([x, y]): GridPoint => [x + 10, y])],
    [
      [
        [35, 2],
        [35, 38],
      ],
    ],
  );
  for (const x of [4, 25, 36]) expect(await odd([x, 20])).toEqual([]);
  // An island whose line does not close, beside an intact coast.
  const island = draw([coast, ring(8, 20, 3).slice(0, 4)], [...roads, ...town]);
  expect(await island([8, 20])).toEqual([]);
});
