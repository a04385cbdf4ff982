/**
 * The screens of riders, drivers and applicants in a 390 pixel window: every control is at least 44 pixels, with or
 * without touch.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, startDemo } from "../support/demo";
import { openWindow, type Window } from "../support/screen";
import { smallTargets } from "../support/small-targets";

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

/** Returns the controls that are too small on each of the screens. */
async function findSmallControls(window: Window, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await window.go(path);
    await window.rest();
    const small = await window.page.evaluate(smallTargets);
    found.push(...small.map((fault) => `${path}: ${fault}`));
  }
  return found;
}

const areas = {
  rider: [
    "/booking",
    "/trips",
    "/trips/repeating",
    "/trips/lost",
    "/profile/AccountInfo",
    "/profile/places",
    "/profile/company",
    "/profile/notifications",
    "/profile/privacy",
    "/profile/security",
  ],
  driver: [
    "/driver/dashboard",
    "/driver/dashboard/requests/today",
    "/driver/dashboard/management",
    "/driver/dashboard/billing",
    "/driver/dashboard/profile",
  ],
} as const;

test.each(["rider", "driver"] as const)(
  "every control on the %s's screens is at least 44 pixels",
  async (who) => {
    const window = await openWindow(browser, demo.url, "narrow", await demo.signIn(browser, who));
    expect(await findSmallControls(window, areas[who])).toEqual([]);
    await window.close();
  },
);

test("every control of the sign-in and of the application's steps is at least 44 pixels", async () => {
  const window = await openWindow(browser, demo.url, "narrow");
  const { page } = window;
  expect(
    await findSmallControls(window, ["/liveryClient", "/liveryDriver", "/driver-apply"]),
  ).toEqual([]);
  await page.getByRole("button", { name: "Get Started" }).click();
  for (let step = 1; step <= 5; step++) {
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL((url) => url.searchParams.get("step") === String(step + 1));
    await window.rest();
    if (step < 5) await page.getByRole("button", { name: "Add missing items" }).waitFor();
    expect([step, await page.evaluate(smallTargets)]).toEqual([step, []]);
  }
  await window.close();
});

test("the driver's Menu button says in aria-expanded whether the menu is open", async () => {
  const window = await openWindow(browser, demo.url, "phone", await demo.signIn(browser, "driver"));
  await window.go("/driver/dashboard");
  const menu = window.page.getByRole("button", { name: "Menu", exact: true });
  expect(await menu.getAttribute("aria-expanded")).toBe("false");
  await menu.click();
  await window.page.getByRole("dialog", { name: "Menu" }).waitFor();
  // The button behind the drawer is out of reach for assistive technology too, and says that the drawer is open.
  expect(
    await window.page.locator("header [aria-haspopup=dialog]").getAttribute("aria-expanded"),
  ).toBe("true");
  await window.page.keyboard.press("Escape");
  expect(await menu.getAttribute("aria-expanded")).toBe("false");
  await window.close();
});
