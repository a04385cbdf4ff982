/**
 * A rider books with a hold on the card: what is charged now and later is shown first, and the payment page leads back
 * to the trip. It also covers the owner's rules, and what dispatch sees.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { paymentAttempts } from "../../db/schema/payment-links";
import { reservations } from "../../db/schema/reservations";
import { followUpPrepayments } from "../../src/payments/prepaying/follow-up-actions";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { startStripe } from "../support/payments/stripe";
import {
  waitUntilReady,
  choosePlace,
  openWindow,
  press,
  stateOf,
  waitForText,
  waitForThanks,
} from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

type State = NonNullable<BrowserContextOptions["storageState"]>;

let server: TestServer;
let running: RunningServer;
let chromium: Browser;
let origin: string;
let rider: State;
let owner: State;
const stripe = startStripe();

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  // The form suggests times from the browser's clock.
  server.advance(Date.now() - server.deps.now());
  running = startServer(server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  Object.assign(server.deps.config, {
    publicUrl: origin,
    stripe: stripe.connection,
  });
  rider = stateOf((await signInRider(server)).browser.cookies);
  owner = stateOf((await signInAdmin(server, { role: "owner" })).cookies);
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  await stripe.stop();
  server?.close();
});

test("the owner makes a payment rule, and a rider books with a hold on the card", async () => {
  const office = await openWindow(chromium, origin, "desktop", owner);
  await office.go("/dispatch/dashboard/settings/payment-rules");
  await press(office, "Add rule");
  await office.page.getByLabel("Name", { exact: true }).fill("Cards for everybody");
  await office.page.getByLabel("Margin").fill("20");
  await office.look("payment rules, one being typed");
  await press(office, "Save");
  await waitForText(office, "Payment rules saved");

  const phone = await openWindow(chromium, origin, "phone", rider);
  await phone.go("/booking");
  await waitUntilReady(phone.page);
  await choosePlace(phone.page, "Pickup", "Kigali Marriott");
  await choosePlace(phone.page, "Drop-off", "Amahoro Stadium");
  await press(phone, "Continue");
  await press(phone, "Tomorrow");
  await press(phone, "See cars and prices");
  await press(phone, /^Continue ·/);
  await waitForText(phone, /held on your card/);
  await phone.look("booking with a hold");
  await press(phone, "Book now");
  await phone.page.waitForURL(/\/pay\//);
  await waitForText(phone, /Nothing is taken before the trip/);
  await phone.look("payment page of a hold");
  const pay = phone.page.url();
  await press(phone, /^Hold/);
  await phone.page.waitForURL(`${stripe.url}/**`);
  const [attempt] = server.deps.db.select().from(paymentAttempts).all();
  stripe.pay(attempt?.id ?? "");
  await phone.page.goto(pay);
  await waitForThanks(phone, "The amount is held. Thank you!", server);
  await phone.look("payment page of a hold, held");
  await phone.page.getByRole("link", { name: "See your trip" }).click();
  await waitForText(phone, /is held on your card/);
  await phone.look("trip with a hold");

  const [trip] = server.deps.db.select().from(reservations).all();
  await office.go(`/dispatch/dashboard/reservation/${trip?.id}`);
  await waitForText(office, /Payment before the trip/);
  await office.look("trip with a hold, at dispatch");
  await phone.go(`/trips/${trip?.id}`);
  await press(phone, /Cancel/);
  await phone.page
    .getByRole("dialog")
    .getByRole("button", { name: /Cancel/ })
    .first()
    .click();
  await waitForText(phone, "This trip is cancelled");
  await followUpPrepayments(server.deps);
  expect(stripe.ledger()[attempt?.id ?? ""]).toBe(0);
  expect([...office.faults, ...phone.faults.filter((fault) => !fault.includes("/c/pay/"))]).toEqual(
    [],
  );
  expect(stripe.faults).toEqual([]);
  await Promise.all([office.close(), phone.close()]);
}, 300_000);
