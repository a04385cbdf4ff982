/** After an erasure, no file in the data folder contains the rider's name, e-mail, phone or places. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { configure, type LogRecord, reset } from "@logtape/logtape";
import { eq } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { privacyActs } from "../../db/schema/privacy";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { tripQuoteQuestions, tripQuotes } from "../../db/schema/trip-quotes";
import type { PrivacyState } from "../../src/privacy/contract";
import type { TripQuotesAnswer } from "../../src/quotes/contract";
import { receiptOf } from "../../src/reservations/papers/document-queries";
import { createOutboxWorker } from "../../src/notifications/worker";
import { book } from "../support/booking";
import { bookOnAccount, createCompany, invite, loadCompanyRecord } from "../support/companies";
import { createDriver, createVehicle } from "../support/fleet";
import { png } from "../support/pictures";
import { reservationValues } from "../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { lastMessage, signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { tracesInTables as findInTables, tracesOnDisk as findOnDisk } from "../support/traces";
import { allowSettingOff } from "../support/waiting";

let server: TestServer;
let browser: Browser;
let riderId: string;
let logRecords: LogRecord[];
beforeEach(async () => {
  logRecords = [];
  await configure({
    reset: true,
    sinks: { memory: (record) => void logRecords.push(record) },
    loggers: [
      { category: "livery", sinks: ["memory"], lowestLevel: "debug" },
      { category: ["logtape", "meta"], sinks: [] },
    ],
  });
  server = await createTestServer({ RATE_LIMITS: "off" });
  allowSettingOff(server);
  createVehicle(server, { id: "car" });
  createDriver(server, { id: "driver", email: "driver@example.com" });
  const signedIn = await signInRider(server, OLD_EMAIL, {
    names: { firstName: "Zwartemarc", lastName: "Quillfeather" },
  });
  browser = signedIn.browser;
  riderId = signedIn.rider.id;
});
afterEach(async () => {
  server.close();
  await reset();
});

const OLD_EMAIL = "oldquill@example.com";
const EMAIL = "zwart.quill@example.com";
const PHONE = "+250788999111";
const HOME = "Velvetgate behind the mill";
/** Every trace that could remain, in any spelling. */
const ERASED_TRACES = [
  "zwartemarc",
  "quillfeather",
  "oldquill",
  "zwart.quill",
  "788999111",
  "velvetgate",
];

const form = (fields: Record<string, string | Blob>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};
async function changeContact(field: "email" | "phone", value: string) {
  await browser.request("/users/update-profile", { method: "PUT", form: form({ [field]: value }) });
  const { code } = lastMessage(server, value);
  const done = await browser.post("/users/verify-contact", { identifier: value, otp: code });
  expect(done.status).toBe(200);
}
async function codeFor(contact: string): Promise<string> {
  expect((await browser.post("/users/confirmation-code")).status).toBe(200);
  return lastMessage(server, contact).code;
}
const erase = async (contact: string) =>
  browser.post("/users/erasure", { otp: await codeFor(contact) });

const tracesOnDisk = () => findOnDisk(server, ERASED_TRACES);
const tracesInTables = () => findInTables(server, ERASED_TRACES);

