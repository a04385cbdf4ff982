/**
 * The forms of the public site besides the contact form: with and without scripts, up to dispatch's screens and the
 * visitor's mailbox.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { violations } from "../support/axe";
import { launchChromium } from "../support/chromium";
import { type Operator, startFreshServer } from "../support/operator";
import { waitUntilReady } from "../support/screen";

const PHONE = { viewport: { width: 390, height: 844 } };
const WITHOUT_SCRIPTS = { ...PHONE, javaScriptEnabled: false };

let chromium: Browser;
let operator: Operator;
beforeAll(async () => {
  chromium = await launchChromium();
  operator = await startFreshServer(chromium);
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await operator?.close();
});

test("an enquiry, a lost report and a found item reach dispatch and are confirmed by e-mail", async () => {
  const phone = await operator.open("/services", PHONE);
  await phone.getByRole("main").getByRole("link", { name: "Help on the road" }).click();
  await phone.waitForURL("**/depanage");
  await phone.locator("form[novalidate]").waitFor();
  await phone.getByLabel("Your name").fill("Chantal <b>Mukamana</b>");
  await phone.getByLabel("E-mail address or phone number").fill("chantal@example.com");
  await phone.getByLabel("What happened?").selectOption("battery");
  await phone.getByLabel("Which car?").fill("Grey RAV4 <script>alert(1)</script>");
  await phone.getByLabel("Where is the car?").fill("KN 5 Road");
  await phone.getByRole("button", { name: "Ask for help" }).click();
  await phone.getByRole("heading", { name: "Thank you. We have your message." }).waitFor();
  await operator.mailbox.wait("chantal@example.com", /We have your message/);

  await phone.getByRole("contentinfo").getByRole("link", { name: "Lost something?" }).click();
  await phone.locator("form[novalidate]").waitFor();
  await phone.getByLabel("What did you lose?").fill("Blue backpack");
  await phone.getByLabel("Kind of item").selectOption("bag");
  await phone.getByLabel("Your name").fill("Jean Bosco");
  await phone.getByLabel("E-mail address or phone number").fill("jean@example.com");
  await phone.getByRole("button", { name: "Send the report" }).click();
  await phone.getByRole("heading", { name: "Thank you. We have your report." }).waitFor();
  await operator.mailbox.wait("jean@example.com", /We’ll look for your item and write to you/);

  await phone.getByRole("contentinfo").getByRole("link", { name: "Found something?" }).click();
  await phone.locator("form[novalidate]").waitFor();
  await phone.getByLabel("What did you find?").fill("Backpack, blue");
  await phone.getByLabel("Kind of item").selectOption("bag");
  await phone.getByLabel("Your name").fill("Ange Keza");
  await phone.getByLabel("E-mail address or phone number").fill("ange@example.com");
  await phone.getByRole("button", { name: "Tell us" }).click();
  await phone.getByRole("heading", { name: "Thank you. Somebody will be glad." }).waitFor();
  await operator.mailbox.wait("ange@example.com", /We have your message/);

  const desk = await operator.dispatch("/dispatch/dashboard/reservation");
  await desk.getByRole("link", { name: /Contact messages/ }).click();
  const row = desk.getByRole("row").filter({ hasText: "Chantal <b>Mukamana</b>" });
  await row.getByRole("button").click();
  const panel = desk.getByRole("dialog", { name: "Message 1" });
  await panel.getByText("Help on the road").waitFor();
  await panel.getByText("Problem: Flat battery").waitFor();
  await panel.getByText("<script>alert(1)</script>").waitFor();

  await desk.goto(`${operator.url}/dispatch/dashboard/LostProperty`);
  await waitUntilReady(desk);
  await desk.getByRole("row").filter({ hasText: "Blue backpack" }).getByRole("button").click();
  const report = desk.getByRole("dialog", { name: "Lost report 1" });
  await report.getByText("This person was not signed in.", { exact: false }).waitFor();
  await report.getByText("Backpack, blue (item 1)").waitFor();

  await desk.goto(`${operator.url}/dispatch/dashboard/FoundProperty`);
  await waitUntilReady(desk);
  await desk.getByRole("row").filter({ hasText: "Backpack, blue" }).getByRole("button").click();
  const item = desk.getByRole("dialog", { name: "Found item 1" });
  await item.getByText("A visitor reported this item on your website.", { exact: false }).waitFor();
  await item.getByRole("link", { name: "Message 2" }).click();
  await desk.getByRole("dialog", { name: "Message 2" }).getByText("Ange Keza").first().waitFor();
  expect(operator.faults).toEqual([]);
}, 180_000);

