/**
 * The second factor and signed-in browsers, in real browsers: it is set up, used to sign in, and sessions are ended
 * from another browser.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Demo, startDemo } from "../support/demo";
import { openWindow, type Window } from "../support/screen";
import { codeOf } from "../support/second-factor";
import { expectEventually } from "../support/eventually";

setDefaultTimeout(120_000);

let demo: Demo;
let browser: Browser;
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

const password = "livery-demo";
const board = /\/dispatch\/dashboard\/reservation/;

/** Types the e-mail address and password into the sign-in; the caller handles what the server requires next. */
async function signIn(window: Window): Promise<void> {
  const { page } = window;
  await window.go("/dispatch");
  await page.getByLabel("E-mail").fill("admin@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function recover(window: Window, code: string): Promise<void> {
  await signIn(window);
  await window.page.getByRole("button", { name: "Lost your phone? Use a recovery code" }).click();
  await window.page.getByLabel("Recovery code").fill(code);
  await window.page.getByRole("button", { name: "Sign in" }).click();
}

test("signing out causes no request that the server refuses", async () => {
  const office = await openWindow(browser, demo.url, "desktop");
  await signIn(office);
  await office.page.waitForURL(board);
  await office.rest();
  await office.page.getByRole("button", { name: "Sign out" }).click();
  await office.page.waitForURL(/\/dispatch\/?$/);
  await office.page.getByLabel("E-mail").waitFor();
  await office.rest();
  expect(office.faults).toEqual([]);
  await office.close();
});

test("staff set up a second factor, sign in with it and end sessions in other browsers", async () => {
  const office = await openWindow(browser, demo.url, "desktop");
  const { page } = office;
  await signIn(office);
  await page.waitForURL(board);

  await office.go("/dispatch/dashboard/profile");
  await page.getByRole("button", { name: "Set up second factor" }).click();
  const box = page.getByRole("dialog");
  await box.getByLabel("Current password").fill(password);
  await box.getByRole("button", { name: "Continue" }).click();
  await box.getByRole("img", { name: "QR code with the key for the app" }).waitFor();
  const shown = await box.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent();
  const key = (shown ?? "").replaceAll(" ", "");
  await office.look("second-factor-key");
  await box.getByLabel("Code from the app").fill(codeOf(key, Date.now()));
  await box.getByRole("button", { name: "Turn on second factor" }).click();
  await box.getByText("Your second factor is on.").waitFor();
  const codes = await box.getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(10);
  await office.look("recovery-codes");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    box.getByRole("button", { name: "Download" }).click(),
  ]);
  expect((await Bun.file((await file.path()) ?? "").text()).trim().split("\n").slice(2)).toEqual(
    codes,
  );
  await box.getByRole("button", { name: "I have saved the codes" }).click();
  await page.getByText("Recovery codes left: 10 of 10").waitFor();

  // The current code has confirmed the key and cannot be used again, so the app's next one is.
  const phoneWindow = await openWindow(browser, demo.url, "phone");
  await signIn(phoneWindow);
  await phoneWindow.page.getByLabel("Code", { exact: true }).fill(codeOf(key, Date.now() + 30_000));
  await phoneWindow.look("sign-in-code");
  await phoneWindow.page.getByRole("button", { name: "Sign in" }).click();
  await phoneWindow.page.waitForURL(board);

  const [code = ""] = codes;
  const home = await openWindow(browser, demo.url, "small");
  await recover(home, code);
  await home.page.waitForURL(board);
  const attackerBrowser = await openWindow(browser, demo.url, "small");
  await recover(attackerBrowser, code);
  await attackerBrowser.page.getByText("Invalid email or password").waitFor();

  await office.go("/dispatch/dashboard/profile");
  await page.getByText("Recovery codes left: 9 of 10").waitFor();
  const devices = page.getByRole("list", { name: "Signed-in browsers" }).getByRole("listitem");
  await expectEventually(() => devices.count()).toBe(3);
  await office.look("profile");
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await page.getByText("All other sessions have ended.").waitFor();
  await devices.nth(1).waitFor({ state: "detached" });
  for (const endedWindow of [phoneWindow, home]) {
    await endedWindow.page.reload();
    await endedWindow.page.waitForURL(/\/dispatch\/?$/);
  }

  await office.go("/dispatch/dashboard/staff");
  await office.look("staff");
  // A refused sign-in is answered with 401, which a browser logs.
  const faults = [office, phoneWindow, home, attackerBrowser].flatMap((each) => each.faults);
  expect(faults.filter((fault) => !fault.includes("401"))).toEqual([]);
  for (const each of [office, phoneWindow, home, attackerBrowser]) await each.close();
});