/** Gives a rider a history: changed contacts, a picture, places, trips of every kind, and other people around. */
async function live(): Promise<void> {
  await changeContact("email", EMAIL);
  await changeContact("phone", PHONE);
  await browser.request("/users/update-profile", {
    method: "PUT",
    form: form({
      email: "superseded.zwart.quill@example.com",
      profilePic: new Blob([new Uint8Array(png(8, 8))], { type: "image/png" }),
    }),
  });
  await browser.request("/users/update-profile", {
    method: "PUT",
    form: form({ email: "pending.zwart.quill@example.com" }),
  });
  await browser.put("/users/notification-choices", { quiet: { from: "22:00", until: "07:00" } });
  await browser.post("/saved-places", {
    label: "Zwartemarc's home",
    name: HOME,
    latitude: -1.95,
    longitude: 30.06,
  });
  const admin = await signInAdmin(server);
  const { browser: driver } = await signInDriver(server, "driver@example.com");
  const place = { name: HOME, detail: "ask for Quillfeather", latitude: -1.953, longitude: 30.06 };
  const made = await book(browser, { pickup: place });
  const path = `/admin/reservations/${made.id}`;
  const pair = { driverId: "driver", vehicleId: "car" };
  let version = 1;
  const step = async (who: Browser, to: string, body: object = {}) => {
    const answer = await who.post(to, { version, ...body });
    expect([to, answer.status]).toEqual([to, 200]);
    version++;
  };
  await step(admin, `${path}/confirmation`);
  await step(admin, `${path}/offer`, pair);
  await step(driver, `/driver/reservations/${made.id}/acceptance`);
  await step({ ...browser, post: browser.put }, `/reservations/${made.id}`, {
    note: "Quillfeather rings twice",
  });
  for (const to of ["en_route", "on_location", "passenger_on_board", "completed"])
    await step(driver, `/driver/reservations/${made.id}/progress`, { to });
  const due = await admin.get(`${path}/payments`);
  const { money } = (await due.json()) as { money: { dueMinor: number } };
  const paidAnswer = await admin.post(`${path}/payments`, {
    version,
    amountMinor: money.dueMinor,
    method: "bank_transfer",
    paidOn: "2026-11-20",
    reference: "Quillfeather 77",
  });
  expect(paidAnswer.status).toBe(201);
  version++;
  await step(admin, `${path}/settlement`);
  const other = await book(browser, { dropoff: place });
  const cancelledAnswer = await browser.post(`/reservations/${other.id}/cancellation`, {
    version: 1,
    reason: "Quillfeather cannot come",
  });
  expect(cancelledAnswer.status).toBe(200);
  await driveTrip(admin, place);
}

/** Books a trip that is moved to another driver and then cancelled. The first driver was told where it would start. */
async function driveTrip(admin: Browser, pickup: object): Promise<void> {
  createDriver(server, { id: "another", email: "another@example.com" });
  createVehicle(server, { id: "other-car" });
  const { id } = await book(browser, { pickup, pickupLocal: "2026-11-24T10:00" });
  const at = `/admin/reservations/${id}`;
  const other = { driverId: "another", vehicleId: "other-car" };
  for (const [answer, status] of [
    [await admin.post(`${at}/confirmation`, { version: 1 }), 200],
    [
      await admin.post(`${at}/assignment`, { version: 2, driverId: "driver", vehicleId: "car" }),
      200,
    ],
    [await admin.put(`${at}/driver`, { version: 3, ...other }), 200],
    [await browser.post(`/reservations/${id}/cancellation`, { version: 5 }), 200],
  ] as const)
    expect([await answer.clone().text(), answer.status]).toEqual([expect.any(String), status]);
}

/** Adds enough data of other riders that the database's pages split, merge and move. */
async function others(count: number): Promise<void> {
  await server.deps.write((tx) => {
    const classId = tx.select().from(reservations).get()?.vehicleClassId ?? "";
    for (let n = 0; n < count; n++) {
      tx.insert(riders)
        .values({
          id: Bun.randomUUIDv7(),
          firstName: `Other${n}`,
          lastName: "Person".repeat((n % 7) + 1),
          email: `other${n}@example.com`,
          createdAt: START,
          updatedAt: START,
        })
        .run();
      tx.insert(reservations)
        .values(
          reservationValues({
            number: 5_000 + n,
            pickupAt: START + n * 60_000,
            vehicleClassId: classId,
            state: "settled",
            passengerName: `Other ${n}`,
            note: "x".repeat((n * 37) % 300),
          }),
        )
        .run();
    }
  });
}

test("deleting a rider removes their name, contacts and places from tables, files and messages", async () => {
  await live();
  await others(400);
  expect(tracesInTables().length).toBeGreaterThan(20);
  expect(tracesOnDisk().length).toBeGreaterThan(5);
  expect(readdirSync(join(server.folder, "uploads"))).toHaveLength(1);
  const done = await erase(EMAIL);
  expect(done.status).toBe(200);
  expect(tracesInTables()).toEqual([]);
  expect(readdirSync(join(server.folder, "uploads"))).toEqual([]);
  expect(tracesOnDisk()).toEqual([]);
});

