/**
 * Maps in a real browser under the real content security policy: streets from a tiles file in both themes, and a plain
 * ground without a map, WebGL or scripts.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openMbtiles } from "../../src/maps/mbtiles";
import { openMapTilesSchema } from "../../src/maps/schemas";
import { streetStyle } from "../../src/maps/style";
import { type RunningServer, startServer } from "../../src/server/server";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { openWindow, sizes, stateOf, type Window } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { expectEventually, until } from "../support/eventually";
import { signInAdmin } from "../support/staff";

const pictures = process.env.LIVERY_PICTURES;
const fixture = join(import.meta.dir, "../fixtures/liechtenstein.mbtiles");

const VADUZ_CASTLE = {
  name: "Schloss Vaduz",
  detail: "Fürst-Franz-Josef-Strasse, Vaduz",
  latitude: 47.1396,
  longitude: 9.5246,
};
const STATION = {
  name: "Bahnhof Schaan-Vaduz",
  detail: "Bahnhofstrasse, Schaan",
  latitude: 47.1686,
  longitude: 9.5083,
};

interface MapScene {
  server: TestServer;
  running: RunningServer;
  origin: string;
  trip: string;
  /** The browser state of the signed-in rider; `owner` is that of the owner. */
  rider: State;
  owner: State;
}
type State = NonNullable<BrowserContextOptions["storageState"]>;

let browserWithWebgl: Browser;
let browserWithoutWebgl: Browser;
let streets: MapScene;
let worldWithoutMap: MapScene;

/** Starts a server with a rider who has booked a trip through Vaduz. */
async function open(environment: Record<string, string>): Promise<MapScene> {
  const server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", ...environment });
  const running = startServer(server.deps, new AbortController());
  const origin = `http://localhost:${running.port}`;
  const { browser } = await signInRider(server);
  const { id } = await book(browser, { pickup: VADUZ_CASTLE, dropoff: STATION });
  const owner = await signInAdmin(server);
  return {
    server,
    running,
    origin,
    trip: `/trips/${id}`,
    rider: stateOf(browser.cookies),
    owner: stateOf(owner.cookies),
  };
}

beforeAll(async () => {
  browserWithWebgl = await launchChromium("webgl");
  browserWithoutWebgl = await launchChromium();
  streets = await open({ MAP_FILE: fixture });
  worldWithoutMap = await open({});
}, 60_000);

afterAll(async () => {
  await browserWithWebgl?.close();
  await browserWithoutWebgl?.close();
  for (const world of [streets, worldWithoutMap]) {
    await world?.running.stop();
    world?.server.close();
  }
});

/** Opens a screen of a scene, and ignores messages of a graphics driver on a machine without a graphics card. */
async function visit(
  browser: Browser,
  world: MapScene,
  path: string,
  state: State,
  size: "phone" | "desktop" = "desktop",
): Promise<Window & { complaints(): string[] }> {
  const window = await openWindow(browser, world.origin, size, state);
  await window.go(path);
  return {
    ...window,
    complaints: () => window.faults.filter((fault) => !/GL Driver|WebGL/.test(fault)),
  };
}

/** Finds the trip's map on a page. */
const tripMapOf = (page: Page) => page.getByRole("group", { name: /^Map of trip/ });

/** Returns how many colours a grid of samples finds on the streets' canvas; a plain one has one. */
async function countColours(page: Page): Promise<number> {
  const canvasImage = await tripMapOf(page).locator("canvas").screenshot();
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const seen = new Set<number>();
    for (let at = 0; at < data.length; at += 4 * 13)
      seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    return seen.size;
  }, canvasImage.toString("base64"));
}

async function keep(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await tripMapOf(page).screenshot({ path: join(pictures, `${name}-map.png`) });
}

describe("the map of a trip", () => {
  for (const [size, device] of Object.entries(sizes)) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`shows real streets on a ${size} in the ${colorScheme} theme`, async () => {
        const context = await browserWithWebgl.newContext({
          ...device,
          colorScheme,
          storageState: streets.rider,
        });
        await context.addInitScript(() => sessionStorage.setItem("splash", "1"));
        const page = await context.newPage();
        const faults: string[] = [];
        const tiles: number[] = [];
        page.on("pageerror", (error) => faults.push(error.message));
        page.on("console", (message) => {
          // A graphics driver on a machine without a graphics card warns about its speed.
          if (["error", "warning"].includes(message.type()) && !/GL Driver/.test(message.text()))
            faults.push(message.text());
        });
        page.on("request", (request) => {
          if (!request.url().startsWith(streets.origin) && !request.url().startsWith("data:"))
            faults.push(`asked for ${request.url()}`);
        });
        page.on("response", (response) => {
          if (response.url().includes("/backend/map/tiles/")) tiles.push(response.status());
        });
        await page.goto(streets.origin + streets.trip);
        await tripMapOf(page).locator("[data-streets]").waitFor();
        expect(tiles.filter((status) => status === 200).length).toBeGreaterThan(0);
        await expectEventually(() => countColours(page)).toBeGreaterThan(8);
        await expectEventually(() =>
          tripMapOf(page).getByText("© OpenStreetMap contributors").isVisible(),
        ).toBe(true);
        // The pins are on the streets, and everything is also given in text.
        await expectEventually(() =>
          tripMapOf(page).locator("svg text").allTextContents(),
        ).toContain("Schloss Vaduz");
        const words = await tripMapOf(page).getAttribute("aria-describedby");
        await expectEventually(() => page.locator(`[id="${words}"]`).textContent()).toContain(
          "Pickup at Schloss Vaduz. Drop-off at Bahnhof Schaan-Vaduz.",
        );
        await keep(page, `trip-${size}-${colorScheme}`);
        expect(faults).toEqual([]);
        await context.close();
      });
    }
  }
});

