/**
 * A free-text request gets a quote from dispatch, a question is asked and answered, and the quote is accepted on a
 * phone.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { reservations } from "../../db/schema/reservations";
import { type RunningServer, startServer } from "../../src/server/server";
import { localTimeAt } from "../../src/settings/local-time";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import {
  waitUntilReady,
  openWindow,
  press,
  stateOf,
  waitForText,
  type Window,
} from "../support/screen";
import { createTestServer, type Browser as Client, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let runningServer: RunningServer;
let chromium: Browser;
let origin: string;
let rider: Client;
let staff: ReturnType<typeof stateOf>;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  server.advance(Date.now() - server.deps.now());
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  Object.assign(server.deps.config, { publicUrl: origin });
  rider = (await signInRider(server)).browser;
  staff = stateOf((await signInAdmin(server, { role: "dispatcher" })).cookies);
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

const request = () =>
  book(rider, {
    dropoff: {
      name: "The vineyards above Musanze",
      detail: "",
      latitude: null,
      longitude: null,
    },
    pickupLocal: localTimeAt(server.deps.now() + 5 * 86_400_000, "Africa/Kigali"),
  });
/** Returns the path of the newest message's link. */
function findSentLink(): string {
  const [, path] =
    /(\/quote\/\S+)/.exec(messagesTo(server, "rider@example.com")[0]?.text ?? "") ?? [];
  if (!path) throw new Error("No quote was sent");
  return path;
}

async function sendQuote(office: Window, id: string): Promise<string> {
  const { page } = office;
  await office.go(`/dispatch/dashboard/reservation/${id}`);
  await press(office, "Send quote");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Description").fill("Van with driver, one day");
  await dialog.getByLabel("Quantity").fill("2");
  await dialog.getByLabel(/^Price each, in/).fill("80 000");
  await press(office, "Add line");
  await dialog.getByLabel("Description").nth(1).fill("Fuel");
  await dialog
    .getByLabel(/^Price each, in/)
    .nth(1)
    .fill("15000");
  await waitForText(office, /Total.*175,000/);
  // An address offers no place to break the line.
  await dialog
    .getByLabel("Message to the customer")
    .fill(`Two vans, as you asked: https://vans.example/${"wide-".repeat(20)}`);
  await dialog.getByLabel("Terms").fill("Half is paid if you cancel within 48 hours.");
  await office.look("quote being written");
  await dialog.getByRole("button", { name: "Send quote" }).click();
  await waitForText(office, /Quote for request \d+ sent/);
  await waitForText(office, "Version 1");
  return findSentLink();
}

test("a request in words gets a quote, which the customer asks about and accepts on a phone", async () => {
  const { id, number } = await request();
  const office = await openWindow(chromium, origin, "desktop", staff);
  const path = await sendQuote(office, id);
  await office.look("request with a quote");

  const phone = await openWindow(chromium, origin, "phone");
  await phone.go(path);
  await waitForText(phone, `Quote for trip ${number}`);
  await phone.look("quote");
  for (const language of ["fr", "rw", "de", "ar"]) {
    await phone.page.setExtraHTTPHeaders({ "accept-language": language });
    await phone.go(path);
    await phone.page.locator(`html[lang=${language}]`).waitFor();
    await phone.look(`quote-${language}`);
  }
  // The class has its Arabic name.
  await waitForText(phone, "عادية");
  await phone.page.setExtraHTTPHeaders({});
  await phone.go(path);
  await phone.page.getByText("Ask a question").click();
  await phone.page.getByLabel("Your question").fill("Is fuel included?");
  await press(phone, "Send question");
  await waitForText(phone, /You asked/);

  await waitForText(office, /The customer asked/);
  await office.page.getByLabel("Your answer").fill("Yes, all of it.");
  await office.look("question about a quote");
  await press(office, "Send answer");
  await waitForText(office, "Answer sent");

  await phone.go(path);
  await waitForText(phone, "Yes, all of it.");
  await press(phone, /^Accept for/);
  await waitForText(phone, "Please enter your name.");
  await phone.page.getByLabel("Your name").fill("Alice Ndoli");
  await press(phone, /^Accept for/);
  await waitForText(phone, "Please accept the terms.");
  await phone.look("quote with faults");
  await phone.page.getByLabel("I accept the terms above").check();
  await press(phone, /^Accept for/);
  await waitForText(phone, "Accepted. Thank you!");
  await phone.look("quote accepted");
  expect(server.deps.db.select().from(reservations).all()).toMatchObject([
    { state: "pending", fareMinor: 175_000 },
  ]);

  await waitForText(office, "Quote accepted");
  await press(office, "Confirm booking");
  await waitForText(office, /confirmed/);
  await press(office, "Put on map");
  await office.look("place of an accepted quote");
  expect([...office.faults, ...phone.faults]).toEqual([]);
  await Promise.all([office.close(), phone.close()]);
}, 300_000);

