/**
 * A trip's link in a real browser: the driver's phone moves, a stranger without a session sees the car move, and sees
 * nothing more once the rider has revoked the link.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Logger } from "@logtape/logtape";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { waitUntilReady, openWindow, sizes, stateOf } from "../support/screen";
import { START } from "../support/server";
import { until } from "../support/eventually";
import { at, createScene, go, report, type Scene } from "../tracking/scene";

let scene: Scene;
let runningServer: RunningServer;
let origin: string;
let browser: Browser;
const log: string[] = [];
const sendAll = new AbortController();

beforeAll(async () => {
  const startedAt = Date.now();
  scene = await createScene({ PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "debug" });
  // The phones' clock moves, so the server's must move too.
  scene.server.deps.now = () => START + Date.now() - startedAt;
  const note = (message: string, properties: object) => {
    log.push(`${message} ${JSON.stringify(properties)}`);
  };
  const { deps } = scene.server;
  deps.log = { error: note, debug: note, info: note, warning: note } as unknown as Logger;
  runningServer = startServer(deps, sendAll);
  origin = `http://localhost:${runningServer.port}`;
  browser = await launchChromium();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await runningServer?.stop();
  scene?.server.close();
});

/** Creates a link on the rider's page, and returns its path. */
async function createLink(rider: Page): Promise<string> {
  await rider.getByRole("button", { name: "Create a link" }).click();
  const field = rider.getByRole("textbox", { name: "Link to your trip" });
  return new URL(await field.inputValue()).pathname;
}

const map = (page: Page) => page.getByRole("group", { name: "Map of the trip" });
const carPosition = (page: Page) => map(page).locator("svg > g").last().getAttribute("transform");

async function move(phone: BrowserContext, meters: number): Promise<void> {
  const { latitude, longitude } = at(scene.server, meters);
  await phone.setGeolocation({ latitude, longitude, accuracy: 8 });
}

test("a visitor sees the car move by the tracking link until the rider revokes it", async () => {
  const { trip } = scene;
  const rider = await openWindow(browser, origin, "phone", stateOf(scene.rider.cookies));
  await rider.go(`/trips/${trip.id}`);
  const path = await createLink(rider.page);
  expect(path).toMatch(/^\/track\/[\w-]{22}$/);

  const visitor = await openWindow(browser, origin, "phone");
  await visitor.go(path);
  await visitor.page.getByRole("heading", { level: 1, name: "Eric is the driver" }).waitFor();
  expect(await visitor.context.cookies()).toEqual([]);
  await visitor.look("track-assigned");

  const phone = await browser.newContext({
    ...sizes.phone,
    reducedMotion: "reduce",
    storageState: stateOf(scene.phone.cookies),
    permissions: ["geolocation"],
  });
  await move(phone, 2_000);
  const driver = await phone.newPage();
  await driver.goto(`${origin}/driver/dashboard/trips/${trip.id}`);
  await waitUntilReady(driver);
  await driver.getByRole("button", { name: "Start driving to pickup" }).click();
  await driver.getByText("Sharing your position").first().waitFor();

  await visitor.page.getByRole("heading", { level: 1, name: "Eric is on the way" }).waitFor();
  await map(visitor.page).waitFor();
  await visitor.page.getByText("The car was seen just now.").waitFor();
  expect(await visitor.page.getByText(`Plate ${scene.car.plate}`).isVisible()).toBe(true);
  const before = await carPosition(visitor.page);
  expect(before).toStartWith("translate(");
  await visitor.look("track-en-route");
  const wide = await openWindow(browser, origin, "desktop");
  await wide.go(path);
  await wide.look("track-en-route");
  await rider.page.getByText("The car was seen just now.").waitFor();
  await rider.look("rider-trip-en-route");

  await Bun.sleep(5_000);
  await move(phone, 1_900);
  await until("The car's move", async () => (await carPosition(visitor.page)) !== before);

  await rider.page.getByRole("button", { name: "Stop sharing" }).click();
  const dialog = rider.page.getByRole("dialog", { name: "Stop sharing your trip?" });
  await dialog.getByRole("button", { name: "Stop sharing" }).waitFor();
  const over = (page: Page) =>
    page.getByRole("heading", { level: 1, name: "This link has expired" });
  const seen = [visitor.page, wide.page].map((page) => over(page).waitFor());
  const requests: string[] = [];
  for (const { page } of [visitor, wide])
    page.on("request", (request) => {
      if (request.url().includes("/backend/")) requests.push(request.url());
    });
  await dialog.getByRole("button", { name: "Stop sharing" }).click();
  await Promise.all(seen);
  // The pages learned it at once from the event stream, without a request.
  expect(requests).toEqual([]);
  expect(await visitor.page.getByText(`Plate ${scene.car.plate}`).count()).toBe(0);
  await visitor.look("track-over");
  await wide.look("track-over");

  const secondVisit = await visitor.page.goto(origin + path);
  expect(secondVisit?.status()).toBe(404);
  await over(visitor.page).waitFor();
  expect([rider.faults, visitor.faults, wide.faults]).toEqual([[], [], []]);
  for (const window of [rider, visitor, wide]) await window.close();
  await phone.close();

  const token = path.split("/").at(-1) ?? "";
  expect(log.filter((line) => line.includes("/track/…")).length).toBeGreaterThan(3);
  expect(log.filter((line) => line.includes(token))).toEqual([]);
}, 90_000);

