/**
 * Actions on several reservations, by mouse and by keyboard: they are confirmed, assigned to one driver, messaged and
 * settled. The result of each is shown, especially if it was refused or done in part.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { asc } from "drizzle-orm";
import type { Browser } from "playwright-core";
import { tripMessages } from "../../db/schema/messages";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { createDriver, createVehicle } from "../support/fleet";
import { addPayment, reservationValues } from "../support/reservations";
import { openWindow, stateOf, type Window } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(180_000);

const HOUR = 3_600_000;
const board = "/dispatch/dashboard/reservation";
let server: TestServer;
let runningServer: RunningServer;
let chromium: Browser;
let office: Window;
let origin: string;
let staff: ReturnType<typeof stateOf>;
let riderId: string;
let number = 1000;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  server.advance(Date.now() - server.deps.now());
  runningServer = startServer(server.deps, new AbortController());
  riderId = (await signInRider(server)).rider.id;
  chromium = await launchChromium();
  origin = `http://localhost:${runningServer.port}`;
  staff = stateOf((await signInAdmin(server, { role: "owner" })).cookies);
  office = await openWindow(chromium, origin, "desktop", staff);
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  server?.close();
});

/** Adds a trip, that many hours after the start of tomorrow. */
function add(hours: number, over: Partial<typeof reservations.$inferInsert> = {}): number {
  const [first] = server.deps.db
    .select()
    .from(vehicleClasses)
    .orderBy(asc(vehicleClasses.position))
    .all();
  const row = reservationValues({
    number: ++number,
    pickupAt: Math.ceil(server.deps.now() / HOUR) * HOUR + (24 + hours) * HOUR,
    vehicleClassId: first?.id ?? "",
    riderId,
    state: "pending",
    createdAt: server.deps.now() - hours * HOUR,
    ...over,
  });
  server.deps.db.insert(reservations).values(row).run();
  return row.number;
}
const stored = (of: number) =>
  server.deps.db
    .select()
    .from(reservations)
    .all()
    .find((row) => row.number === of);
const states = (...of: number[]) => of.map((one) => stored(one)?.state);
/** Returns the faults so far, without the expected refusals. */
const faults = () => office.faults.splice(0).filter((fault) => !fault.includes("status of 409"));
const box = (of: number) =>
  office.page.getByRole("checkbox", { name: `Select reservation ${of}` }).first();
const bar = () => office.page.getByRole("region", { name: "Selected reservations" });
const dialog = () => office.page.getByRole("dialog");
const result = (of: number) =>
  dialog()
    .getByRole("listitem")
    .filter({ hasText: String(of) });

test("a dispatcher confirms bookings by keyboard, and one changed by a colleague is refused", async () => {
  const all = [add(1), add(2), add(3), add(4)];
  const [first = 0, second = 0, third = 0, fourth = 0] = all;
  const { page } = office;
  await office.go(board);
  await page.locator("[data-row]").first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await bar().getByText("3 selected").waitFor();
  await page.keyboard.press("Escape");
  await bar().waitFor({ state: "hidden" });
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowUp");
  await bar().getByText("3 selected").waitFor();
  await office.look("board with selected rows");
  await bar().getByRole("button", { name: "Confirm" }).click();
  await dialog().getByText("Confirm: 3 reservations").waitFor();
  // Somebody else rejects one of them, and the event has not arrived yet.
  const id = stored(second)?.id ?? "";
  const other = await signInAdmin(server, { email: "other@example.com" });
  const rejectionResponse = await other.post(`/admin/reservations/${id}/rejection`, {
    version: 1,
    reason: "No car",
  });
  expect(rejectionResponse.status).toBe(200);
  await page.keyboard.press("Enter");
  await dialog().getByText("Confirmed: 2 of 3. Refused: 1.").waitFor();
  await office.look("several confirmed, one refused");
  expect(await result(first).textContent()).toContain("Confirmed");
  expect(await result(second).textContent()).toMatch(/changed/i);
  expect(states(first, second, third, fourth)).toEqual([
    "confirmed",
    "rejected",
    "confirmed",
    "pending",
  ]);
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "hidden" });
  expect(faults()).toEqual([]);
});

