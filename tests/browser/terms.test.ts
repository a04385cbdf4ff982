/**
 * The owner publishes terms; a rider accepts them when booking, and reads them again from the trip; dispatch sees it.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser as Chromium } from "playwright-core";
import { reservations } from "../../db/schema/reservations";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import {
  waitUntilReady,
  choosePlace,
  openWindow,
  press,
  stateOf,
  waitForText,
} from "../support/screen";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(180_000);

let server: TestServer;
let running: RunningServer;
let chromium: Chromium;
let origin: string;
let rider: Browser;
let owner: Browser;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  // The form suggests times from the browser's clock.
  server.advance(Date.now() - server.deps.now());
  running = startServer(server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  server.deps.config.publicUrl = origin;
  rider = (await signInRider(server)).browser;
  owner = await signInAdmin(server, { role: "owner" });
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  server?.close();
});

test("an owner publishes terms, and a rider accepts them and reads them from the trip", async () => {
  const office = await openWindow(chromium, origin, "desktop", stateOf(owner.cookies));
  await office.go("/dispatch/dashboard/settings/terms");
  await office.page.getByLabel("Terms").last().fill("Be at the pickup in time.\nNo smoking.");
  await office.page.getByLabel("Cancellation policy").fill("Free until a day before.");
  await office.look("terms, being written");
  await press(office, "Publish version 1");
  await waitForText(office, "Version 1 published");
  await waitForText(office, "Published versions");
  await office.look("terms, published");

  const phone = await openWindow(chromium, origin, "phone", stateOf(rider.cookies));
  await phone.go("/booking");
  await waitUntilReady(phone.page);
  await choosePlace(phone.page, "Pickup", "Kigali Marriott");
  await choosePlace(phone.page, "Drop-off", "Amahoro Stadium");
  await press(phone, "Continue");
  await press(phone, "Tomorrow");
  await press(phone, "See cars and prices");
  await press(phone, /^Continue ·/);
  await press(phone, "Book now");
  await waitForText(phone, "Please accept the terms.");
  await phone.look("booking without the terms accepted");
  const tick = phone.page.getByRole("checkbox", { name: /I accept the terms/ });
  // The message about it moves the focus to the checkbox.
  expect(await tick.evaluate((box) => box === document.activeElement)).toBe(true);
  await phone.page.keyboard.press("Space");
  await press(phone, "Book now");
  await phone.page.waitForURL(/\/trips\//);
  await phone.page.locator('a[href="/terms/1"]').click();
  await waitForText(phone, "No smoking.");
  await phone.look("terms as they were accepted");
  // A truncated address leads nowhere, which is not a server error.
  expect((await phone.page.goto(`${origin}/terms/1x`))?.status()).toBe(404);

  const [row] = server.deps.db.select().from(reservations).all();
  await office.go(`/dispatch/dashboard/reservation/${row?.id}`);
  await waitForText(office, /accepted online/);
  expect([...office.faults, ...phone.faults]).toEqual([]);
  await Promise.all([office.close(), phone.close()]);
});
