/**
 * A treatment three times a week: it is booked once, a day is left out, and it is ended; dispatch sees it and can do
 * the same.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { reservations } from "../../db/schema/reservations";
import { standingOrders } from "../../db/schema/standing-orders";
import { weekdayOf } from "../../src/reservations/standing-orders/order-rules";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { waitUntilReady, choosePlace, openWindow, tickByLabel, stateOf } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

type State = NonNullable<BrowserContextOptions["storageState"]>;

let server: TestServer;
let running: RunningServer;
let chromium: Browser;
let origin: string;
let rider: State;
let owner: State;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  // The form suggests times from the browser's clock.
  server.advance(Date.now() - server.deps.now());
  running = startServer(server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  rider = stateOf((await signInRider(server)).browser.cookies);
  owner = stateOf((await signInAdmin(server)).cookies);
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  server?.close();
});

const trips = () => server.deps.db.select().from(reservations).all();

test("a rider books, skips a day of and ends a repeating trip, and dispatch changes it", async () => {
  const form = await openWindow(chromium, origin, "small", rider);
  const { page } = form;
  await form.go("/booking");
  await page.getByRole("group", { name: "Kind of ride" }).getByText("Care").click();
  await choosePlace(page, "Pickup", "Amahoro Stadium");
  await choosePlace(page, "Drop-off", "King Faisal");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Tomorrow" }).click();
  await page.getByRole("button", { name: "See cars and prices" }).click();
  await page.getByRole("button", { name: /^Continue ·/ }).click();
  await page.getByRole("checkbox", { name: "Repeat this trip" }).check();
  const days = page.getByRole("group", { name: "Days" });
  for (const name of ["Monday", "Wednesday", "Friday"])
    await tickByLabel(days.getByRole("checkbox", { name }));
  await page.getByRole("combobox", { name: "Until when" }).selectOption("after");
  await page.getByLabel("Number of trips").fill("12");
  await page.getByText(/^12 trips,/).waitFor();
  await form.look("repeating-booking");
  await page.getByRole("button", { name: "Book now" }).click();
  await page.getByText("Booked. Thank you!").waitFor();
  expect(trips()).toHaveLength(12);
  const first = trips()[0]?.occurrenceDay ?? "";
  const wanted = [...new Set([1, 3, 5, weekdayOf(first)])].toSorted();
  expect(server.deps.db.select().from(standingOrders).all()[0]?.weekdays).toEqual(wanted);
  const told = messagesTo(server, "rider@example.com").filter(({ kind }) => kind !== "code");
  expect(told.map(({ kind }) => kind)).toEqual(["order_booked"]);

  await page.getByRole("link", { name: "Repeating trips" }).click();
  const skipButtons = page.getByRole("button", { name: /^Skip/ });
  await skipButtons.nth(1).click();
  await page.getByText("This cancels the booking, at no cost.").waitFor();
  await form.look("repeating-skip");
  await page.getByRole("button", { name: "Skip this day" }).click();
  await page.getByText("Skipped", { exact: true }).waitFor();
  expect(trips().filter(({ state }) => state === "cancelled")).toHaveLength(1);
  await form.look("repeating-order");

  const desk = await openWindow(chromium, origin, "desktop", owner);
  await desk.go("/dispatch/dashboard/standing-orders");
  await desk.look("repeating-dispatch");
  await desk.page.getByRole("link", { name: /Aline Uwase/ }).click();
  await desk.page.waitForURL("**/standing-orders/*");
  await waitUntilReady(desk.page);
  await desk.page.getByRole("button", { name: "Change", exact: true }).click();
  await desk.page.getByLabel("Pickup time").fill("16:45");
  await desk.page.getByRole("combobox", { name: "Which trips" }).selectOption({ index: 1 });
  await desk.look("repeating-dispatch-change");
  await desk.page.getByRole("button", { name: "Change the trips" }).click();
  await desk.page.getByText("These repeating trips have been changed.").waitFor();
  const times = trips()
    .filter(({ state }) => state === "pending")
    .map(({ pickupLocal }) => pickupLocal.slice(11));
  expect([...new Set(times)]).toEqual(["16:45"]);
  await desk.look("repeating-dispatch-order");

  await page.reload();
  await waitUntilReady(page);
  await page.getByRole("button", { name: "End the trips" }).click();
  await page.getByRole("checkbox", { name: /^Cancel the 11 trips/ }).check();
  await form.look("repeating-end");
  await page.getByRole("dialog").getByRole("button", { name: "End the trips" }).click();
  await page.getByText("These repeating trips have ended.").waitFor();
  expect(trips().every(({ state }) => state === "cancelled")).toBe(true);
  await page.getByRole("link", { name: "All repeating trips" }).click();
  await page.getByText("Ended", { exact: true }).waitFor();
  await form.look("repeating-list");
  expect([...form.faults, ...desk.faults]).toEqual([]);
  await form.close();
  await desk.close();
}, 90_000);
