/**
 * The board in a real browser: a trip is assigned to a driver by mouse and by keyboard, a refusal undoes it, two
 * dispatchers see each other's work, a saved view is found again, and 2,000 trips stay fast.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import type { Browser, Page } from "playwright-core";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { openWindow, stateOf, type Window } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { expectEventually, until } from "../support/eventually";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;
const board = "/dispatch/dashboard/reservation";

let browser: Browser;
let server: TestServer;
let runningServer: RunningServer;
let ada: Window;
let bea: Window;
/** Noon in Kigali today; the browser's clock shows the same day. */
let noon: number;
let number = 1000;

function addTrip(row: Partial<typeof reservations.$inferInsert> = {}) {
  const [first] = server.deps.db
    .select()
    .from(vehicleClasses)
    .orderBy(asc(vehicleClasses.position))
    .all();
  const values = reservationValues({
    number: ++number,
    pickupAt: noon,
    vehicleClassId: first?.id ?? "",
    ...row,
  });
  server.deps.db.insert(reservations).values(values).run();
  return values;
}
const stored = (of: number) =>
  server.deps.db
    .select()
    .from(reservations)
    .all()
    .find((row) => row.number === of);

async function openWindowAs(email: string): Promise<Window> {
  const { cookies } = await signInAdmin(server, { email, role: "dispatcher" });
  return openWindow(browser, `http://localhost:${runningServer.port}`, "desktop", stateOf(cookies));
}
const timeline = (page: Page) => page.getByRole("region", { name: /^Timeline of/ });
const block = (page: Page, of: number) =>
  timeline(page).getByRole("button", { name: new RegExp(`^Reservation ${of},`) });

/** Scrolls to a block by its number, because a day opens at its current hour and only visible blocks are drawn. */
async function find(page: Page, of: number) {
  const found = block(page, of);
  await timeline(page).waitFor();
  for (let left = 0; (await found.count()) === 0; left += 300) {
    if (left > 10_000) throw new Error(`The timeline has no reservation ${of}`);
    await timeline(page).evaluate((box, to) => {
      box.scrollTo({ left: to });
      return new Promise((onDrawn) => requestAnimationFrame(() => requestAnimationFrame(onDrawn)));
    }, left);
  }
  return found;
}

beforeAll(async () => {
  browser = await launchChromium();
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  server.deps.now = Date.now;
  noon = Date.parse(`${new Date(Date.now() + 2 * HOUR).toISOString().slice(0, 10)}T10:00:00Z`);
  runningServer = startServer(server.deps, new AbortController());
  createDriver(server, {
    id: "eric",
    firstName: "Eric",
    lastName: "Mugisha",
    vehicleId: createVehicle(server, { passengers: 3 }).id,
  });
  createDriver(server, {
    id: "grace",
    firstName: "Grace",
    lastName: "Umutoni",
    vehicleId: createVehicle(server, { passengers: 3 }).id,
  });
  ada = await openWindowAs("ada@example.com");
  bea = await openWindowAs("bea@example.com");
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await runningServer?.stop();
  server?.close();
});

/** Expects only the server's refusals in the log, which the browser reports. */
function expectOnlyRefusalLogged(window: Window): void {
  const faults = window.faults.splice(0);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain("status of 422");
}

/** Drags a block with the mouse to a driver's lane. */
async function drag(page: Page, of: number, to: string): Promise<void> {
  await (await find(page, of)).scrollIntoViewIfNeeded();
  const from = await block(page, of).boundingBox();
  const lane = await timeline(page).getByText(to, { exact: true }).boundingBox();
  if (!from || !lane) throw new Error("Nothing to drag.");
  // It grabs the block's end, because its beginning may be under the drivers' names, which do not scroll.
  const x = from.x + from.width - 12;
  await page.mouse.move(x, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(x, from.y + 30, { steps: 3 });
  await page.mouse.move(x, lane.y + 10, { steps: 5 });
  await page.mouse.up();
}

test("a dispatcher drags a trip to a driver, and a colleague sees it without a reload", async () => {
  addTrip({ state: "pending" });
  await ada.go(`${board}?view=timeline`);
  await bea.go(board);
  await find(ada.page, 1001);
  await drag(ada.page, 1001, "Eric Mugisha");
  await until("the assignment", () => stored(1001)?.driverId === "eric");
  await bea.page
    .getByRole("row", { name: /Reservation 1001,/ })
    .getByText("Assigned")
    .waitFor();
  await ada.look("board-timeline");
  expect(ada.faults).toEqual([]);
}, 60_000);

test("a dispatcher moves a trip by keyboard, and a refused move leaves it in place with a reason", async () => {
  addTrip({ pickupAt: noon + 3 * HOUR });
  addTrip({ pickupAt: noon + HOUR, passengers: 5 });
  const { page } = ada;
  await ada.go(`${board}?view=timeline`);
  await (await find(page, 1002)).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await block(page, 1002).filter({ hasText: "Assigned" }).waitFor();
  await expectEventually(() => stored(1002)?.driverId).toBe("grace");
  await (await find(page, 1003)).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await page
    .getByText("Reservation 1003 was not moved. Seats 3, but the trip needs 5.")
    .first()
    .waitFor({ state: "attached" });
  expect(stored(1003)).toMatchObject({ state: "confirmed", version: 1 });
  expectOnlyRefusalLogged(ada);
}, 60_000);

test("a refused move by mouse leaves the trip in place, and its block can still be opened", async () => {
  const { page } = ada;
  await ada.go(`${board}?view=timeline`);
  await drag(page, 1003, "Grace Umutoni");
  await page
    .getByText("Reservation 1003 was not moved. Seats 3, but the trip needs 5.")
    .first()
    .waitFor({ state: "attached" });
  expect(stored(1003)).toMatchObject({ state: "confirmed", driverId: null });
  await (await find(page, 1003)).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /1003/ }).waitFor();
  expectOnlyRefusalLogged(ada);
}, 60_000);

