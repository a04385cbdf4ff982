/** Changes of a booked trip: by its rider on a phone, and at the desk by keyboard alone. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { book, createDriverScene, type DriverScene, look } from "../pages/driver/trips";
import { launchChromium } from "../support/chromium";
import { createCompany, invite } from "../support/companies";
import { press, reach } from "../support/keys";
import { openWindow, type Size, stateOf, type Window } from "../support/screen";
import type { Browser as Visitor } from "../support/server";

setDefaultTimeout(240_000);

let chromium: Browser;
let scene: DriverScene;
let running: RunningServer;
let origin: string;

beforeAll(async () => {
  // Forms read the browser's clock.
  scene = await createDriverScene({ PORT: "0", HOST: "127.0.0.1" }, Date.now());
  const company = await createCompany(scene.staff, { name: "Volcano Hotels" });
  await invite(scene.staff, company.id, "rider@example.com");
  running = startServer(scene.server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  Object.assign(scene.server.deps.config, { publicUrl: origin });
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  scene?.server.close();
});

const windowOf = (visitor: Visitor, size: Size): Promise<Window> =>
  openWindow(chromium, origin, size, stateOf(visitor.cookies));
const day = (ahead: number) =>
  new Date(scene.server.deps.now() + ahead * 86_400_000).toISOString().slice(0, 10);

test("a rider has a child seat and the company pays, at the price seen first", async () => {
  const { id, fareMinor } = await book(scene, { pickupLocal: `${day(3)}T14:30` });
  const window = await windowOf(scene.rider, "phone");
  const { page } = window;
  await window.go(`/trips/${id}`);
  await page.getByRole("button", { name: "Change trip" }).click();
  await page.getByRole("button", { name: "More: Child seat" }).click();
  await page.getByRole("button", { name: "More: Greeting sign" }).click();
  await page.getByLabel("Name on the greeting sign").fill("Acme delegation");
  await page.getByText("Bill to Volcano Hotels").click();
  await page.getByRole("button", { name: "See the new price" }).click();
  await page.getByText("New total").waitFor();
  await window.look("change-of-extras");
  await page.getByRole("button", { name: "Change the trip" }).click();
  await page.getByText("Your trip has been changed.").waitFor();
  const changed = await look(scene, id);
  expect(changed).toMatchObject({
    extras: [{ name: "Child seat" }, { name: "Greeting sign" }],
    details: { greetingSign: "Acme delegation" },
    billing: { company: { name: "Volcano Hotels" } },
  });
  expect(changed.fareMinor).toBeGreaterThan(fareMinor);
  expect(window.faults).toEqual([]);
  await window.close();
});

test("dispatch adds an extra by keyboard alone", async () => {
  const { id } = await book(scene, { pickupLocal: `${day(4)}T14:30` });
  const window = await windowOf(scene.staff, "desktop");
  const { page } = window;
  await window.go(`/dispatch/dashboard/reservation/${id}`);
  await press(page, /^Change trip/);
  await page.getByRole("button", { name: "More: Child seat" }).waitFor();
  await press(page, /^More: child seat/);
  await reach(page, /^See the new price/);
  await page.keyboard.press("Enter");
  await page.getByText("New total").waitFor();
  await window.look("change-at-the-desk");
  await press(page, /^Change the trip/);
  await page.getByText(/^Reservation \d+ changed/).waitFor();
  expect((await look(scene, id)).extras).toMatchObject([{ id: "child-seat", quantity: 1 }]);
  expect(window.faults).toEqual([]);
  await window.close();
});
