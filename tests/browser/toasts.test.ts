/** Section 9 of the specification: how toasts appear, stay and disappear, in the demo's dispatch area. */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import { openWindow, type Window } from "../support/screen";
import { expectEventually } from "../support/eventually";

setDefaultTimeout(60_000);

let demo: Demo;
let browser: Browser;
let dispatcher: Session;
let window: Window;
let page: Page;
beforeAll(async () => {
  demo = await startDemo();
  browser = await launchChromium();
  dispatcher = await demo.signIn(browser, "dispatcher");
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});
beforeEach(async () => {
  window = await openWindow(browser, demo.url, "desktop", dispatcher);
  page = window.page;
  await window.go("/dispatch/dashboard/profile");
});
afterEach(async () => {
  await window.close();
  expect(window.faults).toEqual([]);
});

const toasts = () => page.locator(".Toastify__toast");

/** Saves the name once more, which shows a toast. */
async function tell(): Promise<void> {
  await page.getByRole("button", { name: "Save" }).first().click();
  await toasts().first().waitFor();
  // Moves away from the toast, whose time stops while the pointer is over it.
  await page.mouse.move(300, 700);
}

const waitUntilGone = () => toasts().first().waitFor({ state: "detached" });

async function box() {
  const found = await toasts().first().boundingBox();
  if (!found) throw new Error("There is no toast");
  return found;
}

test("section 9: a toast appears at the top right and disappears after 5000 ms", async () => {
  // Measured by the page's own clock, so that delays of the test do not matter.
  await page.evaluate(() => {
    const seen: { appearedAt?: number; disappearedAt?: number } = {};
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const isToastShown = document.querySelector(".Toastify__toast") !== null;
      if (isToastShown) seen.appearedAt ??= performance.now();
      else if (seen.appearedAt !== undefined) seen.disappearedAt ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await tell();
  const { x, y, width } = await box();
  expect(1440 - (x + width)).toBeLessThan(40);
  expect(y).toBeLessThan(120);
  await waitUntilGone();
  const toastTimes = await page.evaluate(() => {
    const { seen } = globalThis as unknown as {
      seen: { appearedAt: number; disappearedAt: number };
    };
    return seen.disappearedAt - seen.appearedAt;
  });
  expect(toastTimes).toBeGreaterThan(5_000);
  expect(toastTimes).toBeLessThan(9_000);
});

test("section 9: a toast stays while the pointer is over it", async () => {
  await tell();
  await toasts().first().hover();
  await Bun.sleep(6_000);
  expect(await toasts().count()).toBe(1);
  await page.mouse.move(300, 700);
  await waitUntilGone();
});

test("section 9: a toast stays while another window has the focus", async () => {
  await tell();
  // The toast's time starts once it has appeared, whatever focus events came before.
  await page.waitForFunction(() => {
    const bar = document.querySelector(".Toastify__progress-bar");
    return bar !== null && getComputedStyle(bar).animationPlayState === "running";
  });
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  await Bun.sleep(6_000);
  expect(await toasts().count()).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await waitUntilGone();
});

test("section 9: dragging a toast 80 percent of its width removes it, and less moves it back", async () => {
  await window.close();
  window = await openWindow(browser, demo.url, "phone", dispatcher);
  page = window.page;
  await window.go("/dispatch/dashboard/profile");
  const touchSession = await page.context().newCDPSession(page);
  const drag = async (share: number) => {
    const { x, y, width, height } = await box();
    const at = (moved: number) => [{ x: x + 20 + moved, y: y + height / 2 }];
    const touch = (type: "touchStart" | "touchMove", moved: number) =>
      touchSession.send("Input.dispatchTouchEvent", { type, touchPoints: at(moved) });
    await touch("touchStart", 0);
    for (let step = 1; step <= 8; step++) await touch("touchMove", (width * share * step) / 8);
    await expectEventually(async () => ((await box()).x - x) / width).toBeGreaterThan(share - 0.2);
    await touchSession.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await tell();
  const { x } = await box();
  await drag(0.7);
  await page.waitForFunction(
    (left) => document.querySelector(".Toastify__toast")?.getBoundingClientRect().x === left,
    x,
  );
  expect(await toasts().count()).toBe(1);
  // The blur event stops its time, as in a window without focus, so that only the drag can close it.
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  await drag(0.9);
  await waitUntilGone();
});

test("section 9: Alt+T moves the focus to a toast", async () => {
  await tell();
  await page.keyboard.press("Alt+t");
  expect(
    await page.evaluate(() => document.activeElement?.closest(".Toastify__toast") !== null),
  ).toBe(true);
});

test("three documents accepted in a row make one toast, which covers no control", async () => {
  await window.go("/dispatch/dashboard/DriverManagement/applications?state=submitted");
  await page.locator("main table a, main li a").first().click();
  const accept = page.getByRole("button", { name: "Accept document", exact: true });
  await accept.first().waitFor();
  const waiting = await accept.count();
  expect(waiting).toBeGreaterThan(2);
  for (let done = 1; done <= 3; done++) {
    await page.evaluate(() => scrollTo(0, 0));
    await accept.first().click();
    await expectEventually(() => accept.count()).toBe(waiting - done);
  }
  await page.getByText("Document accepted (3)").waitFor();
  expect(await toasts().count()).toBe(1);
  // The position does not depend on the scroll position, once the toast has measured the page.
  for (const top of [0, 200]) {
    await page.evaluate((to) => scrollTo(0, to), top);
    await page.mouse.move(300, 700);
    await Bun.sleep(400);
    expect(await toasts().count()).toBe(1);
    const coveredLabels = await page.evaluate(() => {
      const toast = document.querySelector(".Toastify__toast-container");
      return [...document.querySelectorAll<HTMLElement>("main button, main a[href], header button")]
        .filter((control) => {
          const { left, top: y, width, height } = control.getBoundingClientRect();
          const elementBelow = document.elementFromPoint(left + width / 2, y + height / 2);
          return elementBelow !== null && toast?.contains(elementBelow);
        })
        .map((control) => control.textContent);
    });
    expect([top, coveredLabels]).toEqual([top, []]);
  }
});
