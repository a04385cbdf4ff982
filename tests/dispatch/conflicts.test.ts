/** If a reservation has changed, anyone in dispatch who acts on it is told who changed what; only staff are told. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import type { Failure } from "../../src/settings/contract";
import { admins } from "../../db/schema/accounts";
import { book } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let rider: Browser;
let ana: Browser;
let ben: Browser;
let trip: Reservation;
let pair: { driverId: string; vehicleId: string };

beforeEach(async () => {
  server = await createTestServer();
  rider = (await signInRider(server)).browser;
  ana = await signInAdmin(server, { role: "dispatcher" });
  server.deps.db.update(admins).set({ firstName: "Ana", lastName: "Keza" }).run();
  ben = await signInAdmin(server, { role: "dispatcher" });
  trip = await book(rider);
  const driver = createDriver(server, {
    email: "eric@example.com",
    firstName: "Eric",
    lastName: "Mugisha",
  });
  const vehicle = createVehicle(server, { passengers: 3, plate: "RAD 123 B" });
  pair = { driverId: driver.id, vehicleId: vehicle.id };
});
afterEach(() => server.close());

const path = (step: string) => `/admin/reservations/${trip.id}/${step}`;
const at = () => new Date(server.deps.now()).toISOString();

async function done(answer: Response): Promise<Reservation> {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as ReservationAnswer).reservation;
}

async function refused(answer: Response): Promise<Failure> {
  expect(answer.status).toBe(409);
  return (await answer.json()) as Failure;
}

test("a refusal lists each step since the version that was seen, oldest first, with person and time", async () => {
  const first = at();
  let now = await done(await ana.post(path("confirmation"), { version: 1 }));
  server.advance(60_000);
  now = await done(await ana.post(path("assignment"), { version: now.version, ...pair }));
  const second = at();
  server.advance(60_000);
  const { code, meanwhile } = await refused(await ben.post(path("confirmation"), { version: 1 }));
  expect(code).toBe("reservation.stale");
  expect(meanwhile).toEqual([
    { at: first, by: "Ana Keza", states: { from: "pending", to: "confirmed" }, changes: [] },
    {
      at: second,
      by: "Ana Keza",
      states: { from: "confirmed", to: "assigned" },
      changes: [
        { field: "driver", text: "Eric Mugisha" },
        { field: "vehicle", text: expect.stringContaining("RAD 123 B") },
      ],
    },
  ]);
  // A caller who had seen the first change is told only about the second.
  const later = await refused(
    await ben.post(path("assignment"), { version: now.version - 1, ...pair }),
  );
  expect(later.meanwhile?.map(({ states }) => states?.to)).toEqual(["assigned"]);
});

test("every action on an old version gets the same refusal", async () => {
  await done(await ana.post(path("confirmation"), { version: 1 }));
  const seen = { version: 1 };
  const tries: [string, "post" | "put" | "delete", object][] = [
    ["confirmation", "post", seen],
    ["rejection", "post", { ...seen, reason: "No car" }],
    ["assignment", "post", { ...seen, ...pair }],
    ["assignment", "delete", seen],
    ["offer", "post", { ...seen, ...pair }],
    ["offer", "delete", seen],
    ["offers", "post", { ...seen, how: "at_once", to: [pair] }],
    ["driver", "put", { ...seen, driverId: pair.driverId }],
    ["cancellation", "post", seen],
    ["call", "post", seen],
    ["landing", "post", { ...seen, landedLocal: "2026-11-20T09:00" }],
    ["payment", "put", { ...seen, payment: "card" }],
    ["pin", "post", { ...seen, stop: "pickup", latitude: 0, longitude: 0 }],
    ["settlement", "post", seen],
  ];
  for (const [step, method, json] of tries) {
    const answer = await ben.request(path(step), { method: method.toUpperCase(), json });
    const { code, meanwhile } = await refused(answer);
    expect([step, code, meanwhile?.[0]?.by]).toEqual([step, "reservation.stale", "Ana Keza"]);
  }
});

test("a refusal does not tell riders and drivers who changed the reservation", async () => {
  let now = await done(await ana.post(path("confirmation"), { version: 1 }));
  const late = await refused(
    await rider.post(`/reservations/${trip.id}/cancellation`, { version: 1 }),
  );
  expect(late).toEqual({ code: "reservation.stale", message: expect.any(String) });
  now = await done(await ana.post(path("assignment"), { version: now.version, ...pair }));
  const wheel = (await signInDriver(server, "eric@example.com")).browser;
  const progress = { version: now.version - 1, to: "en_route" };
  const tap = await refused(await wheel.post(`/driver/reservations/${trip.id}/progress`, progress));
  expect(tap.meanwhile).toBeUndefined();
});

test("dispatch's timeline shows a landing, and the rider's does not", async () => {
  trip = await book(rider, { serviceType: "airport_pickup", flightNumber: "WB403" });
  const now = await done(
    await ana.post(path("landing"), { version: 1, landedLocal: "2026-11-20T09:00" }),
  );
  expect(now.timeline.at(-1)).toMatchObject({
    actor: { name: "Ana Keza" },
    event: { kind: "landed", landedAt: "2026-11-20T07:00:00.000Z" },
  });
  const own = (await (await rider.get(`/reservations/${trip.id}`)).json()) as ReservationAnswer;
  expect(own.reservation.timeline).toHaveLength(1);
});
