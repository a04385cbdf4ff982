/**
 * A hotel's front desk books for a guest: the guest gets driver, car and tracking link in French, the desk gets the
 * confirmation, the company gets the invoice, and its travel desk gets a copy.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { outbox } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import { type RunningServer, startServer } from "../../src/server/server";
import { assign, createDriverScene, type DriverScene, drive, look } from "../pages/driver/scene";
import { launchChromium } from "../support/chromium";
import { createCompany, invite } from "../support/companies";
import { openWindow, type Size, stateOf, waitForText, type Window } from "../support/screen";
import type { Browser as Visitor } from "../support/server";
import { messagesTo } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(240_000);

const DESK = "rider@example.com";
const GUEST_EMAIL = "camille@example.fr";
const HOTEL_EMAIL = "books@volcano.example";
const TRAVEL_EMAIL = "travel@volcano.example";

let chromium: Browser;
let scene: DriverScene;
let runningServer: RunningServer;
let origin: string;
let companyId: string;
const windows: Window[] = [];

beforeAll(async () => {
  // The form suggests times from the browser's clock.
  scene = await createDriverScene({ PORT: "0", HOST: "127.0.0.1" }, Date.now());
  const company = await createCompany(scene.staff, {
    name: "Volcano Hotels",
    billingEmail: HOTEL_EMAIL,
  });
  companyId = company.id;
  await invite(scene.staff, companyId, DESK);
  runningServer = startServer(scene.server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  Object.assign(scene.server.deps.config, { publicUrl: origin });
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  scene?.server.close();
});

async function windowOf(visitor: Visitor | null, size: Size): Promise<Window> {
  const window = await openWindow(
    chromium,
    origin,
    size,
    visitor ? stateOf(visitor.cookies) : undefined,
  );
  windows.push(window);
  return window;
}
const press = ({ page }: Window, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
const trips = () => scene.server.deps.db.select().from(reservations).all();
const messageKindsTo = (contact: string) =>
  messagesTo(scene.server, contact)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== "code" && kind !== "company_invitation")
    .toReversed();

test("a hotel books for a guest, who follows the car, and the hotel gets the invoice", async () => {
  // Dispatch has confirmations and changes copied to the hotel's travel desk.
  const office = await windowOf(scene.staff, "desktop");
  await office.go(`/dispatch/dashboard/companies/${companyId}`);
  await press(office, "Add e-mail for copies");
  await office.page.getByRole("textbox", { name: "E-mail 1" }).fill("travel");
  await press(office, "Save");
  await waitForText(office, "Enter a valid email address.");
  await office.page.getByRole("textbox", { name: "E-mail 1" }).fill(TRAVEL_EMAIL);
  await office.page.getByRole("checkbox", { name: "Receipts" }).uncheck();
  await office.look("company-copies");
  await press(office, "Save");
  await waitForText(office, "Company saved");

  const desk = await windowOf(scene.rider, "phone");
  const { page } = desk;
  await desk.go("/booking?from=Kigali%20International%20Airport&to=Amahoro%20Stadium");
  await press(desk, "Tomorrow");
  await press(desk, "See cars and prices");
  await page.getByRole("button", { name: /^Continue ·/ }).click();
  await page.getByText("Bill to Volcano Hotels").click();
  await page.getByRole("checkbox", { name: "I am booking for somebody else" }).check();
  await page.getByLabel("Passenger's name").fill("Camille Roux");
  // A passenger without any contact: nothing is sent, and the field says what to do.
  await press(desk, "Book now");
  await waitForText(desk, /^Enter a phone number or an e-mail address, or choose/);
  expect(trips()).toEqual([]);
  await desk.look("booking-for-a-guest-refused");
  await page.getByLabel("Passenger's phone").fill("+33 6 12 34 56 78");
  await press(desk, "Book now");
  await waitForText(desk, /^We can’t send text messages to this country/);
  await page.getByLabel("Passenger's e-mail").fill(GUEST_EMAIL);
  await page.getByLabel("Passenger's language").selectOption("fr");
  await desk.look("booking-for-a-guest");
  await press(desk, "Book now");
  await waitForText(desk, "Booked. Thank you!");
  const [{ id, version } = { id: "", version: 0 }] = trips();

  // Dispatch confirms it, and sees who was told about the driver.
  await scene.staff.post(`/admin/reservations/${id}/confirmation`, { version });
  const trip = await assign(scene, await look(scene, id));
  await office.go(`/dispatch/dashboard/reservation/${id}`);
  await waitForText(office, "Passenger told about the driver (Français)");
  await waitForText(office, GUEST_EMAIL);
  await office.look("reservation-with-a-guest");
  await press(office, "Change trip");
  await office.page.getByLabel("Passenger's name").waitFor();
  await office.look("change-of-a-guest");
  await desk.go(`/trips/${id}`);
  await press(desk, "Change trip");
  await page.getByLabel("Passenger's name").waitFor();
  await desk.look("riders-change-of-a-guest");
  // They are closed before the clock advances, because an unused screen locks.
  for (const window of [office, desk]) await window.close();

  // The guest follows the car on their own phone, in their own language.
  const underWay = await drive(scene, trip, "en_route");
  const [enRouteMessage] = messagesTo(scene.server, GUEST_EMAIL);
  expect(enRouteMessage?.subject).toBe("Votre chauffeur est en route vers vous");
  for (const words of ["Eric est en route vers vous.", scene.car.plate, "Voir le trajet"])
    expect(enRouteMessage?.text).toContain(words);
  const phone = await windowOf(null, "phone");
  await phone.page.setExtraHTTPHeaders({ "accept-language": "fr" });
  const link = /\/track\/[\w-]{22}/.exec(enRouteMessage?.text ?? "")?.[0] ?? "";
  await phone.go(link);
  await waitForText(phone, "Eric est en route");
  await waitForText(phone, scene.car.plate);
  await phone.look("guest-follows");
  await drive(scene, underWay, "on_location", "passenger_on_board", "completed");

  // Nobody gets a message twice, and the guest learns nothing about the price.
  expect(messageKindsTo(GUEST_EMAIL)).toEqual([
    ...["booking_confirmed", "driver_assigned", "driver_on_the_way", "driver_arrived"],
  ]);
  expect(JSON.stringify(messagesTo(scene.server, GUEST_EMAIL))).not.toMatch(/RWF|Tarif/);
  expect(messageKindsTo(DESK)).toEqual(["booking_received", "booking_confirmed", "receipt"]);
  expect(messageKindsTo(TRAVEL_EMAIL)).toEqual(["booking_confirmed"]);
  expect(messagesTo(scene.server, TRAVEL_EMAIL)[0]?.text).toContain("Passenger: Camille Roux");

  // On the next day dispatch settles it, and the hotel gets its invoice.
  scene.staff = await signInAdmin(scene.server, { email: "next-day@example.com" });
  const settlementResponse = await scene.staff.post(`/admin/reservations/${id}/settlement`, {
    version: (await look(scene, id)).version,
  });
  expect(settlementResponse.status).toBe(200);
  const accountsWindow = await windowOf(scene.staff, "desktop");
  await accountsWindow.go(`/dispatch/dashboard/companies/${companyId}`);
  await accountsWindow.page
    .getByLabel("Pickups until")
    .fill(trips()[0]?.pickupLocal.slice(0, 10) ?? "");
  await press(accountsWindow, "Issue invoice");
  await accountsWindow.page.getByRole("heading", { level: 1, name: "Invoice 1" }).waitFor();
  await press(accountsWindow, "E-mail invoice");
  await waitForText(accountsWindow, "E-mail queued");
  expect(
    scene.server.deps.db
      .select()
      .from(outbox)
      .all()
      .filter(({ recipient }) => recipient === HOTEL_EMAIL)
      .map(({ kind }) => kind),
  ).toEqual(["invoice"]);
  // The browser logs the two answers that refused invalid input.
  const faults = windows.flatMap((window) => window.faults);
  expect(faults.filter((fault) => !fault.includes("status of 400"))).toEqual([]);
});

test("a dispatcher turns off messages to the guest in a phone booking", async () => {
  const staff = await signInAdmin(scene.server, { email: "phones@example.com" });
  const office = await windowOf(staff, "narrow");
  const { page } = office;
  await office.go("/dispatch/dashboard/reservation");
  await page.keyboard.press("n");
  await page.getByRole("checkbox", { name: "The passenger is somebody else" }).check();
  await page.getByLabel("Passenger's name").fill("Camille Roux");
  await press(office, "Book");
  await waitForText(office, /^Enter a phone number or an e-mail address, or choose/);
  await page.getByLabel("Passenger's e-mail").fill(GUEST_EMAIL);
  await office.look("phone-booking-for-a-guest");
  await page.getByRole("checkbox", { name: "Don’t contact the passenger" }).check();
  await waitForText(office, "We won’t send the passenger any messages.");
  await office.look("phone-booking-no-contact");
  expect(office.faults).toEqual([]);
});
