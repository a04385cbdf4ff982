/** Tiles, style and description of the operator's map file, as a browser requests them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import type { MapAnswer } from "../../src/maps/contract";
import { tileId } from "../../src/maps/pmtiles";
import { protomapsSchema } from "../../src/maps/schemas";
import { streetStyle } from "../../src/maps/style";
import { createTestServer, type TestServer } from "../support/server";
import { packPmtiles } from "./pack-pmtiles";

const fixture = join(import.meta.dir, "../fixtures/liechtenstein.mbtiles");
/** The zoom 14 tile that contains Vaduz. */
const VADUZ_TILE = "14/8625/5753";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ MAP_FILE: fixture });
});
afterAll(() => server.close());

async function describeMap(of: TestServer): Promise<MapAnswer> {
  const answer = await of.browser().get("/map");
  expect(answer.status).toBe(200);
  return (await answer.json()) as MapAnswer;
}

const versionOf = ({ styles }: MapAnswer) => styles?.light.split("?v=")[1] ?? "";

describe("a map from an MBTiles file", () => {
  test("describes its styles, its bounds and its credits", async () => {
    const map = await describeMap(server);
    expect(map.styles?.dark).toMatch(/^\/backend\/map\/style\/dark\.json\?v=[a-z0-9]+$/);
    expect(map.bounds).toEqual([9.46, 47.04, 9.65, 47.28]);
    expect(map.credits).toEqual([
      { text: "© OpenMapTiles", url: "https://openmaptiles.org/" },
      { text: "© OpenStreetMap contributors", url: "https://www.openstreetmap.org/copyright" },
    ]);
  });

  test("serves compressed tiles unchanged, to be cached for ever under their version", async () => {
    const version = versionOf(await describeMap(server));
    const answer = await server
      .browser()
      .get(`/map/tiles/${VADUZ_TILE}?v=${version}`, { "accept-encoding": "gzip, br" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/vnd.mapbox-vector-tile");
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([bytes[0], bytes[1]]).toEqual([0x1f, 0x8b]);
    expect(Buffer.from(Bun.gunzipSync(bytes)).includes("transportation")).toBe(true);
  });

  test("decompresses a tile for a client without gzip, and answers 304 if it has not changed", async () => {
    const answer = await server.browser().get(`/map/tiles/${VADUZ_TILE}`);
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("public, no-cache");
    expect(Buffer.from(await answer.arrayBuffer()).includes("transportation")).toBe(true);
    const tag = answer.headers.get("etag") ?? "";
    const secondAnswer = await server
      .browser()
      .get(`/map/tiles/${VADUZ_TILE}`, { "if-none-match": tag });
    expect(secondAnswer.status).toBe(304);
  });

  test("answers 204 where the file has no tile", async () => {
    expect((await server.browser().get("/map/tiles/14/0/0")).status).toBe(204);
  });

  test.each(["14/16384/0", "2/0/4", "-1/0/0", "25/0/0", "1/1/x", "1/1/1.5", "99999999999/0/0"])(
    "answers 400 to %s, which is not a tile",
    async (path) => {
      expect((await server.browser().get(`/map/tiles/${path}`)).status).toBe(400);
    },
  );

  test.each(["light", "dark"])("has a valid MapLibre style for the %s theme", async (theme) => {
    const answer = await server.browser().get(`/map/style/${theme}.json`);
    expect(answer.headers.get("content-type")).toStartWith("application/json");
    const style = await answer.json();
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([]);
    // Labels use the page's own font.
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    expect(style.sources.streets.maxzoom).toBe(14);
  });

  test("answers 400 to a style that is neither light nor dark", async () => {
    expect((await server.browser().get("/map/style/sepia.json")).status).toBe(400);
  });
});

describe("a server with no map or a faulty one", () => {
  test("describes a map without styles, and answers 404 to a style or a tile", async () => {
    const emptyServer = await createTestServer();
    expect(await describeMap(emptyServer)).toEqual({ styles: null, credits: [], bounds: null });
    expect((await emptyServer.browser().get("/map/style/light.json")).status).toBe(404);
    expect((await emptyServer.browser().get(`/map/tiles/${VADUZ_TILE}`)).status).toBe(404);
    emptyServer.close();
  });

  test.each([
    ["does not exist", "/nowhere/city.mbtiles", /cannot be read/],
    ["is not a map", join(import.meta.dir, "tiles.test.ts"), /neither an MBTiles nor/],
  ])("does not start if the map file %s, and names the reason", async (_title, path, words) => {
    await expect(createTestServer({ MAP_FILE: path })).rejects.toThrow(words);
  });

  test("does not start with a database that has no tiles or unknown layers", async () => {
    const { Database } = await import("bun:sqlite");
    const path = join(server.folder, "other.mbtiles");
    const db = new Database(path);
    db.run("CREATE TABLE notes (text)");
    await expect(createTestServer({ MAP_FILE: path })).rejects.toThrow(/is not an MBTiles file/);
    db.run("CREATE TABLE metadata (name text, value text)");
    db.run("CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)");
    await expect(createTestServer({ MAP_FILE: path })).rejects.toThrow(/holds no tiles/);
    db.run("INSERT INTO tiles VALUES (0, 0, 0, x'1a00')");
    await expect(createTestServer({ MAP_FILE: path })).rejects.toThrow(
      /neither the layers of OpenMap/,
    );
    db.close();
  });

  test("does not start with both a map file and the address of a style", async () => {
    await expect(
      createTestServer({ MAP_FILE: fixture, MAP_STYLE_URL: "https://tiles.example/style.json" }),
    ).rejects.toThrow(/has an error/);
  });
});

describe("a map of raster tiles", () => {
  test("serves PNG tiles from an MBTiles file, with plain-text credits and a valid style", async () => {
    const { Database } = await import("bun:sqlite");
    const path = join(server.folder, "pictures.mbtiles");
    const db = new Database(path);
    db.run("CREATE TABLE metadata (name text, value text)");
    db.run("CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)");
    db.run("INSERT INTO metadata VALUES ('attribution', ?)", [
      'Map &copy; <a href="https://maps.example/legal?a=1&amp;b=2" onclick="x()">Some <b>Maps</b></a> | <script>1</script>',
    ]);
    // Row 1 from the south is row 0 from the north.
    db.run("INSERT INTO tiles VALUES (1, 0, 1, x'89504e470d0a1a0a')");
    db.close();
    const pictures = await createTestServer({ MAP_FILE: path });
    const map = await describeMap(pictures);
    expect(map.credits).toEqual([
      { text: "Map ©", url: null },
      { text: "Some Maps", url: "https://maps.example/legal?a=1&b=2" },
      { text: "1", url: null },
    ]);
    const tile = await pictures.browser().get("/map/tiles/1/0/0");
    expect(tile.headers.get("content-type")).toBe("image/png");
    expect((await tile.bytes()).length).toBe(8);
    const style = await (await pictures.browser().get("/map/style/dark.json")).json();
    expect(validateStyleMin(style)).toEqual([]);
    expect(style.sources.streets).toMatchObject({ type: "raster", minzoom: 1, maxzoom: 1 });
    pictures.close();
  });
});

describe("a map from a PMTiles file", () => {
  const far = { z: 12, x: 2156, y: 1440 };
  const tiles = new Map<string, string>([
    ["0/0/0", "the world"],
    ["1/1/0", "north east"],
    [`${far.z}/${far.x}/${far.y}`, "a valley"],
  ]);
  const layers = ["roads", "water", "earth"];

  test.each(["one directory", "directories in directories"])(
    "serves the tiles of a file with %s",
    async (kind) => {
      const path = join(server.folder, `${kind.length}.pmtiles`);
      await Bun.write(path, packPmtiles(tiles, { layers, leaves: kind !== "one directory" }));
      const packed = await createTestServer({ MAP_FILE: path });
      expect((await describeMap(packed)).credits.map(({ text }) => text)).toEqual([
        "Test tiles",
        "Protomaps",
        "© OpenStreetMap contributors",
      ]);
      for (const [place, text] of tiles) {
        const answer = await packed.browser().get(`/map/tiles/${place}`);
        expect(await answer.text()).toBe(text);
      }
      expect((await packed.browser().get("/map/tiles/1/0/0")).status).toBe(204);
      expect((await packed.browser().get("/map/tiles/13/4312/2880")).status).toBe(204);
      packed.close();
    },
  );

  test("serves brotli tiles, and decompresses them for a browser without brotli", async () => {
    const path = join(server.folder, "br.pmtiles");
    const pack = (bytes: Uint8Array) => new Uint8Array(brotliCompressSync(bytes));
    await Bun.write(path, packPmtiles(tiles, { layers, pack, compressionCode: 3 }));
    const packed = await createTestServer({ MAP_FILE: path });
    const answer = await packed.browser().get("/map/tiles/0/0/0", { "accept-encoding": "gzip" });
    expect(await answer.text()).toBe("the world");
    const uncompressedAnswer = await packed
      .browser()
      .get("/map/tiles/0/0/0", { "accept-encoding": "br" });
    expect(uncompressedAnswer.headers.get("content-encoding")).toBe("br");
    packed.close();
  });

  test("is refused with the reason if the file is damaged", async () => {
    const path = join(server.folder, "damaged.pmtiles");
    const whole = packPmtiles(tiles, { layers });
    await Bun.write(path, whole.slice(0, 100));
    await expect(createTestServer({ MAP_FILE: path })).rejects.toThrow(/ends too early/);
    await Bun.write(path, whole.with(7, 2));
    await expect(createTestServer({ MAP_FILE: path })).rejects.toThrow(/version is not 3/);
  });

  test("numbers its tiles along the Hilbert curve", () => {
    const lineTiles = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
      [1, 1, 1],
      [1, 1, 0],
      [2, 0, 0],
    ] as const;
    expect(lineTiles.map(([z, x, y]) => tileId(z, x, y))).toEqual([0, 1, 2, 3, 4, 5]);
    // An example from the format's own tests.
    expect(tileId(12, 3423, 1763)).toBe(19_078_479);
  });

  test("gets a valid MapLibre style", () => {
    const source = {
      tiles: "https://x.example/{z}/{x}/{y}",
      minZoom: 0,
      maxZoom: 15,
      bounds: null,
    };
    for (const theme of ["light", "dark"] as const)
      expect(validateStyleMin(streetStyle(protomapsSchema, source, theme))).toEqual([]);
  });
});
