/** The owner's facts about the business: they take effect at once, for everybody's pages and calls. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import { settings } from "../../db/schema/settings";
import type { LiveEvent } from "../../src/live-events";
import type { ReservationAnswer } from "../../src/reservations/contract";
import type { Settings } from "../../src/settings/contract";
import { hoursFault, hoursLines } from "../../src/settings/hours-rules";
import { CLOSED_TEXT } from "../../src/settings/hours-rules";
import { operatorDocumentFacts } from "../../src/settings/operator-queries";
import { quote, trip } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

type Answer = { rules: Record<string, unknown>; version: number };

const read = async (topic: string) =>
  (await (await owner.get(`/admin/settings/${topic}`)).json()) as Answer;
async function save(topic: string, change: object, by: Browser = owner) {
  const { rules, version } = await read(topic);
  return by.put(`/admin/settings/${topic}`, { ...rules, version, ...change });
}
const shown = async () => (await (await server.browser().get("/settings")).json()) as Settings;

test("a new brand colour applies to everybody at once and is recorded in the audit log", async () => {
  const events: LiveEvent[] = [];
  server.deps.bus.subscribe((event) => events.push(event));
  const { version } = await shown();
  const answer = await save("brand", { accent: "#b4232a" });
  expect(answer.status).toBe(200);
  expect(await shown()).toMatchObject({ accent: "#b4232a", version: version + 1 });
  expect(events).toContainEqual({ type: "settings", version: version + 1 });
  const line = server.deps.db
    .select()
    .from(auditLog)
    .all()
    .find(({ action }) => action === "settings.brand_changed");
  expect(JSON.parse(line?.detail ?? "")).toEqual({
    changed: "accent",
    version: version + 1,
  });
});

test("the operator's address and tax number appear on papers", async () => {
  expect(operatorDocumentFacts(server.deps)).toEqual({ address: "Kigali", taxNumber: "" });
  await save("contact", { address: "KG 7 Ave\nKigali", taxNumber: "200" });
  expect(operatorDocumentFacts(server.deps)).toEqual({
    address: "KG 7 Ave\nKigali",
    taxNumber: "200",
  });
});

test.each([
  ["brand", { accent: "red" }, "accent"],
  ["brand", { accent: "#ABCDEF" }, "accent"],
  ["name", { brand: " " }, "brand"],
  ["name", { brandSlug: "my rides" }, "brandSlug"],
  ["name", { brandSlug: "" }, "brandSlug"],
  ["name", { brandSlug: "Dispatch" }, "brandSlug"],
  ["services", { services: ["boats"] }, "services.0"],
  ["region", { town: " " }, "town"],
  ["region", { riderLanguage: "tlh" }, "riderLanguage"],
  ["region", { disabledLanguages: ["tlh"] }, "disabledLanguages.0"],
  ["online", { bookingClosedText: "x".repeat(301) }, "bookingClosedText"],
  ["hours", { openingHours: [] }, "openingHours"],
  ["region", { country: "rw" }, "country"],
  ["region", { country: "QX" }, "country"],
  ["region", { timeZone: "Mars/Olympus" }, "timeZone"],
  ["region", { currency: "XQQ" }, "currency"],
  ["region", { distanceUnit: "leagues" }, "distanceUnit"],
  [
    "hours",
    {
      openingHours: [[{ from: "18:00", until: "08:00" }], [], [], [], [], [], []],
    },
    "openingHours.0",
  ],
  [
    "hours",
    { openingHours: [[], [{ from: "8:00", until: "09:00" }], [], [], [], [], []] },
    "openingHours.1.0.from",
  ],
])("%s refuses %p, naming the field", async (topic, change, field) => {
  const answer = await save(topic, change);
  expect(answer.status).toBe(400);
  const { fields } = (await answer.json()) as { fields: Record<string, string> };
  expect(Object.keys(fields)).toContain(field);
});

test.each(["name", "brand", "services", "hours", "online", "region"])(
  "%s: all staff can read it, and only an owner with the newest version can change it",
  async (topic) => {
    for (const role of ["dispatcher", "accountant"] as const) {
      const staff = await signInAdmin(server, { role });
      expect((await staff.get(`/admin/settings/${topic}`)).status).toBe(200);
      expect((await save(topic, {}, staff)).status).toBe(403);
    }
    const { version } = await read(topic);
    expect((await save(topic, {})).status).toBe(200);
    const late = await save(topic, { version });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      code: "request.conflict",
      meanwhile: [{ by: "Ada Uwase" }],
    });
  },
);

test("saving another topic causes no conflict, and a conflict names the newer value", async () => {
  const { version } = await read("region");
  expect((await save("hours", {})).status).toBe(200);
  expect((await save("region", { version, town: "Huye" })).status).toBe(200);
  const late = await save("region", { version, town: "Musanze" });
  expect(await late.json()).toMatchObject({
    code: "request.conflict",
    meanwhile: [
      { by: "Ada Uwase", changes: expect.arrayContaining([{ field: "town", text: "now “Huye”" }]) },
    ],
  });
  expect(await shown()).toMatchObject({ town: "Huye" });
});

test("opening hours are shown once set, and can be removed", async () => {
  expect((await shown()).openingHours).toBeNull();
  const week = [...Array.from({ length: 6 }, () => [{ from: "07:00", until: "24:00" }]), []];
  expect((await save("hours", { openingHours: week })).status).toBe(200);
  expect((await shown()).openingHours).toEqual(week);
  expect((await save("hours", { openingHours: null })).status).toBe(200);
  expect((await shown()).openingHours).toBeNull();
});

test("a new country applies to everybody at once", async () => {
  const { version } = await shown();
  expect((await save("region", { country: "KE" })).status).toBe(200);
  expect(await shown()).toMatchObject({ country: "KE", version: version + 1 });
});

test("hours of a day must be in order, and equal days share one line", () => {
  const morning = { from: "08:00", until: "12:00" };
  const evening = { from: "12:00", until: "20:00" };
  expect(hoursFault([morning, evening])).toBeNull();
  expect(hoursFault([evening, morning])).toContain("order");
  expect(hoursFault([morning, { from: "11:00", until: "13:00" }])).toContain("overlap");
  expect(hoursFault([{ from: "08:00", until: "08:00" }])).toContain("end");
  expect(hoursLines([[morning], [morning], [], [morning, evening], [], [], []])).toEqual([
    { first: 0, last: 1, hours: [morning] },
    { first: 2, last: 2, hours: [] },
    { first: 3, last: 3, hours: [morning, evening] },
    { first: 4, last: 6, hours: [] },
  ]);
});

test("closed booking refuses prices and bookings to riders with the owner's text", async () => {
  const { browser } = await signInRider(server);
  const quoted = await quote(browser);
  const booking = { quote: quoted.quote, vehicleClassId: quoted.options[0]?.vehicleClass.id };
  const key = { "idempotency-key": "made-before-it-closed" };
  const before = await browser.request("/reservations", {
    method: "POST",
    json: booking,
    headers: key,
  });
  expect(before.status).toBe(201);
  const { reservation } = (await before.clone().json()) as ReservationAnswer;
  const repeat = { weekdays: [6], everyWeeks: 1, end: { kind: "after", trips: 3 } };

  await save("online", { bookingOpen: false });
  expect((await shown()).bookingClosed).toBe(CLOSED_TEXT);
  await save("online", { bookingClosedText: "Back on Monday." });
  expect((await shown()).bookingClosed).toBe("Back on Monday.");
  for (const refusedAnswer of [
    await server.browser().post("/quotes", trip()),
    await browser.post("/reservations", booking),
    await browser.post(`/reservations/${reservation.id}/standing-order`, { repeat }),
  ]) {
    expect(refusedAnswer.status).toBe(422);
    expect(await refusedAnswer.json()).toMatchObject({
      code: "booking.closed",
      message: "Back on Monday.",
    });
  }
  // Existing bookings stay, and a phone that missed the answer receives it.
  const secondAnswer = await browser.request("/reservations", {
    method: "POST",
    json: booking,
    headers: key,
  });
  expect([secondAnswer.status, await secondAnswer.json()]).toEqual([201, await before.json()]);

  await save("online", { bookingOpen: true });
  expect((await shown()).bookingClosed).toBeNull();
  expect((await browser.post("/reservations", booking)).status).toBe(201);
});

test("closed booking still gives prices to dispatch", async () => {
  await save("online", { bookingOpen: false });
  expect((await owner.post("/admin/quotes", trip())).status).toBe(200);
});

test("a conflicting save changes no setting", async () => {
  const [before] = server.deps.db.select().from(settings).all();
  await save("brand", { accent: "#000000", version: 99 });
  expect(server.deps.db.select().from(settings).all()[0]).toEqual(before);
});

test("a rider whose language is switched off gets the main one until it is back", async () => {
  const { browser } = await signInRider(server, "rider@example.com");
  const form = new FormData();
  form.set("language", "fr");
  await browser.request("/users/update-profile", { method: "PUT", form });
  const language = async () =>
    ((await (await browser.get("/auth/current-user")).json()) as { language: string }).language;
  const subjectOfNewCode = async () => {
    server.advance(61_000);
    await browser.post("/auth/send-otp", { identifier: "rider@example.com" });
    return lastMessage(server, "rider@example.com").subject;
  };
  const frenchSubject = await subjectOfNewCode();
  expect(await language()).toBe("fr");
  // The main language cannot be disabled, so it is still offered.
  expect((await save("region", { disabledLanguages: ["fr", "sw", "en"] })).status).toBe(200);
  expect((await shown()).languages).toEqual(["en", "es", "rw", "de", "pt", "ar"]);
  expect(await language()).toBe("en");
  expect(await subjectOfNewCode()).not.toBe(frenchSubject);
  // Changing another setting keeps them disabled.
  const { rules, version } = await read("region");
  const { disabledLanguages: _, ...others } = rules;
  await owner.put("/admin/settings/region", { ...others, town: "Huye", version });
  expect((await shown()).languages).not.toContain("fr");
  expect((await save("region", { disabledLanguages: [] })).status).toBe(200);
  expect(await language()).toBe("fr");
  expect(await subjectOfNewCode()).toBe(frenchSubject);
});
