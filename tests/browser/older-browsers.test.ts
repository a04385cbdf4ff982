/**
 * A browser without what came after Safari 16.4: drivers' screens, the audit log, the timeline and the price
 * list open, and menus open and close.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { openWindow, type Size, type Window } from "../support/screen";
import { expectEventually } from "../support/soon";

setDefaultTimeout(120_000);

let demo: Demo;
let browser: Browser;

beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

/** Takes from a page what is newer. Runs in it before anything else. */
function removeNewFeatures(): void {
  const gone: [object, ...string[]][] = [
    [Promise, "withResolvers", "try"],
    [Map, "groupBy"],
    [Object, "groupBy"],
    [URL, "canParse", "parse"],
    [AbortSignal, "any"],
    [Uint8Array.prototype, "toHex", "toBase64"],
    [Set.prototype, "union", "difference", "intersection", "isSubsetOf", "isSupersetOf"],
    [HTMLElement.prototype, "popover", "showPopover", "hidePopover", "togglePopover"],
    [HTMLButtonElement.prototype, "popoverTargetElement", "popoverTargetAction"],
    [globalThis, "ToggleEvent", "Temporal", "Iterator", "scheduler", "navigation"],
  ];
  for (const [of, ...names] of gone)
    for (const name of names) if (!Reflect.deleteProperty(of, name)) throw new Error(name);
  // Chromium's own style sheet still hides what it does not hold for open.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":where([popover].\\:popover-open) { display: block }");
  document.adoptedStyleSheets = [sheet];
  // Iterators keep their prototype's helpers otherwise.
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;
  for (const name of [
    "map",
    "filter",
    "flatMap",
    "some",
    "every",
    "find",
    "forEach",
    "toArray",
    "reduce",
    "take",
    "drop",
  ])
    Reflect.deleteProperty(iterator, name);
}

async function openInOldBrowser(size: Size, session: Session): Promise<Window> {
  const window = await openWindow(browser, demo.url, size, session);
  await window.context.addInitScript(removeNewFeatures);
  return window;
}

/** Opens a screen: it loads, and comes to have one heading. */
async function expectLoads({ page, go }: Window, path: string): Promise<void> {
  await go(path);
  // While one screen gives way to another both are in the page, one of them hidden.
  await expectEventually(() => page.locator("h1:visible").count()).toBe(1);
  expect(await page.getByText("This did not load").count()).toBe(0);
}

test("a driver's screens open without what came after Safari 16.4", async () => {
  const window = await openInOldBrowser("phone", await demo.signIn(browser, "driver"));
  for (const path of ["", "/requests/today", "/management", "/billing", "/profile"]) {
    await expectLoads(window, `/driver/dashboard${path}`);
  }
  expect(window.faults).toEqual([]);
  await window.close();
});

test("dispatch's screens open without what came after Safari 16.4", async () => {
  const window = await openInOldBrowser("desktop", await demo.signIn(browser, "dispatcher"));
  for (const path of [
    "/audit",
    "/reservation?view=timeline",
    "/FeeManagement",
    "/status",
    "/settings/retention",
  ]) {
    await expectLoads(window, `/dispatch/dashboard${path}`);
  }
  expect(window.faults).toEqual([]);
  await window.close();
});

test("menus open and close in a browser without popovers", async () => {
  const window = await openInOldBrowser("desktop", await demo.signIn(browser, "dispatcher"));
  const { page } = window;
  const cases = {
    "/staff": ["button[aria-haspopup=menu]", "[role=menu][popover]"],
    "/FeeManagement/surcharges": ["button[popovertarget]", "[popover]:not([role])"],
  } as const;
  for (const [path, [button, box]] of Object.entries(cases)) {
    await window.go(`/dispatch/dashboard${path}`);
    const shown = page.locator(`${box}:visible`);
    expect(await shown.count()).toBe(0);
    await page.locator(`${button}:visible`).first().click();
    await shown.waitFor();
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });
    await page.locator(`${button}:visible`).first().click();
    await shown.waitFor();
    // A press beside it closes it too.
    await page.locator("h1").click();
    await shown.waitFor({ state: "detached" });
  }
  expect(window.faults).toEqual([]);
  await window.close();
});
