/**
 * An owner imports an extract on the screen. From then on maps show streets, the search finds addresses, a booking has
 * a measured distance, and pages make requests only to this server.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import type { RiderReservation } from "../../src/reservations/contract";
import { readOperator } from "../../src/settings/queries";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { openWindow, stateOf } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { until } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { LIECHTENSTEIN } from "../streets/random";

let browser: Browser;
let server: TestServer;
let runningServer: RunningServer;
beforeAll(async () => {
  browser = await launchChromium("webgl");
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  runningServer = startServer(server.deps, new AbortController());
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await runningServer?.stop();
  server?.close();
});

test("importing an extract gives streets, addresses and measured distances", async () => {
  const origin = `http://localhost:${runningServer.port}`;
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
  const address = owner.page.getByLabel("Address to download from");
  await address.fill("rwanda");
  await owner.page.getByRole("button", { name: "Download and import" }).click();
  await owner.page.getByText("Enter an address that begins with https://").waitFor();
  await until("the cursor in the address", () =>
    address.evaluate((field) => field === document.activeElement),
  );
  await owner.look("streets-refused");
  await owner.page.getByLabel("Extract (.osm.pbf)").setInputFiles(LIECHTENSTEIN);
  await owner.page.getByText("liechtenstein.osm.pbf is imported.").waitFor({ timeout: 60_000 });
  await owner.page.getByRole("button", { name: "Remove street data" }).waitFor({ timeout: 10_000 });
  await owner.look("streets-imported");

  // Without a connection the dialog says so and stays open.
  const calls = "**/backend/admin/settings/streets";
  await owner.page.route(calls, (route) => route.abort());
  await owner.page.getByRole("button", { name: "Remove street data" }).click();
  const question = owner.page.getByRole("dialog");
  await question.getByRole("button", { name: "Remove street data" }).click();
  await question.getByRole("alert").waitFor();
  await owner.look("streets-not-removed");
  await question.getByRole("button", { name: "Go back" }).click();
  await owner.page.unroute(calls);

  const { browser: rider } = await signInRider(server);
  const window = await openWindow(browser, origin, "desktop", stateOf(rider.cookies));
  window.context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin))
      outside.push(request.url());
  });
  const { page } = window;
  // The style is held back, so that the streets open while only the pickup is known.
  const releaseTile = Promise.withResolvers<void>();
  await page.route(/\/backend\/map\/style/, async (route) => {
    await releaseTile.promise;
    await route.continue();
  });
  await window.go("/booking");
  for (const [end, typed, found] of [
    ["Pickup", "letenstrasse", "Lettenstrasse"],
    ["Drop-off", "Vaduz", "Vaduz"],
  ] as const) {
    await page.getByRole("combobox", { name: end }).pressSequentially(typed);
    await page.getByRole("option", { name: found }).first().click();
  }
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Tomorrow" }).click();
  await page.getByLabel("Time").selectOption("09:30");
  await page.getByRole("button", { name: "See cars and prices" }).click();
  await page.getByRole("heading", { level: 1, name: "Choose your car" }).waitFor();
  await page.getByRole("radio").first().waitFor({ state: "attached" });
  releaseTile.resolve();
  const tripMap = page.getByRole("group", { name: "Map of your trip" });
  await tripMap.locator("[data-streets]").waitFor({ timeout: 20_000 });
  const frame = await tripMap.boundingBox();
  for (const name of ["Lettenstrasse", "Vaduz"]) {
    const pin = await tripMap.locator("svg text", { hasText: name }).first().boundingBox();
    expect(pin?.y).toBeGreaterThan(frame?.y ?? 0);
    expect(pin?.y).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
  }
  await window.look("streets-prices");
  await page.getByRole("button", { name: /^Continue · / }).click();
  await page.getByRole("button", { name: "Book now" }).click();
  await page.waitForURL(/\/trips\/[^/?]+/);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const answer = await rider.get(`/reservations/${id}`);
  const { reservation } = (await answer.json()) as { reservation: RiderReservation };
  expect(reservation).toMatchObject({ estimate: false, pickup: { name: "Lettenstrasse" } });
  expect(reservation.distanceMeters).toBeGreaterThan(10_000);

  const map = page.getByRole("group", { name: /^Map of trip/ });
  await map.locator("canvas").waitFor({ timeout: 20_000 });
  await until("tiles", () =>
    page.evaluate(() =>
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

test("an owner sets that trips take longer at a certain hour", async () => {
  const origin = `http://localhost:${runningServer.port}`;
  const owner = await openWindow(
    browser,
    origin,
    "phone",
    stateOf((await signInAdmin(server)).cookies),
  );
  await owner.go("/dispatch/dashboard/settings/map");
  const form = owner.page.getByRole("form", { name: "Travel times by hour" });
  const eightOClock = form.getByRole("group", { name: "Monday to Friday" }).getByLabel("08:00");
  await eightOClock.fill("20");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("From 50 to 300").waitFor();
  await owner.look("traffic-refused");
  await eightOClock.fill("130");
  await form.getByRole("button", { name: "Save" }).click();
  await owner.page.getByText("Travel times saved").waitFor();
  expect(readOperator(server.deps).trafficPercents?.slice(7, 10)).toEqual([100, 130, 100]);
  await owner.look("traffic-saved");
  expect(owner.faults).toEqual([]);
});
