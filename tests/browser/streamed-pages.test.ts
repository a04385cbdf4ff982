/** A page whose parts come late, as a browser and a reader without scripts find it. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContext } from "playwright-core";
import { launchChromium, slowed } from "../support/chromium";
import { type HeldPages, serveHeldPages } from "../support/held-pages";
import { awake } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(90_000);

let server: TestServer;
let pages: HeldPages;
let chromium: Browser;
let faults: string[];

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", HOST: "127.0.0.1" });
  // The browser's clock is the machine's.
  server.advance(Date.now() - server.deps.now());
  pages = await serveHeldPages(server);
  chromium = await launchChromium();
  faults = [];
});

afterEach(async () => {
  await chromium.close();
  await pages.stop();
  server.close();
});

async function open(options: Parameters<Browser["newContext"]>[0] = {}) {
  const { cookies } = await signInAdmin(server);
  const context: BrowserContext = slowed(await chromium.newContext(options));
  await context.addCookies(
    [...cookies].map(([name, value]) => ({ name, value, url: pages.origin })),
  );
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  return page;
}

const reports = "/dispatch/dashboard/reports";

test("the frame lives while a part is on its way, and the part takes its place", async () => {
  pages.held.slow = "/admin/reports";
  const page = await open();
  await page.goto(pages.origin + reports, { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Reports" }).waitFor();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByRole("heading", { name: "Details" }).count()).toBe(0);
  pages.held.release();
  await page.getByRole("heading", { name: "Details" }).waitFor();
  await awake(page);
  // What came late is alive as well.
  await page.getByRole("button", { name: "Last month" }).click();
  await page.waitForURL(/period=/);
  expect(faults).toEqual([]);
});

test("a part that failed can be asked for again", async () => {
  pages.held.broken = "/admin/reports";
  const page = await open();
  await page.goto(pages.origin + reports);
  await awake(page);
  await page.getByRole("navigation", { name: "Dispatch" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Details" }).waitFor();
  expect(faults).toEqual([]);
});

test("without scripts the page comes whole", async () => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(`${pages.origin}${reports}?by=month`);
  await page.waitForURL(/whole/);
  await page.getByRole("heading", { name: "Details" }).waitFor();
  expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
});
