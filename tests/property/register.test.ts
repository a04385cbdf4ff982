/** Lost and found: from the rider's report and the driver's find to the hand-over, and who may see which part. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { files } from "../../db/schema/files";
import { notifications } from "../../db/schema/notifications";
import { foundItems, lostReports, propertyEvents } from "../../db/schema/property";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import type { MyFoundItem, MyLostReport, MyLostReports } from "../../src/property/contract";
import type {
  FoundItem,
  FoundItemList,
  LostReport,
  LostReportList,
} from "../../src/property/register-contract";
import type { Reservation } from "../../src/reservations/contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
} from "../pages/driver/scene";
import { createDriver } from "../support/fleet";
import { jpegWithGps, png } from "../support/pictures";
import { type Browser, refusal } from "../support/server";
import { lastMessage, messagesTo, signInDriver, signInRider } from "../support/sign-in";
import { createAdmin, signInAdmin } from "../support/staff";

const DAY = 86_400_000;

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

async function driven(options: Parameters<typeof book>[1] = {}): Promise<Reservation> {
  const trip = await assign(scene, await book(scene, options));
  await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
  return look(scene, trip.id);
}

async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
function formOf(fields: Record<string, string | Uint8Array>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(
      name,
      typeof value === "string" ? value : new File([new Uint8Array(value)], "photo.jpg"),
    );
  return form;
}

const wallet = {
  category: "wallet",
  what: "Brown leather wallet",
  colour: "brown",
  marks: "Initials AU inside",
  place: "back_seat",
  contact: "aline@example.com",
  wish: "collect",
};

const send = (
  trip: Reservation,
  fields: Record<string, string | Uint8Array>,
  browser = scene.rider,
) => browser.request(`/reservations/${trip.id}/lost-reports`, { form: formOf(fields) });
const report = async (trip: Reservation, fields: Record<string, string | Uint8Array> = wallet) =>
  (await read<{ report: MyLostReport }>(await send(trip, fields))).report;
const find = async (trip: Reservation, fields: Record<string, string | Uint8Array>) =>
  (
    await read<{ item: MyFoundItem }>(
      await scene.phone.request(`/driver/reservations/${trip.id}/found-items`, {
        form: formOf(fields),
      }),
    )
  ).item;
const lost = async (id: string) =>
  (await read<{ report: LostReport }>(await scene.staff.get(`/admin/lost-reports/${id}`))).report;
const found = async (id: string) =>
  (await read<{ item: FoundItem }>(await scene.staff.get(`/admin/found-items/${id}`))).item;
const disk = () => {
  const folder = join(scene.server.deps.config.dataDir, "uploads");
  return existsSync(folder) ? readdirSync(folder) : [];
};

test("a lost item is reported, found, matched and handed over, and every step is logged", async () => {
  const trip = await driven();
  const mine = await report(trip, { ...wallet, photo: await jpegWithGps() });
  expect(mine).toMatchObject({ number: 1, state: "open", reservation: { number: trip.number } });
  expect(
    scene.server.deps.db
      .select()
      .from(notifications)
      .all()
      .filter(({ title }) => title === `Lost on trip ${trip.number}`),
  ).toHaveLength(1);
  const open = await lost(mine.id);
  const searched = await read<{ report: LostReport }>(
    await scene.staff.post(`/admin/lost-reports/${mine.id}/searches`, {
      version: open.version,
      searchedBy: "Eric Mugisha",
      outcome: "nothing",
      words: "Under both seats",
    }),
  );
  expect(searched.report.searchedAt).not.toBeNull();
  const item = await find(trip, { category: "wallet", what: "Wallet of leather", colour: "Brown" });
  const suggested = await lost(mine.id);
  expect(suggested.matches).toMatchObject([
    {
      item: { id: item.id },
      reasons: [
        { kind: "trip" },
        { kind: "time" },
        { kind: "category" },
        { kind: "colour" },
        { kind: "words", words: ["leather", "wallet"] },
      ],
    },
  ]);
  expect((await found(item.id)).matches).toMatchObject([{ report: { id: mine.id } }]);
  const path = `/admin/lost-reports/${mine.id}`;
  const pair = { version: suggested.version, itemId: item.id, itemVersion: 1 };
  expect(
    await refusal(await scene.staff.post(`${path}/match`, { ...pair, itemVersion: 9 })),
  ).toEqual([409, "property.stale"]);
  await read(await scene.staff.post(`${path}/match`, pair));
  const riderMessage = lastMessage(scene.server, "rider@example.com");
  expect(riderMessage).toMatchObject({ kind: "item_found" });
  expect(riderMessage.text).toContain("Brown leather wallet");
  expect(riderMessage.text).toContain("/trips/lost");
  const kept = await found(item.id);
  expect(kept).toMatchObject({ state: "matched", report: { id: mine.id }, matches: [] });
  const there = `/admin/found-items/${item.id}`;
  const stored = await read<{ item: FoundItem }>(
    await scene.staff.put(`${there}/storage`, { version: kept.version, storage: "Safe, shelf 2" }),
  );
  const itemAfterAttempt = await read<{ item: FoundItem }>(
    await scene.staff.post(`${there}/return-attempts`, {
      version: stored.item.version,
      way: "phone",
      words: "No answer",
    }),
  );
  expect(
    await refusal(
      await scene.staff.post(`${there}/disposal`, {
        version: itemAfterAttempt.item.version,
        how: "donated",
        reason: "x",
      }),
    ),
  ).toEqual([422, "property.matched"]);
  const given = await read<{ item: FoundItem }>(
    await scene.staff.post(`${there}/handover`, {
      version: itemAfterAttempt.item.version,
      to: "Aline Uwase",
      identifiedBy: "passport",
      signature: "A. Uwase",
    }),
  );
  expect(given.item).toMatchObject({
    state: "returned",
    handover: { to: "Aline Uwase", identifiedBy: "passport", signature: "A. Uwase" },
  });
  expect(given.item.log.map(({ act }) => act)).toEqual([
    "found",
    "matched",
    "stored",
    "return_attempted",
    "handed_over",
  ]);
  expect((await lost(mine.id)).log.map(({ act }) => act)).toEqual([
    "reported",
    "searched",
    "matched",
    "handed_over",
  ]);
  const { reports } = await read<MyLostReports>(await scene.rider.get("/lost-reports"));
  expect(reports).toMatchObject([{ id: mine.id, state: "returned" }]);
  expect(
    await refusal(
      await scene.staff.post(`${there}/disposal`, { version: 9, how: "donated", reason: "x" }),
    ),
  ).toEqual([409, "property.over"]);
});

test("the server refuses an invalid lost report and keeps no file of it", async () => {
  const trip = await driven();
  for (const [fields, code] of [
    [{ ...wallet, what: " " }, "request.invalid"],
    [{ ...wallet, category: "gold" }, "request.invalid"],
    [{ ...wallet, contact: "" }, "request.invalid"],
    [{ ...wallet, marks: "x".repeat(1001) }, "request.invalid"],
    [{ ...wallet, what: "\u202e" }, "request.invalid"],
    [{ ...wallet, photo: new TextEncoder().encode("<script>") }, "picture.unreadable"],
    [{ ...wallet, photo: png(6_500, 6_500) }, "picture.too_large"],
  ] as const)
    expect((await refusal(await send(trip, fields)))[1]).toBe(code);
  expect(disk()).toEqual([]);
  expect(scene.server.deps.db.select().from(lostReports).all()).toEqual([]);
  const upcomingTrip = await book(scene, { pickupLocal: "2026-11-22T10:00" });
  expect(await refusal(await send(upcomingTrip, wallet))).toEqual([409, "property.not_reportable"]);
});

test("riders report at most five items per trip, within ninety days", async () => {
  const trip = await driven();
  for (let n = 0; n < 5; n++) await report(trip);
  expect(await refusal(await send(trip, wallet))).toEqual([422, "property.too_many_reports"]);
  scene.server.advance(90 * DAY);
  const { browser } = await signInRider(scene.server);
  expect(await refusal(await send(trip, wallet, browser))).toEqual([
    409,
    "property.not_reportable",
  ]);
});

test("only the rider, the trip's driver and dispatch see reports, items and photos", async () => {
  const trip = await driven();
  const mine = await report(trip, { ...wallet, photo: await jpegWithGps() });
  const item = await find(trip, { category: "keys", what: "Keys", photo: await jpegWithGps() });
  const { browser: stranger } = await signInRider(scene.server, "other@example.com");
  createDriver(scene.server, { email: "new@example.com" });
  const { browser: newDriverBrowser } = await signInDriver(scene.server, "new@example.com");
  await createAdmin(scene.server, { email: "money@example.com", role: "accountant" });
  const accountant = await signInAdmin(scene.server, { role: "accountant" });
  const nobody = scene.server.browser();
  const R = `/lost-reports/${mine.id}`;
  const I = `/found-items/${item.id}`;
  const paths = [R, `${R}/photo`, `/driver${I}/photo`];
  const desk = [`/admin${R}`, `/admin${R}/photo`, `/admin${I}`, `/admin${I}/photo`];
  const matrix: [who: string, browser: Browser, own: number[], atDesk: number][] = [
    ["the rider", scene.rider, [200, 200, 401], 401],
    ["another rider", stranger, [404, 404, 401], 401],
    ["the driver", scene.phone, [401, 401, 200], 401],
    ["another driver", newDriverBrowser, [401, 401, 404], 401],
    ["dispatch", scene.staff, [401, 401, 401], 200],
    ["an accountant", accountant, [401, 401, 401], 403],
    ["nobody", nobody, [401, 401, 401], 401],
  ];
  for (const [who, browser, own, expectedStatus] of matrix) {
    for (const [at, path] of paths.entries())
      expect([who, path, (await browser.get(path)).status]).toEqual([who, path, own[at] ?? 0]);
    for (const path of desk)
      expect([who, path, (await browser.get(path)).status]).toEqual([who, path, expectedStatus]);
  }
  expect((await scene.staff.get("/admin/lost-reports/none/photo")).status).toBe(404);
  expect((await send(trip, wallet, stranger)).status).toBe(404);
  const theirs = await newDriverBrowser.request(`/driver/reservations/${trip.id}/found-items`, {
    form: formOf({ category: "keys", what: "Keys" }),
  });
  expect(theirs.status).toBe(404);
  expect((await stranger.post(`${R}/withdrawal`, { version: 1 })).status).toBe(404);
  expect((await accountant.post(`/admin${R}/closure`, { version: 1, reason: "x" })).status).toBe(
    403,
  );
  const photo = await scene.rider.get(`${R}/photo`);
  expect(photo.headers.get("content-type")).toBe("image/webp");
  expect(Buffer.from(await photo.bytes()).includes("Exif")).toBe(false);
  await scene.staff.post("/admin/lock");
  expect((await scene.staff.get(`/admin${R}/photo`)).status).toBe(423);
});

test("a rider withdraws a report, and its matched item becomes available again", async () => {
  const trip = await driven();
  const mine = await report(trip);
  const item = await find(trip, { category: "wallet", what: "Wallet" });
  const { version } = await lost(mine.id);
  await read(
    await scene.staff.post(`/admin/lost-reports/${mine.id}/match`, {
      version,
      itemId: item.id,
      itemVersion: 1,
    }),
  );
  const now = (await read<MyLostReports>(await scene.rider.get("/lost-reports"))).reports[0];
  await read(
    await scene.rider.post(`/lost-reports/${mine.id}/withdrawal`, { version: now?.version }),
  );
  expect(await lost(mine.id)).toMatchObject({ state: "closed", item: null });
  expect(await found(item.id)).toMatchObject({ state: "kept", reportId: null });
  const secondAnswer = await scene.rider.post(`/lost-reports/${mine.id}/withdrawal`, {
    version: 3,
  });
  expect(await refusal(secondAnswer)).toEqual([409, "property.over"]);
  const reopened = await scene.staff.delete(`/admin/lost-reports/${mine.id}/closure`, {
    version: 3,
  });
  expect((await read<{ report: LostReport }>(reopened)).report.state).toBe("open");
});

test("dispatch can dispose of an item only after its period of keeping", async () => {
  const trip = await driven();
  const item = await find(trip, { category: "umbrella", what: "Umbrella" });
  const dispose = (browser: Browser) =>
    browser.post(`/admin/found-items/${item.id}/disposal`, {
      version: 1,
      how: "donated",
      reason: "Nobody came for it",
    });
  expect(await refusal(await dispose(scene.staff))).toEqual([422, "property.too_early"]);
  const due = async (browser: Browser) =>
    (await read<FoundItemList>(await browser.get("/admin/found-items?due=true"))).items.length;
  expect(await due(scene.staff)).toBe(0);
  scene.server.advance(90 * DAY);
  const staff = await signInAdmin(scene.server);
  expect(await due(staff)).toBe(1);
  const gone = await read<{ item: FoundItem }>(await dispose(staff));
  expect(gone.item).toMatchObject({
    state: "disposed",
    disposal: { how: "donated", reason: "Nobody came for it" },
  });
  expect(await due(staff)).toBe(0);
});

test("dispatch records a report for a caller, who gets a message when the item is matched", async () => {
  const trip = await driven({ passengerName: "Jean Bosco", passengerPhone: "+250788000111" });
  const fields = {
    category: "bag",
    what: "Blue backpack",
    colour: "blue",
    reporterName: "Jean Bosco",
    contact: "jean@example.com",
    reservationNumber: trip.number,
  };
  const unknown = await scene.staff.post("/admin/lost-reports", {
    ...fields,
    reservationNumber: 99,
  });
  expect(await unknown.json()).toMatchObject({
    fields: { reservationNumber: "No booking has this number." },
  });
  const other = await read<{ report: LostReport }>(
    await scene.staff.post("/admin/lost-reports", {
      ...fields,
      reservationNumber: null,
      lostLocal: "2026-11-20T09:00",
    }),
  );
  const createdAnswer = await scene.staff.request("/admin/found-items", {
    form: formOf({
      category: "bag",
      what: "Backpack",
      colour: "blue",
      vehicleId: scene.car.id,
      storage: "Office",
    }),
  });
  const { item } = await read<{ item: FoundItem }>(createdAnswer);
  expect(item).toMatchObject({
    storage: "Office",
    vehicle: { id: scene.car.id },
    matches: [{ report: { id: other.report.id } }],
  });
  await read(
    await scene.staff.post(`/admin/lost-reports/${other.report.id}/match`, {
      version: 1,
      itemId: item.id,
      itemVersion: 1,
    }),
  );
  expect(messagesTo(scene.server, "jean@example.com")).toMatchObject([{ kind: "item_found" }]);
});

test("the list of reports has pages, filters and a text search", async () => {
  const trip = await driven();
  for (const what of ["Red scarf", "Blue scarf", "100% wool hat"])
    await report(trip, { ...wallet, category: "clothing", what, marks: "" });
  await report(trip);
  const list = async (query: string) =>
    read<LostReportList>(await scene.staff.get(`/admin/lost-reports?${query}`));
  const first = await list("limit=3");
  expect(first.reports.map(({ number }) => number)).toEqual([4, 3, 2]);
  const rest = await list(`limit=3&cursor=${first.nextCursor}`);
  expect(rest).toMatchObject({ reports: [{ number: 1 }], nextCursor: null });
  expect((await list("q=scarf")).reports).toHaveLength(2);
  expect((await list("q=0%25")).reports).toMatchObject([{ what: "100% wool hat" }]);
  expect((await list("q=4")).reports).toMatchObject([{ number: 4 }]);
  expect((await list("category=wallet&state=open")).reports).toHaveLength(1);
  expect((await list("state=returned")).reports).toHaveLength(0);
  expect((await list("unsearched=true")).reports).toHaveLength(4);
  for (const bad of ["state=lost", "limit=0", "cursor=x"])
    expect((await scene.staff.get(`/admin/lost-reports?${bad}`)).status).toBe(400);
});

test("the database refuses to change or delete the register's log", async () => {
  const trip = await driven();
  await report(trip);
  const { db } = scene.server.deps;
  expect(() => db.update(propertyEvents).set({ words: "x" }).run()).toThrow("append-only");
  expect(() => db.update(propertyEvents).set({ words: "" }).run()).toThrow("append-only");
  expect(() => db.delete(propertyEvents).run()).toThrow("append-only");
});

/** Returns a rider's report whose item was handed over, with a photo and texts that name the rider. */
async function returned() {
  const trip = await driven();
  const mine = await report(trip, { ...wallet, marks: "Aline Uwase", photo: await jpegWithGps() });
  const item = await find(trip, { category: "wallet", what: "Wallet", photo: await jpegWithGps() });
  await read(
    await scene.staff.post(`/admin/lost-reports/${mine.id}/match`, {
      version: 1,
      itemId: item.id,
      itemVersion: 1,
    }),
  );
  const there = `/admin/found-items/${item.id}`;
  await read(
    await scene.staff.post(`${there}/return-attempts`, {
      version: 2,
      way: "phone",
      words: "Called Aline Uwase",
    }),
  );
  await read(
    await scene.staff.post(`${there}/handover`, {
      version: 3,
      to: "Aline Uwase",
      identifiedBy: "known",
      signature: "Aline Uwase",
    }),
  );
  return { mine, item };
}

