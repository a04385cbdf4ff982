/**
 * A browser without the features added after Safari 16.4: drivers' screens, the audit log, the timeline and the price
 * list open, and menus open and close. An older browser, which cannot run the program, shows a message, and its user
 * can still request a ride.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { openWindow, type Size, sizes, type Window } from "../support/screen";
import { expectEventually } from "../support/eventually";

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

/** Removes newer features from a page. Runs in it before anything else. */
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
  // Chromium's own style sheet would hide an element that the polyfill opens.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":where([popover].\\:popover-open) { display: block }");
  document.adoptedStyleSheets = [sheet];
  // Otherwise iterators keep the helpers of their prototype.
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

/** Opens a screen, and expects that it loads and shows one heading. */
async function expectPageLoads({ page, go }: Window, path: string): Promise<void> {
  await go(path);
  // While one screen replaces another, both are in the page and one of them is hidden.
  await expectEventually(() => page.locator("h1:visible").count()).toBe(1);
  expect(await page.getByText("Failed to load").count()).toBe(0);
}

test("a driver's screens open without features newer than Safari 16.4", async () => {
  const window = await openInOldBrowser("phone", await demo.signIn(browser, "driver"));
  for (const path of ["", "/requests/today", "/management", "/billing", "/profile"]) {
    await expectPageLoads(window, `/driver/dashboard${path}`);
  }
  expect(window.faults).toEqual([]);
  await window.close();
});

test("dispatch's screens open without features newer than Safari 16.4", async () => {
  const window = await openInOldBrowser("desktop", await demo.signIn(browser, "dispatcher"));
  for (const path of [
    "/audit",
    "/reservation?view=timeline",
    "/FeeManagement",
    "/status",
    "/settings/retention",
  ]) {
    await expectPageLoads(window, `/dispatch/dashboard${path}`);
  }
  expect(window.faults).toEqual([]);
  await window.close();
});

test("menus open and close in a browser without popovers", async () => {
  const window = await openInOldBrowser("desktop", await demo.signIn(browser, "dispatcher"));
  const { page } = window;
  const featureCases = {
    "/staff": ["button[aria-haspopup=menu]", "[role=menu][popover]"],
    "/FeeManagement/surcharges": ["button[popovertarget]", "[popover]:not([role])"],
  } as const;
  for (const [path, [button, box]] of Object.entries(featureCases)) {
    await window.go(`/dispatch/dashboard${path}`);
    const shown = page.locator(`${box}:visible`);
    expect(await shown.count()).toBe(0);
    await page.locator(`${button}:visible`).first().click();
    await shown.waitFor();
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });
    await page.locator(`${button}:visible`).first().click();
    await shown.waitFor();
    // A press outside it closes it too.
    await page.locator("h1").click();
    await shown.waitFor({ state: "detached" });
  }
  expect(window.faults).toEqual([]);
  await window.close();
});

/** Opens the board in a browser to which the program is a syntax error. */
async function openOldBrowserBoard() {
  const context = await browser.newContext({ ...sizes.phone, reducedMotion: "reduce" });
  await context.addInitScript(() => {
    if (!Reflect.deleteProperty(globalThis, "CompressionStream"))
      throw new Error("It is still there");
  });
  await context.route("**/assets/*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "class Newer { static { let } }" }),
  );
  const page = await context.newPage();
  return { page, close: () => context.close() };
}

test("an older browser shows that it is too old, and the plain form sends a ride request", async () => {
  const { page, close } = await openOldBrowserBoard();
  for (const path of ["/reservation", "/liveryClient", "/liveryDriver", "/driver-apply/status"]) {
    await page.goto(demo.url + path);
    const notice = page.getByText("This page needs JavaScript and a recent browser.");
    await notice.waitFor();
    expect(await notice.textContent()).toContain("Or call us: +250");
  }
  await page.goto(`${demo.url}/reservation`);
  await page.getByRole("link", { name: /^Or send us your trip/ }).click();
  await page.waitForURL("**/request-ride");
  expect(await page.getByText("See prices").isVisible()).toBe(false);
  const trip = {
    Pickup: "Kigali Heights",
    "Drop-off": "Kigali Convention Centre",
    "Your name": "Espérance Uwera",
    "Phone number or e-mail address": "esperance@example.com",
  };
  for (const [label, text] of Object.entries(trip)) await page.getByLabel(label).fill(text);
  await page.getByRole("button", { name: "Send the request" }).click();
  await page.waitForURL("**/request-ride?sent**");
  const desk = await browser.newContext({
    storageState: await demo.signIn(browser, "dispatcher"),
  });
  const answer = await desk.request.get(`${demo.url}/backend/admin/contact-messages`);
  expect(await answer.text()).toContain("Espérance Uwera");
  await desk.close();
  await close();
});

test("an older browser shows the application to drive as one plain form", async () => {
  const { page, close } = await openOldBrowserBoard();
  await page.goto(`${demo.url}/driver-apply`);
  await page.getByText(/^JavaScript is off or your browser is too old/).waitFor();
  expect(await page.getByRole("button", { name: "Get Started" }).isVisible()).toBe(false);
  for (const name of ["firstName", "licenseId"])
    expect([name, await page.locator(`#plain-${name}`).isVisible()]).toEqual([name, true]);
  await close();
});
