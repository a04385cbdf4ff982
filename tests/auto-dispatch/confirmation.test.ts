/** Bookings are confirmed by rules, once each. A booking that matches no rule waits, and dispatch is notified once. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq, inArray } from "drizzle-orm";
import { outbox, staffNews } from "../../db/schema/notifications";
import { prepayments } from "../../db/schema/prepayments";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import { confirmByRules } from "../../src/auto-dispatch/confirmation/actions";
import type { ConfirmationDryRun } from "../../src/auto-dispatch/confirmation/contract";
import { decide, ruleFaults } from "../../src/auto-dispatch/confirmation/rules";
import { notifyStaff } from "../../src/notifications/staff/staff-notification-actions";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import { book } from "../support/booking";
import { bookOnAccount, createCompany, invite } from "../support/companies";
import { anyBooking, setConfirmationRules } from "../support/confirmation-rules";
import { createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;
let server: TestServer;
let owner: Browser;
let rider: Browser;
let riderId: string;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
  const signedIn = await signInRider(server);
  rider = signedIn.browser;
  riderId = signedIn.rider.id;
});
afterEach(() => server.close());

const run = () => confirmByRules(server.deps);
const set = (...rules: Parameters<typeof setConfirmationRules>[1][]) =>
  setConfirmationRules(owner, ...rules);
const read = async (id: string): Promise<Reservation> =>
  ((await (await owner.get(`/admin/reservations/${id}`)).json()) as ReservationAnswer).reservation;
const stateOf = async (id: string) => (await read(id)).state;
const classOf = (id: string) =>
  server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all()[0]
    ?.vehicleClassId ?? "";
/** Returns why dispatch has to confirm a booking, from its timeline; null if no rule has checked it. */
const gapsOfTrip = async (id: string) => {
  const entries = (await read(id)).timeline.filter(
    ({ event }) => event.kind === "left_to_dispatch",
  );
  expect(entries.length).toBeLessThanOrEqual(1);
  return entries[0]?.reason ?? null;
};
let number = 500;
function add(over: Partial<typeof reservations.$inferInsert>): string {
  const vehicleClassId =
    server.deps.db.select().from(vehicleClasses).orderBy(vehicleClasses.position).all()[0]?.id ??
    "";
  const row = reservationValues({ number: ++number, pickupAt: START, vehicleClassId, ...over });
  server.deps.db.insert(reservations).values(row).run();
  return row.id;
}

test("a rule confirms a booking once, is named in the timeline and notifies the rider", async () => {
  await set({ name: "Night" });
  const { id, number: of } = await book(rider);
  expect(await Promise.all([run(), run()])).toEqual([1, 0]);
  const trip = await read(id);
  expect(trip.state).toBe("confirmed");
  expect(trip.timeline.at(-1)).toMatchObject({
    actor: { kind: "rule", name: "Rule “Night”" },
    event: { kind: "confirmed", rule: "Night" },
    facts: [{ name: "rule", text: "Night" }],
  });
  const subjects = messagesTo(server, "rider@example.com").map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("confirmed"))).toHaveLength(1);
  const theirs = (await (await rider.get(`/reservations/${id}`)).json()) as ReservationAnswer;
  expect(JSON.stringify(theirs)).not.toContain("Night");
  expect(of).toBeGreaterThan(0);
});

test("a booking stays pending without rules or if it is older than the first rule", async () => {
  const { id } = await book(rider);
  expect(await run()).toBe(0);
  server.advance(1_000);
  await set({});
  expect(await run()).toBe(0);
  expect(await gapsOfTrip(id)).toBeNull();
});

test("a booking that no rule confirms gets a reason, and staff are notified once", async () => {
  await notifyStaff(server.deps, false);
  await set({ name: "Night", leastLeadHours: 100 });
  const { id, number: of, version } = await book(rider);
  for (let n = 0; n < 3; n++) await run();
  expect(await gapsOfTrip(id)).toBe(
    "Not confirmed by rule “Night”: booked too shortly before the pickup",
  );
  const news = server.deps.db.select().from(staffNews).all();
  expect(news.filter(({ topic }) => topic === "request_waiting")).toMatchObject([{ number: of }]);
  // It does not change the version, so it does not conflict with somebody who edits the booking.
  expect((await read(id)).version).toBe(version);
  const answer = await owner.post(`/admin/reservations/${id}/confirmation`, { version });
  expect(answer.status).toBe(200);
  expect(server.deps.db.select().from(outbox).all().length).toBeGreaterThan(0);
});

test("a booking that waits for its payment is confirmed once it is paid", async () => {
  await set({});
  const { id } = await book(rider);
  const now = server.deps.now();
  server.deps.db
    .insert(prepayments)
    .values({
      reservationId: id,
      take: "all",
      amountMinor: 1_000,
      state: "waiting",
      createdAt: now,
      updatedAt: now,
    })
    .run();
  expect(await run()).toBe(0);
  server.deps.db.update(prepayments).set({ state: "paid" }).run();
  expect(await run()).toBe(1);
  expect(await stateOf(id)).toBe("confirmed");
});

