/** A browser window that inspects screens: the faults of each, at its size, in light and dark mode. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  Request,
} from "playwright-core";
import { violations } from "./axe";
import { expectEventually, until } from "./eventually";

export const sizes = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;
/** The smallest phone still in use, for tests that choose it. */
const windows = {
  ...sizes,
  small: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
  laptop: { viewport: { width: 1280, height: 800 } },
  tablet: { viewport: { width: 820, height: 1180 } },
  /** As narrow as a phone, but with a mouse: a window beside others. */
  narrow: { viewport: { width: 390, height: 844 } },
  /** The most common phone, which drivers and applicants use. */
  hand: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  // A desktop window of 1280 by 900 at 200 %: half as many pixels of the page, each twice as large.
  zoomed: { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
} as const satisfies Record<string, BrowserContextOptions>;
export type Size = keyof typeof windows;

interface Options extends BrowserContextOptions {
  viewport: { width: number; height: number };
}
const options = (size: Size): Options => windows[size];

type Theme = "light" | "dark";
const pictures = process.env.LIVERY_PICTURES;

export interface Window {
  context: BrowserContext;
  page: Page;
  /** The current size. */
  readonly size: Size;
  /** All faults found so far, each with its screen. */
  faults: string[];
  /** Opens an address and waits until the page responds. */
  go(path: string): Promise<void>;
  /** Waits until everything that the page requested has loaded. */
  rest(): Promise<void>;
  /**
   * Changes the size of the window, and whether it has touch. Only a window that was opened with a mouse can do this,
   * because Playwright makes a phone a phone again on the next page.
   */
  resizeTo(size: Size): Promise<void>;
  /**
   * Inspects the current screen in both themes. With `LIVERY_PICTURES` set, saves a picture of each. The last theme
   * stays until the next inspection.
   */
  look(screen: string): Promise<void>;
  close(): Promise<void>;
}

/** Returns the state with which a window is signed in, from the cookies of a person who signed in elsewhere. */
export function stateOf(cookies: ReadonlyMap<string, string>) {
  const made = [...cookies].map(([name, value]) => ({
    ...{ name, value, domain: "localhost", path: "/", expires: -1 },
    ...{ httpOnly: true, secure: false, sameSite: "Lax" as const },
  }));
  return { cookies: made, origins: [] };
}

/** Opens a window. `state` comes from another signed-in window or from `stateOf`. */
export async function openWindow(
  browser: Browser,
  url: string,
  size: Size,
  state?: BrowserContextOptions["storageState"],
): Promise<Window> {
  const context = await browser.newContext({
    ...windows[size],
    reducedMotion: "reduce",
    ...(state && { storageState: state }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const faults: string[] = [];
  let [now, theme]: [Size, Theme] = [size, "light"];
  const tell = (text: string) => faults.push(`${new URL(page.url()).pathname} ${now}: ${text}`);
  page.on("pageerror", (error) => tell(error.message));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    // The page's own 404, for an address that leads nowhere.
    const own = message.location().url === page.url() && message.text().includes("404");
    if (!own) tell(message.text());
  });
  // Some violations of the policy appear on no console, although they are reported to the server.
  await page.exposeFunction("tellOfPolicy", (text: string) => tell(text));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) => {
      const { violatedDirective, blockedURI, sourceFile } = event;
      // @ts-expect-error: it is exposed above.
      window.tellOfPolicy(`${violatedDirective} kept out ${blockedURI} of ${sourceFile}`);
    }),
  );
  page.on("request", (request) => {
    if (!request.url().startsWith(url)) tell(`asked for ${request.url()}`);
  });
  const rest = waitForIdle(page);
  const session = await context.newCDPSession(page);

  return {
    context,
    page,
    get size() {
      return now;
    },
    faults,
    rest,
    async go(path) {
      await page.goto(url + path);
      await waitUntilReady(page);
    },
    async resizeTo(next) {
      if (next === now) return;
      if ("hasTouch" in windows[size]) throw new Error(`A window opened as ${size} stays one`);
      const { viewport, isMobile = false, deviceScaleFactor = 1 } = options(next);
      await session.send("Emulation.setDeviceMetricsOverride", {
        ...viewport,
        screenWidth: viewport.width,
        screenHeight: viewport.height,
        mobile: isMobile,
        deviceScaleFactor,
      });
      await session.send("Emulation.setTouchEmulationEnabled", { enabled: isMobile });
      now = next;
      await rest();
    },
    async look(screen) {
      await waitUntilReady(page);
      for (const first of [true, false]) {
        if (!first) {
          theme = theme === "light" ? "dark" : "light";
          await page.emulateMedia({ colorScheme: theme });
          await page.evaluate(nextFrame);
        }
        if (pictures) await keep(page, `${screen}-${now}-${theme}`);
        for (const fault of [
          ...(first ? await page.evaluate(faultsOnScreen) : []),
          // The second time, only the checks that depend on the theme.
          ...(await violations(page, first ? { session } : { session, rule: "color-contrast" })),
        ])
          faults.push(`${screen} ${now} ${theme}: ${fault}`);
      }
    },
    close: () => context.close(),
  };
}

