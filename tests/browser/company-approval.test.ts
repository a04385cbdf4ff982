/**
 * A company with a discount, reference patterns, a monthly limit and approval: a member books on a phone, a manager
 * approves through the link in the e-mail and in their area, and the office sees all of it.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import type { Company } from "../../src/companies/contract";
import type { FeeSchedule } from "../../src/fares/contract";
import { type RunningServer, startServer } from "../../src/server/server";
import { bookOnAccount, createCompany, invite } from "../support/companies";
import { launchChromium } from "../support/chromium";
import { openWindow, press, stateOf, waitForText, type Window } from "../support/screen";
import { createTestServer, type Browser as Client, type TestServer } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let runningServer: RunningServer;
let chromium: Browser;
let origin: string;
let staff: Client;
let rider: Client;
let bossClient: Client;
let company: Company;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  server.advance(Date.now() - server.deps.now());
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  Object.assign(server.deps.config, { publicUrl: origin });
  staff = await signInAdmin(server);
  rider = (await signInRider(server)).browser;
  const manager = { names: { firstName: "Diane", lastName: "Keza" } };
  bossClient = (await signInRider(server, "boss@example.com", manager)).browser;
  company = await createCompany(staff, {
    name: "Acme Ltd",
    approval: "always",
    requiresReference: true,
    referencePattern: "PO-####",
  });
  const { people } = await invite(staff, company.id, "rider@example.com");
  await invite(staff, company.id, "boss@example.com", "manager");
  for (const browser of [rider, bossClient]) await browser.get("/companies");
  const { schedule, version } = (await (await staff.get("/admin/fees/draft")).json()) as {
    schedule: FeeSchedule;
    version: number;
  };
  const companyDiscounts = [{ id: "acme", companyId: company.id, percent: 10 }];
  await staff.put("/admin/fees/draft", { version, schedule: { ...schedule, companyDiscounts } });
  const publication = { version: version + 1, startsLocal: null, reason: "Acme" };
  await staff.post("/admin/fees/draft/publication", publication);
  const path = `/admin/companies/${company.id}/members/${people[0]?.id}`;
  await staff.put(path, { role: "member", monthlyLimitMinor: 25_000 });
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

const findSentLink = () =>
  /(\/approve\/\S+)/.exec(lastMessage(server, "boss@example.com").text)?.[1] ?? "";

async function bookByCall(reference: string): Promise<void> {
  // Tomorrow in Kigali, as the form shows it.
  const tomorrow = new Date(server.deps.now() + 26 * 3_600_000).toISOString().slice(0, 10);
  const trip = { pickupLocal: `${tomorrow}T10:00` };
  const answer = await bookOnAccount(rider, { companyId: company.id, reference }, { trip });
  expect(answer.status).toBe(201);
}

/** Fills in a booking that Acme pays, up to its last step. */
async function goToLastStep(form: Window, to: string) {
  const { page } = form;
  await form.go(`/booking?from=Kigali%20International%20Airport&to=${encodeURIComponent(to)}`);
  await page.getByRole("button", { name: "Tomorrow" }).click();
  await press(form, "See cars and prices");
  await press(form, /^Continue ·/);
  await page.getByText("Bill to Acme Ltd").click();
}

