/** A folder that was priced by class goes on with one version of the whole list. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../db/migrate";
import { type Db, openDatabase } from "../../db/open";
import { FeeSchedule } from "../../src/fares/contract";
import { migrations } from "../../db/migrations/list";

let folder: string;
let db: Db;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "livery-test-"));
  db = openDatabase(join(folder, "livery.sqlite"));
  migrate(
    db,
    migrations.findIndex(({ name }) => name.endsWith("_price_list")),
  );
});
afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const night = { from: "22:00", to: "06:00", percent: 15 };
const old = (over: object = {}) => ({
  currency: "RWF",
  distanceUnit: "km",
  baseMinor: 2000,
  perDistanceMinor: 900,
  perMinuteMinor: 60,
  minimumMinor: 5000,
  hourlyMinor: 15000,
  hourlyMinimumHours: 3,
  night,
  tax: { name: "VAT", percent: 18, included: false },
  ...over,
});

function addClass(id: string, position: number): void {
  db.$client.run(
    `INSERT INTO vehicle_classes (id, name, description, passengers, luggage, illustration, mobility, position)
     VALUES (?, ?, '', 3, 2, 'sedan', '[]', ?)`,
    [id, id, position],
  );
}
function addPrices(id: string, vehicleClass: string, schedule: object, startsAt = 0): void {
  db.$client.run("INSERT INTO fee_schedules VALUES (?, ?, ?, ?, 77)", [
    id,
    vehicleClass,
    JSON.stringify(schedule),
    startsAt,
  ]);
}
const versions = () =>
  db.$client
    .query<{ id: string; number: number; starts_at: number; schedule: string }, []>(
      "SELECT * FROM fee_schedules",
    )
    .all();

describe("prices by class", () => {
  test("become version 1 with the same prices, and reservations point to it", () => {
    addClass("sedan", 1);
    addClass("van", 2);
    addPrices("b-van", "van", old({ baseMinor: 5000 }));
    addPrices("a-sedan", "sedan", old());
    addPrices("c-sedan", "sedan", old({ baseMinor: 2500 }), 50);
    db.$client.run(
      `INSERT INTO reservations (id, number, state, version, service_type, source, passenger_name, passengers,
         luggage, pickup_at, pickup_local, time_zone, pickup_name, pickup_detail, pickup_latitude, pickup_longitude,
         dropoff_name, dropoff_detail, dropoff_latitude, dropoff_longitude, distance_meters, duration_seconds,
         estimate, vehicle_class_id, fare_minor, currency, fare_lines, fee_schedule_id, created_at, updated_at)
       VALUES ('r', 1001, 'pending', 1, 'point_to_point', 'web', 'A', 1, 0, 1, '', '', '', '', 0, 0, '', '', 0, 0,
         1, 1, 1, 'sedan', 5000, 'RWF', '[{"kind":"base"}]', 'a-sedan', 1, 1)`,
    );
    expect(migrate(db).join()).toContain("_price_list");
    const [version, ...more] = versions();
    expect(more).toEqual([]);
    expect(version).toMatchObject({ number: 1, starts_at: 0 });
    const schedule = FeeSchedule.parse(JSON.parse(version?.schedule ?? ""));
    expect(JSON.parse(version?.schedule ?? "")).toEqual(schedule);
    expect(schedule.rates).toEqual([
      {
        vehicleClassId: "sedan",
        baseMinor: 2500,
        distanceTiers: [{ upTo: null, perDistanceMinor: 900 }],
        perMinuteMinor: 60,
        perStopMinor: 0,
        minimumMinor: 5000,
        hourly: {
          perHourMinor: 15000,
          minimumHours: 3,
          distancePerHour: null,
          perExtraDistanceMinor: 0,
        },
        perWaitMinuteMinor: 0,
      },
      expect.objectContaining({ vehicleClassId: "van", baseMinor: 5000 }),
    ]);
    expect(schedule.surcharges).toEqual([
      {
        id: "night-1",
        name: "Night",
        when: { kind: "night", from: "22:00", to: "06:00" },
        amount: { kind: "percent", percent: 15 },
        group: null,
        serviceTypes: [],
        vehicleClassIds: [],
      },
    ]);
    expect(schedule.taxes).toEqual({
      included: false,
      items: [{ name: "VAT", percent: 18, serviceTypes: [] }],
    });
    const row = db.$client
      .query<Record<string, unknown>, []>("SELECT * FROM reservations")
      .all()[0];
    expect(row).toMatchObject({
      fee_schedule_id: version?.id,
      fare_lines: '[{"kind":"base"}]',
      fare_minor: 5000,
      stops: "[]",
      extras: "[]",
      pay_lines: null,
    });
  });

  test("keep a night of some classes only, and a price list without tax", () => {
    addClass("sedan", 1);
    addClass("van", 2);
    addPrices("a", "sedan", old({ tax: null, night: null }));
    addPrices("b", "van", old({ tax: null, night: { ...night, percent: 12.5 } }));
    migrate(db);
    const schedule = FeeSchedule.parse(JSON.parse(versions()[0]?.schedule ?? ""));
    expect(schedule.taxes).toEqual({ included: false, items: [] });
    expect(schedule.surcharges).toMatchObject([
      { amount: { kind: "percent", percent: 12.5 }, vehicleClassIds: ["van"] },
    ]);
  });

  test("keep tax that the prices contain", () => {
    addClass("sedan", 1);
    addPrices("a", "sedan", old({ tax: { name: "TVA", percent: 18, included: true } }));
    migrate(db);
    expect(FeeSchedule.parse(JSON.parse(versions()[0]?.schedule ?? "")).taxes).toEqual({
      included: true,
      items: [{ name: "TVA", percent: 18, serviceTypes: [] }],
    });
  });

  test("of an empty folder become nothing", () => {
    migrate(db);
    expect(versions()).toEqual([]);
  });
});