test("without scripts a refused enquiry keeps the typed text at its form, and not in the address", async () => {
  const page = await operator.open("/home-care", WITHOUT_SCRIPTS);
  await page.getByLabel("Your name").fill('Jean "<script>alert(1)</script>');
  await page.getByLabel("E-mail address or phone number").fill("not an address");
  await page.getByLabel("Mobility").selectOption("wheelchair");
  await page.getByLabel("It’s a repeating trip, such as dialysis or therapy").check();
  await page.getByLabel("What we should know").fill("Stairs\n</textarea><b>there</b>");
  await page.getByRole("button", { name: "Send the enquiry" }).click();
  await page.getByText("Please enter an e-mail address or a phone number.").waitFor();
  expect(page.url()).toBe(`${operator.url}/home-care#enquiry`);
  const typedText = (label: string) => page.getByLabel(label).inputValue();
  expect(await typedText("Your name")).toBe('Jean "<script>alert(1)</script>');
  expect(await typedText("Mobility")).toBe("wheelchair");
  expect(
    await page.getByLabel("It’s a repeating trip, such as dialysis or therapy").isChecked(),
  ).toBe(true);
  expect(await typedText("What we should know")).toBe("Stairs\n</textarea><b>there</b>");
  await page.getByLabel("E-mail address or phone number").fill("+250 788 123 456");
  await page.getByRole("button", { name: "Send the enquiry" }).click();
  await page.waitForURL("**/home-care?sent=yes#enquiry");
  await page.getByRole("heading", { name: "Thank you. We have your message." }).waitFor();
}, 60_000);

test.each([
  ["/lost-property", "What did you lose?", "Send the report"],
  ["/found-property", "What did you find?", "Tell us"],
])(
  "without scripts the form at %s works and keeps the typed text after an error",
  async (path, what, button) => {
    const page = await operator.open(path, WITHOUT_SCRIPTS);
    await page.getByLabel(what).fill("A red umbrella");
    await page.getByLabel("Kind of item").selectOption("umbrella");
    await page.getByLabel("Your name").fill("Ange");
    await page.getByLabel("E-mail address or phone number").fill("nobody");
    await page.getByRole("button", { name: button }).click();
    await page.getByText("Please enter an e-mail address or a phone number.").waitFor();
    expect(page.url()).toBe(`${operator.url}${path}#form`);
    expect(await page.getByLabel(what).inputValue()).toBe("A red umbrella");
    expect(await page.getByLabel("Kind of item").inputValue()).toBe("umbrella");
    await page.getByLabel("E-mail address or phone number").fill("ange@example.com");
    await page.getByRole("button", { name: button }).click();
    await page.waitForURL(`**${path}?sent=yes#form`);
    await page.getByRole("heading", { name: /^Thank you/ }).waitFor();
  },
  60_000,
);

test.each([
  "/home-care",
  "/language-translation",
  "/depanage",
  "/company-account",
  "/lost-property",
  "/found-property",
])(
  "%s passes axe and fits a phone, in both themes",
  async (path) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await operator.open(path, PHONE);
      await page.emulateMedia({ colorScheme });
      await page.locator("form[novalidate]").waitFor();
      expect(await violations(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(PHONE.viewport.width);
      await page.context().close();
    }
    expect(operator.faults).toEqual([]);
  },
  60_000,
);