/**
 * Opens each address once, and inspects it at each of these sizes. The sizes take turns to open an address, because the
 * server's page is the same for all. `screens` has the addresses by the names of their screens.
 */
export async function visit(
  window: Window,
  screens: Record<string, string>,
  ...sizes: Size[]
): Promise<void> {
  let turn = sizes;
  for (const [screen, path] of Object.entries(screens)) {
    if (turn[0]) await window.resizeTo(turn[0]);
    await window.go(path);
    for (const size of turn) {
      await window.resizeTo(size);
      await window.look(screen);
    }
    // The next address opens at the size of the last inspection, so that nothing is drawn again.
    turn = turn.toReversed();
  }
}

/** How long after an answer a page may send the requests that follow from it, in ms. */
const QUIET_MS = 150;

/**
 * Returns a function that waits until all requests of a page are answered and it is idle. Its event stream stays open.
 */
function waitForIdle(page: Page): () => Promise<void> {
  const requests = new Set<Request>();
  let changedAt = 0;
  const change = (work: () => void) => {
    work();
    changedAt = performance.now();
  };
  page.on("request", (request) => {
    // The requests of the previous page end with it.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
    if (request.resourceType() !== "eventsource") change(() => requests.add(request));
  });
  page.on("requestfinished", (request) => change(() => requests.delete(request)));
  page.on("requestfailed", (request) => change(() => requests.delete(request)));
  const isSettled = () => requests.size === 0 && performance.now() - changedAt >= QUIET_MS;
  const waitForIdleMoment = () =>
    new Promise((onDone) => requestIdleCallback(onDone, { timeout: 1_000 }));
  return async () => {
    await until(`The last answer to ${page.url()}`, async () => {
      if (!isSettled()) return false;
      // The evaluation fails if the page is just being replaced by the next one.
      await page.evaluate(waitForIdleMoment).catch(() => undefined);
      return isSettled();
    });
  };
}

/** Selects the document once the page is ready (see `client/entry.tsx`) and nothing in it is still loading. */
export const READY_SELECTOR =
  "html[data-ready]:not(:has(main[aria-busy=true], main [role=status][aria-busy=true]))";

/** Waits until the page responds, its effects have run and nothing in it is still loading. */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.locator(READY_SELECTOR).waitFor({ state: "attached", timeout: 40_000 });
}

/**
 * Checks a hidden radio button or checkbox by pressing its label, once the label stops moving. A forced press of the
 * box itself waits for nothing, and misses while a sheet still slides in.
 */
export async function tickByLabel(box: Locator): Promise<void> {
  if (await box.isChecked()) return;
  await box.locator("xpath=ancestor::label").click();
  await expectEventually(() => box.isChecked()).toBe(true);
}

