/** On a slow network, people type and press before the page's program has loaded, and none of it is lost. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { createVehicle } from "../support/fleet";
import { waitUntilReady, openWindow, type Size, type Window } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { expectEventually, until } from "../support/eventually";
import { createAdmin, PASSWORD, signInAdmin } from "../support/staff";

setDefaultTimeout(120_000);

let chromium: Browser;
let server: TestServer;
let runningServer: RunningServer;
let origin: string;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1" });
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
  await createAdmin(server, { email: "ada@example.com", role: "owner" });
});
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

/** Opens a page whose scripts load only when they are released. */
async function openOnSlowNetwork(
  path: string,
  { cookies = [], size = "phone" }: { cookies?: [string, string][]; size?: Size } = {},
): Promise<{ window: Window; releaseScripts: () => void }> {
  const window = await openWindow(chromium, origin, size);
  await window.context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin })));
  const { promise, resolve } = Promise.withResolvers<void>();
  await window.page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await window.page.goto(origin + path, { waitUntil: "commit" });
  return { window, releaseScripts: resolve };
}

test("a sign-in submitted before the scripts load is carried out", async () => {
  const { window, releaseScripts } = await openOnSlowNetwork("/dispatch");
  const { page } = window;
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  // The address contains no form data, and the page stays.
  expect(page.url()).toBe(`${origin}/dispatch`);
  expect(await page.getByLabel("E-mail").inputValue()).toBe("ada@example.com");
  releaseScripts();
  await page.waitForURL("**/dispatch/dashboard/reservation**");
  expect(window.faults).toEqual([]);
  await window.close();
});

test("a button pressed before the scripts load acts once they have loaded", async () => {
  const { window, releaseScripts } = await openOnSlowNetwork("/dispatch");
  const { page } = window;
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Show password" }).click();
  releaseScripts();
  await page.getByRole("button", { name: "Show password", pressed: true }).waitFor();
  await expectEventually(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe(
    PASSWORD,
  );
  expect(window.faults).toEqual([]);
  await window.close();
});

test("a list row pressed before the scripts load opens once they have loaded", async () => {
  createVehicle(server, { plate: "RAB 123 A" });
  const { cookies } = await signInAdmin(server, { email: "bea@example.com", role: "dispatcher" });
  const { window, releaseScripts } = await openOnSlowNetwork(
    "/dispatch/dashboard/VehicleManagement",
    {
      cookies: [...cookies],
      size: "desktop",
    },
  );
  const { page } = window;
  const row = page.getByRole("row", { name: /RAB 123 A/ });
  await row.getByRole("cell").nth(2).click();
  releaseScripts();
  await page.getByRole("heading", { level: 1, name: /RAB 123 A/ }).waitFor();
  expect(window.faults).toEqual([]);
  await window.close();
});

test("a page scrolled before the scripts load keeps its position", async () => {
  const { window, releaseScripts } = await openOnSlowNetwork("/");
  const { page } = window;
  await page.waitForLoadState("domcontentloaded");
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 900);
  await page.waitForFunction(() => scrollY > 800);
  const before = await page.evaluate(() => scrollY);
  releaseScripts();
  await waitUntilReady(page);
  // Two frames, because the router reports a rendered page only after it was drawn.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  expect(await page.evaluate(() => scrollY)).toBe(before);
  // The next page starts at its top.
  await page.getByRole("contentinfo").getByRole("link", { name: "Write to us" }).click();
  await page.getByRole("heading", { name: "Contact us" }).waitFor();
  await expectEventually(() => page.evaluate(() => scrollY)).toBe(0);
  expect(window.faults).toEqual([]);
  await window.close();
});

test("a form submitted just before early presses are replayed is sent once", async () => {
  const window = await openWindow(chromium, origin, "phone");
  const { page } = window;
  const { promise, resolve } = Promise.withResolvers<void>();
  let isQuestionShown = false;
  await page.route("**/assets/*.js", async (route) => {
    // The part that replays early input is recognised by what it reads.
    const answer = await route.fetch();
    const text = await answer.text();
    if (text.includes("typedEarly") && !text.includes("heldForms=[]")) {
      isQuestionShown = true;
      await promise;
    }
    await route.fulfill({ response: answer, body: text });
  });
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") sent++;
  });
  await page.goto(`${origin}/dispatch`);
  // The page requests the part that replays early input once it is interactive.
  await until("The call for what catches up", () => isQuestionShown);
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  resolve();
  await page.waitForURL("**/dispatch/dashboard/reservation**");
  expect(sent).toBe(1);
  expect(window.faults).toEqual([]);
  await window.close();
});