test("a saved view is available after a reload", async () => {
  const { page } = bea;
  await bea.go(`${board}?state=assigned`);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name").fill("On their way");
  await page.keyboard.press("Enter");
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("button", { name: "On their way 2" }).waitFor();
  await bea.go(board);
  await views.getByRole("button", { name: "On their way 2" }).click();
  await page.waitForURL(/state=assigned/);
  await bea.look("board-views");
  expect(bea.faults).toEqual([]);
}, 60_000);

/** Returns the longest task in ms while the element `selector` (or the page, if null) is scrolled by that distance. */
function measureLongestTaskMs(
  page: Page,
  selector: string | null,
  distancePx: number,
): Promise<number> {
  return page.evaluate(
    async ([within, until]) => {
      const longTasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) longTasks.push(entry.duration);
      });
      observer.observe({ type: "longtask" });
      const box = within === null ? window : document.querySelector(within);
      for (let top = 0; top < until; top += 400) {
        box?.scrollTo({ top });
        await new Promise((done) => setTimeout(done, 60));
      }
      return Math.max(0, ...longTasks);
    },
    [selector, distancePx] as const,
  );
}

/** Counts the rows of the table that are removed and inserted again in one change. Runs in the page. */
function countMovedRows(): { rows: number } {
  const moved = { rows: 0 };
  const table = document.querySelector("table");
  if (!table) throw new Error("No table");
  new MutationObserver((changes) => {
    const out = new Set(changes.flatMap(({ removedNodes }) => [...removedNodes]));
    const put = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    moved.rows += put.filter((node) => out.has(node)).length;
  }).observe(table, { childList: true, subtree: true });
  return moved;
}

test("the timeline draws only the visible ones of 2,000 trips", async () => {
  for (let at = 0; at < 2_000; at++) addTrip({ pickupAt: noon - 9 * HOUR + at * 30_000 });
  const { page } = ada;
  await ada.go(`${board}?view=timeline`);
  await timeline(page).getByRole("button").first().waitFor();
  const blockCount = await timeline(page).getByRole("button").count();
  expect(blockCount).toBeGreaterThan(10);
  expect(blockCount).toBeLessThan(400);
  const longest = await measureLongestTaskMs(page, "section[aria-label^='Timeline']", 4_000);
  // The figure is only logged, because the machines that run this differ too much for a limit.
  console.info(`Longest task while scrolling 2,000 trips: ${Math.round(longest)} ms`);
  expect(ada.faults).toEqual([]);
}, 90_000);

