/**
 * A press on a control of a list presses that control, and a press on a row opens that row: in Chromium, in Firefox and
 * in Safari's engine, which does not position table rows. It covers every list of the demo fleet.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { screensOfRole } from "../../client/office/navigation";
import { launchChromium } from "../support/chromium";
import { coveredControls } from "../support/covered-controls";
import { type Demo, type Session, startDemo } from "../support/demo";
import { type EngineName, missingEngine } from "../support/engine-names";
import { launchFirefox } from "../support/firefox";
import type { DrivenBrowser } from "../support/webdriver";
import { launchWebKit } from "../support/webkit";

setDefaultTimeout(300_000);

/** One window of any of the browsers. */
interface BrowserWindow {
  go(url: string): Promise<void>;
  evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result>;
  press(x: number, y: number): Promise<void>;
  /** Resizes the window and its contents: only the stylesheet depends on the size. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** The desktop comes last, because rows are pressed on it. */
const windows = {
  // The narrowest window of Firefox.
  phone: [480, 844],
  tablet: [1024, 768],
  desktop: [1440, 900],
} as const;
type Who = "rider" | "driver" | "dispatcher";

let demo: Demo;
let chromium: Browser;
/** The sessions are shared by all windows, because signing in takes seconds. */
let sessions: Record<Who, Session>;

beforeAll(async () => {
  demo = await startDemo();
  chromium = await launchChromium("whole");
  sessions = {
    rider: await demo.signIn(chromium, "rider"),
    driver: await demo.signIn(chromium, "driver"),
    dispatcher: await demo.signIn(chromium, "dispatcher"),
  };
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await demo?.close();
});

const at = "/dispatch/dashboard";
const lists: Record<Who, readonly string[]> = {
  dispatcher: [
    ...screensOfRole("owner").flatMap(({ items }) => items.map(({ to }) => to)),
    `${at}/reservation?view=timeline`,
    `${at}/FeeManagement/history`,
  ],
  driver: ["", "/requests/today", "/requests/future", "/requests/past", "/billing"].map(
    (path) => `/driver/dashboard${path}`,
  ),
  rider: ["/trips", "/trips?when=past", "/trips/repeating", "/trips/lost"],
};

const windowOpenerFor = (launch: () => Promise<DrivenBrowser>) => async (who: Who) => {
  const browser = await launch();
  await browser.openSession(demo.url, sessions[who]);
  return browser;
};
const engines: Record<EngineName, (who: Who) => Promise<BrowserWindow>> = {
  async chromium(who) {
    const context = await chromium.newContext({ storageState: sessions[who] });
    const page = await context.newPage();
    return {
      go: async (url) => void (await page.goto(url)),
      evaluate: (run) => page.evaluate(run),
      press: (x, y) => page.mouse.click(x, y),
      resize: (width, height) => page.setViewportSize({ width, height }),
      close: () => context.close(),
    };
  },
  firefox: windowOpenerFor(() => launchFirefox()),
  webkit: windowOpenerFor(() => launchWebKit()),
};

/**
 * Debian's WebKit sometimes crashes without a graphics card, so the step is repeated; a fault of Livery fails again.
 */
const retryOptions = { retry: 1 };

for (const [engine, open] of Object.entries(engines))
  describe.skipIf(missingEngine(engine as EngineName) !== undefined)(engine, () => {
    for (const who of Object.keys(lists) as Who[])
      test(
        `no control in a ${who}'s lists is covered, and a press beside a row's link opens that row`,
        async () => {
          const otherWindow = await open(who);
          try {
            const faults: string[] = [];
            let pressCount = 0;
            for (const path of lists[who]) {
              await otherWindow.go(demo.url + path);
              for (const [size, [width, height]] of Object.entries(windows)) {
                await otherWindow.resize(width, height);
                await otherWindow.evaluate(waitUntilAwake);
                const heading = await otherWindow.evaluate(
                  () => document.querySelector("h1")?.textContent,
                );
                if (heading === "We can’t find that page") throw new Error(`No list at ${path}`);
                const { seen, coveredLabels } = await otherWindow.evaluate(coveredControls);
                if (seen < 3) faults.push(`${path} ${size}: only ${seen} controls seen`);
                faults.push(...coveredLabels.map((fault) => `${path} ${size}: ${fault}`));
              }
              await otherWindow.evaluate(waitForStableRow);
              const row = await otherWindow.evaluate(firstRow);
              if (!row) continue;
              pressCount++;
              await otherWindow.press(row.x, row.y);
              const isRow = ({ href, words }: ReturnType<typeof visibleRows>) =>
                row.href ? href === row.href : words.some((text) => row.words.includes(text));
              let opened = { href: path, words: [""] };
              for (const since = Date.now(); Date.now() - since < 5_000; await Bun.sleep(50)) {
                opened = await otherWindow.evaluate(visibleRows);
                if (isRow(opened)) break;
              }
              if (!isRow(opened))
                faults.push(`${path}: ${row.words} opened ${JSON.stringify(opened)}`);
              // The screen that the row opens has lists of its own.
              await otherWindow.evaluate(waitUntilAwake);
              const { coveredLabels } = await otherWindow.evaluate(coveredControls);
              faults.push(...coveredLabels.map((fault) => `${opened.href}: ${fault}`));
            }
            expect(faults).toEqual([]);
            // A rider's lists consist of links, without rows.
            if (who !== "rider") expect(pressCount).toBeGreaterThan(who === "driver" ? 0 : 10);
          } finally {
            await otherWindow.close();
          }
        },
        retryOptions,
      );
  });

test("a row opens in a new tab by the middle button or Ctrl, and its text can be selected", async () => {
  const context = await chromium.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: sessions.dispatcher,
  });
  const page = await context.newPage();
  try {
    for (const path of [`${at}/reservation`, `${at}/DriverManagement`]) {
      await page.goto(demo.url + path);
      await page.evaluate(waitUntilAwake);
      await page.evaluate(waitForStableRow);
      const row = await page.evaluate(firstRow);
      if (!row?.href) throw new Error(`${path} has no row`);
      const before = page.url();
      for (const how of [{ button: "middle" }, { modifiers: ["Control"] }] as const) {
        const opening = context.waitForEvent("page");
        if ("modifiers" in how) await page.keyboard.down("Control");
        await page.mouse.click(row.x, row.y, "button" in how ? how : {});
        if ("modifiers" in how) await page.keyboard.up("Control");
        const openedPage = await opening;
        await openedPage.waitForURL(demo.url + row.href);
        await openedPage.close();
      }
      // Dragging over the row's text does not count as a press.
      const words = await page.evaluate(emptySpotOfRow);
      await page.mouse.move(words.left, words.y);
      await page.mouse.down();
      await page.mouse.move(words.right, words.y, { steps: 4 });
      await page.mouse.up();
      expect(await page.evaluate(() => String(getSelection()))).not.toBe("");
      expect(page.url()).toBe(before);
    }
  } finally {
    await context.close();
  }
});

