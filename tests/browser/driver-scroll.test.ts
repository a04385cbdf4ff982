/** A page that a live event reloads stays where its reader has scrolled. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, startDemo } from "../support/demo";
import { openWindow } from "../support/screen";
import { expectEventually } from "../support/eventually";

setDefaultTimeout(120_000);

let demo: Demo;
let browser: Browser;
beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

test("a live reload keeps the scroll position, and another page opens at its top", async () => {
  const driver = await demo.signIn(browser, "driver");
  const window = await openWindow(browser, demo.url, "phone", driver);
  const { page } = window;
  // The stream opens, which reloads everything, only after the reader has scrolled down.
  const scrollDone = Promise.withResolvers<void>();
  await page.route("**/backend/driver/events", async (route) => {
    await scrollDone.promise;
    await route.continue();
  });
  await window.go("/driver/dashboard");
  await page.waitForFunction(() => {
    scrollTo(0, 600);
    return scrollY === 600;
  });
  const reloadResponse = page.waitForResponse(/\/backend\/driver\/reservations\?.*when=today/);
  scrollDone.resolve();
  await (await reloadResponse).finished();
  // By then the reloaded data is on the page.
  await window.rest();
  expect(await page.evaluate(() => scrollY)).toBe(600);

  await page.getByRole("link", { name: "Billing" }).last().click();
  await page.waitForURL("**/driver/dashboard/billing");
  await page.getByRole("heading", { level: 1, name: "Driver Billing" }).waitFor();
  await expectEventually(() => page.evaluate(() => scrollY)).toBe(0);
  expect(window.faults).toEqual([]);
  await window.close();
});