test("a member books, a manager approves, and the monthly limit holds", async () => {
  const form = await openWindow(chromium, origin, "phone", stateOf(rider.cookies));
  const { page } = form;
  await goToLastStep(form, "Amahoro Stadium");
  await page.getByText("Company discount").first().waitFor({ state: "attached" });
  const reference = page.getByRole("textbox", { name: /Reference/ });
  await reference.fill("4711");
  await press(form, "Book now");
  await waitForText(form, "Enter a reference like PO-1234.");
  await reference.fill("po-4711");
  await press(form, "Book now");
  await waitForText(form, /^Acme Ltd must approve this trip by/);
  await form.look("trip that waits for approval");

  const phone = await openWindow(chromium, origin, "phone");
  await phone.go(findSentLink());
  await waitForText(phone, "PO-4711");
  await phone.look("approval by link");
  for (const language of ["fr", "rw", "de", "ar"]) {
    await phone.page.setExtraHTTPHeaders({ "accept-language": language });
    await phone.page.reload();
    await phone.page.locator(`html[lang=${language}]`).waitFor();
    await phone.rest();
    await phone.look(`approval-${language}`);
  }
  await phone.page.setExtraHTTPHeaders({});
  await phone.go(findSentLink());
  await phone.context.setOffline(true);
  await press(phone, /^Approve for/);
  await waitForText(phone, "No answer: you seem to be offline. What you typed is still here.");
  await phone.context.setOffline(false);
  await press(phone, /^Approve for/);
  await waitForText(phone, "Approved. Thank you!");
  await page.reload();
  await waitForText(form, "What happened");
  expect(await page.getByText(/must approve this trip/).count()).toBe(0);

  await bookByCall("PO-0001");
  await goToLastStep(form, "Kimironko Market");
  await page.getByRole("textbox", { name: /Reference/ }).fill("PO-0002");
  await press(form, "Book now");
  await waitForText(form, /limit for this member is RWF 25,000 a month/);

  const area = await openWindow(chromium, origin, "phone", stateOf(bossClient.cookies));
  await area.go("/profile/company");
  await waitForText(area, "Trips to approve");
  await area.page.getByText("Monthly limit: RWF 25,000").click();
  await area.look("company area of a manager");
  await press(area, "Decline");
  const dialog = area.page.getByRole("dialog");
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await reason.fill("Take the bus");
  await area.context.setOffline(true);
  await dialog.getByRole("button", { name: "Decline" }).click();
  await dialog.getByText("That did not work. Try again.").waitFor();
  expect(await reason.inputValue()).toBe("Take the bus");
  await area.look("declining a trip offline");
  await area.context.setOffline(false);
  await dialog.getByRole("button", { name: "Decline" }).click();
  await area.page.getByText("Trips to approve").waitFor({ state: "detached" });
  expect(lastMessage(server, "rider@example.com").text).toContain("Acme Ltd: Take the bus");

  const desk = await openWindow(chromium, origin, "desktop", stateOf(staff.cookies));
  await desk.go(`/dispatch/dashboard/companies/${company.id}`);
  await waitForText(desk, /Trip declined/);
  await desk.go("/dispatch/dashboard/FeeManagement/promotions");
  await waitForText(desk, "Company discounts");
  await press(desk, "Add prices");
  const base = desk.page.getByRole("textbox", { name: "Base fare, RWF" });
  await base.fill("1000");
  await base.press("Tab");
  expect(await desk.page.getByLabel("Minimum fare, RWF").getAttribute("placeholder")).toBe(
    "as for all",
  );
  await desk.look("company discounts and prices");
  await desk.page.getByText("Saved").first().waitFor();
  const phoneWindow = await openWindow(chromium, origin, "phone", stateOf(staff.cookies));
  await phoneWindow.go("/dispatch/dashboard/FeeManagement/promotions");
  await phoneWindow.page.getByRole("heading", { name: "Company prices" }).scrollIntoViewIfNeeded();
  await phoneWindow.look("company prices");
  const faults = [form, phone, area, desk, phoneWindow].flatMap((window) => window.faults);
  // Refused requests, and requests while offline.
  expect(faults.filter((fault) => !fault.includes("Failed to load resource"))).toEqual([]);
  for (const window of [form, phone, area, desk, phoneWindow]) await window.close();
}, 180_000);

test("the approval link works without scripts, and a wrong link gets a 404", async () => {
  const declined = findSentLink();
  await bookByCall("PO-0003");
  const context = await chromium.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}${findSentLink()}`);
  const approveButton = page.getByRole("button", { name: /^Approve for/ });
  // The price has changed since the page was loaded.
  await page.locator("[name=amountMinor]").evaluate((field: HTMLInputElement) => {
    field.value = "1";
  });
  await approveButton.click();
  await page.getByText("Something went wrong. Please try again.").waitFor();
  await approveButton.click();
  await page.getByText("Approved. Thank you!").waitFor();
  await page.goto(`${origin}${declined}`);
  await page.getByText("You declined. The trip is cancelled at no cost.").waitFor();
  expect((await page.goto(`${origin}/approve/nothing`))?.status()).toBe(404);
  await page.getByText("This link does not exist, or you can no longer use it.").waitFor();
  await context.close();
});
