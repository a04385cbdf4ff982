/** Tiles of imported streets contain what the map's style reads, and come into use automatically. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import type { MapAnswer } from "../../src/maps/contract";
import { openMbtiles } from "../../src/maps/mbtiles";
import { openMapTilesSchema, schemaOf } from "../../src/maps/schemas";
import { importStreets, removeStreets } from "../../src/streets/import-actions";
import { createTestServer, type TestServer } from "../support/server";
import { until } from "../support/eventually";
import { LIECHTENSTEIN } from "./random";
import { PbfWriter } from "./write-pbf";

const folder = mkdtempSync(join(tmpdir(), "livery-tiles-"));
afterAll(() => rmSync(folder, { recursive: true }));

const load = (dataDir: string, file: string) =>
  importStreets({ dataDir, file, bounds: null, ferries: true, now: Date.now() }, () => {});

/** Returns the values of a property in a layer of a tile. */
async function values(
  path: string,
  z: number,
  x: number,
  y: number,
  layer: string,
  ...keys: string[]
) {
  const file = openMbtiles(path);
  const tile = await file.read(z, x, y);
  file.close();
  if (!tile) return null;
  const found = new VectorTile(new PbfReader(gunzipSync(tile.bytes))).layers[layer];
  const seen = new Set<unknown>();
  for (let i = 0; i < (found?.length ?? 0); i++)
    for (const key of keys) seen.add(found?.feature(i).properties[key]);
  return seen;
}

describe("tiles of Liechtenstein", () => {
  const theirs = join(import.meta.dir, "../fixtures/liechtenstein.mbtiles");
  let ours = "";
  beforeAll(() => {
    const { version } = load(folder, LIECHTENSTEIN);
    ours = join(folder, "streets", version, "tiles.mbtiles");
  });

  test("follow the schema of the map style", () => {
    const file = openMbtiles(ours);
    expect(schemaOf(file.layers)).toBe(openMapTilesSchema);
    expect([file.format, file.minZoom, file.maxZoom]).toEqual(["pbf", 0, 14]);
    expect(file.attribution).toContain("© OpenStreetMap contributors");
    for (const layer of [
      "transportation",
      "transportation_name",
      "water",
      "waterway",
      "landuse",
      "landcover",
      "building",
      "boundary",
      "place",
      "poi",
      "housenumber",
    ])
      expect(file.layers).toContain(layer);
    file.close();
  });

  test("name the same streets as tilemaker's tiles", async () => {
    for (const [x, y] of [
      [8625, 5753],
      [8625, 5750],
      [8624, 5752],
    ] as const) {
      const [mine, other] = [
        await values(ours, 14, x, y, "transportation_name", "name"),
        await values(theirs, 14, x, y, "transportation_name", "name", "name:latin"),
      ];
      expect(other?.size).toBeGreaterThan(3);
      const missing = [...(other ?? [])].filter((name) => name && !mine?.has(name));
      expect(missing).toEqual([]);
    }
    expect(await values(ours, 14, 8625, 5753, "place", "name")).toContain("Vaduz");
  });

  test("show main roads at a low zoom, and small roads only at a high zoom", async () => {
    expect([...((await values(ours, 9, 269, 179, "transportation", "class")) ?? [])]).not.toContain(
      "minor",
    );
    expect(await values(ours, 9, 269, 179, "transportation", "class")).toContain("primary");
    expect(await values(ours, 14, 8625, 5753, "transportation", "class")).toContain("minor");
  });
});

