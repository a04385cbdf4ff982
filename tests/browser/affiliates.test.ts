/**
 * Dispatch adds an affiliate and offers them a trip, which they accept, drive and finish through the link, on a phone.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { localTimeAt } from "../../src/settings/local-time";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { zoneAtNoon } from "../support/operator";
import { openWindow, press, stateOf, waitForText, type Window } from "../support/screen";
import { createTestServer, type Browser as Client, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { allowSettingOff } from "../support/waiting";
import { json } from "../tracking/scene";

const AFFILIATE_EMAIL = "ops@swift.example";
/** A time zone in which it is noon now. */
const timeZone = zoneAtNoon(Date.now());

let server: TestServer;
let runningServer: RunningServer;
let chromium: Browser;
let origin: string;
let rider: Client;
let admin: Client;
let staff: ReturnType<typeof stateOf>;

beforeAll(async () => {
  server = await createTestServer({
    PORT: "0",
    HOST: "127.0.0.1",
    RATE_LIMITS: "off",
    TIME_ZONE: timeZone,
  });
  server.advance(Date.now() - server.deps.now());
  allowSettingOff(server);
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  Object.assign(server.deps.config, { publicUrl: origin });
  rider = (await signInRider(server)).browser;
  admin = await signInAdmin(server, { role: "dispatcher" });
  staff = stateOf(admin.cookies);
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

/** Books a confirmed trip today, which is also in this month. */
async function bookConfirmedTrip() {
  const pickupLocal = localTimeAt(server.deps.now() + 5 * 3_600_000, timeZone);
  const { id, version } = await book(rider, { pickupLocal });
  await json(await admin.post(`/admin/reservations/${id}/confirmation`, { version }));
  return id;
}
/** Returns the path of the newest offer's link. */
function lastSentLink(): string {
  const [, path] =
    /(\/affiliate\/\S+)/.exec(messagesTo(server, AFFILIATE_EMAIL)[0]?.text ?? "") ?? [];
  if (!path) throw new Error("No offer was sent");
  return path;
}
const crew = {
  "Driver’s name": "Jean Bosco Habimana",
  "Driver’s phone number": "+250788123456",
  Car: "Mercedes E 220",
  "Number plate": "RAC 123 B",
};
async function fillDriverAndVehicle(page: Window["page"]): Promise<void> {
  for (const [label, text] of Object.entries(crew))
    await page.getByLabel(label, { exact: true }).fill(text);
}

test("dispatch offers a trip to an affiliate, who drives it by the link on a phone", async () => {
  const id = await bookConfirmedTrip();
  const office = await openWindow(chromium, origin, "laptop", staff);
  await office.go("/dispatch/dashboard/affiliates");
  await waitForText(office, "No affiliates yet");
  await office.look("no affiliates");
  await office.page.getByRole("link", { name: "Add affiliate" }).click();
  await office.page.getByLabel("Name").fill("Swift Cars");
  await press(office, "Save");
  await waitForText(office, "Enter a percentage from 0 to 100.");
  await waitForText(office, /Enter an e-mail address or a phone number/);
  await office.look("affiliate with faults");
  await office.page.getByLabel("Percentage of the fare").fill("80");
  await office.page.getByLabel("E-mail").fill(AFFILIATE_EMAIL);
  await press(office, "Save");
  await waitForText(office, "No trips in this month");
  await office.look("affiliate");

  await office.go(`/dispatch/dashboard/reservation/${id}`);
  await press(office, "More actions");
  await office.page.getByRole("menuitem", { name: "Offer to affiliate" }).click();
  const dialog = office.page.getByRole("dialog");
  await dialog.getByText(/^You keep/).waitFor();
  await office.look("offer to an affiliate");
  await dialog.getByLabel(/^Affiliate’s price/).fill("9000");
  await dialog.getByRole("button", { name: "Send offer" }).click();
  await waitForText(office, /is offered to Swift Cars/);
  await office.page.getByRole("heading", { name: "Affiliate" }).waitFor();
  await office.look("trip offered to an affiliate");

  const phone = await openWindow(chromium, origin, "phone");
  const { page } = phone;
  await phone.context.grantPermissions(["geolocation"], { origin });
  await phone.context.setGeolocation({ latitude: -1.96, longitude: 30.12, accuracy: 8 });
  await phone.go(lastSentLink());
  await waitForText(phone, /Answer by/);
  await phone.look("offer on a phone");
  await press(phone, "Accept the trip");
  await waitForText(phone, "This trip is yours");
  await press(phone, "Save driver and car");
  await page.getByText("This field is required.").nth(3).waitFor();
  await phone.look("driver and car with faults");
  await fillDriverAndVehicle(page);
  await press(phone, "Save driver and car");
  await press(phone, "I’m on the way");
  await waitForText(phone, "On the way to the passenger");
  await press(phone, "Share the position");
  await waitForText(phone, "Keep this page open.");
  await phone.look("affiliate on the way");
  await office.go("/dispatch/dashboard/reservation?state=all");
  await waitForText(office, /Swift Cars, Jean B\./);
  await office.look("board with an affiliate");
  const { tracking } = await waitForPosition(id);
  expect(tracking).toMatchObject({ latitude: -1.96, longitude: 30.12 });

  await office.go(`/dispatch/dashboard/reservation/${id}`);
  await waitForText(office, /Cost.*9,000, margin/);
  await office.look("trip of an affiliate");
  for (const step of ["I’m at the pickup", "Passenger is on board", "Trip is completed"])
    await press(phone, step);
  await waitForText(phone, "The trip is completed. Thank you!");
  await phone.look("affiliate has completed the trip");
  expect(await page.getByText("Aline").count()).toBe(0);

  await office.go("/dispatch/dashboard/affiliates");
  await office.page.getByRole("row").filter({ hasText: "Swift Cars" }).click();
  await waitForText(office, /The affiliate gets.*9,000 and you keep/);
  await office.look("statement of an affiliate");
  const small = await openWindow(chromium, origin, "phone", staff);
  await small.go("/dispatch/dashboard/affiliates");
  await small.look("affiliates");
  await small.go(new URL(office.page.url()).pathname);
  await waitForText(small, /The affiliate gets.*9,000 and you keep/);
  await small.look("statement of an affiliate");
  await small.go(`/dispatch/dashboard/reservation/${id}`);
  await small.page.getByRole("heading", { name: "Affiliate" }).waitFor();
  await small.look("trip of an affiliate");
  expect([...office.faults, ...phone.faults, ...small.faults]).toEqual([]);
  await Promise.all([office.close(), phone.close(), small.close()]);
}, 300_000);

/** Waits for the car's position, and returns it as dispatch sees it. */
async function waitForPosition(id: string) {
  for (;;) {
    const path = `/admin/reservations/${id}/tracking`;
    const { position } = await json<{ position: object | null }>(await admin.get(path));
    if (position) return { tracking: position };
    await Bun.sleep(100);
  }
}

test("without scripts an affiliate accepts a trip, enters driver and car, and reports a step", async () => {
  const id = await bookConfirmedTrip();
  const [affiliate] = (
    await json<{ affiliates: { id: string }[] }>(await admin.get("/admin/affiliates"))
  ).affiliates;
  const { reservation } = await json<{ reservation: { version: number } }>(
    await admin.get(`/admin/reservations/${id}`),
  );
  const offer = { affiliateId: affiliate?.id, costMinor: 8_000, minutes: 60 };
  await json(await admin.post(`/admin/reservations/${id}/farm-out`, { ...offer, ...reservation }));
  const path = lastSentLink();
  const context = await chromium.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(origin + path);
  await press({ page }, "Accept the trip");
  await waitForText({ page }, "This trip is yours");
  await page.getByLabel("Driver’s name").fill("Jean Bosco Habimana");
  await press({ page }, "Save driver and car");
  await waitForText({ page }, "This field is required.");
  expect(await page.getByLabel("Driver’s name").inputValue()).toBe("Jean Bosco Habimana");
  await fillDriverAndVehicle(page);
  await press({ page }, "Save driver and car");
  await press({ page }, "I’m on the way");
  await waitForText({ page }, "On the way to the passenger");
  expect(new URL(page.url()).pathname).toBe(path);
  const germanPage = await fetch(origin + path, { headers: { "accept-language": "de" } });
  expect(await germanPage.text()).toContain("Unterwegs zum Fahrgast");
  await context.close();
}, 200_000);
