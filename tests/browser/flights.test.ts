/**
 * A late flight: dispatch reads about it on the trip and among the day's flights, and moves the pickup; rider and
 * driver see the change.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Browser } from "playwright-core";
import { drivers } from "../../db/schema/drivers";
import { flights } from "../../db/schema/flights";
import { reservations } from "../../db/schema/reservations";
import { followFlights } from "../../src/flights/follow-actions";
import { type RunningServer, startServer } from "../../src/server/server";
import { localTimeAt } from "../../src/settings/local-time";
import { HOUR, MINUTE, type Scene, startScene } from "../flights/scene";
import { launchChromium } from "../support/chromium";
import { openWindow, press, stateOf, waitForText } from "../support/screen";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let scene: Scene;
let runningServer: RunningServer;
let chromium: Browser;
let origin: string;

beforeAll(async () => {
  scene = await startScene("aeroapi", { PORT: "0", HOST: "127.0.0.1" });
  const { server } = scene;
  server.advance(Date.now() - server.deps.now());
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  await scene?.close();
});

test("dispatch moves the pickup of a late flight, and rider and driver see the flight", async () => {
  const { server, addFlight, addTrip, addPair, assign, trip, link } = scene;
  const { deps } = server;
  const { browser: rider, rider: account } = await signInRider(server);
  const scheduledIn = Math.ceil(deps.now() / HOUR) * HOUR + HOUR;
  const flight = addFlight({ scheduledIn, terminal: "1", belt: "3" });
  const id = addTrip({ pickupAt: scheduledIn + 40 * MINUTE, riderId: account.id });
  const pair = addPair();
  await assign(id, pair);
  flight.estimatedIn = scheduledIn + HOUR;
  await followFlights(deps);
  expect(link(id)?.proposedPickupAt).toBe(scheduledIn + 100 * MINUTE);
  const [driver] = deps.db.select().from(drivers).where(eq(drivers.id, pair.driverId)).all();

  const owner = stateOf((await signInAdmin(server)).cookies);
  const office = await openWindow(chromium, origin, "desktop", owner);
  // The trip's day is read again, because late in the evening the pickup moves to the next day.
  const day = () => localTimeAt(trip(id).pickupAt, "Africa/Kigali").slice(0, 10);
  // On a laptop's screen the flight has room in the row, even next to an open trip.
  await office.page.setViewportSize({ width: 1280, height: 800 });
  await office.go("/dispatch/dashboard/reservation");
  await waitForText(office, /^Move to/);
  await office.look("board with flights");
  await office.page.getByLabel("Flights", { exact: true }).selectOption("cancelled");
  await waitForText(office, "No reservations match these filters");
  await office.page.getByLabel("Flights", { exact: true }).selectOption("late");
  await office.page.locator(`[data-row="${id}"]:visible`).click();
  await waitForText(office, /^Move to/);
  await office.look("board with flights and an open trip");
  await office.go(`/dispatch/dashboard/flights?day=${day()}&which=decide`);
  await waitForText(office, "Brussels to Kigali");
  await waitForText(office, /60 min late/);
  await office.look("flights of a day");
  // A year is typed digit by digit, and no other day is requested in between.
  const requested = new Set<string | null>();
  office.page.on("framenavigated", (frame) =>
    requested.add(new URL(frame.url()).searchParams.get("day")),
  );
  await office.page.getByLabel("Day", { exact: true }).focus();
  await office.page.keyboard.type("11222027");
  await office.page.waitForURL(/day=2027-11-22/);
  expect([...requested].filter((one) => one?.startsWith("0"))).toEqual([]);
  await office.go(`/dispatch/dashboard/flights?day=${day()}`);
  const phoneWindow = await openWindow(chromium, origin, "phone", owner);
  await phoneWindow.go("/dispatch/dashboard/reservation?flight=late");
  await waitForText(phoneWindow, "WB711");
  await phoneWindow.look("board with flights");
  await phoneWindow.go(`/dispatch/dashboard/flights?day=${day()}`);
  await waitForText(phoneWindow, /60 min late/);
  await phoneWindow.look("flights of a day");
  await office.page.getByRole("link", { name: String(trip(id).number) }).click();
  await waitForText(office, "Terminal 1, Belt 3");
  await waitForText(office, /The pickup should be/);
  await office.look("flight of a trip");
  await press(office, "Enter flight times");
  await office.page.getByRole("dialog").waitFor();
  await office.look("times of a flight");
  await office.page.keyboard.press("Escape");
  // The same key works here, on the board and among the day's flights.
  await office.page.keyboard.press("f");
  await waitForText(office, /^Pickup of reservation \d+ moved/);
  expect(trip(id)).toMatchObject({ state: "assigned", pickupAt: scheduledIn + 100 * MINUTE });

  const delay = async (hours: number) => {
    flight.estimatedIn = scheduledIn + hours * HOUR;
    await deps.write((tx) => tx.update(flights).set({ nextAskAt: deps.now() }).run());
    await followFlights(deps);
  };
  await delay(2);
  await office.go("/dispatch/dashboard/reservation");
  await waitForText(office, /^Move to/);
  await office.page.locator(`[data-row="${id}"]:visible`).focus();
  await office.page.keyboard.press("f");
  await waitForText(office, /^Pickup of reservation \d+ moved/);
  expect(trip(id).pickupAt).toBe(scheduledIn + 160 * MINUTE);
  await delay(3);
  await office.go(`/dispatch/dashboard/flights?day=${day()}`);
  await waitForText(office, /^Move pickup to/);
  // The first press finds the proposal, the second one accepts it.
  await office.page.keyboard.press("f");
  await office.page.keyboard.press("f");
  await waitForText(office, /^Pickup of reservation \d+ moved/);
  expect(trip(id).pickupAt).toBe(scheduledIn + 220 * MINUTE);

  await office.go("/dispatch/dashboard/settings/flights");
  await waitForText(office, "When a pickup moves, time-of-day surcharges change with it");
  await press(office, "Add airport");
  await press(office, "Save");
  await waitForText(office, "Enter the airport’s three letters, such as KGL.");
  await office.look("rules for flights");
  await phoneWindow.go("/dispatch/dashboard/settings/flights");
  await phoneWindow.look("rules for flights");
  await phoneWindow.close();
  await office.page.getByLabel("Airport", { exact: true }).fill("kgl");
  await office.page.getByLabel("When the flight changes").nth(1).selectOption("move");
  await press(office, "Save");
  await waitForText(office, "Rules for flights saved");

  const phone = await openWindow(chromium, origin, "phone", stateOf(rider.cookies));
  await phone.go(`/trips/${id}`);
  await waitForText(phone, /180 min late/);
  await phone.look("rider’s flight");

  const { browser: wheel } = await signInDriver(server, driver?.email ?? "");
  const cab = await openWindow(chromium, origin, "phone", stateOf(wheel.cookies));
  await cab.go(`/driver/dashboard/trips/${id}`);
  await waitForText(cab, "Terminal 1, Belt 3");
  await cab.look("driver’s flight");

  expect([...office.faults, ...phoneWindow.faults, ...phone.faults, ...cab.faults]).toEqual([]);
  expect(deps.db.select().from(reservations).all().length).toBe(1);
  await Promise.all([office.close(), phone.close(), cab.close()]);
}, 300_000);