describe("the areas and names in a tile", () => {
  test("a hole in an area stays open, and a name in another script has its Latin form", async () => {
    const path = join(folder, "drawn.pbf");
    const file = new PbfWriter(path);
    const corners = (first: number, size: number) => {
      for (const [i, [y, x]] of [
        [-1, -1] as const,
        [-1, 1] as const,
        [1, 1] as const,
        [1, -1] as const,
      ].entries())
        file.node(first + i, 0.01 + y * size, 0.01 + x * size);
    };
    corners(1, 0.004);
    corners(5, 0.002);
    file.node(9, 0.01, 0.01, { place: "town", name: "Москва", "name:en": "Moscow" });
    file.node(10, 0, 0);
    file.way(1, [1, 2, 3, 4, 1]);
    file.way(2, [5, 6, 7, 8, 5]);
    file.way(3, [10, 1], { highway: "primary", name: "Улица" });
    file.relation(
      1,
      [
        { type: "way", ref: 1, role: "outer" },
        { type: "way", ref: 2, role: "inner" },
      ],
      { type: "multipolygon", natural: "water" },
    );
    file.close();
    const other = mkdtempSync(join(folder, "drawn-"));
    const { version } = load(other, path);
    const tiles = join(other, "streets", version, "tiles.mbtiles");
    const [z, x, y] = [13, 4096, 4095];
    expect(await values(tiles, z, x, y, "place", "name")).toContain("Москва\nMoscow");
    expect(await values(tiles, z, x, y, "transportation_name", "name")).toEqual(new Set(["Улица"]));
    const openedFile = openMbtiles(tiles);
    const tile = await openedFile.read(z, x, y);
    openedFile.close();
    const water = new VectorTile(new PbfReader(gunzipSync(tile?.bytes ?? new Uint8Array()))).layers
      .water;
    expect(water?.feature(0).loadGeometry()).toHaveLength(2);
  });

  test("a hole belongs to the polygon around it, of several in one relation", async () => {
    const path = join(folder, "areas.pbf");
    const file = new PbfWriter(path);
    const square = (first: number, x: number, size: number) => {
      for (const [i, [right, up]] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ].entries())
        file.node(first + i, 0.01 + (up ?? 0) * size, x + (right ?? 0) * size);
    };
    square(1, 0.005, 0.004);
    square(5, 0.012, 0.004);
    square(9, 0.013, 0.001);
    for (const way of [0, 1, 2])
      file.way(
        way + 1,
        [1, 2, 3, 4, 1].map((node) => node + way * 4),
        way === 0 ? { highway: "primary" } : {},
      );
    file.relation(
      1,
      ["outer", "outer", "inner"].map((role, i) => ({ type: "way" as const, ref: i + 1, role })),
      { type: "multipolygon", natural: "water" },
    );
    file.close();
    const other = mkdtempSync(join(folder, "areas-"));
    const { version } = load(other, path);
    const tiles = openMbtiles(join(other, "streets", version, "tiles.mbtiles"));
    const tile = await tiles.read(13, 4096, 4095);
    tiles.close();
    const { water } = new VectorTile(new PbfReader(gunzipSync(tile?.bytes ?? new Uint8Array())))
      .layers;
    const { geometry } = water?.feature(0).toGeoJSON(4096, 4095, 13) ?? {};
    expect(
      geometry?.type === "MultiPolygon" && geometry.coordinates.map((rings) => rings.length),
    ).toEqual([1, 2]);
  });
});

describe("the map of a server", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());
  const describeMap = async () => (await (await server.browser().get("/map")).json()) as MapAnswer;

  test("shows the tiles once they are imported, and a plain ground once they are removed", async () => {
    expect((await describeMap()).styles).toBeNull();
    load(server.folder, LIECHTENSTEIN);
    const map = await until("a map", async () => {
      const answer = await describeMap();
      return answer.styles && answer;
    });
    expect(map.credits.map(({ text }) => text)).toEqual([
      "© OpenMapTiles",
      "© OpenStreetMap contributors",
    ]);
    const tile = await server.browser().get("/map/tiles/14/8625/5753");
    expect([tile.status, tile.headers.get("content-encoding")]).toEqual([200, null]);
    const formerStyle = map.styles?.light;
    load(server.folder, LIECHTENSTEIN);
    await until("another version", async () => (await describeMap()).styles?.light !== formerStyle);
    removeStreets(server.folder);
    await until("a plain ground", async () => (await describeMap()).styles === null);
  });

  test("shows a plain ground if the file of the tiles is damaged", async () => {
    const { version } = load(server.folder, LIECHTENSTEIN);
    writeFileSync(join(server.folder, "streets", version, "tiles.mbtiles"), "nothing");
    await until("the streets", () => server.deps.streets.current());
    expect((await describeMap()).styles).toBeNull();
  });
});