test("the table draws only visible rows of hundreds during updates and keeps the focused row", async () => {
  const waiting = Array.from({ length: 30 }, (_, at) =>
    addTrip({ state: "pending", pickupAt: noon + 30 * HOUR + at * 60_000 }),
  );
  const { page } = bea;
  await bea.go(board);
  const table = page.getByRole("table", { name: "Reservations" });
  const rows = table.locator("[data-row]");
  const length = async () => Number(await table.getAttribute("aria-rowcount"));
  while ((await length()) < 600) {
    const before = (await length()) || (await rows.count());
    await page.getByRole("button", { name: "Show more" }).click();
    await until("the next page", async () => ((await length()) || (await rows.count())) > before);
  }
  expect(await rows.count()).toBeLessThan(150);
  // All of them are printed.
  const printedPage = await page.evaluate(() => {
    let renderedCount = 0;
    const count = () => {
      renderedCount = document.querySelectorAll("tr [data-row]").length;
    };
    addEventListener("beforeprint", count, { once: true });
    window.print();
    return renderedCount;
  });
  expect(printedPage).toBe(await length());
  await expectEventually(() => rows.count()).toBeLessThan(150);
  await page.evaluate(() => window.scrollTo(0, 0));
  await rows.first().focus();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("data-row") ?? null);
  const first = await focused();
  await page.keyboard.press("ArrowDown");
  await expectEventually(focused).not.toBe(first);
  const second = await focused();

  const staff = await signInAdmin(server, { email: "cleo@example.com", role: "dispatcher" });
  let isConfirming = true;
  const news = (async () => {
    for (const { id } of waiting) {
      if (!isConfirming) return;
      const answer = await staff.post(`/admin/reservations/${id}/confirmation`, { version: 1 });
      expect(answer.status).toBe(200);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  })();
  const moved = await page.evaluateHandle(countMovedRows);
  const longest = await measureLongestTaskMs(page, null, 20_000);
  // Rows that stay visible are not moved, because moving them would draw all of them again.
  expect(await moved.evaluate(({ rows: movedRows }) => movedRows)).toBe(0);
  isConfirming = false;
  await news;
  console.info(`Longest task while scrolling a table of 600 with news: ${Math.round(longest)} ms`);
  const firstVisibleRow = async () =>
    Number(
      await page.evaluate(
        () =>
          document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("tr")?.ariaRowIndex,
      ),
    );
  await expectEventually(firstVisibleRow).toBeGreaterThan(400);
  expect(await rows.count()).toBeLessThan(150);
  expect(await focused()).toBe(second);
  await page.keyboard.press("ArrowDown");
  await expectEventually(focused).not.toBe(second);
  await table
    .getByRole("row")
    .filter({ has: page.locator(":focus") })
    .waitFor();

  // Returning from another view shows the list where it was left.
  await page.evaluate(() => window.scrollTo(0, 10_000));
  await until("the rows there", async () => (await firstVisibleRow()) > 200);
  const before = await firstVisibleRow();
  await page.keyboard.press("2");
  await timeline(page).waitFor();
  await page.keyboard.press("1");
  await table.waitFor();
  await until("the same rows", async () => (await firstVisibleRow()) === before);
  expect(bea.faults).toEqual([]);
}, 120_000);

test("without a network a link opens within the frame, and the failed part can be loaded again", async () => {
  const { page, context } = ada;
  await ada.go(board);
  await context.setOffline(true);
  await page.getByRole("link", { name: "Vehicles", exact: true }).click();
  const retryButton = page.getByRole("button", { name: "Try again" });
  await retryButton.waitFor();
  expect(page.url()).toContain("/dispatch/dashboard/VehicleManagement");
  expect(await page.getByText("You are offline").first().isVisible()).toBe(true);
  expect(await page.getByText(/500|Something went wrong/).count()).toBe(0);
  await context.setOffline(false);
  await retryButton.click();
  await page.getByRole("heading", { name: "Vehicles", exact: true }).waitFor();
  // The browser and the page have reported the failed requests.
  ada.faults.length = 0;
});

test("the sidebar shows the current page in a low window", async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 500 });
  await ada.go("/dispatch/dashboard/FoundProperty");
  const here = page
    .getByRole("navigation", { name: "Dispatch" })
    .getByRole("link", { name: "Found property" });
  const hidden = () =>
    here.evaluate((link) => {
      const box = link.closest("nav")?.parentElement?.getBoundingClientRect();
      const { top, bottom } = link.getBoundingClientRect();
      return box ? Math.max(0, bottom - box.bottom, box.top - top) : null;
    });
  await expectEventually(hidden).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("on a laptop 14 trips are visible below the notices, with driver and fare beside an open trip", async () => {
  const driver = createDriver(server, { firstName: "Grace", lastName: "Ishimwe" });
  // This trip is the first of the day, whatever earlier tests have added.
  const first = noon - 12 * HOUR;
  for (let at = 0; at < 16; at++)
    addTrip({
      state: "assigned",
      driverId: driver.id,
      pickupAt: first + at * 1_000,
      fareMinor: 4_200,
    });
  addTrip({ state: "confirmed", pickupAt: first });
  addTrip({ state: "pending", pickupAt: first });
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 800 });
  await ada.go(board);
  const notices = page.getByRole("button", { name: "Show all notices" });
  await notices.waitFor();
  const visibleRowCount = () =>
    page.locator("tbody tr:not([data-head])").evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const { top, bottom, height } = row.getBoundingClientRect();
          return height > 0 && top >= 0 && bottom <= innerHeight;
        }).length,
    );
  await expectEventually(visibleRowCount).toBeGreaterThan(13);
  // A press shows what the line leaves out, and it stays open after a reload.
  const notice = page
    .getByRole("heading", { name: "Needs attention" })
    .locator("..")
    .getByRole("button");
  expect(await notice.first().isVisible()).toBe(false);
  await notices.click();
  await notice.first().waitFor();
  await page.reload();
  await notice.first().waitFor();
  await page.getByRole("button", { name: "Show fewer notices" }).click();

  const row = page.getByRole("row", { name: /Grace I\./ }).first();
  await row.getByRole("link").first().click();
  await page.getByRole("heading", { name: /^Reservation \d+/ }).waitFor();
  for (const text of ["Grace I.", "RWF 4,200"])
    expect(await row.getByText(text, { exact: true }).isVisible()).toBe(true);
  ada.faults.length = 0;
});