describe("the streets of a trip", () => {
  test("follow a change of theme and pass axe in both themes", async () => {
    const window = await visit(browserWithWebgl, streets, streets.trip, streets.rider);
    const { page } = window;
    await tripMapOf(page).locator("[data-streets]").waitFor();
    const dark = page.waitForResponse((response) => response.url().includes("/style/dark.json"));
    await page.emulateMedia({ colorScheme: "dark" });
    await dark;
    await page.emulateMedia({ colorScheme: "light" });
    await window.look("trip-on-streets");
    expect(window.complaints()).toEqual([]);
    await window.close();
  });

  test("move by keyboard and buttons, and Show everything brings them back", async () => {
    const window = await visit(browserWithWebgl, streets, streets.trip, streets.rider);
    const { page } = window;
    await tripMapOf(page).locator("[data-streets]").waitFor();
    const pin = () =>
      tripMapOf(page)
        .getByText("Schloss Vaduz", { exact: true })
        .evaluate((text) => {
          const { x, y } = text.getBoundingClientRect();
          return `${Math.round(x)},${Math.round(y)}`;
        });
    const first = await pin();
    await tripMapOf(page)
      .getByRole("region", { name: /arrow keys move it/ })
      .focus();
    await page.keyboard.press("ArrowRight");
    await waitForChange(pin, first);
    await tripMapOf(page).getByRole("button", { name: "Show everything" }).click();
    await waitForChange(pin, first, true);
    await tripMapOf(page).getByRole("button", { name: "Zoom in" }).click();
    await waitForChange(pin, first);
    expect(window.complaints()).toEqual([]);
    await window.close();
  });

  test("are replaced by the plain ground if their tiles do not load", async () => {
    const context = await browserWithWebgl.newContext({
      ...sizes.desktop,
      storageState: streets.rider,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    let refused = 0;
    await page.route("**/backend/map/tiles/**", (route) => {
      refused++;
      return route.fulfill({ status: 500 });
    });
    await page.goto(streets.origin + streets.trip);
    await until("A request for streets", () => refused > 0);
    await tripMapOf(page).locator("canvas").waitFor({ state: "detached" });
    await tripMapOf(page)
      .getByText(/ (km|m)$/)
      .waitFor();
    await context.close();
  });
});

describe("a map style from another server", () => {
  test("is drawn with its own tiles, and the browser contacts no third server", async () => {
    const tiles = openMbtiles(fixture);
    const requested = new Set<string>();
    const service = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname, origin } = new URL(request.url);
        requested.add(pathname.replace(/\d.*/, ""));
        const headers = { "access-control-allow-origin": "*" };
        if (pathname === "/style.json") {
          const source = { tiles: `${origin}/tiles/{z}/{x}/{y}`, minZoom: 0, maxZoom: 14 };
          const style = streetStyle(openMapTilesSchema, { ...source, bounds: null }, "light");
          Object.assign(style.sources.streets ?? {}, { attribution: "© Somebody" });
          return Response.json(style, { headers });
        }
        const [z = 0, x = 0, y = 0] = pathname.split("/").slice(2).map(Number);
        const tile = await tiles.read(z, x, y);
        if (!tile) return new Response(null, { status: 204, headers });
        return new Response(tile.bytes, { headers: { ...headers, "content-encoding": "gzip" } });
      },
    });
    const world = await open({ MAP_STYLE_URL: `${service.url.origin}/style.json` });
    const context = await browserWithWebgl.newContext({
      ...sizes.desktop,
      storageState: world.rider,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (![world.origin, service.url.origin, "null"].includes(origin)) faults.push(request.url());
    });
    await page.goto(world.origin + world.trip);
    await tripMapOf(page).locator("[data-streets]").waitFor();
    await expectEventually(() => countColours(page)).toBeGreaterThan(8);
    await expectEventually(() => tripMapOf(page).getByText("© Somebody").isVisible()).toBe(true);
    // The style comes from Livery's server: browsers get the copy for which the policy was made.
    expect([...requested].sort()).toEqual(["/style.json", "/tiles/"]);
    expect(faults).toEqual([]);
    await context.close();
    await world.running.stop();
    world.server.close();
    tiles.close();
    await service.stop(true);
  });
});

