/** The map of an operator's file in the executable: its tiles, its style, and the program that draws them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MapAnswer } from "../../src/maps/contract";
import { createInstallation, type Installation } from "../support/executable";

const fixture = join(import.meta.dir, "../fixtures/liechtenstein.mbtiles");
let installation: Installation;
beforeAll(() => {
  installation = createInstallation();
});
afterAll(() => installation.close());

test("the executable serves a map file that .env names by a relative path", async () => {
  copyFileSync(fixture, join(installation.folder, "streets.mbtiles"));
  writeFileSync(join(installation.folder, ".env"), "MAP_FILE=streets.mbtiles\n");
  const server = await installation.start();
  const map = (await (await fetch(`${server.url}/backend/map`)).json()) as MapAnswer;
  expect(map.bounds).toEqual([9.46, 47.04, 9.65, 47.28]);
  const style = await (await fetch(server.url + map.styles?.light)).json();
  const tile = style.sources.streets.tiles[0]
    .replace("{z}", "14")
    .replace("{x}", "8625")
    .replace("{y}", "5753");
  const answer = await fetch(server.url + tile);
  expect(answer.status).toBe(200);
  expect((await answer.bytes()).byteLength).toBeGreaterThan(1000);
  const head = await fetch(server.url + tile, { method: "HEAD" });
  expect(head.headers.get("content-type")).toBe("application/vnd.mapbox-vector-tile");
  server.kill();
  expect(await server.exited).toBe(0);
}, 60_000);

test("the executable does not start with a file that is no map, and names the file", async () => {
  writeFileSync(join(installation.folder, "streets.mbtiles"), "streets");
  const { code, output } = await installation.run("serve");
  expect(code).toBe(1);
  expect(output).toContain("streets.mbtiles is neither an MBTiles nor a PMTiles file.");
  expect(output).not.toContain("    at ");
}, 60_000);
