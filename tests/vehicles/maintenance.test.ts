/** The regular maintenance of a car, the work that was done, and the odometer. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Failure } from "../../src/settings/contract";
import type {
  EntryPage,
  FleetAttention,
  OdometerReadingPage,
  MaintenanceSchedule,
} from "../../src/vehicles/maintenance-contract";
import { dueOf, readingWarning } from "../../src/vehicles/maintenance-rules";
import { createVehicle } from "../support/fleet";
import { pdf } from "../support/pictures";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const KM = 1_000;
const DAY = 86_400_000;

describe("dueOf", () => {
  const yearlyPlan = {
    everyMonths: 12,
    everyMeters: null,
    lastDay: "2025-12-01",
    lastMeters: null,
  };
  test.each([
    ["2026-10-31", "ok", 31],
    ["2026-11-01", "soon", 30],
    ["2026-12-01", "soon", 0],
    ["2026-12-02", "overdue", -1],
  ] as const)("follows the calendar: on %s the work is %s", (today, state, daysLeft) => {
    expect(dueOf(yearlyPlan, today, null)).toMatchObject({ state, daysLeft, dueOn: "2026-12-01" });
  });

  const far = { everyMonths: null, everyMeters: 15_000 * KM, lastDay: null, lastMeters: 0 };
  test.each([
    [13_999, "ok"],
    [14_000, "soon"],
    [14_999, "soon"],
    [15_000, "overdue"],
  ] as const)("follows the odometer: at %d km the work is %s", (km, state) => {
    expect(dueOf(far, "2026-01-01", km * KM)).toMatchObject({
      state,
      metersLeft: (15_000 - km) * KM,
    });
  });

  test("uses whichever comes first, and only the calendar without a reading", () => {
    const combinedPlan = { ...yearlyPlan, everyMeters: 10_000 * KM, lastMeters: 0 };
    expect(dueOf(combinedPlan, "2026-01-01", 10_000 * KM).state).toBe("overdue");
    expect(dueOf(combinedPlan, "2026-12-02", 0).state).toBe("overdue");
    expect(dueOf(combinedPlan, "2026-01-01", null)).toMatchObject({
      state: "ok",
      metersLeft: null,
    });
  });

  test("reports short intervals as soon due only in their last quarter or tenth", () => {
    const monthlyPlan = { ...yearlyPlan, everyMonths: 1, lastDay: "2026-11-01" };
    expect(dueOf(monthlyPlan, "2026-11-23", null).state).toBe("ok");
    expect(dueOf(monthlyPlan, "2026-11-24", null).state).toBe("soon");
    const short = { ...far, everyMeters: 2_000 * KM };
    expect(dueOf(short, "2026-01-01", 1_799 * KM).state).toBe("ok");
    expect(dueOf(short, "2026-01-01", 1_800 * KM).state).toBe("soon");
  });

  test("ends a short month on its last day, and more distance never makes work less due", () => {
    expect(
      dueOf({ ...yearlyPlan, everyMonths: 1, lastDay: "2026-01-31" }, "2026-02-01", 0).dueOn,
    ).toBe("2026-02-28");
    const rank = { ok: 0, soon: 1, overdue: 2 };
    fc.assert(
      fc.property(fc.nat(40_000), fc.nat(5_000), (at, more) => {
        const state = (km: number) => rank[dueOf(far, "2026-01-01", km * KM).state];
        expect(state(at + more)).toBeGreaterThanOrEqual(state(at));
      }),
    );
  });
});

test("readingWarning doubts a reading that is lower, too far or above a later one", () => {
  const at = (day: number, km: number) => ({ readAt: day * DAY, meters: km * KM });
  expect(readingWarning(at(0, 5), null, null)).toBeNull();
  expect(readingWarning(at(1, 99), at(0, 100), null)).toBe("lower");
  expect(readingWarning(at(1, 100), at(0, 100), null)).toBeNull();
  expect(readingWarning(at(1, 4_100), at(0, 100), null)).toBeNull();
  expect(readingWarning(at(1, 4_101), at(0, 100), null)).toBe("too_far");
  expect(readingWarning(at(1, 300), at(0, 100), at(2, 200))).toBe("above_later");
});

describe("maintenance over the API", () => {
  let server: TestServer;
  let admin: Browser & { admin: { id: string } };
  beforeEach(async () => {
    server = await createTestServer({ RATE_LIMITS: "off" });
    admin = await signInAdmin(server);
    createVehicle(server, { id: "car", plate: "RAA 1" });
  });
  afterEach(() => server.close());

  const at = "/admin/vehicles/car";
  const service = {
    kind: "service",
    everyMonths: 12,
    everyMeters: 15_000 * KM,
    fromDay: "2025-12-01",
    fromMeters: 10_000 * KM,
  };
  const read = (km: number, reason = "") =>
    admin.post(`${at}/odometer`, { meters: km * KM, reason });
  const schedule = async () =>
    (await (await admin.get(`${at}/maintenance`)).json()) as MaintenanceSchedule;
  const entries = async () =>
    ((await (await admin.get(`${at}/maintenance/entries`)).json()) as EntryPage).entries;
  async function plan(): Promise<MaintenanceSchedule["plans"][number]> {
    const answer = await admin.post(`${at}/maintenance/plans`, service);
    expect(answer.status).toBe(200);
    const [made] = ((await answer.json()) as MaintenanceSchedule).plans;
    if (!made) throw new Error("nothing is on the schedule");
    return made;
  }
  function log(fields: Record<string, string | File>) {
    const form = new FormData();
    const whole = { kind: "service", doneOn: "2026-11-19", what: "Oil and filters", ...fields };
    for (const [name, value] of Object.entries(whole)) form.set(name, value);
    return admin.request(`${at}/maintenance/entries`, { method: "POST", form });
  }
  const fault = async (answer: Response) => [
    answer.status,
    Object.keys(((await answer.json()) as Failure).fields ?? {}),
  ];

  test("logging work restarts its interval, and deleting the entry undoes that", async () => {
    const made = await plan();
    expect((await read(24_500)).status).toBe(200);
    expect((await schedule()).plans[0]?.due).toMatchObject({ state: "soon", metersLeft: 500 * KM });
    const due = (await (await admin.get("/admin/maintenance")).json()) as FleetAttention;
    expect(due.due).toMatchObject([{ plate: "RAA 1", kind: "service" }]);

    const needs = await log({ planId: made.id });
    expect(await fault(needs)).toEqual([400, ["odometerMeters"]]);
    const done = await log({
      planId: made.id,
      odometerMeters: String(24_400 * KM),
      costMinor: "85000",
      place: "Garage Kacyiru",
    });
    expect(done.status).toBe(200);
    expect((await schedule()).plans[0]).toMatchObject({
      lastDay: "2026-11-19",
      lastMeters: 24_400 * KM,
      due: { state: "ok", dueOn: "2027-11-19", dueMeters: 39_400 * KM },
    });
    const quiet = (await (await admin.get("/admin/maintenance")).json()) as FleetAttention;
    expect(quiet.due).toEqual([]);
    const [entry] = await entries();
    expect(entry).toMatchObject({ costMinor: 85_000, currency: "RWF", place: "Garage Kacyiru" });
    const struckEntry = await admin.request(`${at}/maintenance/entries/${entry?.id}`, {
      method: "DELETE",
    });
    expect(struckEntry.status).toBe(200);
    expect(await entries()).toEqual([]);
    expect((await schedule()).plans[0]?.due.state).toBe("soon");
    const { readings } = (await (await admin.get(`${at}/odometer`)).json()) as OdometerReadingPage;
    expect(readings.map(({ meters }) => meters)).toEqual([24_500 * KM]);
  });

  test("an odometer reading cannot fall without a reason or rise further than a car drives", async () => {
    await read(20_000);
    expect(await fault(await read(19_999))).toEqual([400, ["meters"]]);
    expect(await fault(await read(200_000))).toEqual([400, ["meters"]]);
    expect((await read(10, "The instruments were replaced")).status).toBe(200);
    expect((await schedule()).odometer).toMatchObject({
      meters: 10 * KM,
      reason: "The instruments were replaced",
    });
    // The entry is from yesterday, so its reading must be below today's.
    expect(await fault(await log({ odometerMeters: String(30_000 * KM) }))).toEqual([
      400,
      ["odometerMeters"],
    ]);
    expect(await entries()).toEqual([]);
  });

  test("an invoice is stored and downloads as an attachment, and other files are refused", async () => {
    const file = new File([pdf()], "invoice.pdf", { type: "application/pdf" });
    expect((await log({ file })).status).toBe(200);
    const [entry] = await entries();
    expect(entry?.file?.isPicture).toBe(false);
    const sentAnswer = await admin.get((entry?.file?.path ?? "").replace("/backend", ""));
    expect(sentAnswer.status).toBe(200);
    expect(sentAnswer.headers.get("content-disposition")).toContain("attachment");
    expect(sentAnswer.headers.get("cache-control")).toBe("no-store");
    const other = await admin.get(`/admin/vehicles/other/maintenance/entries/${entry?.id}/file`);
    expect(other.status).toBe(404);
    const wrongAnswer = await log({ file: new File(["hello"], "hello.txt") });
    expect(await fault(wrongAnswer)).toEqual([415, ["file"]]);
    expect(await entries()).toHaveLength(1);
  });

  test("future days and incomplete plans name their fields, and a stale version gets a 409", async () => {
    expect(await fault(await log({ doneOn: "2026-12-24" }))).toEqual([400, ["doneOn"]]);
    const incompletePlan = { ...service, fromDay: null, fromMeters: null };
    expect(await fault(await admin.post(`${at}/maintenance/plans`, incompletePlan))).toEqual([
      400,
      ["fromDay", "fromMeters"],
    ]);
    const { id } = await plan();
    const path = `${at}/maintenance/plans/${id}`;
    expect((await admin.put(path, { ...service, everyMonths: 6, version: 1 })).status).toBe(200);
    expect((await admin.put(path, { ...service, version: 1 })).status).toBe(409);
    const foreignPath = path.replace("/car/", "/other/");
    expect((await admin.put(foreignPath, { ...service, version: 2 })).status).toBe(404);
    expect((await admin.request(`${path}?version=2`, { method: "DELETE" })).status).toBe(200);
    expect((await schedule()).plans).toEqual([]);
  });

  test("the audit log records each action without the text that was entered", async () => {
    const { id } = await plan();
    await admin.put(`${at}/maintenance/plans/${id}`, { ...service, version: 1 });
    await read(24_000);
    await log({ what: "Cleaned after Mrs Uwase", note: "Uwase pays" });
    const [entry] = await entries();
    await admin.request(`${at}/maintenance/entries/${entry?.id}`, { method: "DELETE" });
    await admin.request(`${at}/maintenance/plans/${id}?version=2`, { method: "DELETE" });
    const rows = server.deps.db.$client
      .query<{ action: string; actor_id: string; text: string }, []>(
        `SELECT action, actor_id, summary || detail AS text FROM audit_log
         WHERE subject_id = 'car' ORDER BY number`,
      )
      .all();
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual(
      [
        "schedule_changed",
        "schedule_changed",
        "odometer_read",
        "maintenance_logged",
        "maintenance_struck",
        "schedule_changed",
      ].map((did) => [`vehicle.${did}`, admin.admin.id]),
    );
    expect(JSON.stringify(rows)).not.toContain("Uwase");
  });
});
