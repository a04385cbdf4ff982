/**
 * The rider's screens on the smallest phone, and on a desktop zoomed to 200 %: nothing is wider than the window,
 * nothing is cut off, and axe finds nothing.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { openWindow, visit } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

setDefaultTimeout(240_000);

let browser: Browser;
let server: TestServer;
let runningServer: RunningServer;
let origin: string;
let cookies: [string, string][];
let tripId: string;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  const { browser: rider } = await signInRider(server, "rider@example.com");
  tripId = (await book(rider, {}, { "idempotency-key": "a" })).id;
  cookies = [...rider.cookies];
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await runningServer?.stop();
  server?.close();
});

const open = ["/", "/joinUs", "/liveryClient", "/reservation"];
const own = () => [
  "/booking",
  "/trips",
  "/trips?when=past",
  `/trips/${tripId}`,
  "/trips/repeating",
  "/trips/lost",
  "/profile/AccountInfo",
  "/profile/company",
  "/profile/places",
  "/profile/notifications",
  "/profile/privacy",
  "/profile/security",
];

async function walk(paths: readonly string[], signedIn: boolean) {
  const window = await openWindow(browser, origin, "zoomed");
  try {
    if (signedIn)
      await window.context.addCookies(
        cookies.map(([name, value]) => ({ name, value, url: origin })),
      );
    await visit(window, Object.fromEntries(paths.map((path) => [path, path])), "small", "zoomed");
    expect(window.faults).toEqual([]);
  } finally {
    await window.close();
  }
}

test("a visitor's screens pass axe and fit at 320 pixels and at 200 %", () => walk(open, false));
test("a rider's screens pass axe and fit at 320 pixels and at 200 %", () => walk(own(), true));

test.each(["small", "zoomed"] as const)(
  "the offline page is not wider than the window: %s",
  async (size) => {
    const { page, faults, close } = await openWindow(browser, origin, size);
    try {
      await page.goto(`${origin}/offline`);
      const { scroll, client } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        client: document.documentElement.clientWidth,
      }));
      expect(scroll).toBe(client);
      expect(faults).toEqual([]);
    } finally {
      await close();
    }
  },
);
