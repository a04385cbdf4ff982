/**
 * A driver copies the link to their calendar on a phone, a calendar app reads it, and the office resets its own link.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import ICAL from "ical.js";
import type { Browser, Page } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { assign, book, createDriverScene, type DriverScene } from "../pages/driver/scene";
import { launchChromium } from "../support/chromium";
import { createCompany, invite } from "../support/companies";
import { openWindow, stateOf } from "../support/screen";

setDefaultTimeout(120_000);

let chromium: Browser;
let scene: DriverScene;
let runningServer: RunningServer;
let url: string;
beforeAll(async () => {
  scene = await createDriverScene({ PORT: "0", HOST: "127.0.0.1" });
  runningServer = startServer(scene.server.deps, new AbortController());
  url = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  scene?.server.close();
});

const field = (page: Page) => page.getByLabel("Calendar link");

/** Returns what a calendar app gets from the link: the titles of its events, or the status of a refusal. */
async function subscribe(link: string): Promise<string[] | number> {
  const answer = await fetch(url + new URL(link).pathname);
  if (!answer.ok) return answer.status;
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()));
  return calendar
    .getAllSubcomponents("vevent")
    .map((event) => String(event.getFirstPropertyValue("summary")));
}

test("a driver creates, copies, resets and turns off a calendar link on a phone", async () => {
  await assign(scene, await book(scene));
  const phone = await openWindow(chromium, url, "phone", stateOf(scene.phone.cookies));
  await phone.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page } = phone;
  await phone.go("/driver/dashboard/profile");
  await page.getByRole("button", { name: "Create calendar link" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  await phone.look("calendar-driver");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await field(page).inputValue());
  const titles = await subscribe(link);
  expect(titles).toEqual([
    expect.stringContaining("Kigali International Airport to Kigali Marriott"),
  ]);

  await page.getByRole("button", { name: "Reset link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Calendars with the old link/).waitFor();
  await phone.look("calendar-driver-reset");
  await dialog.getByRole("button", { name: "Reset link" }).click();
  await dialog.waitFor({ state: "hidden" });
  const other = await field(page).inputValue();
  expect(other).not.toBe(link);
  expect(await subscribe(link)).toBe(404);
  expect(await subscribe(other)).toEqual(titles);
  // The link is still the same on a later visit.
  await phone.go("/driver/dashboard/profile");
  expect(await field(page).inputValue()).toBe(other);

  await page.getByRole("button", { name: "Turn off link" }).click();
  await dialog.getByRole("button", { name: "Turn off link" }).click();
  await page.getByRole("button", { name: "Create calendar link" }).waitFor();
  expect(await subscribe(other)).toBe(404);
  expect(phone.faults).toEqual([]);
  await phone.close();
});

test("a driver can retry a calendar link that does not load", async () => {
  const phone = await openWindow(chromium, url, "phone", stateOf(scene.phone.cookies));
  const { page } = phone;
  await page.route("**/backend/driver/calendar", (route) => route.abort());
  await phone.go("/driver/dashboard/profile");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.unroute("**/backend/driver/calendar");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Create calendar link" }).waitFor();
  await phone.close();
});

test("dispatch has calendar links for all trips, a vehicle and a company, and resets one", async () => {
  const company = await createCompany(scene.staff, { name: "Acme Travel" });
  const office = await openWindow(chromium, url, "laptop", stateOf(scene.staff.cookies));
  const { page } = office;
  const create = async (path: string, screen: string) => {
    await office.go(path);
    await page.getByRole("button", { name: "Create calendar link" }).click();
    await field(page).scrollIntoViewIfNeeded();
    await office.look(screen);
    return field(page).inputValue();
  };
  const all = await create("/dispatch/dashboard/profile", "calendar-office");
  expect(await subscribe(all)).toHaveLength(1);
  await page.getByRole("button", { name: "Reset link" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset link" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await subscribe(all)).toBe(404);
  expect(await subscribe(await field(page).inputValue())).toHaveLength(1);

  const vehicleLink = await create(
    `/dispatch/dashboard/VehicleManagement/${scene.car.id}`,
    "calendar-vehicle",
  );
  expect(await subscribe(vehicleLink)).toHaveLength(1);
  const companyLink = await create(
    `/dispatch/dashboard/companies/${company.id}`,
    "calendar-company",
  );
  expect(await subscribe(companyLink)).toEqual([]);

  // An owner sees everyone's links, and turns one off.
  await office.go("/dispatch/dashboard/settings/api-keys");
  const link = page
    .getByRole("list", { name: "Calendar links" })
    .getByRole("listitem")
    .filter({ hasText: `Trips of ${scene.car.plate}` });
  await link.scrollIntoViewIfNeeded();
  await office.look("calendar-links");
  await link.getByRole("button", { name: /^Turn off the link of / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off link" }).click();
  await link.waitFor({ state: "detached" });
  expect(await subscribe(vehicleLink)).toBe(404);
  expect(await subscribe(companyLink)).toEqual([]);
  expect(office.faults).toEqual([]);
  await office.close();
});

test("a manager has a calendar link for the company's trips", async () => {
  const company = await createCompany(scene.staff, { name: "Umurage Tours" });
  await invite(scene.staff, company.id, "rider@example.com", "manager");
  await scene.rider.get("/companies");
  const manager = await openWindow(chromium, url, "phone", stateOf(scene.rider.cookies));
  await manager.go("/profile/company");
  await manager.page.getByRole("button", { name: "Create calendar link" }).click();
  await field(manager.page).scrollIntoViewIfNeeded();
  await manager.look("calendar-manager");
  expect(await subscribe(await field(manager.page).inputValue())).toEqual([]);
  expect(manager.faults).toEqual([]);
  await manager.close();
});