test("without scripts a customer asks about a quote and accepts it only with its terms", async () => {
  const { id } = await request();
  const office = await openWindow(chromium, origin, "desktop", staff);
  const path = await sendQuote(office, id);
  await office.close();
  const context = await chromium.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(origin + path);
  await page.getByText("Ask a question").click();
  await press({ page }, "Send question");
  await waitForText({ page }, "Please write your question.");
  await page.getByLabel("Your question").fill("When do we meet?");
  await press({ page }, "Send question");
  await waitForText({ page }, "When do we meet?");
  expect(new URL(page.url()).pathname).toBe(path);
  await page.getByLabel("Your name").fill("Alice Ndoli");
  await press({ page }, /^Accept for/);
  await waitForText({ page }, "Please accept the terms.");
  expect(await page.getByLabel("Your name").inputValue()).toBe("Alice Ndoli");
  await page.getByLabel("I accept the terms above").check();
  await press({ page }, /^Accept for/);
  await waitForText({ page }, "Accepted. Thank you!");
  await context.close();
}, 200_000);

test("without a network the form of a quote shows an error, and can be sent later", async () => {
  const { id } = await request();
  const office = await openWindow(chromium, origin, "desktop", staff);
  const path = await sendQuote(office, id);
  await office.close();
  const phone = await openWindow(chromium, origin, "phone");
  await phone.go(path);
  await phone.page.getByLabel("Your name").fill("Alice Ndoli");
  await phone.page.getByLabel("I accept the terms above").check();
  await phone.context.setOffline(true);
  await press(phone, /^Accept for/);
  await waitForText(phone, "No answer: you seem to be offline. What you typed is still here.");
  await phone.rest();
  await phone.context.setOffline(false);
  await press(phone, /^Accept for/);
  await waitForText(phone, "Accepted. Thank you!");
  // Offline, the form shows an alert, which counts as a fault of the page.
  expect(
    phone.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|seem to be offline/.test(fault)),
  ).toEqual([]);
  await phone.close();
}, 120_000);

test("“Book this trip” on the page of a contact message fills in the phone booking", async () => {
  await server.browser("198.51.100.77").post("/contact", {
    ...{ name: "Chantal Uwase", contact: "+250788111222", topic: "booking", trip: "" },
    text: "A wedding: 14 people from the church to the hotel.",
  });
  const office = await openWindow(chromium, origin, "desktop", staff);
  await office.go("/dispatch/dashboard/ContactMessages");
  await office.page
    .getByRole("row")
    .filter({ hasText: "Chantal Uwase" })
    .getByRole("button")
    .click();
  await office.page.getByRole("link", { name: "Book this trip" }).click();
  await office.page.waitForURL("**/dispatch/dashboard/new**");
  await waitUntilReady(office.page);
  await office.page.getByText("Make a quote instead").waitFor();
  expect(await office.page.getByRole("combobox", { name: "Caller" }).inputValue()).toBe(
    "+250788111222",
  );
  expect(await office.page.getByLabel("Name", { exact: true }).inputValue()).toBe("Chantal Uwase");
  await office.look("phone booking of a contact message");
  const { page } = office;
  for (const [field, text] of [
    ["#from", "Kigali Marriott"],
    ["#to", "Amahoro Stadium"],
  ] as const) {
    await page.locator(field).fill("");
    await page.locator(field).pressSequentially(text);
    await page
      .getByRole("option", { name: new RegExp(text) })
      .first()
      .click();
  }
  await page.locator("#when").fill("tomorrow 8");
  await press(office, "Make a quote instead");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Terms").fill("Paid on the day.");
  await office.look("quote for a caller");
  await dialog.getByRole("button", { name: /^Send/ }).click();
  await waitForText(office, /Quote for request \d+ sent/);
  const [confirmationMessage] = messagesTo(server, "+250788111222");
  expect(confirmationMessage).toMatchObject({ kind: "quote_sent" });
  expect(office.faults).toEqual([]);
  await office.close();
}, 120_000);
