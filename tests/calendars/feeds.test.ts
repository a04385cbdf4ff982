/** Trips as calendars that apps subscribe to, through links that stop working when the right to see the trips ends. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { admins } from "../../db/schema/accounts";
import { farmOuts } from "../../db/schema/affiliates";
import { drivers } from "../../db/schema/drivers";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import type { AffiliateAnswer, FarmOutsAnswer } from "../../src/affiliates/contract";
import type { CalendarLink, CalendarLinks } from "../../src/calendars/contract";
import { book, createDriverScene, type DriverScene, assign } from "../pages/driver/scene";
import { bookOnAccount, createCompany, invite } from "../support/companies";
import { type Browser, createTestServer, refusal } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const DAY_MS = 86_400_000;

let scene: DriverScene;
beforeAll(async () => {
  scene = await createDriverScene();
});
afterAll(() => scene.server.close());

const make = async (browser: Browser, path: string, reset = false): Promise<string> => {
  const answer = await browser.post(path, { reset });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const { url } = (await answer.json()) as CalendarLink;
  return new URL(url ?? "").pathname.replace("/backend", "");
};

const get = (path: string, headers?: Record<string, string>) =>
  scene.server.browser("198.51.100.9").get(path, headers);

/** Returns a feed's events as a calendar reads them. */
async function eventsOf(path: string) {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent").map((event) => {
    const of = (name: string) => String(event.getFirstPropertyValue(name));
    const at = (name: string) =>
      (event.getFirstPropertyValue(name) as ICAL.Time).toJSDate().toISOString();
    return {
      ...{ uid: of("uid"), summary: of("summary"), description: of("description") },
      ...{ status: of("status"), sequence: Number(of("sequence")), location: of("location") },
      ...{ start: at("dtstart"), stamp: at("dtstamp"), changed: at("last-modified") },
      ...{ alarms: event.getAllSubcomponents("valarm").length, url: of("url") },
    };
  });
  return { text, name: String(calendar.getFirstPropertyValue("name")), events };
}

const change = (id: string, values: Partial<StoredTrip>) =>
  scene.server.deps.db.update(reservations).set(values).where(eq(reservations.id, id)).run();

