/** A script that counts visits is loaded only after a visitor has agreed. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { violations } from "../support/axe";
import { launchChromium } from "../support/chromium";
import { waitUntilReady } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { until } from "../support/eventually";

setDefaultTimeout(120_000);

const pictures = process.env.LIVERY_PICTURES;

let chromium: Browser;
let server: TestServer;
let runningServer: RunningServer;
let tags: Bun.Server<undefined>;
let origin: string;
/** The paths that were requested from the script's host. */
const requests: string[] = [];

beforeAll(async () => {
  tags = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      requests.push(new URL(request.url).pathname);
      return new Response("globalThis.counted = (globalThis.counted ?? 0) + 1;", {
        headers: { "content-type": "text/javascript" },
      });
    },
  });
  server = await createTestServer({
    PORT: "0",
    HOST: "127.0.0.1",
    ANALYTICS_SCRIPT_URL: `http://127.0.0.1:${tags.port}/tag.js`,
  });
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
}, 60_000);

afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  await tags?.stop(true);
  server?.close();
});

const question = (page: Page) => page.getByRole("region", { name: "Statistics" });
const counted = (page: Page) =>
  page.evaluate(() => (globalThis as { counted?: number }).counted ?? 0);

const waitUntilCounted = (page: Page) => until("Counting", async () => (await counted(page)) > 0);

async function open(viewport: { width: number; height: number }, scripts = true) {
  const context = await chromium.newContext({
    viewport,
    reducedMotion: "reduce",
    javaScriptEnabled: scripts,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  // All layout shifts since the page loaded.
  if (scripts)
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
  await page.goto(origin);
  return { page, faults, close: () => context.close() };
}

test.each([390, 1440])(
  "the consent question is never the largest paint of a page, at %d px",
  async (width) => {
    const { page, close } = await open({ width, height: 844 });
    for (const path of ["/blog", "/history", "/team", "/fleet"]) {
      await page.goto(origin + path);
      await question(page).waitFor();
      const consentState = await page.evaluate(async () => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        await frame();
        await frame();
        return new Promise<string[]>((done) => {
          new PerformanceObserver((list) => {
            const paintEntries = list.getEntries() as (PerformanceEntry & {
              element: Element | null;
            })[];
            const found = paintEntries.filter(({ element }) => element?.closest("livery-consent"));
            done(found.map(({ element }) => element?.textContent ?? ""));
          }).observe({ type: "largest-contentful-paint", buffered: true });
        });
      });
      expect([path, consentState]).toEqual([path, []]);
    }
    await close();
  },
);

test.each([390, 1440])(
  "no script counts visits before the visitor agrees, by keyboard only, at %d px",
  async (width) => {
    requests.length = 0;
    const { page, faults, close } = await open({ width, height: 844 });
    await question(page).waitFor();
    await waitUntilReady(page);
    expect(requests).toEqual([]);
    const shifts = await page.evaluate(
      () => (globalThis as unknown as { shifts: number[] }).shifts,
    );
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.001);
    if (pictures) await page.screenshot({ path: `${pictures}/consent-${width}.png` });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    const sizes = await question(page)
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);

    // The two answers come first in the tab order.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await question(page).waitFor({ state: "detached" });
    await page.goto(`${origin}/faq`);
    const choice = page.getByRole("button", { name: "Statistics and cookies" });
    await choice.waitFor();
    expect(await question(page).count()).toBe(0);
    expect(requests).toEqual([]);

    await choice.press("Enter");
    await question(page).getByRole("button", { name: "Accept" }).press("Enter");
    await waitUntilCounted(page);
    await page.goto(`${origin}/about`);
    await waitUntilCounted(page);
    expect([requests, await counted(page)]).toEqual([["/tag.js", "/tag.js"], 1]);
    // Visitors who book are not counted.
    await page.goto(`${origin}/reservation`);
    await waitUntilReady(page);
    expect(requests.length).toBe(2);

    await page.goto(`${origin}/about`);
    await waitUntilCounted(page);
    await choice.press("Enter");
    const loadEvent = page.waitForEvent("load");
    await question(page).getByRole("button", { name: "Decline" }).press("Enter");
    await loadEvent;
    await choice.waitFor();
    expect(await counted(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  },
);

test("without scripts the page neither asks for consent nor counts the visit", async () => {
  requests.length = 0;
  const { page, close } = await open({ width: 390, height: 844 }, false);
  await page.getByRole("contentinfo").waitFor();
  expect(await page.getByText("Statistics").isVisible()).toBe(false);
  expect(requests).toEqual([]);
  await close();
});