/** Waits until a text has changed, or, with `isBack`, is the same again. */
async function waitForChange(read: () => Promise<string>, before: string, isBack = false) {
  await until(
    isBack ? "The way back" : "The move",
    async () => ((await read()) === before) === isBack,
  );
}

describe("the plain ground of a trip's map", () => {
  for (const size of ["phone", "desktop"] as const) {
    test(`shows pins, the route and a scale on a ${size}, and passes axe`, async () => {
      const window = await visit(
        browserWithWebgl,
        worldWithoutMap,
        worldWithoutMap.trip,
        worldWithoutMap.rider,
        size,
      );
      const { page } = window;
      await tripMapOf(page)
        .locator("svg")
        .getByText(/^Bahnhof Schaan/)
        .waitFor();
      await tripMapOf(page)
        .getByText(/^\d+ (km|m)$/)
        .waitFor();
      expect(await tripMapOf(page).locator("canvas").count()).toBe(0);
      await window.look("trip-on-plain-ground");
      await keep(page, `plain-${size}`);
      expect(window.faults).toEqual([]);
      await window.close();
    });
  }

  test("leaves no empty frame without scripts, and the page names the places", async () => {
    const context = await browserWithWebgl.newContext({
      ...sizes.phone,
      storageState: streets.rider,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto(streets.origin + streets.trip);
    expect(await page.getByText("Schloss Vaduz").first().isVisible()).toBe(true);
    expect(await page.getByText("Bahnhof Schaan-Vaduz").first().isVisible()).toBe(true);
    expect(await page.locator("[data-map-frame]").isVisible()).toBe(false);
    await context.close();
  });

  test("stays if the browser has no WebGL", async () => {
    const window = await visit(browserWithoutWebgl, streets, streets.trip, streets.rider);
    const { page } = window;
    // It may have loaded before this is checked.
    const hasArrived = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .some((entry) => entry.name.includes("/assets/street-map-")),
      );
    await until("The street map's coming", hasArrived);
    await Bun.sleep(1_000);
    await expectEventually(() =>
      tripMapOf(page).locator("svg").getByText("Schloss Vaduz").isVisible(),
    ).toBe(true);
    expect(await tripMapOf(page).locator("[data-streets]").count()).toBe(0);
    expect(window.complaints()).toEqual([]);
    await window.close();
  });
});

describe("a zone", () => {
  const zones = "/dispatch/dashboard/FeeManagement/zones";
  for (const name of ["streets", "plain"] as const) {
    test(`is drawn and changed on ${name === "plain" ? "the plain ground" : "streets"}`, async () => {
      const world = name === "plain" ? worldWithoutMap : streets;
      const window = await visit(browserWithWebgl, world, zones, world.owner);
      const { page } = window;
      const map = page.getByRole("group", { name: "Map of the zones" });
      if (name === "streets") await map.locator("[data-streets]").waitFor();
      await page.getByRole("button", { name: "New zone" }).click();
      await page.getByLabel("Name").fill(`Drawn on ${name}`);
      const frame = await map.boundingBox();
      if (!frame) throw new Error("no map");
      const at = (x: number, y: number) =>
        [frame.x + frame.width * x, frame.y + frame.height * y] as const;
      for (const [x, y] of [
        [0.3, 0.3],
        [0.6, 0.3],
        [0.6, 0.7],
        [0.3, 0.7],
      ] as const)
        await page.mouse.click(...at(x, y));
      // Pressing the first corner again closes the line.
      await page.mouse.click(...at(0.3, 0.3));
      await page.getByRole("button", { name: /^Corner 1 of 4/ }).waitFor();
      const corners = page.getByRole("textbox", { name: "4 corners" });
      const cornersText = await corners.inputValue();

      await page.mouse.move(...at(0.6, 0.7));
      await page.mouse.down();
      await page.mouse.move(...at(0.7, 0.8), { steps: 4 });
      await page.mouse.up();
      const third = async () => (await corners.inputValue()).split("\n")[2];
      await expectEventually(third).not.toBe(cornersText.split("\n")[2]);
      const cornersAfterDrag = await corners.inputValue();
      expect(cornersAfterDrag.split("\n")[0]).toBe(cornersText.split("\n")[0] ?? "");

      await page.getByRole("button", { name: /^Corner 1 of 4/ }).focus();
      await page.keyboard.press("PageDown");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("+");
      await page.getByRole("button", { name: /^Corner 3 of 5/ }).waitFor();
      await page.keyboard.press("Delete");
      await page.getByRole("button", { name: /^Corner 2 of 4/ }).waitFor();
      expect((await corners.inputValue()).split("\n")[1]).not.toBe(cornersAfterDrag.split("\n")[1]);
      await window.look(`zone-on-${name}`);

      await page.getByRole("button", { name: "Save zone" }).click();
      await page.getByText("1 zone", { exact: true }).waitFor();
      await page.getByRole("button", { name: new RegExp(`Drawn on ${name}`) }).waitFor();
      await window.look(`zones-on-${name}`);
      expect(window.complaints()).toEqual([]);
      await window.close();
    });
  }
});