test("a rule confirms a booking only if a vehicle of the class is free", async () => {
  await set({ freeVehicle: true, name: "Free" });
  const none = await book(rider);
  await run();
  expect(await gapsOfTrip(none.id)).toBe(
    "Not confirmed by rule “Free”: no free vehicle of the class",
  );
  const classId = classOf(none.id);
  server.deps.db.delete(vehicles).run();
  createVehicle(server, { classId, registrationExpiresAt: START + 90 * 24 * HOUR });
  const first = await book(rider);
  const second = await book(rider);
  const later = await book(rider, { pickupLocal: "2026-11-21T15:30" });
  await run();
  expect([await stateOf(first.id), await stateOf(second.id), await stateOf(later.id)]).toEqual([
    "confirmed",
    "pending",
    "confirmed",
  ]);
});

test("a rule checks the zone, payer, price, notice and the rider's past trips", async () => {
  const first = await book(rider);
  const { fareMinor } = await read(first.id);
  const cases: [Parameters<typeof set>[0], string][] = [
    [{ mostFareMinor: fareMinor - 1 }, "the price is too high"],
    [{ leastTrips: 1 }, "the rider has too few completed trips"],
    [{ payers: ["nobody"] }, "another payer"],
    [{ zoneIds: ["nowhere"] }, "another pickup zone"],
    [{ serviceTypes: ["hourly"] }, "another service"],
    [{ classIds: ["none"] }, "another vehicle class"],
    [{ mostLeadHours: 1 }, "booked too long before the pickup"],
  ];
  for (const [rule, why] of cases) {
    await set({ name: "One", ...rule });
    const { id } = await book(rider);
    await run();
    expect(await gapsOfTrip(id)).toBe(`Not confirmed by rule “One”: ${why}`);
  }
  await set({ mostFareMinor: fareMinor, payers: ["private"], leastTrips: 1, withoutNoShow: true });
  add({ riderId, state: "completed", pickupAt: START - 48 * HOUR });
  const fits = await book(rider);
  await run();
  expect(await stateOf(fits.id)).toBe("confirmed");
  add({ riderId, state: "no_show", pickupAt: START - 24 * HOUR });
  const missed = await book(rider);
  await run();
  expect(await gapsOfTrip(missed.id)).toBe(
    "Not confirmed by rule “Every booking”: the rider has a no-show",
  );
});

test("a rule compares its price limit with the total of all vehicles of a booking", async () => {
  const first = await book(rider);
  const { fareMinor } = await read(first.id);
  await set({ name: "Cheap", mostFareMinor: fareMinor });
  server.advance(1_000);
  const [one, other] = [await book(rider), await book(rider)];
  server.deps.db
    .update(reservations)
    .set({ orderId: one.id })
    .where(inArray(reservations.id, [one.id, other.id]))
    .run();
  await run();
  for (const { id } of [one, other])
    expect(await gapsOfTrip(id)).toBe("Not confirmed by rule “Cheap”: the price is too high");
});

test("a company's booking is confirmed if a rule names the company", async () => {
  const company = await createCompany(owner);
  await invite(owner, company.id, "rider@example.com");
  await set({ payers: [company.id], name: "Marriott" });
  const own = await book(rider);
  const answer = await bookOnAccount(rider, { companyId: company.id });
  const { reservation: billedReservation } = (await answer.json()) as ReservationAnswer;
  await run();
  expect([await stateOf(own.id), await stateOf(billedReservation.id)]).toEqual([
    "pending",
    "confirmed",
  ]);
});