describe("a driver's calendar", () => {
  test("lists the driver's trips without prices, notes or phone numbers", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    expect((await eventsOf(path)).events).toEqual([]);
    const trip = await assign(scene, await book(scene, { flightNumber: "WB 203", note: "Gate 4" }));
    await book(scene, { pickupLocal: "2026-11-21T09:00" });
    const { name, events, text } = await eventsOf(path);
    expect(name).toEndWith(": Eric Mugisha");
    expect(events).toHaveLength(1);
    const [event] = events;
    expect(event).toMatchObject({
      uid: `${trip.id}@localhost`,
      status: "CONFIRMED",
      sequence: trip.version,
      // 14:30 in Kigali.
      start: "2026-11-20T12:30:00.000Z",
      alarms: 0,
      url: `http://localhost:3000/driver/dashboard/trips/${trip.id}`,
    });
    expect(event?.summary).toBe(
      `${trip.passenger.name}: Kigali International Airport to Kigali Marriott Hotel`,
    );
    expect(event?.description).toContain("Flight: WB203");
    expect(text).not.toContain(trip.passenger.phone ?? "+250");
    expect(text.replaceAll("\r\n ", "")).not.toMatch(/RWF|USD|Gate 4/);
  });

  test("answers 304 until a trip or the driver's name changes", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    const first = await get(path);
    const tag = first.headers.get("etag") ?? "";
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("referrer-policy")).toBe("no-referrer");
    const same = await get(path, { "if-none-match": `W/${tag}` });
    expect([same.status, await same.text()]).toEqual([304, ""]);
    scene.server.advance(60_000);
    expect((await get(path, { "if-none-match": tag })).status).toBe(304);
    const { id } = await book(scene, { pickupLocal: "2026-11-22T09:00" });
    expect((await get(path, { "if-none-match": tag })).status).toBe(304);
    change(id, { driverId: scene.row.id, vehicleId: scene.car.id, state: "assigned" });
    const other = await get(path, { "if-none-match": tag });
    expect(other.status).toBe(200);
    // The driver's name is not stored in the trip, but changes the feed.
    const last = other.headers.get("etag") ?? "";
    const rename = (lastName: string) =>
      scene.server.deps.db
        .update(drivers)
        .set({ lastName })
        .where(eq(drivers.id, scene.row.id))
        .run();
    rename("Habimana");
    expect((await get(path, { "if-none-match": last })).status).toBe(200);
    rename("Mugisha");
  });

  test("shows a cancelled trip as cancelled for a week, then drops it", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    const trip = await assign(scene, await book(scene, { pickupLocal: "2026-12-20T09:00" }));
    const find = async () =>
      (await eventsOf(path)).events.find(({ uid }) => uid.startsWith(trip.id));
    const before = await find();
    const cancelledAnswer = await scene.staff.post(`/admin/reservations/${trip.id}/cancellation`, {
      version: trip.version,
    });
    expect(cancelledAnswer.status).toBe(200);
    const after = await find();
    expect([before?.status, after?.status]).toEqual(["CONFIRMED", "CANCELLED"]);
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    expect(after?.changed).toBe(after?.stamp);
    scene.server.advance(8 * DAY_MS);
    expect(await find()).toBeUndefined();
    scene.server.advance(-8 * DAY_MS);
  });

  test("leaves out trips that are unassigned, over 30 days old or 200 days ahead", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    const trip = await assign(scene, await book(scene, { pickupLocal: "2026-12-21T09:00" }));
    const has = async () =>
      (await eventsOf(path)).events.some(({ uid }) => uid.startsWith(trip.id));
    expect(await has()).toBe(true);
    for (const [days, isShown] of [
      [-29, true],
      [-32, false],
      [180, true],
      [200, false],
    ] as const) {
      change(trip.id, { pickupAt: scene.server.deps.now() + days * DAY_MS });
      expect([days, await has()]).toEqual([days, isShown]);
    }
    change(trip.id, { pickupAt: scene.server.deps.now(), willCall: true });
    expect(await has()).toBe(false);
    change(trip.id, { willCall: false, driverId: null, vehicleId: null, state: "confirmed" });
    expect(await has()).toBe(false);
  });

  test("never shows the name of a place or passenger as a link", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    const trip = await assign(scene, await book(scene, { pickupLocal: "2026-12-22T09:00" }));
    change(trip.id, {
      pickupName: "https://evil.example/pay",
      dropoffName: "St. Mary; Chapel, Kigali",
      passengerName: "www.evil.example",
    });
    const event = (await eventsOf(path)).events.find(({ uid }) => uid.startsWith(trip.id));
    const eventText = `${event?.summary} ${event?.location} ${event?.description.replace(event.url, "")}`;
    expect(eventText).not.toMatch(/\S\.example|:\/\/|www\.\S/);
    expect(event?.summary).toEndWith("to St. Mary; Chapel, Kigali");
    change(trip.id, { passengerName: "Aline" });
  });

  test("has the right times on the days when the clocks change", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    const trip = await assign(scene, await book(scene, { pickupLocal: "2026-12-23T09:00" }));
    // In New York, 01:30 occurs twice on 1 November 2026, and 02:30 does not exist on 14 March 2027.
    for (const [at, local] of [
      ["2026-11-01T05:30:00.000Z", "01:30"],
      ["2026-11-01T06:30:00.000Z", "01:30"],
      ["2027-03-14T07:30:00.000Z", "03:30"],
    ] as const) {
      change(trip.id, { pickupAt: Date.parse(at), timeZone: "America/New_York" });
      const event = (await eventsOf(path)).events.find(({ uid }) => uid.startsWith(trip.id));
      expect([event?.start, event?.description.split("\n")[0]?.slice(-5)]).toEqual([at, local]);
    }
  });

  test("is written in the driver's language", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    const setLanguage = (language: "de" | "en") =>
      scene.server.deps.db
        .update(drivers)
        .set({ language })
        .where(eq(drivers.id, scene.row.id))
        .run();
    setLanguage("de");
    expect((await eventsOf(path)).events[0]?.description).toContain("Fahrgast: ");
    setLanguage("en");
  });
});

describe("a calendar link", () => {
  test("stays the same until it is reset, and stops working when it is reset or turned off", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    expect(await make(scene.phone, "/driver/calendar")).toBe(path);
    const shown = (await (await scene.phone.get("/driver/calendar")).json()) as CalendarLink;
    expect(shown.url).toEndWith(path);
    const other = await make(scene.phone, "/driver/calendar", true);
    expect(other).not.toBe(path);
    expect(await refusal(await get(path))).toEqual([404, "request.not_found"]);
    expect((await get(other)).status).toBe(200);
    // Some calendar apps omit the extension.
    expect((await get(other.replace(/\.ics$/, ""))).status).toBe(200);
    expect(await (await scene.phone.delete("/driver/calendar")).json()).toEqual({ url: null });
    expect((await get(other)).status).toBe(404);
  });

  test("is not stored in the database in clear text", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    const token = path.split("/").at(-1)?.replace(".ics", "") ?? "";
    expect(token).toMatch(/^[\w-]{22}$/);
    const rows = scene.server.deps.db.$client.query("SELECT * FROM calendar_feeds").all();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("answers 404 if it is made up, and 400 if it is too long", async () => {
    for (const token of ["x", "A".repeat(22), "..ics", "%00", "é".repeat(20)])
      expect(await refusal(await get(`/calendars/${token}.ics`))).toEqual([
        404,
        "request.not_found",
      ]);
    expect((await get(`/calendars/${"x".repeat(300)}`)).status).toBe(400);
  });

  test("stops working while its driver is suspended", async () => {
    const path = await make(scene.phone, "/driver/calendar");
    const set = (state: "active" | "suspended") =>
      scene.server.deps.db.update(drivers).set({ state }).where(eq(drivers.id, scene.row.id)).run();
    set("suspended");
    expect((await get(path)).status).toBe(404);
    set("active");
    expect((await get(path)).status).toBe(200);
  });

  test("has a rate limit of its own", async () => {
    const server = await createTestServer();
    const reader = server.browser();
    for (let n = 0; n < 120; n++) expect((await reader.get("/calendars/one.ics")).status).toBe(404);
    expect((await reader.get("/calendars/one.ics")).status).toBe(429);
    expect((await reader.get("/calendars/two.ics")).status).toBe(404);
    server.close();
  });
});