test("a dispatcher assigns one driver to several trips by mouse, and an overlapping one is refused", async () => {
  const vehicle = createVehicle(server, { id: "car-eric" });
  createDriver(server, {
    id: "eric",
    firstName: "Eric",
    lastName: "Mugisha",
    vehicleId: vehicle.id,
  });
  const earlyTrip = add(10);
  const late = add(14);
  const same = add(14);
  const { page } = office;
  await office.go(board);
  await box(earlyTrip).click();
  await box(same).click({ modifiers: ["Shift"] });
  await bar().getByText("3 selected").waitFor();
  await bar().getByRole("button", { name: "Assign driver" }).click();
  await dialog().getByLabel("Driver").selectOption("Eric Mugisha");
  await office.look("assign several");
  await dialog().getByRole("button", { name: "Assign driver" }).click();
  await dialog().getByText("Assigned: 2 of 3. Refused: 1.").waitFor();
  await office.look("several assigned, one refused");
  expect(await result(earlyTrip).textContent()).toContain("Assigned to Eric Mugisha");
  const refused = [late, same].find((of) => stored(of)?.state !== "assigned") ?? 0;
  expect(await result(refused).textContent()).toMatch(/trip/i);
  expect(stored(refused)?.state).toBe("pending");
  await dialog().getByRole("button", { name: "Close" }).click();
  // The refused one stays selected.
  await bar().getByText("1 selected").waitFor();
  expect(await box(refused).isChecked()).toBe(true);
  await bar().getByRole("button", { name: "Clear selection" }).click();

  // Both messages are to the rider: one trip has no driver yet, and therefore no conversation.
  await box(earlyTrip).click();
  await box(refused).click();
  await bar().getByRole("button", { name: "Send message" }).click();
  await dialog()
    .getByLabel("Message")
    .fill("The airport road is closed. We leave ten minutes earlier.");
  await office.look("message to several");
  await dialog().getByRole("button", { name: "Send message" }).click();
  await dialog().getByText("Sent: 1 of 2. Refused: 1.").waitFor();
  expect(server.deps.db.select().from(tripMessages).all()).toMatchObject([
    { reservationId: stored(earlyTrip)?.id, recipient: "rider" },
  ]);
  await dialog().getByRole("button", { name: "Close" }).click();
  expect(faults()).toEqual([]);
  await page.keyboard.press("Escape");
});

test("a dispatcher settles completed trips together, and one with an amount due is refused", async () => {
  const day = { state: "completed", pickupAt: server.deps.now() - HOUR } as const;
  const paid = add(0, day);
  const unpaid = add(0, day);
  const pending = add(20);
  const { id = "", fareMinor = 0 } = stored(paid) ?? {};
  addPayment(server.deps.db, id, fareMinor);
  await office.go(`${board}?state=all`);
  for (const of of [paid, unpaid, pending]) await box(of).click();
  await bar().getByRole("button", { name: "Settle" }).click();
  await dialog().getByRole("button", { name: "Settle" }).click();
  await dialog().getByText("Settled: 1 of 3. Refused: 2.").waitFor();
  await office.look("several settled, two refused");
  expect(await result(unpaid).textContent()).toMatch(/due/i);
  expect(await result(pending).textContent()).toContain("Not completed");
  expect(states(paid, unpaid, pending)).toEqual(["settled", "completed", "pending"]);
  await dialog().getByRole("button", { name: "Close" }).click();
  await expectEventually(() => office.page.getByText("2 selected").isVisible()).toBe(true);

  // On a phone each card has a checkbox.
  const phoneWindow = await openWindow(chromium, origin, "phone", staff);
  await phoneWindow.go(board);
  await phoneWindow.page.getByRole("checkbox").locator("visible=true").first().tap();
  await phoneWindow.page.getByText("1 selected").waitFor();
  await phoneWindow.look("selected on a phone");
  expect([...faults(), ...phoneWindow.faults]).toEqual([]);
});