describe("confirmation rules", () => {
  const put = async (browser: Browser, body: object) => {
    const answer = await browser.put("/admin/confirmation-rules", body);
    return { status: answer.status, body: (await answer.json()) as { fields?: object } };
  };

  test("are refused by field if they contradict themselves or never apply, and are not saved", async () => {
    const rules = [
      {
        ...anyBooking,
        name: "Airport stays with us",
        serviceTypes: ["airport_pickup"],
        action: "wait",
      },
      { ...anyBooking, name: "Airport", serviceTypes: ["airport_pickup"], leastLeadHours: 12 },
      { ...anyBooking, name: "Never", leastLeadHours: 12, mostLeadHours: 6 },
    ];
    const { status, body } = await put(owner, { rules, version: 0 });
    expect([status, body.fields]).toEqual([
      400,
      {
        "rules.1.name":
          "This rule never applies, because rule 1, “Airport stays with us”, already covers all of its bookings. Move this rule up, change it or remove it.",
        "rules.2.mostLeadHours": "The maximum notice must not be shorter than the minimum notice.",
      },
    ]);
    const after = await owner.get("/admin/confirmation-rules");
    expect(await after.json()).toMatchObject({ rules: [], version: 0 });
  });

  test("are saved only by an owner who has seen the newest version", async () => {
    await set({});
    expect((await put(owner, { rules: [], version: 0 })).status).toBe(409);
    expect((await put(owner, { rules: [{ ...anyBooking, name: "" }], version: 1 })).status).toBe(
      400,
    );
    const dispatcher = await signInAdmin(server, { role: "dispatcher", email: "d@example.com" });
    expect((await put(dispatcher, { rules: [], version: 1 })).status).toBe(403);
    expect((await put(rider, { rules: [], version: 1 })).status).toBe(401);
  });

  test("decide by the first one that fits, or name the one that nearly fits", () => {
    const booking = {
      serviceType: "airport_pickup",
      vehicleClassId: "sedan",
      zoneIds: [],
      companyId: null,
      fareMinor: 100,
      leadHours: 10,
      history: { trips: 0, noShows: 0 },
      isVehicleFree: () => true,
    } as const;
    const keep = { ...anyBooking, name: "Keep", action: "wait" } as const;
    expect(decide([anyBooking, keep], booking).rule?.name).toBe("Every booking");
    expect(decide([keep, anyBooking], booking).leftToDispatch).toEqual({ rule: "Keep" });
    expect(decide([], booking).leftToDispatch).toEqual({});
    // The rule with the fewest gaps is named.
    const far = { ...anyBooking, name: "Far", leastTrips: 3, mostFareMinor: 10 };
    const near = { ...anyBooking, name: "Near", leastLeadHours: 12 };
    expect(decide([far, near], booking).leftToDispatch).toEqual({
      rule: "Near",
      gaps: ["too_soon"],
    });
  });

  test.each([
    [{}, { leastLeadHours: 12 }, true],
    [{ leastLeadHours: 12 }, {}, false],
    [{ leastLeadHours: 12 }, { leastLeadHours: 24, mostLeadHours: 48 }, true],
    [{ mostLeadHours: 48 }, { leastLeadHours: 24 }, false],
    [{ zoneIds: ["a", "b"] }, { zoneIds: ["b"] }, true],
    [{ zoneIds: ["a"] }, { zoneIds: ["a", "b"] }, false],
    [{ freeVehicle: true }, {}, false],
    [{ leastTrips: 1 }, { leastTrips: 5, freeVehicle: true }, true],
    [{ mostFareMinor: 100 }, { mostFareMinor: 90, payers: ["private"] }, true],
    [{ withoutNoShow: true }, { mostFareMinor: 90 }, false],
  ])("report that a rule %j above makes the rule %j below useless: %p", (above, below, is) => {
    const faults = ruleFaults([
      { ...anyBooking, ...above },
      { ...anyBooking, ...below },
    ]);
    expect(Object.keys(faults)).toEqual(is ? ["rules.1.name"] : []);
  });
});

test("a dry run counts the bookings of 30 days that the rules confirm, with reasons for the others", async () => {
  const day = 24 * HOUR;
  const addCompletedTrip = (createdAt: number, over: object = {}) =>
    add({ createdAt, pickupAt: createdAt + day, state: "completed", ...over });
  addCompletedTrip(START - 10 * day);
  addCompletedTrip(START - 9 * day, { pickupAt: START - 9 * day + HOUR });
  addCompletedTrip(START - 8 * day, { state: "rejected" });
  addCompletedTrip(START - 40 * day);
  addCompletedTrip(START - 7 * day, { source: "phone" });
  const ask = async (rules: object[]) => {
    const answer = await owner.post("/admin/confirmation-rules/dry-run", { rules });
    return [answer.status, (await answer.json()) as ConfirmationDryRun] as const;
  };
  const [status, found] = await ask([{ ...anyBooking, name: "A day", leastLeadHours: 12 }]);
  expect([status, found]).toMatchObject([
    200,
    {
      bookings: 3,
      confirmed: [{ text: "A day", count: 2 }],
      reasons: [
        { text: "Not confirmed by rule “A day”: booked too shortly before the pickup", count: 1 },
      ],
      waiting: [{ why: "Not confirmed by rule “A day”: booked too shortly before the pickup" }],
      more: false,
    },
  ]);
  // Two trips at the same time, and one vehicle of the class.
  server.deps.db.delete(vehicles).run();
  createVehicle(server);
  addCompletedTrip(START - 5 * day, { pickupAt: START });
  addCompletedTrip(START - 4 * day, { pickupAt: START });
  const [, free] = await ask([{ ...anyBooking, freeVehicle: true }]);
  expect(free.bookings).toBe(5);
  expect(free.reasons).toEqual([
    { text: "Not confirmed by rule “Every booking”: no free vehicle of the class", count: 1 },
  ]);
  const [, nothing] = await ask([]);
  expect(nothing).toMatchObject({
    confirmed: [],
    reasons: [{ text: "No rule confirms bookings" }],
  });
  expect((await ask([{ name: "x" }]))[0]).toBe(400);
});
