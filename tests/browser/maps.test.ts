/**
 * Maps in a real browser under the real policy: streets from a file of tiles, in both themes; a
 * plain ground where there is no map, no WebGL or no script.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { sizes } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

const pictures = process.env.LIVERY_PICTURES;
const fixture = join(import.meta.dir, "../fixtures/liechtenstein.mbtiles");

const CASTLE = {
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

interface World {
  server: TestServer;
  running: RunningServer;
  origin: string;
  trip: string;
  state: NonNullable<BrowserContextOptions["storageState"]>;
}

let withWebgl: Browser;
let streets: World;
let plain: World;

/** A server with a rider who booked a trip through Vaduz. */
async function open(environment: Record<string, string>): Promise<World> {
  const server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", ...environment });
  const running = startServer(server.deps, new AbortController());
  const origin = `http://localhost:${running.port}`;
  const { browser } = await signInRider(server);
  const { id } = await book(browser, { pickup: CASTLE, dropoff: STATION });
  const cookies = [...browser.cookies].map(([name, value]) => ({
    name,
    value,
    domain: "localhost",
    path: "/",
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: "Lax" as const,
  }));
  return { server, running, origin, trip: `/trips/${id}`, state: { cookies, origins: [] } };
}

beforeAll(async () => {
  withWebgl = await launchChromium({ webgl: true });
  streets = await open({ MAP_FILE: fixture });
  plain = await open({});
}, 60_000);

afterAll(async () => {
  await withWebgl?.close();
  for (const world of [streets, plain]) {
    await world?.running.stop();
    world?.server.close();
  }
});

/** The map's group on a page. */
const mapOn = (page: Page) => page.getByRole("group", { name: /^Map of trip/ });

/** How many colours the streets' canvas shows in a grid of samples; a plain one shows one. */
async function coloursOf(page: Page): Promise<number> {
  const shot = await mapOn(page).locator("canvas").screenshot();
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
  }, shot.toString("base64"));
}

async function keep(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await mapOn(page).screenshot({ path: join(pictures, `${name}-map.png`) });
}

describe("the map of a trip", () => {
  for (const [size, device] of Object.entries(sizes)) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`has real streets on a ${size} in the ${colorScheme}`, async () => {
        const context = await withWebgl.newContext({
          ...device,
          colorScheme,
          storageState: streets.state,
        });
        await context.addInitScript(() => sessionStorage.setItem("splash", "1"));
        const page = await context.newPage();
        const faults: string[] = [];
        const tiles: number[] = [];
        page.on("pageerror", (error) => faults.push(error.message));
        page.on("console", (message) => {
          // The driver of a machine without a graphics card talks about its speed.
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
        await mapOn(page).locator("[data-streets]").waitFor();
        expect(tiles.filter((status) => status === 200).length).toBeGreaterThan(0);
        expect(await coloursOf(page)).toBeGreaterThan(8);
        expect(await mapOn(page).getByText("© OpenStreetMap contributors").isVisible()).toBe(true);
        // The pins lie on the streets, and everything is in words.
        expect(await mapOn(page).locator("svg text").allTextContents()).toContain("Schloss Vaduz");
        const words = await mapOn(page).getAttribute("aria-describedby");
        expect(await page.locator(`[id="${words}"]`).textContent()).toContain(
          "Pickup at Schloss Vaduz. Drop-off at Bahnhof Schaan-Vaduz.",
        );
        await keep(page, `trip-${size}-${colorScheme}`);
        expect(faults).toEqual([]);
        await context.close();
      });
    }
  }
});
