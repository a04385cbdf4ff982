/**
 * A driver's account in a browser: the office records a payment, and the driver reads the payment and the statement.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { OpenAccount, StatementList } from "../../src/payouts/contract";
import { waitUntilReady } from "../support/screen";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";

let chromium: Browser;
let demo: Demo;
const faults: string[] = [];
beforeAll(async () => {
  chromium = await launchChromium();
  demo = await startDemo();
}, 120_000);
afterAll(async () => {
  await chromium?.close();
  await demo?.close();
});

async function open(session: Session, path: string, width: number, height: number): Promise<Page> {
  const context = await chromium.newContext({
    storageState: session,
    viewport: { width, height },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  await page.goto(demo.url + path);
  await waitUntilReady(page);
  return page;
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("a payment recorded by the office appears on the driver's phone, with each closed week", async () => {
  const driver = await demo.signIn(chromium, "driver");
  const office = await demo.signIn(chromium, "dispatcher");
  const phone = await open(driver, "/driver/dashboard/billing", 320, 640);
  const read = async <T>(path: string) =>
    (await (await phone.request.get(`${demo.url}/backend/driver/${path}`)).json()) as T;
  const before = await read<OpenAccount>("billing");
  const { statements } = await read<StatementList>("statements");
  expect(statements.length).toBeGreaterThan(2);
  expect(await overflowOf(phone)).toBe(0);

  const desk = await open(office, "/dispatch/dashboard/payouts", 1440, 900);
  const driverId = statements[0]?.driverId ?? "";
  await desk.goto(`${demo.url}/dispatch/dashboard/payouts/${driverId}`);
  await waitUntilReady(desk);
  const form = desk.getByRole("form", { name: "Record payment" });
  await form.getByLabel("Direction").selectOption("hand_in");
  await form.getByLabel(/^Amount/).fill("1,250");
  await form.getByLabel(/^Payment reference/).fill("Envelope 12");
  await form.getByRole("button", { name: "Record payment" }).click();
  await desk.getByText("Envelope 12").first().waitFor();

  await phone.reload();
  await waitUntilReady(phone);
  await phone.getByText(/Envelope 12/).waitFor();
  const after = await read<OpenAccount>("billing");
  expect((after.sums[0]?.closingMinor ?? 0) - (before.sums[0]?.closingMinor ?? 0)).toBe(1_250);

  await phone
    .getByRole("link", { name: /^Week of/ })
    .first()
    .click();
  await phone.getByRole("heading", { name: `Statement ${statements[0]?.number}` }).waitFor();
  expect(await overflowOf(phone)).toBe(0);
  const [file] = await Promise.all([
    phone.waitForEvent("download"),
    phone.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`statement-${statements[0]?.number}.pdf`);
  expect(faults).toEqual([]);
});
