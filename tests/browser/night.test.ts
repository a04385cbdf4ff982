/**
 * A night without a dispatcher: an owner writes rules on the screen, bookings at 23:00 are confirmed by them, and a
 * booking that matches no rule wakes the dispatcher by push, once. In the morning the board shows since when it has
 * been waiting.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { readSettings } from "../../src/auto-dispatch/confirmation/queries";
import { type Background, startBackground } from "../../src/process/background";
import { type RunningServer, startServer } from "../../src/server/server";
import { readReminderRules } from "../../src/reservations/messages/reminder-queries";
import { localTimeAt } from "../../src/settings/local-time";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { createVehicle } from "../support/fleet";
import { createPhone, createPushService } from "../support/push-phone";
import { openWindow, press, stateOf } from "../support/screen";
import { createTestServer, type Browser as Client, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(180_000);

const HOUR = 3_600_000;
const zone = "Africa/Kigali";
const rulesPath = "/dispatch/dashboard/settings/confirmation-rules";
let server: TestServer;
let runningServer: RunningServer;
let background: Background | undefined;
let chromium: Browser;
let rider: Client;
const pushService = createPushService();

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  server.deps.config.push.allowsLoopback = true;
  const now = Temporal.Now.zonedDateTimeISO(zone);
  const late = now.with({ hour: 22, minute: 0, second: 0, millisecond: 0 }).add({ days: 1 });
  server.advance(late.epochMilliseconds - server.deps.now());
  runningServer = startServer(server.deps, new AbortController());
  rider = (await signInRider(server)).browser;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await background?.stop();
  await runningServer?.stop();
  await pushService.close();
  server?.close();
});

/** Opens a window with the server's clock. */
async function open(cookies: ReadonlyMap<string, string>, size: "desktop" | "phone" = "desktop") {
  const window = await openWindow(
    chromium,
    `http://localhost:${runningServer.port}`,
    size,
    stateOf(cookies),
  );
  await window.page.clock.setFixedTime(server.deps.now());
  return window;
}
const localTimeIn = (hours: number) => localTimeAt(server.deps.now() + hours * HOUR, zone);

