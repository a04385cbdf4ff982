/** A driver enters their hours on a small phone, and dispatch is warned before assigning outside them. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { localTimeAt } from "../../src/settings/local-time";
import { book, createDriverScene, type DriverScene } from "../pages/driver/scene";
import { launchChromium } from "../support/chromium";
import { openWindow, type Size, stateOf, type Window } from "../support/screen";

setDefaultTimeout(120_000);

const DAY = 86_400_000;
const ZONE = "Africa/Kigali";

let browser: Browser;
let scene: DriverScene;
let runningServer: RunningServer;
let origin: string;

beforeAll(async () => {
  scene = await createDriverScene({ PORT: "0", HOST: "127.0.0.1" }, Date.now());
  runningServer = startServer(scene.server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await runningServer?.stop();
  scene?.server.close();
});

async function openWindowAs(cookies: ReadonlyMap<string, string>, size: Size): Promise<Window> {
  return openWindow(browser, origin, size, stateOf(cookies));
}

/** Returns the name of the weekday that many days from now. */
function weekdayIn(days: number): string {
  const at = scene.server.deps.now() + days * DAY;
  return new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: ZONE }).format(at);
}

test("a driver enters hours, days off and preferences on a small phone, and dispatch sees them", async () => {
  const tomorrow = localTimeAt(scene.server.deps.now() + DAY, ZONE).slice(0, 10);
  const trip = await book(scene, { pickupLocal: `${tomorrow}T12:00` });
  const phone = await openWindowAs(scene.phone.cookies, "phone");
  const { page } = phone;
  await page.setViewportSize({ width: 360, height: 740 });
  await phone.go("/driver/dashboard");
  await page.getByRole("button", { name: "Notifications, 3" }).click();
  await page.getByRole("link", { name: "Share your availability" }).click();
  await page.getByText("You have not entered your hours").waitFor();
  await phone.look("management-unsaid");

  // Hours on the day after tomorrow that end past midnight, and none tomorrow.
  const other = weekdayIn(2);
  await page.getByRole("button", { name: new RegExp(`^${other}`) }).click();
  const sheet = page.getByRole("dialog", { name: other });
  await sheet.getByLabel("From").fill("18:00");
  await sheet.getByLabel("Until").fill("02:00");
  await sheet.getByText(`Until 02:00 on ${weekdayIn(3)}.`).waitFor();
  await phone.look("management-day");
  await sheet.getByRole("button", { name: `Save ${other}` }).click();
  await sheet.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Add days off" }).click();
  const daysOff = page.getByRole("dialog", { name: "Days off" });
  await daysOff.getByLabel("First day").fill(tomorrow);
  await daysOff.getByLabel("Note").fill("A wedding");
  await phone.look("management-day-off");
  await daysOff.getByRole("button", { name: "Save days off" }).click();
  await page.getByText("A wedding").waitFor();

  await page.getByRole("button", { name: "Change preferences" }).click();
  await page.getByLabel("Home care").check();
  await phone.look("management-preferences");
  await page.getByRole("button", { name: "Save preferences" }).click();
  await page.getByText("Home care", { exact: true }).waitFor();

  await phone.go("/driver/dashboard/management");
  await page.getByRole("button", { name: `${other} 18:00–02:00` }).waitFor();
  await page.getByText("A wedding").waitFor();
  await phone.look("management-said");

  const board = await openWindowAs(scene.staff.cookies, "desktop");
  await board.go(`/dispatch/dashboard/reservation?open=${trip.id}`);
  const panel = board.page.getByRole("region", { name: `Reservation ${trip.number}` });
  await panel.getByRole("button", { name: /^Assign driver/ }).click();
  const dialog = board.page.getByRole("dialog", {
    name: `Assign driver to reservation ${trip.number}`,
  });
  const warning = dialog.getByText(/^Day off on \d+ \w+\. Doesn’t take airport pickups/).first();
  await warning.waitFor();
  await board.look("assign-warned");
  await dialog.getByRole("button", { name: "Assign directly" }).click();
  await panel.getByText("Assigned").first().waitFor();

  await board.go(`/dispatch/dashboard/DriverManagement/${scene.row.id}?tab=availability`);
  await board.page.getByRole("button", { name: `${other} 18:00–02:00` }).waitFor();
  await board.look("driver-availability");
  expect([...phone.faults, ...board.faults]).toEqual([]);
  await phone.close();
  await board.close();
});
