/** Auto-dispatch with a moving clock: it acts once for each trip, and a switch stops it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { offers } from "../../db/schema/dispatch";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { AffiliateAnswer } from "../../src/affiliates/contract";
import { runAutoDispatch } from "../../src/auto-dispatch/actions";
import { expireOffers } from "../../src/dispatch/assignment/offer-actions";
import { dispatchReason } from "../../src/reservations/event-facts-rules";
import { readEvent } from "../../src/reservations/event-rules";
import type { AutoDispatchAnswer, DryRun } from "../../src/auto-dispatch/contract";
import type { ReservationAnswer } from "../../src/reservations/contract";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let server: TestServer;
let owner: Browser;

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
  const registrationExpiresAt = START + 90 * 24 * HOUR;
  for (const name of ["anna", "ben"]) {
    createVehicle(server, { id: `car-${name}`, registrationExpiresAt });
    const email = `${name}@example.com`;
    createDriver(server, { id: name, firstName: name, vehicleId: `car-${name}`, email });
  }
});
afterEach(() => server.close());

const rule = {
  name: "Every trip",
  serviceTypes: [],
  weekdays: [],
  from: "00:00",
  until: "00:00",
  mode: "offer_in_turn",
  drivers: 2,
  answerSeconds: 120,
  startMinutes: 120,
  alertMinutes: 30,
};
/** An idle session locks, so a new owner makes each request. */
let signedIn = 0;
const signInNewOwner = () => signInAdmin(server, { email: `owner${++signedIn}@example.com` });
async function allow(over: object = {}, rest: object = {}): Promise<void> {
  const owner = await signInNewOwner();
  const { version } = (await (
    await owner.get("/admin/auto-dispatch")
  ).json()) as AutoDispatchAnswer;
  const body = { on: true, rules: [{ ...rule, ...over }], quiet: null, version, ...rest };
  expect((await owner.put("/admin/auto-dispatch", body)).status).toBe(200);
}
let number = 1000;
function add(over: Partial<typeof reservations.$inferInsert> = {}): string {
  const { db } = server.deps;
  const vehicleClassId = db.select().from(vehicleClasses).all()[0]?.id ?? "";
  const row = reservationValues({
    number: ++number,
    pickupAt: START + 3 * HOUR,
    vehicleClassId,
    ...over,
  });
  db.insert(reservations).values(row).run();
  return row.id ?? "";
}
const stateOf = (id: string) =>
  server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all()[0]?.state;
const offersOf = (id: string) =>
  server.deps.db
    .select()
    .from(offers)
    .where(eq(offers.reservationId, id))
    .orderBy(offers.position)
    .all()
    .map(({ state }) => state);
const eventTextOf = (id: string) =>
  server.deps.db
    .select()
    .from(reservationEvents)
    .where(eq(reservationEvents.reservationId, id))
    .all()
    .map(({ actorName, toState, ...row }) => [
      actorName,
      toState,
      dispatchReason({ ...row, event: readEvent(row) }),
    ]);
const run = () => runAutoDispatch(server.deps);

test("auto-dispatch does nothing when off and offers a due trip once when on", async () => {
  const id = add();
  await allow({}, { on: false });
  server.advance(70 * MINUTE);
  expect(await run()).toBe(0);
  server.advance(-15 * MINUTE);
  await allow();
  expect(await run()).toBe(0);
  server.advance(6 * MINUTE);
  // Two runs overlap, as with two processes.
  expect(await Promise.all([run(), run()])).toEqual([1, 0]);
  expect([stateOf(id), offersOf(id)]).toEqual(["offered", ["open", "queued"]]);
  const auditEntry = server.deps.db.select().from(auditLog).all().at(-1);
  expect(auditEntry).toMatchObject({ actorName: "Auto-dispatch", action: "auto.acted" });
  expect(eventTextOf(id).map(([name, to]) => [name, to])).toEqual([["Auto-dispatch", "offered"]]);
  const phone = (await signInDriver(server, "anna@example.com")).browser;
  const yes = await phone.post(`/driver/reservations/${id}/acceptance`, { version: 2 });
  expect(yes.status).toBe(200);
  server.advance(HOUR);
  expect(await run()).toBe(0);
  owner = await signInNewOwner();
  const { runs } = (await (await owner.get("/admin/auto-dispatch")).json()) as AutoDispatchAnswer;
  expect(runs).toMatchObject([{ reservationId: id, outcome: "offered", alertedAt: null }]);
  expect(runs[0]?.why).toMatch(/^Rule “Every trip”: anna .*, \d+ of 100\. /);
});

test("auto-dispatch withdraws its offers at the end of its time and tells dispatch once", async () => {
  const id = add();
  await allow({ answerSeconds: 3_600, mode: "offer_at_once" });
  server.advance(61 * MINUTE);
  await run();
  expect(offersOf(id)).toEqual(["open", "open"]);
  server.advance(89 * MINUTE);
  expect(await run()).toBe(1);
  expect([stateOf(id), offersOf(id)]).toEqual(["confirmed", ["withdrawn", "withdrawn"]]);
  expect(eventTextOf(id).at(-1)?.[2]).toMatch(/^Nobody has taken the trip/);
  expect(await run()).toBe(0);
});