/** Presses the first button with this name. */
export const press = ({ page }: Pick<Window, "page">, name: string | RegExp) =>
  page.getByRole("button", { name }).first().click();

/** Waits until a text is visible. */
export const waitForText = ({ page }: Pick<Window, "page">, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

/**
 * Waits for the thanks on a payment page whose server has the test's clock. A check with the provider that began before
 * the payment may end after it, and the next one comes three seconds later.
 */
export async function waitForThanks(
  window: Pick<Window, "page">,
  text: string | RegExp,
  server: { advance(milliseconds: number): void },
): Promise<void> {
  server.advance(10_000);
  const clock = setInterval(() => server.advance(3_000), 3_000);
  await waitForText(window, text).finally(() => clearInterval(clock));
}

/** Fills in a place field: types `text` and chooses the first place with that name. */
export async function choosePlace(
  page: Pick<Page, "getByRole">,
  label: string,
  text: string,
  name = text,
): Promise<void> {
  const box = page.getByRole("combobox", { name: label });
  await box.fill("");
  await box.pressSequentially(text);
  await page.getByRole("option", { name }).first().click();
}

/** Waits for the next frame. Runs in the page. */
function nextFrame(): Promise<number> {
  return new Promise((onDone) => requestAnimationFrame(onDone));
}

/** Saves a picture of the window, as a person first sees the screen. */
async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(pictures ?? "", { recursive: true });
  await page.screenshot({ path: join(pictures ?? "", `${name}.png`) });
}

/** Returns the faults that need no axe: title, heading, width, text that is cut off. Runs in the page. */
export function faultsOnScreen(): string[] {
  const found: string[] = [];
  if (document.title.trim() === "") found.push("no title");
  const isShown = (element: Element) => element.checkVisibility({ checkVisibilityCSS: true });
  const headings = [...document.querySelectorAll("h1")].filter(isShown);
  if (headings.length !== 1) found.push(`${headings.length} h1`);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth)
    found.push(`${scrollWidth - clientWidth} px wider than the window`);

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set<Element>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || seen.has(element) || !node.textContent?.trim()) continue;
    seen.add(element);
    const box = element.getBoundingClientRect();
    // Hidden on purpose, for screen readers only.
    if (!isShown(element) || box.width <= 1 || box.height <= 1) continue;
    if (element.closest(".sr-only, [class*=' sr-only'], a[href='#content']")) continue;
    const name = `“${node.textContent.trim().slice(0, 40)}”`;
    const style = getComputedStyle(element);
    const ends = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const cut =
      (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) ||
      (style.overflowY === "hidden" && element.scrollHeight > element.clientHeight + 2);
    if (cut && !ends && !/auto|scroll/.test(style.overflowX + style.overflowY))
      found.push(`${name} is cut off`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    let isScrolling = ends;
    for (let up: Element | null = element; up && !isScrolling; up = up.parentElement) {
      const { overflowX, textOverflow, position } = getComputedStyle(up);
      isScrolling = overflowX !== "visible" || textOverflow === "ellipsis" || position === "fixed";
      if (up === document.body) break;
    }
    const outside = text.right > clientWidth + 1 || text.left < -1;
    if (outside && !isScrolling && text.right > 0) found.push(`${name} leaves the window`);
  }
  return found;
}

/** Lets a reservation's driver set off early, as dispatch, beside the reservation's details on the board. */
export async function allowEarlyStart(board: Page, number: number): Promise<void> {
  const panel = board.getByRole("region", { name: `Reservation ${number}` });
  await panel.getByRole("button", { name: "More actions" }).click();
  await board.getByRole("menuitem", { name: "Let driver start early" }).click();
  const name = `Let the driver of reservation ${number} start early?`;
  const dialog = board.getByRole("dialog", { name });
  await dialog.getByLabel("Reason").fill("The flight comes today");
  await dialog.getByRole("button", { name: "Let driver start" }).click();
  await panel.getByText("Driver may start early").waitFor();
}
