/**
 * An owner imports an extract on the screen; from then on maps have streets, the search has addresses and a booking has
 * a measured distance, and no page asks anybody but this server.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { openWindow, stateOf } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { until } from "../support/soon";
import { signInAdmin } from "../support/staff";
import { LIECHTENSTEIN } from "../streets/random";

let browser: Browser;
let server: TestServer;
let running: RunningServer;
beforeAll(async () => {
  browser = await launchChromium("webgl");
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  running = startServer(server.deps, new AbortController());
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await running?.stop();
  server?.close();
});

test("an import on the screen gives streets, addresses and measured distances", async () => {
  const origin = `http://localhost:${running.port}`;
  const outside: string[] = [];
  const owner = await openWindow(
    browser,
    origin,
    "phone",
    stateOf((await signInAdmin(server)).cookies),
  );
  owner.context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin))
      outside.push(request.url());
  });
  await owner.go("/dispatch/dashboard/settings/map");
  await owner.look("streets-none");
  const address = owner.page.getByLabel("Address of a file");
  await address.fill("rwanda");
  await owner.page.getByRole("button", { name: "Download and import" }).click();
  await owner.page.getByText("Enter an address that begins with https://").waitFor();
  await until("the cursor in the address", () =>
    address.evaluate((field) => field === document.activeElement),
  );
  await owner.look("streets-refused");
  await owner.page.getByLabel("Extract (.osm.pbf)").setInputFiles(LIECHTENSTEIN);
  await owner.page.getByText("liechtenstein.osm.pbf is imported.").waitFor({ timeout: 60_000 });
  await owner.page.getByRole("button", { name: "Remove streets" }).waitFor({ timeout: 10_000 });
  await owner.look("streets-imported");

  // Without a connection the question says so, and stays.
  const calls = "**/backend/admin/settings/streets";
  await owner.page.route(calls, (route) => route.abort());
  await owner.page.getByRole("button", { name: "Remove streets" }).click();
  const question = owner.page.getByRole("dialog");
  await question.getByRole("button", { name: "Remove streets" }).click();
  await question.getByRole("alert").waitFor();
  await owner.look("streets-not-removed");
  await question.getByRole("button", { name: "Go back" }).click();
  await owner.page.unroute(calls);

  const { browser: rider } = await signInRider(server);
  const found = (await (await rider.get("/places?q=Lettenstrasse")).json()) as {
    places: { name: string; detail: string; latitude: number; longitude: number }[];
  };
  const [street] = found.places;
  expect(street?.name).toBe("Lettenstrasse");
  const end = (place: NonNullable<typeof street>) => ({
    name: place.name,
    detail: place.detail,
    latitude: place.latitude,
    longitude: place.longitude,
  });
  if (!street) throw new Error("no street");
  const castle = { name: "Vaduz", detail: "", latitude: 47.141, longitude: 9.5209 };
  const trip = await book(rider, {
    serviceType: "point_to_point",
    pickup: end(street),
    dropoff: castle,
  });
  expect(trip).toMatchObject({ estimate: false });
  expect(trip.distanceMeters).toBeGreaterThan(10_000);

  const window = await openWindow(browser, origin, "desktop", stateOf(rider.cookies));
  window.context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin))
      outside.push(request.url());
  });
  await window.go(`/trips/${trip.id}`);
  const map = window.page.getByRole("group", { name: /^Map of trip/ });
  await map.locator("canvas").waitFor({ timeout: 20_000 });
  await until("tiles", () =>
    window.page.evaluate(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/backend/map/")),
    ),
  );
  await window.rest();
  await window.look("streets-trip");
  expect(outside).toEqual([]);
  const faults = [...owner.faults, ...window.faults].filter(
    (fault) => !/GL Driver|WebGL|status of 400|ERR_FAILED/.test(fault),
  );
  expect(faults).toEqual([]);
}, 180_000);
