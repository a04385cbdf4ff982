/**
 * A visitor reads the site in another language: chosen on a phone, offered because of the browser's setting, and
 * remembered.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { violations } from "../support/axe";
import { launchChromium } from "../support/chromium";
import { createTestServer, type TestServer } from "../support/server";

setDefaultTimeout(120_000);

let server: TestServer;
let runningServer: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  runningServer = startServer(server.deps, new AbortController());
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await runningServer?.stop();
  server?.close();
});

/** Opens a phone whose browser prefers a language. */
async function phone(locale: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale,
    reducedMotion: "reduce",
  });
  return context.newPage();
}

async function open(page: Page, path: string) {
  await page.goto(`http://localhost:${runningServer.port}${path}`);
  await page.waitForSelector("html[data-ready]");
}

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);
const pathOf = (page: Page) => new URL(page.url()).pathname;

test("the menu offers the page in every language, and the booking keeps the choice", async () => {
  const page = await phone("en-US");
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on(
    "console",
    (consoleMessage) => consoleMessage.type() === "error" && faults.push(consoleMessage.text()),
  );
  await open(page, "/services");
  await page.locator("header summary").click();
  await page.locator("header").getByRole("link", { name: "Français" }).click();
  await page.waitForURL("**/fr/services");
  await page.waitForSelector("html[data-ready]");
  expect(await languageOf(page)).toBe("fr");
  expect(await page.locator("h1").textContent()).toBe("Ce que nous pouvons faire pour vous");
  // Parts that load after the page are in its language too.
  expect(await page.locator("footer").textContent()).toContain("Tous les services");
  await page.locator("header").getByRole("link", { name: "Réserver une course" }).click();
  await page.waitForURL("**/reservation");
  await page.waitForSelector("html[data-ready]");
  expect(await languageOf(page)).toBe("fr");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a visitor is offered the browser's language and can decline it for good", async () => {
  const page = await phone("fr-FR");
  await open(page, "/faq");
  expect([pathOf(page), await languageOf(page)]).toEqual(["/faq", "en"]);
  await page.getByRole("link", { name: "Lire cette page en français" }).waitFor();
  await page.getByRole("button", { name: "Non merci" }).click();
  await page
    .getByRole("link", { name: "Lire cette page en français" })
    .waitFor({ state: "detached" });
  await open(page, "/pricing");
  await page.waitForTimeout(500);
  expect(await page.getByText("Lire cette page").count()).toBe(0);
  await page.context().close();
});

test("pages in other languages pass axe", async () => {
  const page = await phone("fr-FR");
  for (const path of ["/fr/", "/fr/services", "/ar/faq", "/de/contact-us"]) {
    await open(page, path);
    expect([path, await violations(page)]).toEqual([path, []]);
  }
  await page.context().close();
});