/** Waits until the page is interactive and nothing in it is still loading. Runs in the page. */
async function waitUntilAwake(): Promise<void> {
  const deadline = Date.now() + 40_000;
  const busy = "[aria-busy=true], .splash:not([hidden])";
  while (!document.documentElement.matches(`[data-ready]:not(:has(${busy}))`)) {
    if (Date.now() > deadline) throw new Error(`${location.href} does not come alive`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/**
 * Waits until the first row of an interactive page has not moved for 300 ms, or 720 ms on the board, where notices
 * appear above it on a browser's first visit. Runs in the page.
 */
async function waitForStableRow(): Promise<void> {
  const row = document.querySelector("main [data-row]");
  const minPresses = location.pathname === "/dispatch/dashboard/reservation" ? 12 : 5;
  let top = 0;
  for (let tries = 0; row && tries < minPresses;) {
    const before = top;
    top = row.getBoundingClientRect().top;
    tries = top === before ? tries + 1 : 0;
    await new Promise((done) => setTimeout(done, 60));
  }
}

/**
 * Returns the first row that can be pressed in the page's tables, and a place in it next to its link. Runs in the page.
 */
function firstRow(): { x: number; y: number; href: string | null; words: string } | null {
  const control = document.querySelector<HTMLElement>("main td [data-row]");
  const row = control?.closest("tr");
  if (!control || !row) return null;
  row.scrollIntoView({ block: "center", behavior: "instant" });
  // The first other cell without a control.
  const cell = [...row.cells].find(
    (of) => !of.querySelector("a, button, input") && of.checkVisibility() && of.clientWidth > 0,
  );
  const box = (cell ?? row).getBoundingClientRect();
  return {
    x: Math.round(box.left + box.width / 2),
    y: Math.round(box.top + box.height / 2),
    href: control.getAttribute("href"),
    words: row.textContent ?? "",
  };
}

/** Returns where the first row has text next to its controls. Runs in the page. */
function emptySpotOfRow(): { left: number; right: number; y: number } {
  const cells = document.querySelector("main td [data-row]")?.closest("tr")?.cells ?? [];
  const cell = [...cells].find(
    (of) => !of.querySelector("a, button, svg, .badge") && (of.textContent ?? "").trim().length > 5,
  );
  if (!cell) throw new Error("No row");
  const words = document.createRange();
  words.selectNodeContents(cell);
  const { left, right, top, bottom } = words.getBoundingClientRect();
  return { left: left + 8, right: right - 2, y: (top + bottom) / 2 };
}

/** Returns the address and texts that are shown now. Runs in the page. */
function visibleRows(): { href: string; words: string[] } {
  const shown = document.querySelectorAll("h1, tr[aria-current=true]");
  return {
    href: location.pathname + location.search,
    words: [...shown].map((of) => of.textContent?.trim() ?? "").filter((text) => text !== ""),
  };
}
