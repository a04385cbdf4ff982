/**
 * A wedding: a rider requests a trip for 14 people on a phone, dispatch quotes two vans, the deposit is paid, each van
 * gets its driver, one is swapped, the passenger is notified, both are driven, and there is one bill.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { paymentAttempts } from "../../db/schema/payment-links";
import { payments } from "../../db/schema/payments";
import { settings } from "../../db/schema/settings";
import { vehicles } from "../../db/schema/vehicles";
import type { Reservation } from "../../src/reservations/contract";
import { type RunningServer, startServer } from "../../src/server/server";
import { MARKET } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { createDriver, createVehicle } from "../support/fleet";
import { setPaymentRules } from "../support/payments/rules";
import { startStripe } from "../support/payments/stripe";
import {
  waitUntilReady,
  choosePlace,
  openWindow,
  press,
  stateOf,
  waitForText,
  waitForThanks,
  type Window,
} from "../support/screen";
import { type Browser as Client, createTestServer, type TestServer } from "../support/server";
import { messagesTo, signInDriver, signInRider } from "../support/sign-in";
import { PASSWORD, signInAdmin } from "../support/staff";
import { allowSettingOff } from "../support/waiting";
import { json } from "../tracking/scene";

let server: TestServer;
let running: RunningServer;
let chromium: Browser;
let origin: string;
let rider: Client;
let dispatch: Client;
const stripe = startStripe();
const drivers: { id: string; car: { id: string; plate: string }; phone: Client; name: string }[] =
  [];
const BRIDE_PHONE = "+250788123456";

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  server.advance(Date.now() - server.deps.now());
  running = startServer(server.deps, new AbortController());
  origin = `http://localhost:${running.port}`;
  Object.assign(server.deps.config, { publicUrl: origin, stripe: stripe.connection });
  allowSettingOff(server);
  server.deps.db.update(settings).set({ showFareToDrivers: false }).run();
  for (const [firstName, email] of [
    ["Eric", "eric@example.com"],
    ["Grace", "grace@example.com"],
    ["Jean", "jean@example.com"],
  ] as const) {
    const car = createVehicle(server);
    const { id } = createDriver(server, { firstName, email, vehicleId: car.id });
    const { browser: phone } = await signInDriver(server, email);
    drivers.push({ id, car, phone, name: firstName });
  }
  server.deps.db.update(vehicles).set({ passengers: 7, luggage: 8 }).run();
  rider = (await signInRider(server)).browser;
  dispatch = await signInAdmin(server, { role: "owner" });
  await setPaymentRules(dispatch, { take: "deposit", depositPercent: 30 });
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  await stripe.stop();
  server?.close();
});

const read = async (id: string) =>
  (await json<{ reservation: Reservation }>(await dispatch.get(`/admin/reservations/${id}`)))
    .reservation;
const bridesMessages = () => messagesTo(server, BRIDE_PHONE);

/** Requests a trip for 14 people on a phone, to a place in the rider's own words, for the bride. */
async function request(phone: Window): Promise<string> {
  const { page } = phone;
  await phone.go("/booking");
  await waitUntilReady(page);
  await choosePlace(page, "Pickup", "Kigali Marriott");
  await choosePlace(page, "Drop-off", "The garden by the lake");
  await press(phone, "Continue");
  await press(phone, "Tomorrow");
  for (let more = 1; more < 14; more += 1) await press(phone, "More: passengers");
  await press(phone, "See cars and prices");
  await waitForText(phone, "None of our cars has room for everybody.");
  await waitForText(phone, "2 × Van");
  await phone.look("two vans for 14 people");
  await press(phone, "Continue");
  await page.getByLabel("I am booking for somebody else").check();
  await page.getByLabel(/name/i).first().fill("Chantal Uwase");
  await page.getByLabel(/phone/i).first().fill(BRIDE_PHONE);
  await phone.look("request of 14 people, being checked");
  await press(phone, "Send request");
  await page.waitForURL(/\/trips\/[^/]+/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Sends a quote for the two vans that the dialog suggests. */
async function sendQuote(office: Window, id: string): Promise<string> {
  const { page } = office;
  await office.go(`/dispatch/dashboard/reservation/${id}`);
  await press(office, "Send quote");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Vehicle 2", { exact: true }).waitFor();
  expect(await dialog.getByLabel("Description").inputValue()).toBe("2 × Van");
  await dialog.getByLabel(/^Price each, in/).fill("150000");
  await dialog.getByLabel("Terms").fill("The deposit is kept if you cancel within 48 hours.");
  await office.look("quote of two vans being written");
  await dialog.getByRole("button", { name: "Send quote" }).click();
  await waitForText(office, /Quote for request \d+ sent/);
  const [, path] =
    /(\/quote\/\S+)/.exec(messagesTo(server, "rider@example.com")[0]?.text ?? "") ?? [];
  if (!path) throw new Error("No quote was sent");
  return path;
}

/** Accepts the quote on a phone, and pays the deposit. */
async function accept(phone: Window, path: string): Promise<void> {
  const { page } = phone;
  await phone.go(path);
  await waitForText(phone, "Van, 7 passengers");
  await phone.look("quote of two vans");
  await page.getByLabel("Your name").fill("Alice Ndoli");
  await page.getByLabel("I accept the terms above").check();
  await press(phone, /^Accept for/);
  await waitForText(phone, "Accepted. Thank you!");
  await page.getByRole("link", { name: "Continue to payment" }).click();
  await page.waitForURL(/\/pay\//);
  await waitForText(phone, /45,000/);
  await phone.look("deposit of two vans");
  const pay = page.url();
  await press(phone, /^Pay/);
  await page.waitForURL(`${stripe.url}/**`);
  stripe.pay(server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "");
  await page.goto(pay);
  await waitForThanks(phone, /Thank you/, server);
}

async function assign(office: Window, id: string, at: number): Promise<void> {
  const { page } = office;
  await office.go(`/dispatch/dashboard/reservation/${id}`);
  await page
    .getByRole("button", { name: /^Assign driver/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByText(new RegExp(`^${drivers[at]?.name}`))
    .first()
    .click();
  await dialog.getByRole("button", { name: "Assign directly" }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function drive(id: string, at: number): Promise<void> {
  const phone = drivers[at]?.phone;
  if (!phone) throw new Error("There is no such driver");
  for (const to of ["en_route", "on_location", "passenger_on_board", "completed"]) {
    const own = await phone.get(`/driver/reservations/${id}`);
    const { version } = (await json<{ reservation: Reservation }>(own)).reservation;
    await json(await phone.post(`/driver/reservations/${id}/progress`, { to, version }));
  }
}

test("a rider requests cars for 14 people, and two vans drive them on one bill", async () => {
  const phone = await openWindow(chromium, origin, "phone", stateOf(rider.cookies));
  const id = await request(phone);
  const office = await openWindow(chromium, origin, "desktop", stateOf(dispatch.cookies));
  const path = await sendQuote(office, id);
  await accept(phone, path);
  const [first = "", second = ""] = (await read(id)).vehicles?.map((one) => one.id) ?? [];
  expect(first).toBe(id);
  expect(server.deps.db.select().from(payments).all()).toMatchObject([
    { reservationId: first, amountMinor: 22_500 },
    { reservationId: second, amountMinor: 22_500 },
  ]);

  // The place applies to both vans, and both are confirmed with one message.
  const { version } = await read(id);
  await json(
    await dispatch.post(`/admin/reservations/${id}/pin`, { version, stop: "dropoff", ...MARKET }),
  );
  await office.go(`/dispatch/dashboard/reservation/${first}`);
  await press(office, "Confirm booking");
  await press(office, "Confirm 2 vehicles");
  await waitForText(office, "2 vehicles confirmed");
  await assign(office, first, 0);
  await assign(office, second, 1);
  await office.look("reservation of two vans");
  const confirmed = messagesTo(server, "rider@example.com").filter(
    ({ kind }) => kind === "booking_confirmed",
  );
  expect(confirmed).toHaveLength(1);
  expect(bridesMessages().filter(({ kind }) => kind === "driver_assigned")).toHaveLength(2);

  // Grace's van breaks down, so Jean comes with another one and the bride gets a message.
  await press(office, "More actions");
  await office.page.getByRole("menuitem", { name: "Unassign driver" }).click();
  const dialog = office.page.getByRole("dialog");
  await dialog.getByRole("textbox").first().fill("Her van broke down");
  await dialog.getByRole("button", { name: "Unassign driver" }).click();
  await dialog.waitFor({ state: "hidden" });
  await assign(office, second, 2);
  expect(bridesMessages()[0]?.text).toContain(drivers[2]?.car.plate ?? "nothing");

  await office.go("/dispatch/dashboard/reservation?state=all");
  await waitForText(office, "2/2");
  await office.look("board with two vans of one booking");
  await phone.go(`/trips/${second}`);
  await waitForText(phone, "Vehicle 2/2");
  await phone.look("trip of two vans");
  await phone.go("/trips");
  await waitForText(phone, "Vehicle 1/2");

  // A driver may not set off more than a day ahead, so the clock is advanced.
  await office.page.goto("about:blank");
  server.advance(3 * 3_600_000);
  await drive(first, 0);
  expect(messagesTo(server, "rider@example.com")[0]?.kind).not.toBe("receipt");
  await drive(second, 2);
  const [bill] = messagesTo(server, "rider@example.com");
  expect(bill).toMatchObject({ kind: "receipt" });
  expect(bill?.text).toContain("150,000");
  await phone.go(`/trips/${first}`);
  const receipt = phone.page.getByRole("link", { name: /Receipt/ });
  const file = await rider.get(`/reservations/${first}/receipt.pdf`);
  expect(await receipt.count()).toBe(1);
  expect(file.headers.get("content-type")).toContain("application/pdf");
  // Dispatch's session has locked, because nobody used it for hours.
  await json(await dispatch.post("/admin/unlock", { password: PASSWORD }));
  await office.go(`/dispatch/dashboard/reservation/${first}`);
  await waitForText(office, /105,000 due/);
  await office.look("two vans that were driven");
  expect([...office.faults, ...phone.faults.filter((fault) => !fault.includes("/c/pay/"))]).toEqual(
    [],
  );
  expect(stripe.faults).toEqual([]);
  await Promise.all([office.close(), phone.close()]);
}, 400_000);