test("the server log contains no data of a deleted rider", async () => {
  await live();
  const worker = createOutboxWorker(server.deps, { receiptOf, print: () => {} });
  worker.start();
  await Bun.sleep(20);
  await worker.stop();
  await browser.post("/auth/verify-otp", { identifier: EMAIL, otp: "0000" });
  await browser.post("/quotes", { unknownField: "Zwartemarc" });
  expect((await erase(EMAIL)).status).toBe(200);
  const text = JSON.stringify(logRecords).toLowerCase();
  expect(ERASED_TRACES.filter((trace) => text.includes(trace))).toEqual([]);
});

test("each trip of a deleted rider keeps its number, times, price, driver and steps", async () => {
  await live();
  const { db } = server.deps;
  const before = db.select().from(reservations).where(eq(reservations.riderId, riderId)).all();
  const steps = db.select().from(reservationEvents).all().length;
  await erase(EMAIL);
  const after = db.select().from(reservations).all();
  expect(after).toHaveLength(before.length);
  for (const row of before) {
    const kept = after.find(({ id }) => id === row.id);
    const { number, state, pickupAt, fareMinor, fareLines, currency, driverId, payMinor } = row;
    expect(kept).toMatchObject({ number, state, pickupAt, fareMinor, fareLines, currency });
    expect(kept).toMatchObject({ driverId, payMinor });
    expect(kept).toMatchObject({ riderId: null, passengerName: "Erased rider", erasedAt: START });
  }
  const events = db.select().from(reservationEvents).all();
  expect(events).toHaveLength(steps);
  const theirs = events.filter(({ actorKind }) => actorKind === "rider");
  expect(theirs).toHaveLength(6);
  for (const event of theirs)
    expect(event).toMatchObject({ actorName: "Erased rider", actorId: null });
  const admin = await signInAdmin(server);
  for (const path of ["/admin/reservations", `/admin/reservations/${before[0]?.id}`])
    expect((await admin.get(path)).status).toBe(200);
  const found = await admin.get("/admin/reservations?q=quillfeather");
  expect(await found.json()).toMatchObject({ reservations: [] });
  expect(db.select().from(privacyActs).all()).toMatchObject([{ riderId, act: "erasure" }]);
});

test("companies keep the trips they pay for, without the name of a deleted rider or manager", async () => {
  const staff = await signInAdmin(server);
  const company = await createCompany(staff);
  await invite(staff, company.id, OLD_EMAIL, "manager");
  expect((await browser.get("/companies")).status).toBe(200);
  const path = `/companies/${company.id}`;
  expect((await browser.post(`${path}/cost-centres`, { name: "Sales" })).status).toBe(201);
  const bookedAnswer = await bookOnAccount(browser, {
    companyId: company.id,
    reference: "for Quillfeather",
  });
  expect(bookedAnswer.status).toBe(201);
  server.deps.db.update(reservations).set({ state: "settled" }).run();
  expect((await erase(OLD_EMAIL)).status).toBe(200);
  expect(tracesInTables()).toEqual([]);
  expect(server.deps.db.select().from(reservations).all()).toMatchObject([
    { companyId: company.id, payment: "account", billingReference: "" },
  ]);
  const after = await loadCompanyRecord(staff, company.id);
  expect(after.people).toEqual([]);
  expect(after.events.map(({ act, actorName }) => [act, actorName])).toContainEqual([
    "cost_centre_added",
    "Erased rider",
  ]);
  expect(after.owedMinor).toBeGreaterThan(0);
});

