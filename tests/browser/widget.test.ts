/**
 * The booking widget on another website: the price is shown there, and the booking continues on Livery's site. A
 * website that the owner has not allowed gets only a line in its console.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { violations } from "../support/axe";
import { launchChromium } from "../support/chromium";
import { waitUntilReady, choosePlace } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(120_000);

const pictures = process.env.LIVERY_PICTURES;

let chromium: Browser;
let server: TestServer;
let running: RunningServer;
/** Another website, on another host so that the browser also treats it as another site. */
let site: Bun.Server<undefined>;
let origin: string;
let siteOrigin: string;
/** The tag's attributes; another variable has the markup around it. */
let attributes = "";
let around = (tag: string) => tag;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  // The form suggests times from the browser's clock.
  server.advance(Date.now() - server.deps.now());
  running = startServer(server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  site = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response(
        `<!doctype html><html lang="en"><title>A hotel</title><meta name="viewport" content="width=device-width"><body style="margin:0"><h1>A hotel</h1>${around(`<script async src="${origin}/widget.js" ${attributes}></script>`)}<p id="after">Rooms</p>`,
        { headers: { "content-type": "text/html; charset=utf-8" } },
      ),
  });
  siteOrigin = `http://127.0.0.1:${site.port}`;
  chromium = await launchChromium();
}, 60_000);

afterAll(async () => {
  await chromium?.close();
  await site?.stop(true);
  await running?.stop();
  server?.close();
});

async function allow(...sites: string[]): Promise<void> {
  const owner = await signInAdmin(server);
  const { version } = (await (await owner.get("/admin/settings/widget")).json()) as {
    version: number;
  };
  expect((await owner.put("/admin/settings/widget", { sites, version })).status).toBe(200);
}

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };

/** Opens the other website and collects its errors. */
async function visit(
  options: BrowserContextOptions,
): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
  const context = await chromium.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    const own = message.location().url.endsWith("favicon.ico");
    if (!own && ["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  await page.goto(siteOrigin);
  return { page, faults, close: () => context.close() };
}

async function frameOf(page: Page): Promise<Frame> {
  const element = await page.waitForSelector("iframe");
  const frame = await element.contentFrame();
  if (!frame) throw new Error("The frame shows nothing");
  await frame.waitForSelector("main");
  await waitUntilReady(frame as unknown as Page);
  return frame;
}

/** Returns the height of the frame and of its contents. */
async function heights(page: Page, frame: Frame): Promise<[number, number]> {
  const outer = await page.locator("iframe").evaluate((element) => element.clientHeight);
  const inner = await frame.locator("main").evaluate((main) => {
    return Math.ceil(main.getBoundingClientRect().bottom);
  });
  return [outer, inner];
}

test.each([
  ["a phone", phone],
  ["a desktop", desktop],
])("a visitor sees a price in the widget and books in a new tab, on %s", async (name, options) => {
  await allow(siteOrigin);
  attributes = 'data-class="van"';
  around = (tag) => tag;
  const { page, faults, close } = await visit(options);
  const frame = await frameOf(page);
  const element = page.locator("iframe");
  await page.waitForSelector('iframe[title^="Book a car · "]');
  expect(await frame.locator("main").evaluate((main) => main.scrollWidth)).toBeLessThanOrEqual(
    options.viewport.width,
  );
  const heightDifference = async () => {
    const [outer, inner] = await heights(page, frame);
    return Math.abs(outer - inner);
  };
  await expectEventually(heightDifference).toBeLessThan(2);
  expect(await violations(frame)).toEqual([]);

  // The missing field is named, and has the focus.
  await frame.getByRole("button", { name: "See cars and prices" }).click();
  await frame.getByText("Choose a place from the list, or keep what you typed.").first().waitFor();
  await expectEventually(() => frame.evaluate(() => document.activeElement?.id)).toBe("from");

  // An open list needs more room.
  await frame.getByRole("combobox", { name: "Pickup" }).pressSequentially("Kigali");
  await frame.getByRole("option").first().waitFor();
  await frame.getByRole("combobox", { name: "Pickup" }).fill("");
  await choosePlace(frame, "Pickup", "Kigali Marriott");
  await choosePlace(frame, "Drop-off", "Amahoro Stadium");
  if (pictures) await page.screenshot({ path: `${pictures}/widget-${name}.png`, fullPage: true });
  await frame.getByRole("button", { name: "See cars and prices" }).click();
  await frame.getByRole("heading", { name: "Choose your car" }).waitFor();
  await expectEventually(() => frame.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await expectEventually(heightDifference).toBeLessThan(2);
  expect(await violations(frame)).toEqual([]);
  if (pictures) await page.screenshot({ path: `${pictures}/prices-${name}.png`, fullPage: true });
  const chosen = await frame.locator("label", { has: frame.locator(":checked") }).textContent();
  const button = await frame.getByRole("button", { name: /^Continue/ }).textContent();
  const price = /RWF\s[\d,]+/.exec(button ?? "")?.[0] ?? "no price";
  expect(chosen).toContain(price);

  const opened = page.context().waitForEvent("page");
  await frame.getByRole("button", { name: /^Continue/ }).click();
  const booking = await opened;
  const addresses: string[] = [];
  booking.on("framenavigated", (of) => addresses.push(of.url()));
  await booking.getByRole("heading", { level: 1, name: "Check and book" }).waitFor();
  const main = booking.getByRole("main");
  for (const text of ["Kigali Marriott", "Amahoro Stadium", price])
    await main.getByText(text).filter({ visible: true }).first().waitFor();
  expect(new URL(booking.url()).origin).toBe(origin);
  for (const address of [...addresses, booking.url()])
    expect(address).not.toMatch(/kigali|amahoro/i);
  await frame.getByText("Your booking continues in the new tab.").waitFor({ state: "attached" });
  // The surrounding website has no access to the new tab.
  expect(await booking.evaluate(() => window.opener)).toBeNull();
  await expectEventually(() => element.getAttribute("src")).not.toMatch(/kigali|amahoro/i);
  expect(faults).toEqual([]);
  await close();
});

test("the script tag's attributes set the widget's position, language, theme and accent", async () => {
  await allow(siteOrigin);
  attributes =
    'data-where="#here" data-language="fr" data-theme="dark" data-accent="#7A1F2B" data-class="x"';
  around = (tag) => `${tag}<div id="here"></div>`;
  const { page, faults, close } = await visit({ ...desktop, colorScheme: "light" });
  const frame = await frameOf(page);
  expect(await page.locator("#here > iframe").count()).toBe(1);
  await frame.getByRole("combobox", { name: "Passagers" }).waitFor();
  expect(await frame.evaluate(() => document.documentElement.lang)).toBe("fr");
  const [ground, scheme, accent] = await frame.evaluate(() => {
    const main = document.querySelector("main");
    const root = getComputedStyle(document.documentElement);
    return [
      main && getComputedStyle(main).backgroundColor,
      root.colorScheme,
      root.getPropertyValue("--accent-text"),
    ];
  });
  expect([ground, scheme]).toEqual(["rgb(24, 28, 26)", "dark"]);
  // The accent of the dark theme, not the default accent.
  expect(accent).not.toBe("#6ca892");
  expect(await violations(frame)).toEqual([]);
  if (pictures) await page.screenshot({ path: `${pictures}/widget-dark.png`, fullPage: true });
  expect(faults).toEqual([]);
  await close();
});

test("a website that the owner has not allowed gets a link, and its console says why", async () => {
  await allow("https://www.example.com");
  attributes = "";
  around = (tag) => tag;
  const { page, faults, close } = await visit(desktop);
  await page.getByRole("link", { name: "Book a car" }).waitFor();
  expect(await page.locator("iframe").isVisible()).toBe(false);
  expect(page.frames().some((frame) => frame.url().startsWith(origin))).toBe(false);
  await expectEventually(() => faults.join("\n")).toContain("frame-ancestors");
  await expectEventually(() => faults.join("\n")).toContain(
    `does not let ${siteOrigin} show this widget`,
  );
  await close();
});

test("forged messages change neither the frame on the website nor the widget", async () => {
  await allow(siteOrigin);
  attributes = "";
  around = (tag) => tag;
  const { page, close } = await visit(desktop);
  const frame = await frameOf(page);
  await page.waitForSelector('iframe[title^="Book a car · "]');
  const [before] = await heights(page, frame);
  await page.evaluate((from) => {
    const forgedMessage = { livery: "widget", height: 9_000, title: "Forged" };
    window.postMessage(forgedMessage, "*");
    const frame = document.querySelector("iframe");
    // A message with only the right origin, then one with only the right window.
    dispatchEvent(
      new MessageEvent("message", { data: forgedMessage, origin: from, source: window }),
    );
    dispatchEvent(
      new MessageEvent("message", {
        data: forgedMessage,
        origin: location.origin,
        source: frame?.contentWindow ?? null,
      }),
    );
    frame?.contentWindow?.postMessage(forgedMessage, "*");
  }, origin);
  await Bun.sleep(200);
  const [after] = await heights(page, frame);
  expect(after).toBe(before);
  expect(await page.locator("iframe").getAttribute("title")).toStartWith("Book a car · ");
  await close();
});