describe("calendars of dispatch", () => {
  test("show a member of staff all trips, or the trips of a vehicle or company", async () => {
    const office = await signInAdmin(scene.server, { role: "accountant" });
    const company = await createCompany(office);
    const trip = await assign(scene, await book(scene, { pickupLocal: "2026-12-24T09:00" }));
    const waiting = await book(scene, { pickupLocal: "2026-12-25T09:00" });
    change(waiting.id, { companyId: company.id, state: "pending" });
    const all = await make(office, "/admin/calendars/office/all");
    const vehicleFeed = await make(office, `/admin/calendars/vehicle/${scene.car.id}`);
    const companyFeed = await make(office, `/admin/calendars/company/${company.id}`);
    const eventUidsOf = async (path: string) =>
      (await eventsOf(path)).events.map(({ uid }) => uid.split("@")[0]);
    expect(await eventUidsOf(all)).toContain(trip.id);
    expect(await eventUidsOf(all)).toContain(waiting.id);
    expect(await eventUidsOf(vehicleFeed)).toContain(trip.id);
    expect(await eventUidsOf(vehicleFeed)).not.toContain(waiting.id);
    const companyEvents = await eventsOf(companyFeed);
    expect(companyEvents.events.map(({ uid, status }) => [uid.split("@")[0], status])).toEqual([
      [waiting.id, "TENTATIVE"],
    ]);
    expect(companyEvents.name).toEndWith(`: ${company.name}`);
    // Another staff member has another link.
    expect(await make(scene.staff, "/admin/calendars/office/all")).not.toBe(all);
    const lines = scene.server.deps.db.$client
      .query<{ action: string; summary: string }, [string]>(
        "SELECT action, summary FROM audit_log WHERE actor_id = ? AND action LIKE 'calendar.%'",
      )
      .all(office.admin.id);
    expect(lines.map(({ summary }) => summary)).toEqual([
      "Created a calendar link to all trips",
      `Created a calendar link to the trips of ${scene.car.plate}`,
      `Created a calendar link to the trips of ${company.name}`,
    ]);
    await office.delete("/admin/calendars/office/all");
    expect((await get(all)).status).toBe(404);
    const requireSecondFactor = (secondFactorRequired: boolean) =>
      scene.server.deps.db.update(settings).set({ secondFactorRequired }).run();
    requireSecondFactor(true);
    expect((await get(vehicleFeed)).status).toBe(404);
    requireSecondFactor(false);
    expect((await get(vehicleFeed)).status).toBe(200);
    scene.server.deps.db
      .update(admins)
      .set({ deactivatedAt: scene.server.deps.now() })
      .where(eq(admins.id, office.admin.id))
      .run();
    expect((await get(vehicleFeed)).status).toBe(404);
  });

  test("show the driver and car that an affiliate has named for a trip", async () => {
    const { staff } = scene;
    const trip = await book(scene, { pickupLocal: "2026-12-26T09:00" });
    const feed = await make(staff, "/admin/calendars/office/all", true);
    const added = await staff.post("/admin/affiliates", {
      name: "Swift",
      email: "a@swift.example",
    });
    const { affiliate } = (await added.json()) as AffiliateAnswer;
    const offers = `/admin/reservations/${trip.id}/farm-out`;
    await staff.post(offers, {
      ...{ version: trip.version, affiliateId: affiliate.id, costMinor: 9_000, minutes: 30 },
    });
    const listed = (await (await staff.get(offers)).json()) as FarmOutsAnswer;
    const link = `/affiliate/${listed.farmOuts[0]?.url?.split("/").at(-1)}`;
    const theirs = scene.server.browser("198.51.100.10");
    expect((await theirs.post(link, { act: "accept" })).status).toBe(200);
    const tag = (await get(feed)).headers.get("etag") ?? "";
    const crew = { driverName: "Jean Bosco Habimana", driverPhone: "+250788123456" };
    const car = { plate: "RAC 123 B", model: "Mercedes E 220", color: "Black" };
    expect((await theirs.post(link, { act: "crew", ...crew, ...car })).status).toBe(200);
    expect((await get(feed, { "if-none-match": tag })).status).toBe(200);
    const event = (await eventsOf(feed)).events.find(({ uid }) => uid.startsWith(trip.id));
    expect(event?.description).toContain("Jean Bosco Habimana");
    expect(event?.description).toContain("Black Mercedes E 220");
    expect(event?.description).toContain("RAC 123 B");
    expect(event?.description).not.toContain("250788123456");
    // This later change is in the feed, although the trip's version did not change.
    const named = (await get(feed)).headers.get("etag") ?? "";
    scene.server.deps.db.update(farmOuts).set({ plate: "RAC 456 C" }).run();
    expect((await get(feed, { "if-none-match": named })).status).toBe(200);
  });

  test("answer 404 for an unknown vehicle or company, and 400 for a malformed request", async () => {
    for (const path of ["vehicle/none", "company/none"])
      for (const answer of [
        await scene.staff.get(`/admin/calendars/${path}`),
        await scene.staff.post(`/admin/calendars/${path}`),
        await scene.staff.delete(`/admin/calendars/${path}`),
      ])
        expect(await refusal(answer)).toEqual([404, "request.not_found"]);
    expect((await scene.staff.get("/admin/calendars/driver/all")).status).toBe(400);
    const wrongAnswer = await scene.staff.post("/admin/calendars/office/all", { reset: "yes" });
    expect(await refusal(wrongAnswer)).toEqual([400, "request.invalid"]);
  });
});

