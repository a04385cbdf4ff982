/** Trips that do not overlap, but whose connection takes longer than the time between them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { tightConnections } from "../../src/dispatch/rules";
import type { Candidates } from "../../src/dispatch/contract";
import { AIRPORT, book, HOTEL } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let rider: Browser;
let admin: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  rider = (await signInRider(server)).browser;
  admin = await signInAdmin(server);
});
afterEach(() => server.close());

/** About 100 km from Kigali: four and a half hours by the estimate. */
const MUSANZE = { name: "Musanze", detail: "", latitude: -1.4998, longitude: 29.6344 };

test("tightConnections names driving time and gap where the gap is too short, and only there", () => {
  const neighbour = (side: "before" | "after", gapSeconds: number, travelSeconds: number) => ({
    number: 1004,
    side,
    gapSeconds,
    travelSeconds,
  });
  expect(
    tightConnections([
      neighbour("before", 1500, 1500),
      neighbour("before", 1500, 1501),
      neighbour("after", -60, 61),
    ]),
  ).toEqual([
    "After trip #1004: about 26 min drive, 25 min between the two trips",
    "Before trip #1004: about 2 min drive, 0 min between the two trips",
  ]);
});

test("a driver or vehicle with a tight connection is a candidate with a warning", async () => {
  const registrationExpiresAt = server.deps.now() + 90 * 86_400_000;
  createVehicle(server, { id: "car", registrationExpiresAt });
  createVehicle(server, { id: "other" });
  createDriver(server, { id: "driver", vehicleId: "car" });
  createDriver(server, { id: "free" });
  const at = (time: string, ends: object) =>
    book(rider, { pickupLocal: `2026-11-21T${time}`, ...ends });
  const earlyTrip = await at("08:00", { pickup: HOTEL, dropoff: AIRPORT });
  const late = await at("12:00", { pickup: MUSANZE, dropoff: HOTEL });
  const between = await at("10:00", { pickup: HOTEL, dropoff: AIRPORT });
  for (const trip of [earlyTrip, late]) {
    await admin.post(`/admin/reservations/${trip.id}/confirmation`, { version: 1 });
    const pair = { version: 2, driverId: "driver", vehicleId: "car" };
    expect((await admin.post(`/admin/reservations/${trip.id}/assignment`, pair)).status).toBe(200);
  }
  await admin.post(`/admin/reservations/${between.id}/confirmation`, { version: 1 });
  const answer = await admin.get(`/admin/reservations/${between.id}/candidates`);
  const { drivers, vehicles } = (await answer.json()) as Candidates;
  const warnings = (list: { warnings: string[]; refusals: unknown[] }[]) =>
    list.map(({ warnings: each, refusals }) => [refusals.length, each.join()]);
  const tight = expect.stringMatching(
    new RegExp(
      `^Before trip #${late.number}: about \\d+ h \\d+ min drive, \\d+ h \\d+ min between the two trips$`,
    ),
  );
  const connection = drivers.find(({ driver }) => driver.id === "driver");
  expect(warnings(connection ? [connection] : [])).toEqual([[0, tight]]);
  expect(drivers.find(({ driver }) => driver.id === "free")?.warnings).toEqual([]);
  const car = vehicles.find(({ vehicle }) => vehicle.id === "car");
  expect(warnings(car ? [car] : [])).toEqual([[0, tight]]);
  // A warning does not prevent the assignment.
  const pair = { version: 2, driverId: "driver", vehicleId: "car" };
  expect((await admin.post(`/admin/reservations/${between.id}/assignment`, pair)).status).toBe(200);
});
