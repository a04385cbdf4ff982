/**
 * A visitor writes to the operator, with and without scripts. Dispatch sees the message at once and answers it with a
 * template, and the answer arrives by e-mail in the same conversation as the confirmation.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchChromium } from "../support/chromium";
import { type Operator, startFreshServer } from "../support/operator";
import { expectEventually } from "../support/eventually";

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

test("a visitor's message reaches dispatch, and the answer reaches the visitor's mailbox", async () => {
  const desk = await operator.dispatch("/dispatch/dashboard/reservation");
  await desk.getByRole("link", { name: "Contact messages" }).click();
  await desk.getByText("No messages here", { exact: true }).waitFor();

  const phone = await operator.open("/", PHONE);
  await phone.getByRole("contentinfo").getByRole("link", { name: "Write to us" }).click();
  await phone.getByRole("heading", { name: "Contact us" }).waitFor();
  // Until then the browser checks the fields itself.
  await phone.locator("form[novalidate]").waitFor();
  await phone.getByRole("button", { name: "Send the message" }).click();
  await phone.getByText("Please tell us your name.").waitFor();
  await expectEventually(() =>
    phone.getByLabel("Your name").evaluate((field) => field.matches(":focus")),
  ).toBe(true);
  await phone.getByLabel("Your name").fill("Chantal <b>Mukamana</b>");
  await phone.getByLabel("E-mail address or phone number").fill("chantal@example.com");
  await phone.getByLabel("What is it about?").selectOption("price");
  await phone.getByLabel("Your message").fill("A wedding car?\n<script>alert(1)</script>");
  await phone.getByRole("button", { name: "Send the message" }).click();
  await phone.getByRole("heading", { name: "Thank you. We have your message." }).waitFor();
  await operator.mailbox.wait("chantal@example.com", /We have your message/);

  // Dispatch's screen was not touched.
  const row = desk.getByRole("row").filter({ hasText: "Chantal <b>Mukamana</b>" });
  await row.getByText("A wedding car? <script>alert(1)</script>").waitFor();
  await desk.getByRole("link", { name: "Contact messages 1" }).waitFor();
  await row.getByRole("button").click();
  const panel = desk.getByRole("dialog", { name: "Message 1" });
  await panel.getByText("<script>alert(1)</script>").waitFor();
  await desk.getByRole("link", { name: "Contact messages", exact: true }).waitFor({
    state: "attached",
  });

  await panel.getByRole("button", { name: "Templates" }).click();
  const templates = desk.getByRole("dialog", { name: "Answer templates" });
  await templates.getByLabel("Title").fill("Weddings");
  await templates.getByLabel("Text").fill("Dear {name},\n60,000 RWF a day (message {number}).");
  await templates.getByRole("button", { name: "Save template" }).click();
  await templates.getByRole("button", { name: "Done" }).click();
  await panel.getByLabel("Template", { exact: true }).selectOption({ label: "Weddings" });
  await panel.getByLabel("Also close the message").check();
  await panel.getByRole("button", { name: "Send answer" }).click();
  await panel.getByText("Closed", { exact: true }).waitFor();

  await operator.mailbox.wait(
    "chantal@example.com",
    /Dear Chantal,\s+60,000 RWF a day \(message 1\)\./,
  );
  const [confirmation, answer] = operator.mailbox.received;
  if (!confirmation?.thread || !answer?.thread) throw new Error("The mails have no threads");
  expect(answer.subject).toBe(`Re: ${confirmation.subject}`);
  expect(answer.thread).toMatchObject({
    inReplyTo: confirmation.thread.id,
    references: confirmation.thread.id,
    auto: "",
  });
  expect(confirmation.thread.auto).toBe("auto-generated");
  expect(answer.text).toContain("> A wedding car?");
  await panel.getByText("· Sent").waitFor();

  await panel.getByRole("button", { name: "Paste a reply" }).click();
  await panel.getByLabel("Reply from the sender").fill("Wonderful, we take it.");
  await panel.getByRole("button", { name: "Add reply" }).click();
  await panel.getByText("pasted from an e-mail").waitFor();
  await panel.getByRole("button", { name: "Mark as spam" }).waitFor();
  expect(operator.faults).toEqual([]);
}, 120_000);

test("without scripts a refused contact form keeps the typed text, and not in the address", async () => {
  const page = await operator.open("/contact-us", WITHOUT_SCRIPTS);
  await page.getByLabel("Your name").fill('Jean "<script>alert(1)</script>');
  await page.getByLabel("E-mail address or phone number").fill("not an address");
  await page.getByLabel("What is it about?").selectOption("bill");
  await page.getByLabel("Your message").fill("Hello\n</textarea><b>there</b>");
  await page.getByRole("button", { name: "Send the message" }).click();
  await page.getByText("Please enter an e-mail address or a phone number.").waitFor();
  expect(page.url()).toBe(`${operator.url}/contact-us#form`);
  // The faulty form is visible, not the top of the page.
  const seen = page.getByText("Please enter an e-mail address or a phone number.");
  expect((await seen.boundingBox())?.y ?? Number.POSITIVE_INFINITY).toBeLessThan(844);
  const typedText = (label: string) => page.getByLabel(label).inputValue();
  expect(await typedText("Your name")).toBe('Jean "<script>alert(1)</script>');
  expect(await typedText("E-mail address or phone number")).toBe("not an address");
  expect(await typedText("What is it about?")).toBe("bill");
  expect(await typedText("Your message")).toBe("Hello\n</textarea><b>there</b>");
  await page.getByLabel("E-mail address or phone number").fill("+250 788 123 456");
  await page.getByRole("button", { name: "Send the message" }).click();
  await page.waitForURL("**/contact-us?sent=yes#form");
  await page.getByRole("heading", { name: "Thank you. We have your message." }).waitFor();
  const newPage = await operator.open("/contact-us", WITHOUT_SCRIPTS);
  expect(await newPage.getByLabel("Your name").inputValue()).toBe("");
}, 60_000);
