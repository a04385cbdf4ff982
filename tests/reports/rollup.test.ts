/** The stored figures of each day equal the sums of its trips, whatever was written in whatever order. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { reportDays, reportMonths } from "../../db/schema/reports";
import { reservations, serviceTypes } from "../../db/schema/reservations";
import { driverShiftDays, driverShiftMonths, shiftDays } from "../../db/schema/tracking";
import { vehicleClasses } from "../../db/schema/vehicles";
import { reportsMatchTrips, rebuildDays, verifyReports } from "../../src/reports/rollup-actions";
import { wholeMonths } from "../../src/reports/rules";
import { changeShift } from "../../src/tracking/position-actions";
import { shiftSecondsByDay } from "../../src/drivers/shift-rules";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { createTestServer, type TestServer } from "../support/server";
import { fareLine as line } from "../support/fare-lines";

let server: TestServer;
let classId: string;
beforeEach(async () => {
  server = await createTestServer();
  classId = server.deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
  createVehicle(server, { id: "car" });
  createDriver(server, { id: "alice", email: "alice@example.com" });
});
afterEach(() => server.close());

const pickupAt = Date.parse("2026-11-10T08:00:00Z");

type Row = Partial<typeof reservations.$inferInsert>;

function put(number: number, row: Row = {}): string {
  const values = reservationValues({ number, pickupAt, vehicleClassId: classId, ...row });
  server.deps.db.insert(reservations).values(values).run();
  return values.id;
}
const change = (id: string, row: Row) =>
  server.deps.db.update(reservations).set(row).where(eq(reservations.id, id)).run();
const total = () =>
  server.deps.db.select().from(reportDays).where(eq(reportDays.dimension, "all")).all();

test("a driven trip counts once, with tax and tips apart, and settling it changes nothing", () => {
  const id = put(1, { state: "passenger_on_board", driverId: "alice", vehicleId: "car" });
  expect(total()).toEqual([]);
  change(id, {
    state: "completed",
    arrivedAt: pickupAt + 300_000,
    boardedAt: pickupAt + 360_000,
    endedAt: pickupAt + 1_860_000,
    fareMinor: 12_300,
    fareLines: [
      line("base", 10_000),
      line("wait", 500),
      line("tax", 800, false),
      line("tax", 300),
      line("gratuity", 1_000),
      line("tip", 500),
    ],
  });
  const countedRow = {
    dimension: "all",
    day: "2026-11-10",
    key: "",
    currency: "RWF",
    driven: 1,
    cancelled: 0,
    lateCancelled: 0,
    noShows: 0,
    arrived: 1,
    onTime: 1,
    drivenSeconds: 1_500,
    chargedMinor: 12_300,
    taxMinor: 1_100,
    tipsMinor: 1_500,
    feesMinor: 0,
  } as const;
  expect(total()).toEqual([countedRow]);
  const rows = server.deps.db.select().from(reportDays).orderBy(asc(reportDays.dimension)).all();
  expect(rows.map(({ dimension, key }) => [dimension, key])).toEqual([
    ["all", ""],
    ["company", ""],
    ["driver", "alice"],
    ["service_type", "point_to_point"],
    ["source", "web"],
    ["vehicle_class", classId],
  ]);
  change(id, { state: "settled", version: 9 });
  expect(total()).toEqual([countedRow]);
  // One second over the limit is late, and a trip without its driver no longer counts for her.
  change(id, { arrivedAt: pickupAt + 300_001, driverId: null });
  expect(total()).toEqual([{ ...countedRow, onTime: 0 }]);
  const [alice] = server.deps.db.select().from(reportDays).where(eq(reportDays.key, "alice")).all();
  expect([alice?.driven, alice?.chargedMinor]).toEqual([0, 0]);
  server.deps.db.delete(reservations).where(eq(reservations.id, id)).run();
  expect(total()).toMatchObject([{ driven: 0, chargedMinor: 0, drivenSeconds: 0 }]);
});

test("fees of trips that were not driven count, and waived fees and quotes do not", () => {
  put(1, { state: "cancelled", isLateCancellation: true, cancellationFeeMinor: 4_000 });
  put(2, { state: "cancelled", cancellationFeeMinor: 0, feeLines: [line("tax", 99)] });
  put(3, {
    state: "no_show",
    cancellationFeeMinor: 6_000,
    feeLines: [line("no_show", 6_000), line("tax", 900, false)],
    arrivedAt: pickupAt,
  });
  put(4, { state: "rejected" });
  put(5, { state: "quote" });
  expect(total()).toMatchObject([
    { driven: 0, cancelled: 2, lateCancelled: 1, noShows: 1, arrived: 1, onTime: 1 },
  ]);
  expect(total()).toMatchObject([{ chargedMinor: 10_000, feesMinor: 10_000, taxMinor: 900 }]);
});

test("after a thousand random writes the stored days equal a new count", async () => {
  let seed = 7;
  const randomBelow = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  const states = ["assigned", "completed", "settled", "cancelled", "no_show", "rejected"] as const;
  const random = (): Row => {
    const at = pickupAt + randomBelow(6 * 24) * 3_600_000;
    return {
      state: states[randomBelow(states.length)] ?? "assigned",
      pickupAt: at,
      pickupLocal: new Date(at + 2 * 3_600_000).toISOString().slice(0, 16),
      driverId: randomBelow(3) ? "alice" : null,
      source: randomBelow(2) ? "web" : "phone",
      serviceType: serviceTypes[randomBelow(serviceTypes.length)] ?? "hourly",
      isLateCancellation: randomBelow(2) === 1,
      fareMinor: randomBelow(90_000),
      fareLines: [
        line("base", randomBelow(9_000)),
        line("tax", randomBelow(900)),
        line("tip", randomBelow(900)),
      ],
      cancellationFeeMinor: randomBelow(3) ? randomBelow(5_000) : null,
      feeLines: randomBelow(2) ? [line("tax", randomBelow(50))] : null,
      arrivedAt: randomBelow(4) ? at + (randomBelow(20) - 10) * 60_000 : null,
      boardedAt: randomBelow(4) ? at : null,
      endedAt: randomBelow(4) ? at + randomBelow(7_200) * 1_000 : null,
      currency: randomBelow(5) ? "RWF" : "USD",
    };
  };
  await server.deps.write(() => {
    const ids = Array.from({ length: 60 }, (_, number) => put(number + 1, random()));
    for (let n = 0; n < 1_000; n++) change(ids[randomBelow(60)] ?? "", random());
  });
  const days = { from: "2026-11-09", to: "2026-11-17" };
  const { db } = server.deps;
  expect(reportsMatchTrips(db, days)).toBe(true);
  // Months equal the sums of their days, or the nightly check would report them.
  expect(db.select().from(reportMonths).all().length).toBeGreaterThan(9);
  expect(await verifyReports(server.deps)).toEqual([]);
  db.$client.run(
    "UPDATE report_days SET charged_minor = charged_minor + 1 WHERE dimension = 'all'",
  );
  expect(reportsMatchTrips(db, days)).toBe(false);
});

test("the nightly check finds and rebuilds damaged days and months", async () => {
  put(1, { state: "completed", driverId: "alice" });
  put(2, { state: "no_show", pickupAt: pickupAt + 40 * 86_400_000 });
  const before = server.deps.db.select().from(reportDays).all();
  expect(await verifyReports(server.deps)).toEqual([]);
  server.deps.db.$client.run("DELETE FROM report_days WHERE key = 'alice'");
  server.deps.db.$client.run("UPDATE report_days SET no_shows = 3 WHERE dimension = 'source'");
  expect(await verifyReports(server.deps)).toHaveLength(2);
  expect(server.deps.db.select().from(reportDays).all()).toEqual(before);
  const months = () => server.deps.db.select().from(reportMonths).all();
  const correctMonths = months();
  server.deps.db.$client.run("UPDATE report_months SET driven = 7 WHERE key = 'alice'");
  server.deps.db.$client.run("DELETE FROM report_months WHERE month = '2026-12'");
  expect(await verifyReports(server.deps)).toEqual([
    { from: "2026-11-01", to: "2026-11-31" },
    { from: "2026-12-01", to: "2026-12-31" },
  ]);
  expect(months()).toEqual(correctMonths);
  // From nothing, too.
  await server.deps.write((tx) => {
    tx.delete(reportDays).run();
    rebuildDays(tx, { from: "2026-01-01", to: "2026-12-31" });
  });
  expect(server.deps.db.select().from(reportDays).all()).toEqual(before);
});

test("shiftSecondsByDay splits a shift at midnight, also on days of 23 and 25 hours", () => {
  const at = (text: string) => Date.parse(text);
  expect(
    shiftSecondsByDay(at("2026-11-20T20:00Z"), at("2026-11-20T23:30Z"), "Africa/Kigali"),
  ).toEqual([
    { day: "2026-11-20", seconds: 7_200 },
    { day: "2026-11-21", seconds: 5_400 },
  ]);
  const hours = (from: string, until: string) =>
    shiftSecondsByDay(at(from), at(until), "Europe/Berlin").map(({ seconds }) => seconds / 3_600);
  expect(hours("2026-03-28T23:00Z", "2026-03-29T22:00Z")).toEqual([23]);
  expect(hours("2026-10-24T22:00Z", "2026-10-25T23:00Z")).toEqual([25]);
});

test("the shifts that a driver ends add up by day", async () => {
  const { deps } = server;
  for (const minutes of [30, 45]) {
    await changeShift(deps, "alice", true);
    server.advance(minutes * 60_000);
    await changeShift(deps, "alice", false);
    await changeShift(deps, "alice", false);
  }
  const days = deps.db.select().from(driverShiftDays).all();
  expect(days.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(75 * 60);
});

test("the shift totals of all drivers and of months equal the days of each driver", () => {
  const { db } = server.deps;
  createDriver(server, { id: "bob", email: "bob@example.com" });
  const put = (day: string, driverId: string, seconds: number) =>
    db
      .insert(driverShiftDays)
      .values({ day, driverId, seconds })
      .onConflictDoUpdate({
        target: [driverShiftDays.day, driverShiftDays.driverId],
        set: { seconds },
      })
      .run();
  put("2026-10-31", "alice", 100);
  put("2026-11-01", "alice", 200);
  put("2026-11-01", "bob", 1_000);
  put("2026-11-02", "alice", 400);
  put("2026-11-01", "alice", 250);
  db.delete(driverShiftDays).where(eq(driverShiftDays.day, "2026-10-31")).run();
  expect(db.select().from(shiftDays).orderBy(asc(shiftDays.day)).all()).toEqual([
    { day: "2026-10-31", seconds: 0 },
    { day: "2026-11-01", seconds: 1_250 },
    { day: "2026-11-02", seconds: 400 },
  ]);
  const months = db.select().from(driverShiftMonths).orderBy(asc(driverShiftMonths.seconds)).all();
  expect(months).toEqual([
    { month: "2026-10", driverId: "alice", seconds: 0 },
    { month: "2026-11", driverId: "alice", seconds: 650 },
    { month: "2026-11", driverId: "bob", seconds: 1_000 },
  ]);
});

test.each([
  ["2026-11-05", "2026-11-20", [["2026-11-05", "2026-11-20"]], null],
  ["2026-11-01", "2026-11-30", [], ["2026-11", "2026-11"]],
  ["2026-11-02", "2026-12-30", [["2026-11-02", "2026-12-30"]], null],
  ["2024-02-29", "2024-03-31", [["2024-02-29", "2024-02-29"]], ["2024-03", "2024-03"]],
  [
    "2025-12-31",
    "2027-02-01",
    [
      ["2025-12-31", "2025-12-31"],
      ["2027-02-01", "2027-02-01"],
    ],
    ["2026-01", "2027-01"],
  ],
])(
  "wholeMonths splits %s to %s into whole months and the days around them",
  (from, to, days, months) => {
    const span = (pair: readonly string[]) => ({ from: pair[0] ?? "", to: pair[1] ?? "" });
    expect(wholeMonths({ from, to })).toEqual({
      days: days.map(span),
      months: months && span(months),
    });
  },
);
