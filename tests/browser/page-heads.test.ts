/** A page's head stays correct after the browser has hydrated the page and navigates. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { examplePost, publish } from "../support/content";
import { waitUntilReady } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { contentItems } from "../../db/schema/content";
import { expectEventually } from "../support/eventually";

let server: TestServer;
let runningServer: RunningServer;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1" });
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await runningServer?.stop();
  server?.close();
});

async function open(path: string) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  const answer = await page.goto(origin + path);
  await waitUntilReady(page);
  return { page, faults, status: answer?.status(), close: () => context.close() };
}

test("following a link within the site removes the canonical address of the page before", async () => {
  const { page, faults, close } = await open("/about");
  const canonical = page.locator('link[rel="canonical"]');
  expect(await canonical.count()).toBe(1);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole("banner").getByRole("link").first().click();
  await page.waitForURL(`${origin}/`);
  // The address changes before its page is shown.
  await expectEventually(() => page.title()).toBe("Cars with drivers in Kigali · Livery");
  const isSamePage = await page.evaluate(() => "isSamePage" in window);
  expect(isSamePage).toBe(true);
  await expectEventually(() => canonical.count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test("a withdrawn post shows that it no longer exists and links to the home page", async () => {
  publish(server, "post", "new-cars", examplePost("New cars"));
  server.deps.db.update(contentItems).set({ state: "withdrawn" }).run();
  server.deps.bus.publish({ type: "content" });
  const { page, faults, status, close } = await open("/blog/new-cars");
  expect(status).toBe(410);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
    "This page no longer exists",
  );
  expect(await page.title()).toBe("This page no longer exists · Livery");
  // The browser itself logs that the document was answered with 410.
  expect(faults.filter((fault) => !fault.includes("410"))).toEqual([]);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await page.waitForURL(`${origin}/`);
  await close();
});
