/** The public pages in a real browser, through the real pipeline: markup, policy, scripts, splash screen. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { publicSettings } from "../../src/settings/queries";
import { axe, violations } from "../support/axe";
import { launchChromium } from "../support/chromium";
import { createTestServer, type TestServer } from "../support/server";
import { expectEventually } from "../support/eventually";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

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

/** Opens a page, and collects its errors and its requests to other machines. */
async function open(
  path: string,
  options: BrowserContextOptions & { splash?: boolean } = {},
): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
  const { splash = false, ...context } = options;
  const visit = await browser.newContext(context);
  if (!splash) await visit.addInitScript(() => sessionStorage.setItem("splash", "1"));
  // Records when the splash screen disappears by the page's own clock, so that delays of the test do not matter.
  else
    await visit.addInitScript(() => {
      const isSplashShown = () => document.querySelector(".splash") !== null;
      let wasSplashShown = false;
      new MutationObserver(() => {
        if (wasSplashShown && !isSplashShown())
          document.documentElement.dataset.splashGone ??= String(performance.now());
        wasSplashShown ||= isSplashShown();
      }).observe(document, { childList: true, subtree: true });
    });
  const page = await visit.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) faults.push(`asked for ${request.url()}`);
  });
  // A page with a splash screen is checked before everything has loaded.
  await page.goto(origin + path, { waitUntil: splash ? "domcontentloaded" : "networkidle" });
  return { page, faults, close: () => visit.close() };
}

/** Does what the dispatch area does when the operator chooses a colour. */
function paint(accent: string | null): void {
  const { db, bus } = server.deps;
  db.$client.run("UPDATE settings SET accent = ?, version = version + 1", [accent]);
  bus.publish({ type: "settings", version: publicSettings(server.deps).version });
}

describe("the public pages", () => {
  test("are readable without scripts, and their links and form work", async () => {
    const { page, close } = await open("/", { ...phone, javaScriptEnabled: false, splash: true });
    expect(await page.locator(".splash").isVisible()).toBe(false);
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
    expect(await page.getByRole("heading", { name: "Executive SUV" }).isVisible()).toBe(true);
    await page.locator("summary").click();
    await page.getByRole("navigation", { name: "Menu" }).getByText("Drive with us").click();
    await page.waitForURL("**/joinUs");
    const signInLinks = page.getByRole("main").getByRole("link");
    expect(await signInLinks.first().getAttribute("href")).toBe("/liveryClient");
    await page.goto(origin);
    const box = (name: string) => page.getByLabel(name);
    await box("Pickup").fill("Kigali International Airport");
    await box("Drop-off").fill("Kigali Heights");
    await page.getByRole("button", { name: "See prices" }).click();
    await page.waitForURL(`${origin}/request-ride`);
    await expectEventually(() => box("Pickup").inputValue()).toBe("Kigali International Airport");
    await expectEventually(() => box("Drop-off").inputValue()).toBe("Kigali Heights");
    expect(await page.getByText("Please tell us your name.").count()).toBe(0);
    await close();
  });

  test("show the operator's colour at once", async () => {
    paint("#7a1f2b");
    const { page, faults, close } = await open("/");
    const colour = await page
      .getByRole("button", { name: "See prices" })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(colour).toBe("rgb(122, 31, 43)");
    expect(faults).toEqual([]);
    expect(await violations(page)).toEqual([]);
    paint(null);
    await close();
  });
});