test("a deleted rider's mobility needs also disappear from assignments", async () => {
  const admin = await signInAdmin(server);
  const { db } = server.deps;
  const { id } = await book(browser);
  db.update(reservations).set({ mobility: "wheelchair" }).where(eq(reservations.id, id)).run();
  const path = `/admin/reservations/${id}`;
  expect((await admin.post(`${path}/confirmation`, { version: 1 })).status).toBe(200);
  const override = await admin.post(`${path}/override`, {
    version: 2,
    driverId: "driver",
    vehicleId: "car",
    reason: "It folds",
    refusals: [{ code: "vehicle.mobility", mobility: "wheelchair" }],
  });
  expect(override.status).toBe(200);
  const needs = () => findInTables(server, ["wheelchair"]).map((found) => found.split(":")[0]);
  expect(needs()).toContain("assignments");
  expect((await browser.post(`/reservations/${id}/cancellation`, { version: 3 })).status).toBe(200);
  await browser.post("/users/confirmation-code");
  const { code: otp } = lastMessage(server, OLD_EMAIL);
  expect((await browser.post("/users/erasure", { otp })).status).toBe(200);
  expect(needs().filter((table) => !table?.startsWith("vehicle"))).toEqual([]);
});

test("the log of a trip stays append-only apart from the deletion of its rider", async () => {
  const trip = await book(browser);
  const change = (set: object) => () =>
    server.deps.db
      .update(reservationEvents)
      .set(set)
      .where(eq(reservationEvents.reservationId, trip.id))
      .run();
  expect(change({ actorName: "Erased rider", reason: "" })).toThrow("append-only");
  await browser.post(`/reservations/${trip.id}/cancellation`, { version: 1 });
  await erase(OLD_EMAIL);
  for (const set of [{ at: 0 }, { toState: "settled" }, { actorName: "X" }, { reason: "y" }])
    expect(change(set)).toThrow("append-only");
  expect(() => server.deps.db.delete(reservationEvents).run()).toThrow("append-only");
});

test("deleting a rider ends all sessions, and the contact can make a new account", async () => {
  const { browser: second } = await signInRider(server, OLD_EMAIL, {
    browser: server.browser("198.51.100.9"),
  });
  const done = await erase(OLD_EMAIL);
  expect(done.status).toBe(200);
  expect([...browser.cookies.keys()]).toEqual(["livery_browser"]);
  expect((await second.get("/auth/current-user")).status).toBe(401);
  const { rider } = await signInRider(server, OLD_EMAIL, { names: null });
  expect(rider.id).not.toBe(riderId);
  expect(rider).toMatchObject({ firstName: null, phone: null });
});

test("other riders, drivers and staff keep their data, even a driver with the same address", async () => {
  createDriver(server, { id: "same", email: OLD_EMAIL });
  const { browser: wheel } = await signInDriver(server, OLD_EMAIL);
  const { browser: other, rider } = await signInRider(server, "other@example.com");
  const trip = await book(other);
  await erase(OLD_EMAIL);
  expect((await wheel.get("/driver/get-driver")).status).toBe(200);
  expect(await (await other.get("/auth/current-user")).json()).toMatchObject({ id: rider.id });
  expect(await (await other.get(`/reservations/${trip.id}`)).json()).toMatchObject({
    reservation: { passenger: { name: "Aline Uwase" } },
  });
  expect(lastMessage(server, "other@example.com").kind).toBe("booking_received");
});

describe("refusing to delete a rider", () => {
  const refused = async (answer: Response) => {
    const { code } = (await answer.json()) as { code: string };
    return [answer.status, code];
  };

  test("the rider needs a code that was sent for the deletion", async () => {
    const call = (body: object) => browser.post("/users/erasure", body);
    expect(await refused(await call({}))).toEqual([403, "account.confirm_first"]);
    const code = await codeFor(OLD_EMAIL);
    const wrongCode = code === "0000" ? "0001" : "0000";
    expect(await refused(await call({ otp: wrongCode }))).toEqual([401, "code.refused"]);
    expect(await refused(await call({ otp: "x" }))).toEqual([400, "code.invalid_form"]);
    await browser.post("/auth/send-otp", { identifier: OLD_EMAIL });
    const signIn = lastMessage(server, OLD_EMAIL).code;
    expect(await refused(await call({ otp: signIn }))).toEqual([401, "code.refused"]);
    expect(server.deps.db.select().from(riders).all()).toHaveLength(1);
  });

  test("a trip ahead or under way prevents the deletion, and the privacy page names the trips ahead", async () => {
    const trip = await book(browser);
    expect(await refused(await erase(OLD_EMAIL))).toEqual([409, "account.trips_ahead"]);
    const state = (await (await browser.get("/users/privacy")).json()) as PrivacyState;
    expect(state).toMatchObject({
      tripUnderWay: false,
      tripsAhead: [{ id: trip.id, number: trip.number, version: 1 }],
    });
    await server.deps.write((tx) =>
      tx.update(reservations).set({ state: "passenger_on_board" }).run(),
    );
    expect(await refused(await erase(OLD_EMAIL))).toEqual([409, "account.trip_under_way"]);
    await server.deps.write((tx) => tx.update(reservations).set({ state: "completed" }).run());
    expect((await erase(OLD_EMAIL)).status).toBe(200);
  });
});

