/**
 * The application to drive in a browser: specification sections 2 (wizard), 3, 5 and 8. It uses a phone held in one
 * hand, 16 files, a link to finish it later, and no scripts.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { documents, photos } from "../../client/applications/file-slots";
import {
  waitForUploads,
  waitForStep,
  fillStep,
  attachDocuments,
  attachPhotos,
  goToNextStep,
  SMALL_PHONE_VIEWPORT,
  newPhone,
  scan,
  startApplying,
  submitApplication,
} from "../support/apply-steps";
import { violations } from "../support/axe";
import { launchChromium } from "../support/chromium";
import { applicationLink, type Demo, startDemo } from "../support/demo";
import { waitUntilReady } from "../support/screen";
import { expectEventually } from "../support/eventually";

let browser: Browser;
let demo: Demo;
const faults: string[] = [];
beforeAll(async () => {
  browser = await launchChromium();
  demo = await startDemo();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

function watchPage(page: Page): Page {
  page.setDefaultTimeout(40_000);
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  return page;
}

/** Expects that nothing overflows the page, every button is large enough for a thumb, and axe finds nothing. */
async function fits(page: Page): Promise<void> {
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect([page.url(), overflowPx]).toEqual([page.url(), 0]);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("main button, main a[href], main input:not(.sr-only)")]
      .map((one) => ({ box: one.getBoundingClientRect(), words: one.outerHTML.slice(0, 120), one }))
      .filter(
        ({ box, one }) =>
          box.height > 0 &&
          box.height < 43.5 &&
          !one.matches("[type=checkbox], p a, nav a") &&
          getComputedStyle(one).visibility !== "hidden",
      )
      .map(({ words }) => words),
  );
  expect(small).toEqual([]);
  expect(await violations(page)).toEqual([]);
}

async function start(context: BrowserContext): Promise<Page> {
  const page = watchPage(await context.newPage());
  await startApplying(page, demo.url);
  return page;
}

describe("sections 2 and 3: the wizard on a phone", () => {
  test("an applicant sends an application with 16 files, and a reload at any step keeps it", async () => {
    const context = await newPhone(browser, { colorScheme: "dark" });
    const page = await start(context);
    await fillStep(page, 1);
    await fits(page);
    await page.reload();
    await waitForStep(page, 1);
    await expectEventually(() => page.getByLabel("First name").inputValue()).toBe("Jean Bosco");
    // The phone number is formatted for the country once the lazy part for that has loaded.
    const phone = page.getByRole("textbox", { name: "Phone number", exact: true });
    await expectEventually(() => phone.inputValue()).toBe("+250 788 123 456");
    await goToNextStep(page, 2);
    await fillStep(page, 2);
    await page.reload();
    await page.getByRole("button", { name: "Remove Kinyarwanda" }).waitFor();
    await fits(page);
    await goToNextStep(page, 3);
    await attachDocuments(page);
    await page.reload();
    await waitForUploads(page, documents.length);
    await fits(page);
    await goToNextStep(page, 4);
    await fillStep(page, 4);
    await page.reload();
    await page.getByRole("textbox", { name: "Make" }).waitFor();
    await expectEventually(() => page.getByRole("textbox", { name: "Make" }).inputValue()).toBe(
      "Honda",
    );
    await fits(page);
    await goToNextStep(page, 5);
    await fits(page);
    await attachPhotos(page);
    await page.reload();
    await page.getByRole("img", { name: "Your photo: Trunk" }).waitFor();
    await waitForUploads(page, photos.length);
    await goToNextStep(page, 6);
    await page.reload();
    await page.getByText("All uploaded").waitFor();
    await expectEventually(() => page.getByText("Uploaded: ").count()).toBe(documents.length);
    await page.getByRole("checkbox").check();
    await fits(page);
    await submitApplication(page, true);
    await page.getByText(/^Your application is complete/).waitFor();
    // After submission, the answers are no longer stored on this device.
    await page.goto(`${demo.url}/driver-apply?step=1`);
    await page.getByLabel("First name").waitFor();
    await expectEventually(() => page.getByLabel("First name").inputValue()).toBe("");
    await page.goBack();
    expect(faults).toEqual([]);
    await context.close();
  }, 180_000);

  test("an applicant sends an incomplete application, then changes and withdraws it by its link", async () => {
    const context = await newPhone(browser);
    const page = await start(context);
    await fillStep(page, 1);
    await page.getByRole("textbox", { name: "E-mail", exact: true }).fill("later@example.com");
    for (const step of [2, 3, 4, 5, 6]) await goToNextStep(page, step);
    const seen = demo.running.output().length;
    await submitApplication(page, false);
    await page.getByText("Photo: Trunk").waitFor();
    const link = await applicationLink(demo, seen);
    const answer = await fetch(demo.url + link);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    await page.goto(demo.url + link);
    await waitUntilReady(page);
    await page.getByRole("heading", { level: 1, name: "Your application to drive" }).waitFor();
    await page
      .getByLabel("National ID or passport", { exact: true })
      .waitFor({ state: "attached" });
    await fits(page);
    await page.getByLabel("National ID or passport", { exact: true }).setInputFiles(scan);
    await page.getByRole("button", { name: "Documents Upload 2 missing" }).waitFor();
    await page.getByLabel("License ID").fill("RW-1");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Send changes", exact: true }).click();
    await page.getByText("We have received your changes.").first().waitFor();
    await page.reload();
    await waitUntilReady(page);
    await expectEventually(() => page.getByLabel("License ID").inputValue()).toBe("RW-1");
    await page.getByRole("button", { name: "Withdraw application" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw application" }).click();
    await page.getByRole("heading", { name: "You have withdrawn your application" }).waitFor();
    await page.goto(demo.url + link);
    await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }, 120_000);
});

test("without scripts the whole application is one form", async () => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: SMALL_PHONE_VIEWPORT,
  });
  const page = await context.newPage();
  await page.goto(`${demo.url}/driver-apply`);
  const form = page.locator("noscript form");
  expect(await form.locator("input[type=file]").count()).toBe(16);
  await form.locator("input[name=firstName]").fill("Jean");
  await form.locator("input[name=nationalIdOrPassport]").setInputFiles(scan);
  const [answer] = await Promise.all([
    page.waitForResponse("**/backend/driver-application"),
    form.locator("button[type=submit]").click(),
  ]);
  expect(answer.status()).toBe(201);
  const { missing } = (await answer.json()) as { missing: string[] };
  expect(missing).toContain("lastName");
  expect(missing).not.toContain("firstName");
  expect(missing).not.toContain("nationalIdOrPassport");
  await context.close();
}, 30_000);
