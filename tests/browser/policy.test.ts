/** The pages keep to the content security policy: nothing is blocked and reported. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, startDemo } from "../support/demo";
import { openWindow } from "../support/screen";

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

const pages = {
  nobody: ["/", "/reservation", "/contact-us", "/driver-apply"],
  rider: ["/booking", "/reservation", "/trips", "/profile/AccountInfo"],
  driver: ["/driver/dashboard", "/driver/dashboard/profile"],
  dispatcher: ["/reservation", "/new", "/FeeManagement", "/settings", "/audit"].map(
    (path) => `/dispatch/dashboard${path}`,
  ),
} as const;
for (const [who, paths] of Object.entries(pages))
  test(`the pages of ${who} keep to the content security policy`, async () => {
    const session = who === "nobody" ? undefined : await demo.signIn(browser, who as "rider");
    const window = await openWindow(browser, demo.url, "desktop", session);
    for (const path of paths) {
      await window.go(path);
      // Also waits for what loads after the page.
      await window.page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    }
    expect(window.faults).toEqual([]);
    await window.close();
  });
