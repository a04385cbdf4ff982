/** Every step of a trip and each payment, rider and application is reported once, in the same transaction. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { riders } from "../../db/schema/accounts";
import { webhookDeliveries } from "../../db/schema/webhooks";
import { findOrAddRiderByPhone } from "../../src/accounts/caller-actions";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import {
  ApplicationData,
  PaymentData,
  ReservationData,
  RiderData,
} from "../../src/webhooks/event-contract";
import { recordWebhook } from "../../src/webhooks/record-actions";
import { tripEventTypes } from "../../src/webhooks/rules";
import { applyToDrive } from "../support/applicants";
import { book } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { payDue } from "../support/reservations";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { lastMessage, signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { allowSettingOff } from "../support/waiting";
import { addEndpoint } from "../support/webhooks";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  server.deps.config.allowsLoopback = true;
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const rows = () => server.deps.db.select().from(webhookDeliveries).all();
const told = () => rows().map(({ body }) => JSON.parse(body) as { type: string; data: object });
const types = () => told().map(({ type }) => type);
const contracts = {
  reservation: ReservationData,
  offer: ReservationData,
  payment: PaymentData,
  rider: RiderData,
  application: ApplicationData,
};

async function act(browser: Browser, path: string, body: object): Promise<Reservation> {
  const answer = await browser.post(path, body);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as ReservationAnswer).reservation;
}

test("a trip, its payment, its rider and an application each send their events", async () => {
  allowSettingOff(server);
  const vehicle = createVehicle(server);
  const driver = createDriver(server, { vehicleId: vehicle.id, email: "driver@example.com" });
  await addEndpoint(owner, "http://127.0.0.1:9/");
  const { browser: rider } = await signInRider(server);
  let trip = await book(rider);
  const staff = (path: string, body: object = {}) =>
    act(owner, `/admin/reservations/${trip.id}/${path}`, { version: trip.version, ...body });
  const pair = { driverId: driver.id, vehicleId: vehicle.id };
  trip = await staff("confirmation");
  trip = await staff("offer", pair);
  const { browser: phone } = await signInDriver(server);
  await phone.post(`/driver/reservations/${trip.id}/refusal`, { version: trip.version });
  trip = ((await (await owner.get(`/admin/reservations/${trip.id}`)).json()) as ReservationAnswer)
    .reservation;
  trip = await staff("assignment", pair);
  const agreed = await owner.put(`/admin/reservations/${trip.id}/agreed-price`, {
    version: trip.version,
    fareMinor: 20_000,
    reason: "A regular",
  });
  expect(agreed.status).toBe(200);
  trip = ((await agreed.json()) as ReservationAnswer).reservation;
  for (const to of ["en_route", "on_location", "passenger_on_board", "completed"]) {
    const answer = await phone.post(`/driver/reservations/${trip.id}/progress`, {
      version: trip.version,
      to,
      ...(to === "passenger_on_board" && { boarding: { reason: "He has no phone" } }),
    });
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
    trip = ((await answer.json()) as ReservationAnswer).reservation;
  }
  await payDue(owner, trip);
  await applyToDrive(server);
  expect(types()).toEqual([
    "rider.created",
    "reservation.created",
    "reservation.confirmed",
    "offer.sent",
    "offer.declined",
    "reservation.assigned",
    "reservation.price_changed",
    "reservation.en_route",
    "reservation.arrived",
    "reservation.started",
    "reservation.completed",
    "payment.recorded",
    "application.created",
  ]);
  const all = told();
  // The facts are those of the moment, and only the contract's fields are sent.
  for (const { type, data } of all) {
    const contract = contracts[type.split(".")[0] as keyof typeof contracts];
    expect(contract.strict().parse(data)).toEqual(data as never);
  }
  expect(all.find(({ type }) => type === "reservation.created")?.data).toMatchObject({
    number: 1001,
    state: "pending",
    driverId: null,
  });
  expect(all.find(({ type }) => type === "reservation.completed")?.data).toMatchObject({
    state: "completed",
    driverId: driver.id,
    vehicleId: vehicle.id,
  });
  // The events contain no names, contacts or places.
  const eventsJson = JSON.stringify(all);
  for (const secret of ["Aline", "Uwase", "example.com", "+250", "Airport", "Eric", "regular"])
    expect([secret, eventsJson.includes(secret)]).toEqual([secret, false]);
});

test("a cancellation and the erasure of the rider send their events", async () => {
  await addEndpoint(owner, "http://127.0.0.1:9/", ["reservation.cancelled", "rider.erased"]);
  const { browser: rider, rider: account } = await signInRider(server);
  const trip = await book(rider);
  await act(rider, `/reservations/${trip.id}/cancellation`, { version: trip.version });
  expect(types()).toEqual(["reservation.cancelled"]);
  expect(told()[0]?.data).toMatchObject({ id: trip.id, state: "cancelled" });
  await rider.post("/users/confirmation-code", {});
  await rider.post("/users/erasure", { otp: lastMessage(server, "rider@example.com").code });
  expect(server.deps.db.select().from(riders).all()).toEqual([]);
  expect(told()[1]).toMatchObject({ type: "rider.erased", data: { id: account.id } });
});

test("an account created from a phone number sends rider.created once", async () => {
  await addEndpoint(owner, "http://127.0.0.1:9/");
  const { deps } = server;
  const callForTrip = () =>
    deps.write(
      (tx) => findOrAddRiderByPhone(deps, tx, "+250788123456", "Aline Uwase", deps.now()).rider,
    );
  const { id } = await callForTrip();
  await callForTrip();
  expect(told()).toMatchObject([{ type: "rider.created", data: { id } }]);
});

test("a rollback sends no event, and nothing is stored without an endpoint", async () => {
  const record = () =>
    server.deps.write((tx) => {
      recordWebhook(tx, "rider.created", { at: 0, now: 0 }, () => ({ id: "r1" }));
      if (shouldFail) throw new Error("rolled back");
    });
  let shouldFail = false;
  await record();
  expect(rows()).toEqual([]);
  await addEndpoint(owner, "http://127.0.0.1:9/");
  shouldFail = true;
  expect(record()).rejects.toThrow("rolled back");
  await server.deps.write(() => {});
  expect(rows()).toEqual([]);
});

test("tripEventTypes adds reservation.price_changed to a change with a new fare", () => {
  expect(tripEventTypes({ kind: "changed" })).toEqual(["reservation.changed"]);
  expect(tripEventTypes({ kind: "changed", fareMinor: 1 })).toEqual([
    "reservation.changed",
    "reservation.price_changed",
  ]);
  expect(tripEventTypes({ kind: "offer_ended", answer: "expired" })).toEqual(["offer.expired"]);
  expect(tripEventTypes({ kind: "conversation_closed" })).toEqual([]);
});
