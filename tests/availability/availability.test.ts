/** Drivers and dispatch enter hours, days off and preferences; dispatch is warned when it assigns. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { driverAvailabilityChanges, driverDaysOff, driverHours } from "../../db/schema/drivers";
import { notifications } from "../../db/schema/notifications";
import { daySpans } from "../../src/availability/queries";
import type {
  Availability,
  AvailabilityAnswer,
  DriverWeeks,
} from "../../src/availability/contract";
import type { Candidates } from "../../src/dispatch/contract";
import { welcomeDriver } from "../../src/notifications/actions";
import { book } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let phone: Browser;
let staff: Browser;
let driverId: string;
beforeEach(async () => {
  server = await createTestServer();
  driverId = createDriver(server, { email: "driver@example.com", firstName: "Eric" }).id;
  await server.deps.write((tx) => welcomeDriver(tx, driverId, server.deps.now()));
  phone = (await signInDriver(server)).browser;
  staff = await signInAdmin(server, { role: "dispatcher" });
});
afterEach(() => server.close());

const DRIVER_PATH = "/driver/availability";
const theirs = () => `/admin/drivers/${driverId}/availability`;

async function read(answer: Response | Promise<Response>): Promise<Availability> {
  const found = await answer;
  if (found.status !== 200) throw new Error(`${found.status} ${await found.text()}`);
  return ((await found.json()) as AvailabilityAnswer).availability;
}
async function refusal(answer: Promise<Response>) {
  const found = await answer;
  const { code, fields } = (await found.json()) as { code: string; fields?: object };
  return { status: found.status, code, ...(fields && { fields: Object.keys(fields) }) };
}

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "08:00", until: "17:00" }));
const saturdayNight = { weekday: 6, from: "18:00", until: "02:00" };

describe("a driver's own availability", () => {
  test("is empty at first", async () => {
    const availability = await read(phone.get(DRIVER_PATH));
    expect(availability.hours).toEqual({ version: 0, changed: null, spans: [] });
    expect(availability.daysOff).toEqual({ version: 0, changed: null, upcomingDays: [], past: [] });
    expect(availability.preferences).toMatchObject({ serviceTypes: [], zoneIds: [], mobility: [] });
    expect(availability.today).toBe("2026-11-20");
  });

  test("takes the driver's hours, which marks the welcome message as read", async () => {
    const [welcome] = welcomeMessages();
    expect(welcome).toMatchObject({ href: "/driver/dashboard/management", readAt: null });
    const spans = [saturdayNight, ...weekdays];
    const saved = await read(phone.put(`${DRIVER_PATH}/hours`, { version: 0, spans }));
    expect(saved.hours).toMatchObject({
      version: 1,
      spans: [...weekdays, saturdayNight],
      changed: { by: "driver", name: expect.stringMatching(/^Eric /) },
    });
    expect(await read(phone.get(DRIVER_PATH))).toEqual(saved);
    expect(welcomeMessages()[0]?.readAt).toBe(server.deps.now());
    expect(unread()).toBe(2);
    const none = await read(phone.put(`${DRIVER_PATH}/hours`, { version: 1, spans: [] }));
    expect(none.hours).toMatchObject({ version: 2, spans: [] });
  });

  test.each([
    [[{ weekday: 8, from: "08:00", until: "09:00" }], ["spans.0.weekday"]],
    [[{ weekday: 1, from: "8", until: "24:00" }], ["spans.0.from", "spans.0.until"]],
    [[...weekdays, { weekday: 2, from: "16:00", until: "18:00" }], ["spans.5.from"]],
    [[saturdayNight, { weekday: 7, from: "01:59", until: "06:00" }], ["spans.1.from"]],
    ["all", ["spans"]],
  ])("answers bad hours %# with a 400 on the field and stays unchanged", async (spans, fields) => {
    await phone.put(`${DRIVER_PATH}/hours`, { version: 0, spans: weekdays });
    expect(await refusal(phone.put(`${DRIVER_PATH}/hours`, { version: 1, spans }))).toEqual({
      status: 400,
      code: "request.invalid",
      fields,
    });
    expect((await read(phone.get(DRIVER_PATH))).hours).toMatchObject({
      version: 1,
      spans: weekdays,
    });
  });

  test("answers a stale version with a 409, separately for each section", async () => {
    await read(phone.put(`${DRIVER_PATH}/hours`, { version: 0, spans: weekdays }));
    const staleRefusal = await refusal(
      phone.put(`${DRIVER_PATH}/hours`, { version: 0, spans: [] }),
    );
    expect(staleRefusal).toMatchObject({ status: 409, code: "request.conflict" });
    const preferences = { version: 0, serviceTypes: ["hourly"], zoneIds: [], mobility: [] };
    await read(phone.put(`${DRIVER_PATH}/preferences`, preferences));
    expect(server.deps.db.select().from(driverHours).all()).toHaveLength(5);
  });

  test("takes only one of 10 saves at once", async () => {
    const answers = await Promise.all(
      weekdays
        .concat(weekdays)
        .map((span) => phone.put(`${DRIVER_PATH}/hours`, { version: 0, spans: [span] })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  });

  test("has days off, which move to the past once they are over", async () => {
    const one = { fromDay: "2026-11-24", untilDay: "2026-11-24", note: " Wedding " };
    const added = await read(phone.post(`${DRIVER_PATH}/days-off`, { version: 0, ...one }));
    expect(added.daysOff).toMatchObject({
      version: 1,
      upcomingDays: [{ fromDay: "2026-11-24", untilDay: "2026-11-24", note: "Wedding" }],
    });
    const range = { version: 1, fromDay: "2026-11-20", untilDay: "2026-11-22" };
    const daysOff = await read(phone.post(`${DRIVER_PATH}/days-off`, range));
    expect(daysOff.daysOff.upcomingDays.map(({ fromDay }) => fromDay)).toEqual([
      "2026-11-20",
      "2026-11-24",
    ]);
    server.advance(3 * 86_400_000);
    const later = (await read(phone.get(DRIVER_PATH))).daysOff;
    expect([later.upcomingDays.length, later.past.map(({ note }) => note)]).toEqual([1, [""]]);
    const id = later.upcomingDays[0]?.id;
    const gone = await read(phone.delete(`${DRIVER_PATH}/days-off/${id}?version=2`));
    expect(gone.daysOff).toMatchObject({ version: 3, upcomingDays: [] });
    const secondRefusal = await refusal(phone.delete(`${DRIVER_PATH}/days-off/${id}?version=3`));
    expect(secondRefusal.status).toBe(404);
  });

  test.each([
    ["2026-11-25", "2026-11-24", "untilDay"],
    ["2026-11-18", "2026-11-19", "untilDay"],
    ["2026-02-30", "2026-11-24", "fromDay"],
    ["2026-11-25", "2027-11-26", "untilDay"],
    ["9998-11-25", "9998-11-26", "fromDay"],
  ])("answers days off from %s to %s with a 400 on %s", async (fromDay, untilDay, field) => {
    const answer = await refusal(
      phone.post(`${DRIVER_PATH}/days-off`, { version: 0, fromDay, untilDay }),
    );
    expect(answer).toEqual({ status: 400, code: "request.invalid", fields: [field] });
    expect(server.deps.db.select().from(driverDaysOff).all()).toEqual([]);
  });

  test("cannot be used to delete another driver's days off", async () => {
    const other = createDriver(server, { email: "other@example.com" });
    const { browser } = await signInDriver(server, "other@example.com");
    const day = { version: 0, fromDay: "2026-11-24", untilDay: "2026-11-24" };
    const [found] = (await read(browser.post(`${DRIVER_PATH}/days-off`, day))).daysOff.upcomingDays;
    const path = `${DRIVER_PATH}/days-off/${found?.id}?version=0`;
    expect((await phone.delete(path)).status).toBe(404);
    // Dispatch cannot use the wrong driver's path either.
    const pathUnderOtherDriver = `${theirs()}/days-off/${found?.id}?version=0`;
    expect((await staff.delete(pathUnderOtherDriver)).status).toBe(404);
    const rows = server.deps.db.select().from(driverDaysOff).all();
    expect(rows.map((row) => row.driverId)).toEqual([other.id]);
  });

  test("accepts only zones in use", async () => {
    const preferences = { version: 0, serviceTypes: [], mobility: ["stretcher"] };
    const unknownZoneIndex = { ...preferences, zoneIds: ["none"] };
    expect(await refusal(phone.put(`${DRIVER_PATH}/preferences`, unknownZoneIndex))).toMatchObject({
      status: 400,
      fields: ["zoneIds.0"],
    });
    const zone = await addZone();
    expect((await read(phone.get(DRIVER_PATH))).zones).toEqual([{ id: zone, name: "Kigali" }]);
    const saved = await read(
      phone.put(`${DRIVER_PATH}/preferences`, { ...preferences, zoneIds: [zone] }),
    );
    expect(saved.preferences).toMatchObject({ zoneIds: [zone], mobility: ["stretcher"] });
  });
});

describe("availability in dispatch", () => {
  test("is changed by dispatch, which notifies the driver and is named in the log", async () => {
    const saved = await read(staff.put(`${theirs()}/hours`, { version: 0, spans: weekdays }));
    expect(saved.hours.changed).toMatchObject({ by: "dispatch", name: "Ada Uwase" });
    const seen = await read(phone.get(DRIVER_PATH));
    expect(seen.hours.spans).toEqual(weekdays);
    expect(seen.hours.changed).toMatchObject({ by: "dispatch", name: "" });
    expect(log()).toEqual([["hours", 1, "admin", "Ada Uwase", { spans: weekdays }]]);
    const day = { version: 0, fromDay: "2026-11-24", untilDay: "2026-11-25" };
    await read(staff.post(`${theirs()}/days-off`, day));
    const auditEntries = server.deps.db.select().from(auditLog).all();
    expect(
      auditEntries
        .filter(({ subjectId }) => subjectId === driverId)
        .map(({ actorName, summary }) => [actorName, summary]),
    ).toEqual([
      ["Ada Uwase", "Changed a driver's hours"],
      ["Ada Uwase", "Changed a driver's days off"],
    ]);
    const notices = server.deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.title, "Your availability was changed"))
      .all();
    expect(notices.map(({ accountId, body }) => [accountId, body])).toEqual([
      [driverId, "Dispatch has changed your hours. Please check that they are right."],
      [driverId, "Dispatch has changed your days off. Please check that they are right."],
    ]);
  });

  test("needs the permission and an existing driver", async () => {
    const accountant = await signInAdmin(server, {
      role: "accountant",
      email: "accountant@example.com",
    });
    const save = { version: 0, spans: [] };
    expect((await accountant.get(theirs())).status).toBe(403);
    expect((await accountant.put(`${theirs()}/hours`, save)).status).toBe(403);
    expect((await staff.get("/admin/drivers/nobody/availability")).status).toBe(404);
    expect((await staff.put("/admin/drivers/nobody/availability/hours", save)).status).toBe(404);
    const answer = await staff.get(theirs());
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("warns a dispatcher before an assignment, but does not prevent it", async () => {
    createVehicle(server, { id: "car", passengers: 4, luggage: 4 });
    createDriver(server, { id: "free", firstName: "Zoe" });
    createDriver(server, { id: "away", firstName: "Abel", email: "abel@example.com" });
    createDriver(server, { id: "suited", firstName: "Yan" });
    const { browser: rider } = await signInRider(server);
    // A Saturday morning.
    const trip = await book(rider, { pickupLocal: "2026-11-21T09:30" });
    await staff.post(`/admin/reservations/${trip.id}/confirmation`, { version: 1 });
    const of = (id: string) => `/admin/drivers/${id}/availability`;
    await read(staff.put(`${of(driverId)}/hours`, { version: 0, spans: weekdays }));
    const day = { version: 0, fromDay: "2026-11-21", untilDay: "2026-11-21" };
    await read(staff.post(`${of("away")}/days-off`, day));
    const hours = [{ weekday: 6, from: "06:00", until: "14:00" }];
    await read(staff.put(`${of("suited")}/hours`, { version: 0, spans: hours }));
    const zone = await addZone();
    const preferences = {
      version: 0,
      serviceTypes: ["airport_pickup"],
      zoneIds: [zone],
      mobility: [],
    };
    await read(staff.put(`${of("suited")}/preferences`, preferences));

    const answer = await staff.get(`/admin/reservations/${trip.id}/candidates`);
    const { drivers } = (await answer.json()) as Candidates;
    expect(
      drivers.map(({ driver, refusals, warnings, reasons, suits }) => [
        driver.firstName,
        refusals.length,
        warnings.filter((text) => !text.includes("record")).join(),
        reasons.join(),
        suits,
      ]),
    ).toEqual([
      ["Yan", 0, "", "Prefers Kigali", true],
      ["Zoe", 0, "", "", true],
      ["Eric", 0, "Outside their hours (none on Sat)", "", false],
      ["Abel", 0, "Day off on 21 Nov", "", false],
    ]);
    const pair = { version: 2, driverId: "away", vehicleId: "car" };
    const assignedAnswer = await staff.post(`/admin/reservations/${trip.id}/assignment`, pair);
    expect(assignedAnswer.status).toBe(200);
  });
});

test("daySpans returns the hours of a day for several drivers", async () => {
  createDriver(server, { id: "unsaid" });
  await read(phone.put(`${DRIVER_PATH}/hours`, { version: 0, spans: [saturdayNight] }));
  const spans = daySpans(server.deps, [driverId, "unsaid"], "2026-11-21");
  const utc = (text: string) => Date.parse(text);
  expect(spans.get(driverId)).toEqual([
    { from: utc("2026-11-21T16:00Z"), until: utc("2026-11-22T00:00Z") },
  ]);
  expect(spans.get("unsaid")).toEqual([
    { from: utc("2026-11-20T22:00Z"), until: utc("2026-11-21T22:00Z") },
  ]);
});

test("dispatch reads the next seven days of several drivers, today first", async () => {
  createDriver(server, { id: "unsaid" });
  await read(
    phone.put(`${DRIVER_PATH}/hours`, { version: 0, spans: [...weekdays, saturdayNight] }),
  );
  const day = { version: 0, fromDay: "2026-11-24", untilDay: "2026-11-30" };
  await read(phone.post(`${DRIVER_PATH}/days-off`, day));
  const answer = await staff.get(`/admin/availability?driver=${driverId}&driver=unsaid`);
  const [eric, other] = ((await answer.json()) as DriverWeeks).weeks;
  expect(eric?.days.map(({ day, off, hours }) => [day, off, hours[0]?.from])).toEqual([
    ["2026-11-20", false, "08:00"],
    ["2026-11-21", false, "18:00"],
    ["2026-11-22", false, undefined],
    ["2026-11-23", false, "08:00"],
    ["2026-11-24", true, undefined],
    ["2026-11-25", true, undefined],
    ["2026-11-26", true, undefined],
  ]);
  expect([eric?.hasHours, other?.hasHours, other?.days.length]).toEqual([true, false, 7]);
  expect((await staff.get("/admin/availability")).status).toBe(400);
});

function log() {
  return server.deps.db
    .select()
    .from(driverAvailabilityChanges)
    .all()
    .map((row) => [row.section, row.version, row.actorKind, row.actorName, row.facts]);
}
function welcomeMessages() {
  const { db } = server.deps;
  return db
    .select()
    .from(notifications)
    .where(eq(notifications.title, "Share your availability"))
    .all();
}
function unread() {
  const rows = server.deps.db.select().from(notifications).all();
  return rows.filter(({ readAt }) => readAt === null).length;
}

/** Adds a zone around Kigali and its airport. */
async function addZone(): Promise<string> {
  const owner = await signInAdmin(server, { email: "owner@example.com" });
  const ring = [
    [29.9, -2.1],
    [30.3, -2.1],
    [30.3, -1.8],
    [29.9, -1.8],
    [29.9, -2.1],
  ];
  const answer = await owner.post("/admin/zones", {
    name: "Kigali",
    color: 2,
    priority: 0,
    shape: { type: "Polygon", coordinates: [ring] },
    active: true,
    note: "",
  });
  return ((await answer.json()) as { zone: { id: string } }).zone.id;
}
