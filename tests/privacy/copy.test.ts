/** A rider's copy of their data. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { getTableName } from "drizzle-orm";
import { privacyActs } from "../../db/schema/privacy";
import type { PrivacyState } from "../../src/privacy/contract";
import { privacyTreatments } from "../../src/privacy/tables";
import { book } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { png } from "../support/pictures";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { lastMessage, signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { unzip } from "../support/unzip";

let server: TestServer;
let browser: Browser;
beforeEach(async () => {
  server = await createTestServer();
  createVehicle(server, { id: "car" });
  ({ browser } = await signInRider(server, "rider@example.com"));
});
afterEach(() => server.close());

const MINUTE = 60_000;
const state = async () => (await (await browser.get("/users/privacy")).json()) as PrivacyState;

async function copy(who = browser): Promise<Map<string, string>> {
  const answer = await who.post("/users/export");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = await unzip(await answer.bytes());
  return new Map([...files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}
const json = (files: Map<string, string>, table: string) =>
  JSON.parse(files.get(`data/${table}.json`) ?? "null") as Record<string, unknown>[];

test("the copy contains every table with data of the rider, their picture and a page to read", async () => {
  const form = new FormData();
  form.append("profilePic", new Blob([new Uint8Array(png(8, 8))], { type: "image/png" }));
  await browser.request("/users/update-profile", { method: "PUT", form });
  await browser.put("/users/notification-choices", { quiet: { from: "22:00", until: "07:00" } });
  await browser.post("/saved-places", {
    label: "Home",
    name: "Blue gate",
    latitude: -1.95,
    longitude: 30.06,
  });
  const trip = await book(browser, {}, { "idempotency-key": "a" });
  const answer = await browser.post("/users/export");
  expect(answer.headers.get("content-disposition")).toBe(
    'attachment; filename="livery-data-2026-11-20.zip"',
  );
  expect(answer.headers.get("cache-control")).toBe("no-store");
  await answer.bytes();
  const files = await copy();
  for (const { table, copy } of privacyTreatments)
    expect([getTableName(table), files.has(`data/${getTableName(table)}.json`)]).toEqual([
      getTableName(table),
      typeof copy !== "string",
    ]);
  expect(json(files, "riders")).toMatchObject([
    { firstName: "Aline", lastName: "Uwase", email: "rider@example.com", language: "en" },
  ]);
  expect(json(files, "reservations")).toMatchObject([
    { number: trip.number, passengerName: "Aline Uwase", pickupName: trip.pickup.name },
  ]);
  expect(json(files, "reservation_events")).toMatchObject([
    { reservationNumber: trip.number, toState: "pending" },
  ]);
  expect(json(files, "saved_places")).toMatchObject([{ label: "Home", name: "Blue gate" }]);
  expect(json(files, "quiet_hours")).toMatchObject([{ fromMinute: 1_320 }]);
  expect(json(files, "rider_consents")).toMatchObject([{ text: expect.any(String) }, {}]);
  expect(json(files, "rider_sign_ins")).toMatchObject([
    { method: "email", createdAt: "2026-11-20T08:00:00.000Z" },
  ]);
  expect(json(files, "sessions")).toHaveLength(1);
  expect(json(files, "outbox").map(({ kind }) => kind)).toContain("booking_received");
  expect(json(files, "privacy_acts")).toMatchObject([{ act: "export" }, { act: "export" }]);
  expect([...files.keys()].filter((name) => name.startsWith("files/"))).toHaveLength(1);
  const page = files.get("index.html") ?? "";
  expect(page).toContain("Aline");
  expect(page).toContain(`<td>${trip.number}</td>`);
  expect(page).not.toContain("<script");
});

test("the copy contains no other rider's data and no secrets", async () => {
  const { browser: other } = await signInRider(server, "other@example.com", {
    names: { firstName: "Otherone", lastName: "Elsewhere" },
  });
  await book(other);
  await book(browser);
  const all = [...(await copy()).values()].join("\n");
  expect(all).not.toContain("other@example.com");
  expect(all).not.toContain("Otherone");
  for (const secret of ["tokenHash", "codeHash", "linkHash", "browserHash", "bodyHash"])
    expect(all).not.toContain(secret);
  const token = browser.cookies.get("livery_rider") ?? "";
  expect(all).not.toContain(token);
});

test("the copy hides which drivers got an offer and why they declined", async () => {
  for (const [id, lastName] of [
    ["anna", "Annasname"],
    ["ben", "Bensname"],
  ] as const) {
    createVehicle(server, { id });
    createDriver(server, { id, lastName, email: `${id}@example.com` });
  }
  const admin = await signInAdmin(server);
  const { id, version } = await book(browser);
  const path = `/admin/reservations/${id}`;
  await admin.post(`${path}/confirmation`, { version });
  const to = ["anna", "ben"].map((one) => ({ driverId: one, vehicleId: one }));
  const offerAnswer = await admin.post(`${path}/offers`, {
    version: version + 1,
    how: "at_once",
    to,
  });
  expect(offerAnswer.status).toBe(200);
  const { browser: anna } = await signInDriver(server, "anna@example.com");
  const refusal = { version: version + 2, reason: "This rider is rude" };
  expect((await anna.post(`/driver/reservations/${id}/refusal`, refusal)).status).toBe(200);
  const files = await copy();
  expect(json(files, "reservation_events")).toMatchObject([
    { kind: "booked" },
    { kind: "confirmed" },
  ]);
  const all = [...files.values()].join("\n");
  for (const text of ["Annasname", "Bensname", "This rider is rude"])
    expect(all).not.toContain(text);
});

test("text that riders typed is escaped on the page of the copy", async () => {
  const form = new FormData();
  form.append("firstName", "<img src=x>");
  form.append("lastName", "Uwase");
  await browser.request("/users/update-profile", { method: "PUT", form });
  const page = (await copy()).get("index.html") ?? "";
  expect(page).toContain("&lt;img src=x&gt;");
  expect(page).not.toContain("<img");
});

describe("a rider who requests a copy", () => {
  test("must have signed in within 10 minutes, or enter a code", async () => {
    expect((await state()).confirmedUntil).toBe("2026-11-20T08:10:00.000Z");
    server.advance(10 * MINUTE);
    expect((await state()).confirmedUntil).toBeNull();
    const refusedAnswer = await browser.post("/users/export");
    expect(refusedAnswer.status).toBe(403);
    expect(await refusedAnswer.json()).toMatchObject({ code: "account.confirm_first" });
    const sentAnswer = await browser.post("/users/confirmation-code");
    expect(await sentAnswer.json()).toEqual({ contact: "r***@example.com" });
    const { code } = lastMessage(server, "rider@example.com");
    const wrongAnswer = await browser.post("/users/confirmation", {
      otp: code === "0000" ? "0001" : "0000",
    });
    expect(wrongAnswer.status).toBe(401);
    expect((await browser.post("/users/export")).status).toBe(403);
    const right = await browser.post("/users/confirmation", { otp: code });
    expect(await right.json()).toMatchObject({ confirmedUntil: "2026-11-20T08:20:00.000Z" });
    expect((await browser.post("/users/confirmation", { otp: code })).status).toBe(401);
    await copy();
    server.advance(10 * MINUTE);
    expect((await browser.post("/users/export")).status).toBe(403);
  });

  test("cannot confirm with a code for signing in or another rider's code", async () => {
    server.advance(10 * MINUTE);
    await browser.post("/auth/send-otp", { identifier: "rider@example.com" });
    const signIn = lastMessage(server, "rider@example.com").code;
    expect((await browser.post("/users/confirmation", { otp: signIn })).status).toBe(401);
    const { browser: other } = await signInRider(server, "other@example.com");
    server.advance(MINUTE);
    await browser.post("/users/confirmation-code");
    const { code } = lastMessage(server, "rider@example.com");
    expect((await other.post("/users/confirmation", { otp: code })).status).toBe(401);
    expect(
      (await browser.post("/auth/verify-otp", { identifier: "rider@example.com", otp: code }))
        .status,
    ).toBe(401);
  });

  test("confirms only one session", async () => {
    const first = browser;
    server.advance(31_000);
    const { browser: second } = await signInRider(server, "rider@example.com");
    server.advance(10 * MINUTE);
    await second.post("/users/confirmation-code");
    const { code } = lastMessage(server, "rider@example.com");
    expect((await second.post("/users/confirmation", { otp: code })).status).toBe(200);
    expect((await first.post("/users/export")).status).toBe(403);
    await copy(second);
  });
});

test("gets five copies a day, and each is recorded", async () => {
  for (let n = 0; n < 5; n++) await copy();
  expect((await state()).copiesLeft).toBe(0);
  const sixthAnswer = await browser.post("/users/export");
  expect([sixthAnswer.status, sixthAnswer.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await sixthAnswer.json()).toMatchObject({ code: "account.export_limit" });
  expect(server.deps.db.select().from(privacyActs).all()).toHaveLength(5);
  expect(() => server.deps.db.delete(privacyActs).run()).toThrow("append-only");
  server.advance(86_400_000);
  expect((await state()).copiesLeft).toBe(5);
});

test("gets codes within the usual sending limits", async () => {
  expect((await browser.post("/users/confirmation-code")).status).toBe(429);
  server.advance(31_000);
  expect((await browser.post("/users/confirmation-code")).status).toBe(200);
  expect((await browser.post("/users/confirmation-code")).status).toBe(429);
});