test("a rider without any contact is deleted after a fresh sign-in without a code", async () => {
  await server.deps.write((tx) => tx.update(riders).set({ email: null }).run());
  expect((await browser.post("/users/confirmation-code")).status).toBe(422);
  server.advance(10 * 60_000);
  expect((await browser.post("/users/erasure", {})).status).toBe(403);
  server.advance(-60_000);
  expect((await browser.post("/users/erasure", {})).status).toBe(200);
});

test("past trips booked by phone for the same number lose the rider's name, others keep it", async () => {
  await changeContact("phone", PHONE);
  const made = await book(browser);
  await browser.post(`/reservations/${made.id}/cancellation`, { version: 1 });
  await server.deps.write((tx) => {
    const vehicleClassId = tx.select().from(reservations).get()?.vehicleClassId ?? "";
    const values = { vehicleClassId, pickupAt: START, source: "phone" as const };
    const own = { ...values, passengerPhone: PHONE, passengerName: "Zwartemarc Q." };
    tx.insert(reservations)
      .values(reservationValues({ ...own, number: 2001, state: "settled" }))
      .run();
    tx.insert(reservations)
      .values(reservationValues({ ...own, number: 2002, state: "confirmed" }))
      .run();
    tx.insert(reservations)
      .values(reservationValues({ ...values, number: 2003, state: "settled" }))
      .run();
  });
  expect((await erase(OLD_EMAIL)).status).toBe(200);
  const names = server.deps.db.select().from(reservations).all();
  expect(
    Object.fromEntries(names.map(({ number, passengerName }) => [number, passengerName])),
  ).toEqual({
    [made.number]: "Erased rider",
    2001: "Erased rider",
    2002: "Zwartemarc Q.",
    2003: "Aline Uwase",
  });
});

test("a quote keeps its price and terms, and loses the rider's name and all texts", async () => {
  const dropoff = { name: HOME, detail: "", latitude: null, longitude: null };
  const { id } = await book(browser, { dropoff });
  const admin = await signInAdmin(server);
  const at = `/admin/reservations/${id}/quote`;
  const quote = {
    ...{ version: 1, text: "For Zwartemarc", terms: "Paid on the day.", validHours: 6 },
    items: [{ text: "Van for Quillfeather", quantity: 1, unitMinor: 5_000 }],
  };
  expect((await admin.post(at, quote)).status).toBe(200);
  const { quotes } = (await (await admin.get(at)).json()) as TripQuotesAnswer;
  const page = `/quote/${quotes[0]?.url?.split("/").at(-1)}`;
  const answer = async (what: object) => expect((await browser.post(page, what)).status).toBe(200);
  await answer({ answer: "ask", question: "Do you know Velvetgate?" });
  await answer({ answer: "accept", name: "Zwartemarc Quillfeather", terms: "yes" });
  const cancelledAnswer = await browser.post(`/reservations/${id}/cancellation`, { version: 4 });
  expect(cancelledAnswer.status).toBe(200);
  expect(tracesInTables()).not.toEqual([]);
  expect((await erase(OLD_EMAIL)).status).toBe(200);
  expect(tracesInTables()).toEqual([]);
  expect(server.deps.db.select().from(tripQuotes).all()).toMatchObject([
    { totalMinor: 5_000, terms: "Paid on the day.", acceptedBy: null, items: [], text: "" },
  ]);
  expect(server.deps.db.select().from(tripQuoteQuestions).all()).toEqual([]);
});
