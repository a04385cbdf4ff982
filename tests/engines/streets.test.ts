/** The streets of an imported extract beneath a trip's map, in each engine. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type RunningServer, startServer } from "../../src/server/server";
import { type Engine, engineName, launchEngine, missing } from "../support/engine";
import { choosePlace } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { until } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { LIECHTENSTEIN } from "../streets/random";

setDefaultTimeout(120_000);

describe.skipIf(missing !== undefined)(engineName, () => {
  let server: TestServer;
  let running: RunningServer;
  let engine: Engine;

  beforeAll(async () => {
    [server, engine] = await Promise.all([
      createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" }),
      launchEngine(false, "webgl"),
    ]);
    running = startServer(server.deps, new AbortController());
  }, 60_000);
  afterAll(async () => {
    await engine?.close();
    await running?.stop();
    server?.close();
  });

  test("an imported extract gives places to choose and streets on the map of a trip", async () => {
    const owner = await signInAdmin(server);
    const form = new FormData();
    form.set("file", new File([Bun.file(LIECHTENSTEIN)], "liechtenstein.osm.pbf"));
    const path = "/admin/settings/streets";
    expect((await owner.request(`${path}/file`, { method: "POST", form })).ok).toBe(true);
    await until(
      "the import",
      async () => (await (await owner.get(path)).json()).import?.state === "done",
      60_000,
    );

    const page = await engine.open(`http://localhost:${running.port}/reservation`, "desktop");
    await choosePlace(page, "Pickup", "letenstrasse", "Lettenstrasse");
    await choosePlace(page, "Drop-off", "Vaduz");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Tomorrow" }).click();
    await page.getByLabel("Time").selectOption("09:30");
    await page.getByRole("button", { name: "See cars and prices" }).click();
    const map = page.getByRole("group", { name: "Map of your trip" });
    await map.locator("canvas").waitFor();
    await map.locator("[data-streets]").first().waitFor({ state: "attached" });
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/backend/map/")),
    );
  });
});