describe("section 9: the splash", () => {
  test("covers the first page of a session for three seconds, and no later one", async () => {
    const { page, faults, close } = await open("/", { splash: true });
    const splash = page.locator(".splash");
    expect(await splash.isVisible()).toBe(true);
    const from = Number(await splash.getAttribute("data-from"));
    await splash.waitFor({ state: "detached" });
    const until = await page.evaluate(() => document.documentElement.dataset.splashGone);
    const shown = Number(until) - from;
    expect(shown).toBeGreaterThanOrEqual(3000);
    expect(shown).toBeLessThan(4500);
    await page.goto(`${origin}/joinUs`);
    expect(await splash.isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  test("lets a visitor type into the page beneath it", async () => {
    const { page, close } = await open("/", { splash: true });
    expect(await page.locator(".splash").isVisible()).toBe(true);
    const pickup = page.getByRole("combobox", { name: "Pickup" });
    await pickup.focus();
    await page.keyboard.type("Airport");
    await expectEventually(() => pickup.inputValue()).toBe("Airport");
    await close();
  });

  test("lets a press reach the page while it still covers it", async () => {
    const { page, close } = await open("/", { splash: true });
    const pickup = page.getByRole("combobox", { name: "Pickup" });
    const box = await pickup.boundingBox();
    if (!box) throw new Error("No field");
    // The animation is paused, because the splash screen stays only three seconds.
    const elementBelow = await page.locator(".splash").evaluate((splash) => {
      for (const animation of splash.getAnimations({ subtree: true })) {
        animation.pause();
        animation.currentTime = 500;
      }
      // The splash screen also covers the place where the logo is.
      const logo = splash.firstElementChild ?? splash;
      const { left, right, top, bottom } = logo.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest(".splash");
    });
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    expect(await page.locator(".splash").isVisible()).toBe(true);
    expect(await pickup.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(elementBelow).toBeNull();
    await close();
  });

  test("uncovers the page after 1.2 seconds and keeps the logo for three", async () => {
    const { page, close } = await open("/", { splash: true });
    const times = await page.locator(".splash").evaluate((splash) => {
      const animations = splash.getAnimations({ subtree: true });
      const overlayAnimations = animations.filter(
        ({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement === "::before",
      );
      const lastEndMs = (all: Animation[]) =>
        Math.max(...all.map(({ effect }) => Number(effect?.getComputedTiming().endTime)));
      const covers = () => getComputedStyle(splash, "::before").visibility === "visible";
      for (const animation of animations) animation.pause();
      for (const animation of overlayAnimations) animation.currentTime = 0;
      const before = covers();
      for (const animation of overlayAnimations) animation.finish();
      const card = splash.firstElementChild ?? splash;
      return {
        ground: lastEndMs(overlayAnimations),
        card: lastEndMs(card.getAnimations()),
        covers: [before, covers()],
        cardVisibility: getComputedStyle(card).visibility,
      };
    });
    expect(times).toEqual({
      ground: 1200,
      card: 3000,
      covers: [true, false],
      cardVisibility: "visible",
    });
    await close();
  });

  test("shows no half-transparent text at any moment", async () => {
    const { page, close } = await open("/about", phone);
    await page.evaluate(axe);
    const wrongElements = await page.evaluate(async () => {
      // Uses a fresh copy as the server wrote it, whose animation is stopped at each checked moment.
      const markup = await (await fetch(location.href)).text();
      const writtenDocument = new DOMParser().parseFromString(markup, "text/html");
      const splash = writtenDocument.querySelector<HTMLElement>(".splash");
      const card = splash?.firstElementChild;
      if (!splash || !card) return ["no splash"];
      splash.hidden = false;
      document.body.prepend(splash);
      const found: string[] = [];
      for (let at = 0; at <= 3500; at += 100) {
        for (const animation of splash.getAnimations({ subtree: true })) {
          animation.pause();
          animation.currentTime = at;
        }
        const opacities = [splash, card, ...card.querySelectorAll("*")]
          .map((part) => getComputedStyle(part).opacity)
          .concat(getComputedStyle(splash, "::before").opacity);
        if (opacities.some((opacity) => opacity !== "1")) found.push(`${at} ms: ${opacities}`);
        // @ts-expect-error: the script above has defined it.
        const [fault] = await window.axe.run(document, { runOnly: ["color-contrast"] });
        if (fault) found.push(`${at} ms: ${fault}`);
      }
      return found;
    });
    expect(wrongElements).toEqual([]);
    await close();
  });

  test("is hidden from visitors who prefer reduced motion", async () => {
    const { page, close } = await open("/", { splash: true, reducedMotion: "reduce" });
    expect(await page.locator(".splash").isVisible()).toBe(false);
    await close();
  });
});

test("the design page gets a 404 outside development", async () => {
  const answer = await fetch(`${origin}/design`);
  expect(answer.status).toBe(404);
});