test("an owner sees everybody's calendar links without their addresses, and turns one off", async () => {
  const { staff, phone, row } = scene;
  const path = await make(phone, "/driver/calendar");
  const list = async () => (await (await staff.get("/admin/calendars")).json()) as CalendarLinks;
  const { links } = await list();
  const link = links.find(({ audience }) => audience === "driver");
  expect(link).toMatchObject({ person: "Eric Mugisha", kind: "driver", subject: "Eric Mugisha" });
  expect(JSON.stringify(links)).not.toContain(path.split("/").at(-1)?.replace(".ics", "") ?? "");
  const dispatcher = await signInAdmin(scene.server, {
    role: "dispatcher",
    email: "second@example.com",
  });
  for (const refusedAnswer of [
    await dispatcher.get("/admin/calendars"),
    await dispatcher.delete(`/admin/calendars/${link?.id}`),
  ])
    expect(await refusal(refusedAnswer)).toEqual([403, "request.forbidden"]);
  expect((await get(path)).status).toBe(200);
  expect((await staff.delete(`/admin/calendars/${link?.id}`)).status).toBe(200);
  expect((await get(path)).status).toBe(404);
  expect((await list()).links).toEqual(links.filter(({ id }) => id !== link?.id));
  expect(await refusal(await staff.delete(`/admin/calendars/${link?.id}`))).toEqual([
    404,
    "request.not_found",
  ]);
  expect(
    scene.server.deps.db.$client
      .query("SELECT action, subject_kind, subject_id, summary FROM audit_log ORDER BY number DESC")
      .get(),
  ).toEqual({
    action: "calendar.ended",
    subject_kind: "driver",
    subject_id: row.id,
    summary: "Turned off the calendar link of Eric Mugisha to the trips of Eric Mugisha",
  });
});

test("a manager's calendar shows the company's trips without drivers until the manager is removed", async () => {
  const { staff, server } = scene;
  const company = await createCompany(staff);
  const { browser: manager, rider } = await signInRider(server, "manager@example.com");
  const { people } = await invite(staff, company.id, "manager@example.com", "manager");
  await invite(staff, company.id, "rider@example.com");
  await manager.get("/companies");
  await scene.rider.get("/companies");
  const path = `/companies/${company.id}/calendar`;
  expect(await refusal(await scene.rider.post(path))).toEqual([404, "request.not_found"]);
  const feed = await make(manager, path);
  const bookedAnswer = await bookOnAccount(scene.rider, { companyId: company.id });
  expect(bookedAnswer.status).toBe(201);
  const { events, text } = await eventsOf(feed);
  expect(events).toHaveLength(1);
  expect(events[0]?.url).toBe("http://localhost:3000/profile/company");
  expect(text).not.toContain("Mugisha");
  await staff.delete(`/admin/companies/${company.id}/members/${people[0]?.id}`);
  expect((await get(feed)).status).toBe(404);
  expect(rider.id).toBeString();
});
