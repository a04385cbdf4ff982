/** One trip is offered to several drivers, at once or in turn: one of them gets it, and dispatch sees each answer. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { assignments, offers } from "../../db/schema/dispatch";
import { notifications } from "../../db/schema/notifications";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { OfferList } from "../../src/dispatch/contract";
import { dispatchReason } from "../../src/reservations/event-facts-rules";
import { readEvent } from "../../src/reservations/event-rules";
import { expireOffers } from "../../src/dispatch/assignment/offer-actions";
import type { ReservationAnswer } from "../../src/reservations/contract";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let desk: Browser;
let id: string;
let phones: Record<string, Browser>;
const phone = (name: string): Browser => {
  const found = phones[name];
  if (!found) throw new Error(`No phone of ${name}`);
  return found;
};
const names = ["anna", "ben", "carl"];
const to = names.map((name) => ({ driverId: name, vehicleId: `car-${name}` }));

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  desk = await signInAdmin(server, { role: "dispatcher" });
  const { db } = server.deps;
  const vehicleClassId = db.select().from(vehicleClasses).all()[0]?.id ?? "";
  const row = reservationValues({ number: 1001, pickupAt: START + 86_400_000, vehicleClassId });
  db.insert(reservations).values(row).run();
  id = row.id ?? "";
  phones = {};
  for (const name of names) {
    createVehicle(server, { id: `car-${name}` });
    createDriver(server, { id: name, firstName: name, email: `${name}@example.com` });
    phones[name] = (await signInDriver(server, `${name}@example.com`)).browser;
  }
});
afterEach(() => server.close());

const send = (how: string, rest: object = {}) =>
  desk.post(`/admin/reservations/${id}/offers`, { version: 1, how, to, ...rest });
const answer = async (name: string, what: "acceptance" | "refusal", body: object = {}) => {
  const postedAnswer = await phone(name).post(`/driver/reservations/${id}/${what}`, {
    version: 2,
    ...body,
  });
  const { code } = (await postedAnswer.json()) as { code?: string };
  return [postedAnswer.status, code];
};
const offersSeenByDispatch = async () => {
  const list = (await (await desk.get(`/admin/reservations/${id}/offers`)).json()) as OfferList;
  return Object.fromEntries(list.offers.map((offer) => [offer.driver.id, offer]));
};
const states = async () =>
  Object.fromEntries(
    Object.entries(await offersSeenByDispatch()).map(([name, { state }]) => [name, state]),
  );
const trip = () =>
  server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all()[0];
const steps = () =>
  server.deps.db
    .select()
    .from(reservationEvents)
    .where(eq(reservationEvents.reservationId, id))
    .orderBy(asc(reservationEvents.id))
    .all()
    .map(({ fromState, toState, ...row }) => [
      fromState,
      toState,
      dispatchReason({ ...row, event: readEvent(row) }),
    ]);

test("the first of several drivers to accept gets the trip, and the others are notified", async () => {
  expect((await send("at_once")).status).toBe(200);
  expect(await states()).toEqual({ anna: "open", ben: "open", carl: "open" });
  // Each driver sees their own offer.
  for (const name of names) {
    const readAnswer = await phone(name).get(`/driver/reservations/${id}`);
    const { reservation } = (await readAnswer.json()) as ReservationAnswer;
    expect(reservation.offer?.driver.id).toBe(name);
  }
  expect(await answer("carl", "refusal", { reason: "Too far" })).toEqual([200, undefined]);
  expect(trip()).toMatchObject({ state: "offered", version: 3 });
  // Ben's view is current, because Carl's refusal did not change the trip.
  expect(await answer("ben", "acceptance")).toEqual([200, undefined]);
  expect(await answer("anna", "acceptance")).toEqual([409, "offer.taken"]);
  expect(await answer("anna", "refusal")).toEqual([409, "offer.taken"]);
  expect(trip()).toMatchObject({ state: "assigned", driverId: "ben", vehicleId: "car-ben" });
  const seen = await offersSeenByDispatch();
  expect(seen.carl).toMatchObject({ state: "declined", reason: "Too far" });
  expect(await states()).toEqual({ anna: "taken", ben: "accepted", carl: "declined" });
  expect((await phone("anna").get(`/driver/reservations/${id}`)).status).toBe(404);
  const notices = server.deps.db
    .select()
    .from(notifications)
    .all()
    .filter(({ title }) => title === "Trip 1001 is taken");
  expect(notices.map(({ accountId }) => accountId)).toEqual(["anna"]);
  expect(server.deps.db.select().from(assignments).all()).toHaveLength(1);
});

test("offers in turn go to the next driver when one declines or does not answer", async () => {
  expect((await send("in_turn", { seconds: 60 })).status).toBe(200);
  expect(await states()).toEqual({ anna: "open", ben: "queued", carl: "queued" });
  expect((await phone("ben").get(`/driver/reservations/${id}`)).status).toBe(404);
  expect(await answer("ben", "acceptance")).toEqual([404, "request.not_found"]);
  expect(await answer("anna", "refusal", { reason: "No" })).toEqual([200, undefined]);
  expect(await states()).toEqual({ anna: "declined", ben: "open", carl: "queued" });
  server.advance(61_000);
  expect(await expireOffers(server.deps)).toBe(1);
  expect(await states()).toEqual({ anna: "declined", ben: "expired", carl: "open" });
  expect(trip()?.state).toBe("offered");
  // The time of Carl's offer began with his turn.
  server.advance(50_000);
  expect(await expireOffers(server.deps)).toBe(0);
  server.advance(11_000);
  expect(await expireOffers(server.deps)).toBe(1);
  expect(trip()?.state).toBe("confirmed");
  expect(steps()).toEqual([
    ["confirmed", "offered", ""],
    ["offered", "offered", "No"],
    ["offered", "offered", "No answer in time"],
    ["offered", "confirmed", "No answer in time"],
  ]);
});

test("an offer in turn skips a driver who can no longer take the trip", async () => {
  await send("in_turn");
  server.deps.db.$client.run("UPDATE drivers SET state = 'suspended' WHERE id = 'ben'");
  await answer("anna", "refusal");
  const seen = await offersSeenByDispatch();
  expect(seen.ben).toMatchObject({ state: "withdrawn", reason: "Suspended" });
  expect(seen.carl?.state).toBe("open");
  expect(await answer("carl", "acceptance", { version: 3 })).toEqual([200, undefined]);
});

test("offers at once that all drivers leave unanswered expire in one step", async () => {
  await send("at_once", { seconds: 30 });
  server.advance(31_000);
  expect(await expireOffers(server.deps)).toBe(3);
  expect(trip()).toMatchObject({ state: "confirmed", version: 3 });
});

test("dispatch sees which driver has seen the offer, and withdraws all offers", async () => {
  await send("in_turn");
  expect((await offersSeenByDispatch()).anna?.seenAt).toBeNull();
  expect((await phone("anna").post(`/driver/reservations/${id}/sighting`, {})).status).toBe(200);
  expect((await phone("ben").post(`/driver/reservations/${id}/sighting`, {})).status).toBe(200);
  const seen = await offersSeenByDispatch();
  expect([seen.anna?.seenAt, seen.ben?.seenAt]).toEqual([
    new Date(server.deps.now()).toISOString(),
    null,
  ]);
  const back = await desk.delete(`/admin/reservations/${id}/offer`, { version: 2 });
  expect(back.status).toBe(200);
  expect(await states()).toEqual({ anna: "withdrawn", ben: "withdrawn", carl: "withdrawn" });
  expect(await answer("anna", "acceptance")).toEqual([409, "offer.gone"]);
});

test("a driver cannot accept a trip that has changed since they saw it", async () => {
  await send("at_once");
  await desk.delete(`/admin/reservations/${id}/offer`, { version: 2 });
  const secondAnswer = await desk.post(`/admin/reservations/${id}/offers`, {
    version: 3,
    how: "at_once",
    to,
  });
  expect(secondAnswer.status).toBe(200);
  expect(await answer("anna", "acceptance")).toEqual([409, "reservation.stale"]);
  expect(await answer("anna", "acceptance", { version: 9 })).toEqual([409, "reservation.stale"]);
  expect(await answer("anna", "acceptance", { version: 4 })).toEqual([200, undefined]);
});

test("no offer is sent if one of the drivers cannot take the trip", async () => {
  server.deps.db.$client.run("UPDATE drivers SET state = 'suspended' WHERE id = 'ben'");
  const refusedAnswer = await send("at_once");
  expect(refusedAnswer.status).toBe(422);
  expect(server.deps.db.select().from(offers).all()).toEqual([]);
  expect((await send("at_once", { to: [] })).status).toBe(400);
  expect((await send("at_once", { to: [to[0], to[0]] })).status).toBe(400);
});
