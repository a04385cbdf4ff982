/** Which driver gets an offer first: the parts of a score as a table, and the fleet's data behind them. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { driverPositions } from "../../db/schema/tracking";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Candidates } from "../../src/dispatch/contract";
import {
  preferredVehicle,
  compareByRank,
  maxPointsByPart,
  scorePartsOf,
  type Part,
  scoreOf,
} from "../../src/dispatch/assignment/ranking-rules";
import type { RankingFacts } from "../../src/dispatch/assignment/ranking-contract";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { createTestServer, START } from "../support/server";
import { signInAdmin } from "../support/staff";

const nothing: RankingFacts = {
  approach: null,
  spareBeforeSeconds: null,
  spareAfterSeconds: null,
  standing: "unsaid",
  warningCount: 0,
  reasons: [],
  dayPayMinor: 0,
  meanPayMinor: 0,
  dayTrips: 0,
  stars: null,
  car: "booked",
};
const money = (minor: number) => `RWF ${minor}`;
const pointOf = (part: Part, facts: Partial<RankingFacts>) => {
  const found = scorePartsOf({ ...nothing, ...facts }, money).find((point) => point.part === part);
  return [found?.points, found?.text];
};

describe("the points of each part of a driver's score", () => {
  const trip = (travelSeconds: number) => ({
    approach: { kind: "trip" as const, number: 1004, travelSeconds },
  });
  const table: [Part, Partial<RankingFacts>, number, string][] = [
    ["near", {}, 15, "Distance unknown"],
    ["near", trip(0), 30, "1 min away, from trip #1004"],
    ["near", trip(601), 23, "11 min away, from trip #1004"],
    ["near", trip(45 * 60), 0, "45 min away, from trip #1004"],
    ["near", trip(90 * 60), 0, "1 h 30 min away, from trip #1004"],
    [
      "near",
      { approach: { kind: "position", travelSeconds: 300 } },
      27,
      "5 min away, from where they are",
    ],
    ["free", {}, 20, "No other trip before or after"],
    ["free", { spareBeforeSeconds: 900 }, 10, "15 min free before pickup"],
    [
      "free",
      { spareBeforeSeconds: 7_200, spareAfterSeconds: -61 },
      0,
      "2 h free before pickup, 0 min free after drop-off",
    ],
    ["time", { standing: "available" }, 18, "Within working hours"],
    [
      "time",
      { standing: "available", reasons: [{ kind: "zone", name: "Kigali" }] },
      20,
      "Within working hours, prefers Kigali",
    ],
    ["time", {}, 12, "No working hours set"],
    ["time", { warningCount: 1 }, 6, "No working hours set, not a preferred trip"],
    ["time", { standing: "outside_hours" }, 2, "Outside working hours"],
    ["time", { standing: "day_off" }, 0, "Day off"],
    ["share", {}, 15, "No trips that day yet"],
    [
      "share",
      { dayTrips: 1, dayPayMinor: 5_000, meanPayMinor: 5_000 },
      8,
      "Earns RWF 5000 for 1 trip that day",
    ],
    [
      "share",
      { dayTrips: 4, dayPayMinor: 20_000, meanPayMinor: 5_000 },
      0,
      "Earns RWF 20000 for 4 trips that day",
    ],
    ["rating", {}, 5, "Too few ratings yet"],
    ["rating", { stars: 5 }, 10, "5.0 stars"],
    ["rating", { stars: 4.5 }, 8, "4.5 stars"],
    ["rating", { stars: 2.5 }, 0, "2.5 stars"],
    ["car", {}, 5, "Own car, in the booked class"],
    ["car", { car: "own" }, 3, "Own car, in another class"],
    ["car", { car: "other" }, 0, "Needs another vehicle"],
  ];
  test.each(table)("rates %s for %j", (part, facts, points, text) => {
    expect(pointOf(part, facts)).toEqual([points, text]);
  });

  test("add up to a hundred at most", () => {
    expect(Object.values(maxPointsByPart).reduce((sum, most) => sum + most, 0)).toBe(100);
    const bestPoints = scorePartsOf(
      {
        ...nothing,
        ...trip(0),
        standing: "available",
        reasons: [{ kind: "zone", name: "X" }],
        stars: 5,
      },
      money,
    );
    expect(scoreOf(bestPoints)).toBe(100);
  });
});

test("compareByRank sorts by score, then name, and puts unsuitable and refused drivers last", () => {
  const one = (name: string, score: number, isUnsuitable = false, refusals: string[] = []) => ({
    name,
    score,
    isUnsuitable,
    refusals,
  });
  const order = [
    one("Refused", 99, false, ["Suspended"]),
    one("Zoe", 60),
    one("Away", 98, true),
    one("Best", 61),
    one("Abel", 60),
  ].sort(compareByRank);
  expect(order.map(({ name }) => name)).toEqual(["Best", "Abel", "Zoe", "Away", "Refused"]);
});

test("preferredVehicle gives the driver's usual car if it can take the trip, else the first that can", () => {
  expect(preferredVehicle("b", ["a", "b"])).toBe("b");
  expect(preferredVehicle("c", ["a", "b"])).toBe("a");
  expect(preferredVehicle(null, ["a"])).toBe("a");
  expect(preferredVehicle("c", [])).toBeNull();
});

test("nearer drivers rank first, by position or previous trip, and their pay that day counts", async () => {
  const server = await createTestServer({ RATE_LIMITS: "off" });
  try {
    const admin = await signInAdmin(server);
    const { db } = server.deps;
    const vehicleClassId = db.select().from(vehicleClasses).all()[0]?.id ?? "";
    for (const id of ["far", "near", "stale", "busy"]) {
      createVehicle(server, { id: `car-${id}` });
      createDriver(server, { id, firstName: id, vehicleId: `car-${id}` });
    }
    const at = (driverId: string, latitude: number, recordedAt: number) =>
      db
        .insert(driverPositions)
        .values({
          driverId,
          latitude,
          longitude: 30.1395,
          accuracyMeters: 5,
          headingDegrees: null,
          speedMps: null,
          recordedAt,
          receivedAt: recordedAt,
        })
        .run();
    at("near", -1.96, START - 60_000);
    at("far", -1.86, START - 60_000);
    at("stale", -1.96, START - 3_600_000);
    const add = (number: number, pickupAt: number) => {
      const row = reservationValues({ number, pickupAt, vehicleClassId });
      db.insert(reservations).values(row).run();
      return row.id ?? "";
    };
    const before = add(1001, START + 30 * 60_000);
    const wanted = add(1002, START + 110 * 60_000);
    const pair = { version: 1, driverId: "busy", vehicleId: "car-busy" };
    const postedAnswer = await admin.post(`/admin/reservations/${before}/assignment`, pair);
    expect(postedAnswer.status).toBe(200);
    const ask = async () => {
      const answer = await admin.get(`/admin/reservations/${wanted}/candidates`);
      return (await answer.json()) as Candidates;
    };
    const { drivers } = await ask();
    const words = (part: Part) =>
      Object.fromEntries(
        drivers.map(({ driver, points }) => [
          driver.id,
          points.find((point) => point.part === part)?.text,
        ]),
      );
    expect(words("near")).toEqual({
      near: "3 min away, from where they are",
      far: "34 min away, from where they are",
      stale: "Distance unknown",
      busy: "25 min away, from trip #1001",
    });
    expect(words("free").busy).toMatch(/^\d+ min free before pickup$/);
    expect(words("share")).toMatchObject({
      busy: expect.stringMatching(/^Earns RWF [\d,]+ for 1 trip that day$/),
      near: "No trips that day yet",
    });
    expect(drivers.map(({ driver }) => driver.id)).toEqual(["near", "stale", "far", "busy"]);
    expect(drivers.map(({ vehicleId }) => vehicleId)).toEqual([
      "car-near",
      "car-stale",
      "car-far",
      "car-busy",
    ]);
    expect(drivers.every(({ score, points }) => score === scoreOf(points))).toBe(true);
    // Days ahead, drivers' current positions do not count.
    db.update(reservations)
      .set({ pickupAt: START + 5 * 86_400_000 })
      .where(eq(reservations.id, wanted))
      .run();
    const later = (await ask()).drivers;
    expect(later).toHaveLength(drivers.length);
    for (const { points } of later) expect(points[0]?.text).toBe("Distance unknown");
  } finally {
    server.close();
  }
});