function allTexts(): string {
  const { db } = scene.server.deps;
  return JSON.stringify([
    db.select().from(lostReports).all(),
    db.select().from(foundItems).all(),
    db.select().from(propertyEvents).all(),
    db.select().from(files).all(),
  ]);
}

test("deleting the rider removes their name and photos from the register", async () => {
  const { mine } = await returned();
  const open = await report(await driven({ pickupLocal: "2026-11-21T10:00" }));
  expect(allTexts()).toContain("Aline");
  expect(disk()).toHaveLength(2);
  await scene.rider.post("/users/confirmation-code");
  const { code } = lastMessage(scene.server, "rider@example.com");
  expect((await scene.rider.post("/users/erasure", { otp: code })).status).toBe(200);
  expect(allTexts()).not.toMatch(/Aline|aline@example/);
  expect(disk()).toEqual([]);
  expect(await lost(open.id)).toMatchObject({ state: "closed", reporterName: "Erased rider" });
  expect(await lost(mine.id)).toMatchObject({ state: "returned", contact: "" });
});

test("deleting the rider removes the return attempts from an item that is kept", async () => {
  const trip = await driven();
  const mine = await report(trip);
  const item = await find(trip, { category: "wallet", what: "Wallet" });
  await read(
    await scene.staff.post(`/admin/lost-reports/${mine.id}/match`, {
      version: 1,
      itemId: item.id,
      itemVersion: 1,
    }),
  );
  await read(
    await scene.staff.post(`/admin/found-items/${item.id}/return-attempts`, {
      version: 2,
      way: "phone",
      words: "Called Aline Uwase",
    }),
  );
  await scene.rider.post("/users/confirmation-code");
  const { code } = lastMessage(scene.server, "rider@example.com");
  expect((await scene.rider.post("/users/erasure", { otp: code })).status).toBe(200);
  expect(allTexts()).not.toContain("Aline");
  expect(await found(item.id)).toMatchObject({ state: "kept", reportId: null });
});

test("names are removed from closed reports after 90 days and from hand-overs after a year", async () => {
  const { mine, item } = await returned();
  const { deps } = scene.server;
  await sweepExpiredRecords(deps);
  expect((await lost(mine.id)).reporterName).toBe("Aline Uwase");
  scene.server.advance(91 * DAY);
  await sweepExpiredRecords(deps);
  const rows = () => ({
    report: deps.db.select().from(lostReports).get(),
    item: deps.db.select().from(foundItems).get(),
  });
  expect(rows().report).toMatchObject({ id: mine.id, riderId: null, reporterName: "Erased rider" });
  expect(rows().item).toMatchObject({ id: item.id, handedTo: "Aline Uwase" });
  expect(disk()).toHaveLength(1);
  scene.server.advance(275 * DAY);
  await sweepExpiredRecords(deps);
  expect(rows().item).toMatchObject({ handedTo: "Erased rider", signature: "" });
  expect(disk()).toEqual([]);
  expect(allTexts()).not.toContain("Aline");
});