test("rules confirm bookings at night, and one that no rule confirms wakes the dispatcher once", async () => {
  const owner = await signInAdmin(server, { email: "owner@example.com" });
  const yesterday = await book(rider, { pickupLocal: localTimeIn(30) });
  const classId = yesterday.vehicleClass.id;
  for (let n = 0; n < 3; n++) createVehicle(server, { classId });
  const office = await open(owner.cookies);
  const { page } = office;
  await office.go(rulesPath);
  await office.look("no confirmation rules");
  await press(office, "Add rule");
  // The cursor is in the rule that was added or opened.
  const name = page.getByLabel("Name");
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill("Night");
  await page.getByLabel("Minimum notice").fill("8");
  await page.getByLabel("Maximum notice").fill("2");
  await press(office, "Save");
  await page.getByText("The maximum notice must not be shorter than the minimum notice.").waitFor();
  await page.getByLabel("Maximum notice").fill("");
  await office.look("confirmation rule");

  // A second rule never applies, because the first one covers everything.
  await press(office, "Add rule");
  const airport = page.locator("li", { has: page.locator("[name='rules.1.name']") });
  await airport.getByLabel("Name").fill("Airport");
  await airport.getByRole("button", { name: "Airport pickup" }).click();
  await airport.getByLabel("Minimum notice").fill("24");
  await airport.getByLabel("Action", { exact: true }).selectOption("Leave the booking to dispatch");
  await press(office, "Save");
  await page
    .getByText(/This rule never applies, because rule 1, “Night”, already covers/)
    .waitFor();
  await office.look("confirmation rule that never applies");
  expect(readSettings(server.deps.db).rules).toEqual([]);
  await press(office, "Move Airport up");
  await page.locator("[name='rules.0.leastLeadHours']").fill("72");
  await press(office, "Save");
  await page.getByText("Confirmation rules saved").waitFor();
  expect(readSettings(server.deps.db).rules.map(({ name }) => name)).toEqual(["Airport", "Night"]);

  await press(office, "Test rules");
  await page.getByText("Of 1 booking, rules would confirm 1 and leave 0 to dispatch.").waitFor();
  await office.look("confirmation rules tested");
  expect(office.faults).toEqual([]);
  await office.close();

  const dispatcher = await signInAdmin(server, { role: "dispatcher", email: "night@example.com" });
  const phone = createPhone(`${pushService.url}/p/1`);
  expect((await dispatcher.put("/admin/push", phone.subscription)).status).toBe(200);
  const channels = { request_waiting: ["push"] };
  expect((await dispatcher.put("/admin/notifications", { channels })).status).toBe(200);
  server.advance(HOUR);
  background = startBackground(server.deps);
  const stateOfTrip = async (id: string) =>
    (
      (await (await rider.get(`/reservations/${id}`)).json()) as {
        reservation: { state: string };
      }
    ).reservation.state;
  // Staff are notified of events only after the first round.
  await Bun.sleep(6_000);
  const first = await book(rider, { pickupLocal: localTimeIn(10) });
  const second = await book(rider, { pickupLocal: localTimeIn(14) });
  const soon = await book(rider, { pickupLocal: localTimeIn(2) });
  await expectEventually(() => stateOfTrip(first.id)).toBe("confirmed");
  await expectEventually(() => stateOfTrip(second.id)).toBe("confirmed");
  expect(await stateOfTrip(soon.id)).toBe("pending");
  await expectEventually(async () => pushService.deliveredPushes.length).toBe(1);
  const [driverPush] = pushService.deliveredPushes;
  expect(phone.read(driverPush?.body ?? new Uint8Array())).toMatchObject({
    title: `Booking ${soon.number} is waiting to be confirmed`,
    path: `/dispatch/dashboard/reservation/${soon.id}`,
  });
  // The push is not repeated, however often the rules are checked.
  server.advance(20 * 60_000);
  await Bun.sleep(12_000);
  expect(pushService.deliveredPushes).toHaveLength(1);

  const dispatcherSession = await signInAdmin(server, {
    role: "dispatcher",
    email: "woken@example.com",
  });
  const board = await open(dispatcherSession.cookies);
  await board.go("/dispatch/dashboard/reservation");
  await board.page.getByRole("cell", { name: /^Waiting 2\d min$/ }).waitFor();
  await board.look("board with a booking that waits");
  await board.go(`/dispatch/dashboard/reservation/${soon.id}`);
  await board.page
    .getByText("“Not confirmed by rule “Night”: booked too shortly before the pickup”")
    .waitFor();
  await board.look("booking that no rule took");
  await board.go(`/dispatch/dashboard/reservation/${first.id}`);
  await board.page.getByText("Rule “Night”", { exact: true }).waitFor();
  await board.look("booking confirmed by rule");
  expect(board.faults).toEqual([]);
  await board.close();
  const phoneWindow = await open(dispatcherSession.cookies, "phone");
  await phoneWindow.go(rulesPath);
  await phoneWindow.look("confirmation rules");
  expect(phoneWindow.faults).toEqual([]);
  await phoneWindow.close();
});

test("an owner sets when and whom to remind of trips, for each service", async () => {
  const owner = await signInAdmin(server, { email: "reminds@example.com" });
  const office = await open(owner.cookies);
  const { page } = office;
  await office.go("/dispatch/dashboard/settings/reminders");
  await page.getByLabel("Before the pickup").fill("100");
  await press(office, "Save");
  await page.getByText("Enter a whole number from 1 to 72.").waitFor();
  await page.getByLabel("Before the pickup").fill("4");
  await page.getByLabel("Airport pickup").check();
  await page.locator("[name='airport_pickup.hours']").fill("24");
  await page.locator("[name='airport_pickup.driver']").check();
  await office.look("reminders");
  await press(office, "Save");
  await page.getByText("Reminders saved").waitFor();
  expect(readReminderRules(server.deps).rules).toEqual({
    reminder: { hours: 4, to: ["passenger"] },
    reminderByService: { airport_pickup: { hours: 24, to: ["passenger", "driver"] } },
  });
  expect(office.faults).toEqual([]);
  await office.close();
  const phoneWindow = await open(owner.cookies, "phone");
  await phoneWindow.go("/dispatch/dashboard/settings/reminders");
  await phoneWindow.look("reminders");
  expect(phoneWindow.faults).toEqual([]);
  await phoneWindow.close();
});
