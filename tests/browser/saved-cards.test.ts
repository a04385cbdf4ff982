/**
 * A rider saves a card, and books with it so that the amount is held without another page. Staff charge the card for an
 * amount due, and the rider removes the card.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser as Chromium } from "playwright-core";
import { reservations } from "../../db/schema/reservations";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { setPaymentRules } from "../support/payments/rules";
import { startStripe } from "../support/payments/stripe";
import { book } from "../support/booking";
import {
  waitUntilReady,
  choosePlace,
  openWindow,
  press,
  stateOf,
  waitForText,
  type Window,
} from "../support/screen";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(180_000);

let server: TestServer;
let running: RunningServer;
let chromium: Chromium;
let origin: string;
let rider: Browser;
let owner: Browser;
const stripe = startStripe();

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  // The form suggests times from the browser's clock.
  server.advance(Date.now() - server.deps.now());
  running = startServer(server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  Object.assign(server.deps.config, { publicUrl: origin, stripe: stripe.connection });
  rider = (await signInRider(server)).browser;
  owner = await signInAdmin(server, { role: "owner" });
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  await stripe.stop();
  server?.close();
});

/** Faults on the provider's page do not count. */
const ours = (window: Window) => window.faults.filter((fault) => !fault.includes("/c/pay/"));

test("a rider saves a card and books with it, and the amount is held at once", async () => {
  await setPaymentRules(owner, { take: "hold", marginPercent: 10 });
  const phone = await openWindow(chromium, origin, "phone", stateOf(rider.cookies));
  await phone.go("/profile/cards");
  await waitForText(phone, "No card saved");
  await phone.look("cards, none saved");
  await press(phone, "Save a card");
  await phone.page.waitForURL(`${stripe.url}/**`);
  stripe.saveCard();
  await phone.page.goto(`${origin}/profile/cards`);
  await waitForText(phone, "Visa ···· 4242");
  await phone.look("cards, one saved");

  await phone.go("/booking");
  await waitUntilReady(phone.page);
  await choosePlace(phone.page, "Pickup", "Kigali Marriott");
  await choosePlace(phone.page, "Drop-off", "Amahoro Stadium");
  await press(phone, "Continue");
  await press(phone, "Tomorrow");
  await press(phone, "See cars and prices");
  await press(phone, /^Continue ·/);
  await phone.page.getByText("Visa ···· 4242").click();
  await waitForText(phone, /We’ll charge Visa ···· 4242/);
  await phone.look("booking with a saved card");
  await press(phone, "Book now");
  await waitForText(phone, /is held on your card/);
  await phone.look("trip held on a saved card");
  await press(phone, "Repeat this trip");
  await waitForText(phone, "Each trip is paid with Visa ···· 4242 or by payment link.");
  await phone.look("repeating a trip that a saved card pays");
  await press(phone, "Book these trips");
  await phone.page.waitForURL(/\/trips\/repeating\//);
  await waitForText(phone, "Each trip is paid with Visa ···· 4242 or by payment link.");
  await phone.look("trips that a saved card pays");
  expect(ours(phone)).toEqual([]);
  await phone.close();
});

test("staff charge a saved card with a reason and a confirmation of the amount", async () => {
  await setPaymentRules(owner);
  const pickupLocal = new Date(server.deps.now() + 30 * 3_600_000).toISOString().slice(0, 16);
  const { id, fareMinor } = await book(rider, { pickupLocal });
  const office = await openWindow(chromium, origin, "desktop", stateOf(owner.cookies));
  await office.go(`/dispatch/dashboard/reservation/${id}`);
  await press(office, "Charge a saved card");
  const dialog = office.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Charge card", exact: true }).click();
  await waitForText(office, "Confirm the amount and the card.");
  await dialog.getByLabel("Reason").fill("Agreed on the phone");
  await dialog.getByRole("checkbox").check();
  await office.look("charging a saved card");
  await dialog.getByLabel(/^Amount/).fill("1000");
  // Another amount must be confirmed again.
  expect(await dialog.getByRole("checkbox").isChecked()).toBe(false);
  await dialog.getByLabel("Charge RWF 1,000 to Visa ···· 4242").check();
  await dialog.getByRole("button", { name: "Charge card", exact: true }).click();
  await waitForText(office, "Card charged");
  await waitForText(office, "Agreed on the phone");
  expect(fareMinor).toBeGreaterThan(1_000);
  const [paid] = server.deps.db
    .select()
    .from(reservations)
    .all()
    .filter((row) => row.id === id);
  expect(paid?.paidMinor).toBe(1_000);
  expect(office.faults).toEqual([]);
  await office.close();
});

test("a rider removes a saved card", async () => {
  const phone = await openWindow(chromium, origin, "phone", stateOf(rider.cookies));
  await phone.go("/profile/cards");
  await press(phone, "Remove Visa ···· 4242");
  await phone.look("removing a saved card");
  await phone.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await waitForText(phone, "No card saved");
  expect(stripe.methods.size).toBe(0);
  expect(phone.faults).toEqual([]);
  expect(stripe.faults).toEqual([]);
  await phone.close();
});