test("without scripts the tracking page shows the trip, and its headers protect the address", async () => {
  const { link } = (await (
    await scene.rider.post(`/reservations/${scene.trip.id}/tracking-link`)
  ).json()) as { link: { url: string } };
  const { pathname } = new URL(link.url);
  await report(scene.phone, at(scene.server, 1_500));
  const context = await browser.newContext({ ...sizes.phone, javaScriptEnabled: false });
  const page = await context.newPage();
  const answer = await page.goto(origin + pathname);
  expect(answer?.headers()).toMatchObject({
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Eric is on the way");
  expect(await page.getByText(`Plate ${scene.car.plate}`).isVisible()).toBe(true);
  expect(await page.getByText(/^At the pickup at/).isVisible()).toBe(true);
  expect(await page.locator("noscript p").textContent()).toContain("reload it");
  const scripts = await page
    .locator("script[src]")
    .evaluateAll((all) => all.map((script) => (script as HTMLScriptElement).src));
  expect(scripts.every((src) => src.startsWith(origin))).toBe(true);
  await context.close();
});

test("the tracking page shows no splash, even without reduced motion", async () => {
  const context = await browser.newContext({ ...sizes.phone, reducedMotion: "no-preference" });
  const page = await context.newPage();
  const { link } = (await (
    await scene.rider.post(`/reservations/${scene.trip.id}/tracking-link`)
  ).json()) as { link: { url: string } };
  await page.goto(origin + new URL(link.url).pathname);
  expect(await page.locator(".splash").isVisible()).toBe(false);
  await context.close();
});

test("a visitor without a network keeps the last known trip, and then follows it again", async () => {
  const { link } = (await (
    await scene.rider.post(`/reservations/${scene.trip.id}/tracking-link`)
  ).json()) as { link: { url: string } };
  const visitor = await openWindow(browser, origin, "phone");
  const { page, context } = visitor;
  await visitor.go(new URL(link.url).pathname);
  await context.setOffline(true);
  await page.getByText("You are offline. What you see may be out of date.").waitFor();
  expect(await page.getByText(`Plate ${scene.car.plate}`).isVisible()).toBe(true);
  await go({ ...scene, trip: await current() }, "on_location");
  await context.setOffline(false);
  await page.getByRole("heading", { level: 1, name: "Eric has arrived" }).waitFor();
  await visitor.close();
}, 60_000);

/** Returns the trip in the state in which the driver's browser has left it. */
async function current() {
  const answer = await scene.phone.get(`/driver/reservations/${scene.trip.id}`);
  return ((await answer.json()) as { reservation: Scene["trip"] }).reservation;
}
