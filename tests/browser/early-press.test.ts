/** On a slow network people type and press before the page's program has come: nothing of it is lost. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server";
import { launchChromium } from "../support/chromium";
import { openWindow, type Window } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { createAdmin, PASSWORD } from "../support/staff";

setDefaultTimeout(120_000);

let chromium: Browser;
let server: TestServer;
let running: RunningServer;
let origin: string;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1" });
  running = startServer(server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  chromium = await launchChromium();
  await createAdmin(server, { email: "ada@example.com", role: "owner" });
});
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  server?.close();
});

/** A page whose scripts come only when they are let through. */
async function slowly(path: string): Promise<{ window: Window; come: () => void }> {
  const window = await openWindow(chromium, origin, "phone");
  const { promise, resolve } = Promise.withResolvers<void>();
  await window.page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await window.page.goto(origin + path, { waitUntil: "commit" });
  return { window, come: resolve };
}

test("a sign-in that is typed and pressed before the program has come is carried out", async () => {
  const { window, come } = await slowly("/dispatch");
  const { page } = window;
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  // Nothing of it is in the address, and the page stays.
  expect(page.url()).toBe(`${origin}/dispatch`);
  expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.com");
  come();
  await page.waitForURL("**/dispatch/dashboard/reservation**");
  expect(window.faults).toEqual([]);
  await window.close();
});