test("auto-dispatch leaves a trip that dispatch has offered to an affiliate", async () => {
  const id = add();
  await allow({ answerSeconds: 60, mode: "offer_at_once" });
  server.advance(61 * MINUTE);
  await run();
  server.advance(2 * MINUTE);
  await expireOffers(server.deps);
  expect(stateOf(id)).toBe("confirmed");
  const staff = await signInNewOwner();
  const added = await staff.post("/admin/affiliates", {
    name: "Swift",
    email: "ops@swift.example",
  });
  const { affiliate } = (await added.json()) as AffiliateAnswer;
  const seen = (await (await staff.get(`/admin/reservations/${id}`)).json()) as ReservationAnswer;
  const offer = { affiliateId: affiliate.id, costMinor: 1, minutes: 240 };
  const { version } = seen.reservation;
  expect(
    (await staff.post(`/admin/reservations/${id}/farm-out`, { ...offer, version })).status,
  ).toBe(200);
  server.advance(89 * MINUTE);
  expect(await run()).toBe(0);
  expect(stateOf(id)).toBe("offered");
});

test("auto-dispatch assigns a driver or only suggests one, by the mode of the rule", async () => {
  const first = add();
  await allow({ mode: "assign" });
  server.advance(61 * MINUTE);
  expect(await run()).toBe(1);
  expect(stateOf(first)).toBe("assigned");
  const second = add({ pickupAt: START + 6 * HOUR });
  await allow({ mode: "suggest" });
  server.advance(200 * MINUTE);
  expect(await run()).toBe(1);
  expect(stateOf(second)).toBe("confirmed");
  expect(eventTextOf(second)).toEqual([
    ["Auto-dispatch", "confirmed", expect.stringMatching(/^Suggests \w+ /)],
  ]);
  expect(await run()).toBe(0);
});

test("auto-dispatch hides its suggestions from the rider and the driver", async () => {
  const { browser, rider } = await signInRider(server);
  const id = add({ riderId: rider.id });
  await allow({ mode: "suggest" });
  server.advance(61 * MINUTE);
  expect(await run()).toBe(1);
  owner = await signInNewOwner();
  const phone = (await signInDriver(server, "ben@example.com")).browser;
  const pair = { driverId: "ben", vehicleId: "car-ben", version: 2 };
  expect((await owner.post(`/admin/reservations/${id}/assignment`, pair)).status).toBe(200);
  const stepsSeen = async (who: Browser, area: string) => {
    const answer = await who.get(`${area}/reservations/${id}`);
    const { reservation } = (await answer.json()) as ReservationAnswer;
    return reservation.timeline.map(({ from, to }) => `${from} ${to}`);
  };
  const assigned = "confirmed assigned";
  expect(await stepsSeen(owner, "/admin")).toEqual(["confirmed confirmed", assigned]);
  expect(await stepsSeen(browser, "")).toEqual([assigned]);
  expect(await stepsSeen(phone, "/driver")).toEqual([assigned]);
});

test("auto-dispatch waits for the end of quiet hours and skips trips left to dispatch", async () => {
  add({ pickupPinned: false });
  add({ state: "pending" });
  add({ willCall: true });
  const id = add();
  // The clock starts at 10:00 in Kigali.
  await allow({}, { quiet: { from: "10:00", until: "12:00" } });
  server.advance(61 * MINUTE);
  expect(await run()).toBe(0);
  server.advance(60 * MINUTE);
  expect(await run()).toBe(1);
  expect(stateOf(id)).toBe("offered");
});

test("auto-dispatch makes no offer to a driver with warnings and reports that no driver fits", async () => {
  server.deps.db.$client.run("DELETE FROM documents WHERE driver_id = 'anna'");
  server.deps.db.$client.run("UPDATE drivers SET state = 'suspended' WHERE id = 'ben'");
  const id = add();
  await allow();
  server.advance(61 * MINUTE);
  expect(await run()).toBe(1);
  expect([stateOf(id), offersOf(id)]).toEqual(["confirmed", []]);
  expect(eventTextOf(id)[0]?.[2]).toMatch(/no driver can take the trip/);
});

test("any dispatcher stops auto-dispatch at once, and only an owner changes its rules", async () => {
  const id = add();
  await allow();
  const desk = await signInAdmin(server, { role: "dispatcher", email: "desk@example.com" });
  expect(
    (await desk.put("/admin/auto-dispatch", { on: true, rules: [], quiet: null, version: 1 }))
      .status,
  ).toBe(403);
  expect((await desk.post("/admin/auto-dispatch/stop", {})).status).toBe(200);
  server.advance(61 * MINUTE);
  expect(await run()).toBe(0);
  expect(stateOf(id)).toBe("confirmed");
  owner = await signInNewOwner();
  const late = { ...rule, alertMinutes: 120 };
  const body = { on: true, rules: [late], quiet: null, version: 2 };
  expect((await owner.put("/admin/auto-dispatch", body)).status).toBe(400);
  const staleRules = { on: true, rules: [rule], quiet: null, version: 1 };
  expect((await owner.put("/admin/auto-dispatch", staleRules)).status).toBe(409);
});

test("a dry run shows what auto-dispatch would have done yesterday and changes nothing", async () => {
  const done = { state: "completed", driverId: "ben", vehicleId: "car-ben" } as const;
  const id = add({ pickupAt: START - 20 * HOUR, ...done });
  add({ pickupAt: START + HOUR });
  const settings = { rules: [{ ...rule, mode: "assign" }], quiet: null };
  const answer = await owner.post("/admin/auto-dispatch/dry-run", settings);
  const { day, trips } = (await answer.json()) as DryRun;
  expect(day).toBe("2026-11-19");
  expect(trips).toMatchObject([
    {
      id,
      rule: "Every trip",
      outcome: "assign",
      driver: { id: "anna" },
      actualDriver: { id: "ben" },
      beginsAt: new Date(START - 22 * HOUR).toISOString(),
    },
  ]);
  expect(stateOf(id)).toBe("completed");
  const today = await owner.post("/admin/auto-dispatch/dry-run", {
    ...settings,
    day: "2026-11-20",
  });
  expect(today.status).toBe(400);
});
