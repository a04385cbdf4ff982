/** A rider changes a booked trip on a phone, and dispatch changes one by keyboard alone. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { outbox } from "../../db/schema/notifications";
import { vehicles } from "../../db/schema/vehicles";
import type { RiderReservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { type RunningServer, startServer } from "../../src/server/server";
import { book, createDriverScene, type DriverScene, look } from "../pages/driver/scene";
import { launchChromium } from "../support/chromium";
import { createCompany, invite } from "../support/companies";
import { press, reach } from "../support/keys";
import { startStripe } from "../support/payments/stripe";
import { openWindow, type Size, stateOf, type Window } from "../support/screen";
import { trip as request } from "../support/booking";
import type { Browser as Visitor } from "../support/server";
import { json } from "../tracking/scene";

setDefaultTimeout(240_000);

let chromium: Browser;
let scene: DriverScene;
let runningServer: RunningServer;
let origin: string;
const stripe = startStripe();

beforeAll(async () => {
  // Forms use the browser's clock.
  scene = await createDriverScene({ PORT: "0", HOST: "127.0.0.1" }, Date.now());
  scene.server.deps.db.update(vehicles).set({ passengers: 7, luggage: 8 }).run();
  const company = await createCompany(scene.staff, { name: "Volcano Hotels" });
  await invite(scene.staff, company.id, "rider@example.com");
  runningServer = startServer(scene.server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  Object.assign(scene.server.deps.config, { publicUrl: origin });
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  scene?.server.close();
  await stripe.stop();
});

const windowOf = (visitor: Visitor, size: Size): Promise<Window> =>
  openWindow(chromium, origin, size, stateOf(visitor.cookies));
const day = (daysAhead: number) =>
  new Date(scene.server.deps.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);

test("a rider adds a child seat and bills the company, at the price shown first", async () => {
  const { id, fareMinor } = await book(scene, { pickupLocal: `${day(3)}T14:30` });
  const window = await windowOf(scene.rider, "phone");
  const { page } = window;
  await window.go(`/trips/${id}`);
  await page.getByRole("button", { name: "Change trip" }).click();
  await page.getByRole("button", { name: "More: Child seat" }).click();
  await page.getByRole("button", { name: "More: Greeting sign" }).click();
  await page.getByLabel("Name on the greeting sign").fill("Acme delegation");
  await page.getByText("Bill to Volcano Hotels").click();
  await page.getByRole("button", { name: "See the new price" }).click();
  await page.getByText("New total").waitFor();
  await window.look("change-of-extras");
  await page.getByRole("button", { name: "Change the trip" }).click();
  await page.getByText("Your trip has been changed.").waitFor();
  const changed = await look(scene, id);
  expect(changed).toMatchObject({
    extras: [{ name: "Child seat" }, { name: "Greeting sign" }],
    details: { greetingSign: "Acme delegation" },
    billing: { company: { name: "Volcano Hotels" } },
  });
  expect(changed.fareMinor).toBeGreaterThan(fareMinor);
  expect(window.faults).toEqual([]);
  await window.close();
});

test("a dispatcher adds an extra by keyboard only", async () => {
  const { id } = await book(scene, { pickupLocal: `${day(4)}T14:30` });
  const window = await windowOf(scene.staff, "desktop");
  const { page } = window;
  await window.go(`/dispatch/dashboard/reservation/${id}`);
  await press(page, /^Change trip/);
  await page.getByRole("button", { name: "More: Child seat" }).waitFor();
  await press(page, /^More: child seat/);
  await reach(page, /^See the new price/);
  await page.keyboard.press("Enter");
  await page.getByText("New total").waitFor();
  await window.look("change-at-the-desk");
  await press(page, /^Change the trip/);
  await page.getByText(/^Reservation \d+ changed/).waitFor();
  expect((await look(scene, id)).extras).toMatchObject([{ id: "child-seat", quantity: 1 }]);
  expect(window.faults).toEqual([]);
  await window.close();
});

test("two vehicles are confirmed by keyboard, and cancelled by their rider, as one booking", async () => {
  const wanted = { passengers: 14, luggage: 4, serviceType: "point_to_point" };
  const quote = await json<QuoteAnswer>(
    await scene.rider.post("/quotes", request({ ...wanted, pickupLocal: `${day(5)}T14:30` })),
  );
  const booking = { quote: quote.quote, vehicleClassId: quote.options[0]?.vehicleClass.id };
  const { reservation: trip } = await json<{ reservation: RiderReservation }>(
    await scene.rider.post("/reservations", booking),
  );
  const states = async () => (await look(scene, trip.id)).vehicles?.map(({ state }) => state);

  const office = await windowOf(scene.staff, "desktop");
  await office.go(`/dispatch/dashboard/reservation/${trip.id}`);
  await press(office.page, /^Confirm booking/);
  await office.page.getByText("Confirm all 2 vehicles of this booking").waitFor();
  await office.look("confirm-vehicles");
  await press(office.page, /^Confirm 2 vehicles/);
  await office.page.getByText("2 vehicles confirmed").waitFor();
  expect(await states()).toEqual(["confirmed", "confirmed"]);
  await office.page.getByRole("button", { name: "More actions" }).click();
  await office.page.getByRole("menuitem", { name: "Cancel trip" }).click();
  await office.page.getByText("Cancel all 2 vehicles of this booking").click();
  await office.look("cancel-vehicles");

  const phone = await windowOf(scene.rider, "phone");
  const { page } = phone;
  await phone.go(`/trips/${trip.id}`);
  await page.getByRole("button", { name: "Cancel trip" }).click();
  await page.getByText("Cancel all vehicles of this booking").click();
  await phone.look("rider-cancels-vehicles");
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await states()).toEqual(["cancelled", "cancelled"]);

  // The dialog that dispatch still had open says so, and nothing is cancelled twice.
  await office.page.getByRole("button", { name: "Cancel booking" }).click();
  await office.page.getByText(/so this action is no longer possible/).waitFor();
  const faults = [...office.faults, ...phone.faults];
  expect(faults.filter((fault) => !fault.includes("status of 409"))).toEqual([]);
  for (const window of [office, phone]) await window.close();
});

test("a change is offered for the return trip and for later trips, each with its price", async () => {
  const outboundTrip = {
    pickupLocal: `${day(6)}T09:30`,
    returnTrip: { pickupLocal: `${day(6)}T19:00` },
  };
  const quote = await json<QuoteAnswer>(await scene.rider.post("/quotes", request(outboundTrip)));
  const [vehicleClassId, returnTrip] = [
    quote.options[0]?.vehicleClass.id,
    { quote: quote.returnTrip?.quote },
  ];
  const { reservation: trip } = await json<{ reservation: RiderReservation }>(
    await scene.rider.post("/reservations", { quote: quote.quote, vehicleClassId, returnTrip }),
  );
  const phone = await windowOf(scene.rider, "phone");
  await phone.go(`/trips/${trip.id}`);
  await phone.page.getByRole("button", { name: "Change trip" }).click();
  await phone.page.getByRole("button", { name: "More: Child seat" }).click();
  await phone.page.getByRole("button", { name: "See the new price" }).click();
  await phone.page.getByRole("button", { name: "Change the trip" }).click();
  await phone.page.getByText(`Trip ${trip.number + 1}, `).waitFor();
  await phone.look("same-change-of-the-return-trip");
  await phone.page.getByRole("button", { name: "Change these trips" }).click();
  await phone.page.getByText("Your trip has been changed.").waitFor();
  const back = await look(scene, trip.otherLeg?.id ?? "");
  expect(back.extras).toMatchObject([{ id: "child-seat" }]);

  const repeat = { weekdays: [1, 2, 3, 4, 5, 6, 7], everyWeeks: 1, end: { kind: "never" } };
  await json(await scene.staff.post(`/admin/reservations/${back.id}/standing-order`, { repeat }));
  const office = await windowOf(scene.staff, "desktop");
  const { page } = office;
  await office.go(`/dispatch/dashboard/reservation/${back.id}`);
  await press(page, /^Change trip/);
  await reach(page, /^Note to the driver/);
  await page.keyboard.type("Ring twice");
  await press(page, /^Change the trip/);
  await page.getByText("This and later trips").waitFor();
  await office.look("same-change-of-later-trips");
  await press(page, /^Change these trips/);
  await page
    .getByRole("heading", { name: "Also change the other trips?" })
    .waitFor({ state: "detached" });
  const faults = [...office.faults, ...phone.faults];
  expect(faults).toEqual([]);
  for (const window of [office, phone]) await window.close();
});

test("a dispatcher sends a payment link for a phone booking and can copy it", async () => {
  Object.assign(scene.server.deps.config, { stripe: { ...stripe.connection, timeoutMs: 2_000 } });
  const { id } = await book(scene, { pickupLocal: `${day(7)}T14:30` });
  const window = await windowOf(scene.staff, "desktop");
  const { page } = window;
  await window.go(`/dispatch/dashboard/new?like=${id}&way=again`);
  await page.locator("#when").fill("tomorrow 8");
  await page
    .getByRole("region", { name: "Price" })
    .getByText(/RWF, about/)
    .waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: /^Reservation \d+ is confirmed/ }).waitFor();
  await page.getByRole("button", { name: "Repeat this trip" }).waitFor();
  await press(page, /^Ask for .* by link/);
  await page.getByRole("button", { name: "Copy payment link" }).waitFor();
  await window.look("phone-booked-with-payment-link");
  const kinds = scene.server.deps.db.select().from(outbox).all();
  expect(kinds.some(({ kind }) => kind === "pay_link")).toBe(true);
  expect(window.faults).toEqual([]);
  await window.close();
});
