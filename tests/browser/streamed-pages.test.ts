/** A page whose parts arrive late, as a browser and a reader without scripts receive it. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContext } from "playwright-core";
import { launchChromium, withSlowNetwork } from "../support/chromium";
import { type CachedPagesServer, serveCachedPages } from "../support/cached-pages-server";
import { waitUntilReady } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(90_000);

let server: TestServer;
let pages: CachedPagesServer;
let chromium: Browser;
let faults: string[];

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", HOST: "127.0.0.1" });
  // The browser uses the machine's clock.
  server.advance(Date.now() - server.deps.now());
  pages = await serveCachedPages(server);
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
  const context: BrowserContext = withSlowNetwork(await chromium.newContext(options));
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

test("the frame of a page works while a part is loading, and the part then appears", async () => {
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
  await waitUntilReady(page);
  // The parts that arrived late are interactive too.
  await page.getByRole("button", { name: "Last month" }).click();
  await page.waitForURL(/period=/);
  expect(faults).toEqual([]);
});

test("a failed part of a page can be loaded again", async () => {
  pages.held.failingPath = "/admin/reports";
  const page = await open();
  await page.goto(pages.origin + reports);
  await waitUntilReady(page);
  await page.getByRole("navigation", { name: "Dispatch" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Details" }).waitFor();
  expect(faults).toEqual([]);
});

/** Serves the home page in two parts, and everything else from the real server. */
function serveInTwoParts(html: string, cut: number): Bun.Server<undefined> {
  const pieces = () =>
    new ReadableStream<string>({
      async start(controller) {
        controller.enqueue(html.slice(0, cut));
        // Long enough for a browser to paint the first part.
        await Bun.sleep(500);
        controller.enqueue(html.slice(cut));
        controller.close();
      },
    }).pipeThrough(new TextEncoderStream());
  return Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname !== "/") return fetch(pages.origin + pathname + search);
      return new Response(pieces(), { headers: { "content-type": "text/html" } });
    },
  });
}

test("nothing on the home page moves while it arrives in pieces", async () => {
  const html = await (await fetch(pages.origin)).text();
  for (const end of ["</header>", "</h1>", "</h2>"]) {
    const slowServer = serveInTwoParts(html, html.indexOf(end) + end.length);
    const context = await chromium.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(slowServer.url.href);
    const moved = await page.evaluate(
      () =>
        new Promise((done) => {
          new PerformanceObserver((list) =>
            done(list.getEntries().map((shift) => shift.toJSON())),
          ).observe({
            type: "layout-shift",
            buffered: true,
          });
          setTimeout(() => done([]), 200);
        }),
    );
    expect([end, moved]).toEqual([end, []]);
    await context.close();
    await slowServer.stop(true);
  }
});

test("without scripts the whole page arrives at once", async () => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(`${pages.origin}${reports}?by=month`);
  await page.waitForURL(/whole/);
  await page.getByRole("heading", { name: "Details" }).waitFor();
  expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
});
