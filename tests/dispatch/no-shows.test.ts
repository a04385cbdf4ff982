/** A no-show: only after its time, with the driver's evidence, and by dispatch with a reason. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { files } from "../../db/schema/files";
import { noShows } from "../../db/schema/no-shows";
import type { BookingRulesAnswer } from "../../src/reservations/quotes/booking-rules-contract";
import type { NoShowEvidence } from "../../src/reservations/waiting/no-show-contract";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import { look as lookAs } from "../pages/driver/scene";
import { createDriver } from "../support/fleet";
import { jpegWithGps, png } from "../support/pictures";
import { type Browser, refusal } from "../support/server";
import { messagesTo, signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { at, createScene, go, json, type Scene } from "../tracking/scene";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.server.close());

const now = () => scene.server.deps.now();
const progress = (body: object, key?: string, browser = scene.phone) =>
  browser.post(
    `/driver/reservations/${scene.trip.id}/progress`,
    body,
    key === undefined ? {} : { "idempotency-key": key },
  );
/** Signs in again, because the session has locked while the driver waited. */
const staff = () => signInAdmin(scene.server);
const disk = () => {
  try {
    return readdirSync(join(scene.server.deps.config.dataDir, "uploads"));
  } catch {
    return [];
  }
};
const evidence = async (browser?: Browser) =>
  (
    await json<{ evidence: NoShowEvidence | null }>(
      await (browser ?? (await staff())).get(`/admin/reservations/${scene.trip.id}/no-show`),
    )
  ).evidence;

/** Puts the driver at the pickup, `minutes` after the pickup time. */
async function waitAtPickup(minutes: number): Promise<void> {
  await go(scene, "en_route", "on_location");
  scene.server.advance(Date.parse(scene.trip.pickupAt) - now() + minutes * MINUTE);
}

function sendPhoto(bytes: Uint8Array, browser = scene.phone): Promise<Response> {
  const form = new FormData();
  form.set("photo", new File([bytes as Uint8Array<ArrayBuffer>], "place.jpg"));
  return browser.request(`/driver/reservations/${scene.trip.id}/no-show-photo`, {
    method: "PUT",
    form,
  });
}

test("a driver cannot report a no-show before the waiting time has passed, and nothing changes", async () => {
  await waitAtPickup(56);
  const answer = await progress({ version: scene.trip.version, to: "no_show" });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    code: "no_show.too_early",
    message: "Please wait 4 more minutes. Call your passenger in the meantime.",
  });
  expect((await lookAs({ staff: await staff() }, scene.trip.id)).state).toBe("on_location");
  expect(scene.server.deps.db.select().from(noShows).all()).toEqual([]);
});

test("the driver sees how long to wait, and the rider does not", async () => {
  const waits = async (browser: Browser, path: string) =>
    (await json<{ reservation: { noShow: unknown } }>(await browser.get(path))).reservation.noShow;
  const mine = `/driver/reservations/${scene.trip.id}`;
  expect(await waits(scene.phone, mine)).toEqual({ waitMinutes: 60, arrivedAt: null });
  await go(scene, "en_route", "on_location");
  expect(await waits(scene.phone, mine)).toEqual({
    waitMinutes: 60,
    arrivedAt: new Date(now()).toISOString(),
  });
  expect(await waits(scene.rider, `/reservations/${scene.trip.id}`)).toBeNull();
});

test("a new waiting time of the operator applies at once, and must be at least five minutes", async () => {
  const { rules, version } = await json<BookingRulesAnswer>(
    await scene.staff.get("/admin/booking-rules"),
  );
  const save = (minutes: number) =>
    scene.staff.put("/admin/booking-rules", {
      ...rules,
      noShowMinutesByService: { airport_pickup: minutes },
      version,
    });
  expect((await save(4)).status).toBe(400);
  expect((await save(7)).status).toBe(200);
  await waitAtPickup(6);
  const body = { version: scene.trip.version, to: "no_show" };
  expect(await refusal(await progress(body))).toEqual([422, "no_show.too_early"]);
  scene.server.advance(MINUTE);
  expect((await progress(body)).status).toBe(200);
});

test("taps without a network are judged by the time at which they were made, in their order", async () => {
  await go(scene, "en_route");
  const { version, pickupAt } = scene.trip;
  const after = (minutes: number) =>
    new Date(Date.parse(pickupAt) + minutes * MINUTE).toISOString();
  // The network returns three hours later; the waiting time was not over at the tap.
  scene.server.advance(Date.parse(pickupAt) - now() + 180 * MINUTE);
  const arrived = { version, to: "on_location", tappedAt: after(5) };
  expect((await progress(arrived, "a")).status).toBe(200);
  const earlyNoShow = { version: version + 1, to: "no_show", tappedAt: after(64) };
  expect(await refusal(await progress(earlyNoShow, "b"))).toEqual([422, "no_show.too_early"]);
  const due = { ...earlyNoShow, tappedAt: after(65) };
  expect((await progress(due, "c")).status).toBe(200);
  expect((await progress(due, "c")).status).toBe(200);
  expect((await evidence())?.declaredAt).toBe(after(65));
});

test("a driver's position and call are stored for dispatch, and the rider is notified of the no-show", async () => {
  await go(scene, "en_route", "on_location");
  const messageAnswer = await scene.phone.post(`/driver/reservations/${scene.trip.id}/messages`, {
    text: "I am at the arrivals, left door.",
    key: Bun.randomUUIDv7(),
    to: "rider",
  });
  expect(messageAnswer.status).toBeLessThan(300);
  scene.server.advance(Date.parse(scene.trip.pickupAt) - now() + 61 * MINUTE);
  const { latitude, longitude, accuracyMeters } = at(scene.server, 120);
  const done = await progress({
    version: scene.trip.version,
    to: "no_show",
    noShow: { position: { latitude, longitude, accuracyMeters }, called: true },
  });
  expect(done.status).toBe(200);
  const desk = await staff();
  expect(await evidence(desk)).toEqual({
    declaredAt: new Date(now()).toISOString(),
    driver: { id: scene.row.id, name: "Eric Mugisha" },
    position: { latitude, longitude, accuracyMeters },
    distanceMeters: 120,
    called: true,
    messages: 1,
    photo: null,
  });
  const trip = await lookAs({ staff: desk }, scene.trip.id);
  expect(trip.timeline.at(-1)?.event).toMatchObject({
    hasPosition: true,
    distanceMeters: 120,
    called: true,
    messages: 1,
    feeMinor: trip.cancellationFeeMinor,
  });
  expect(messagesTo(scene.server, "rider@example.com")[0]?.text).toContain("could not find you");
  const { reservation } = await json<{ reservation: { timeline: object[] } }>(
    await scene.rider.get(`/reservations/${scene.trip.id}`),
  );
  expect(JSON.stringify(reservation)).not.toContain('distanceMeters":120');
});

test("a no-show without position and call is recorded as such", async () => {
  await waitAtPickup(61);
  await progress({ version: scene.trip.version, to: "no_show" });
  expect(await evidence()).toMatchObject({ position: null, distanceMeters: null, called: false });
  const { timeline } = await lookAs({ staff: await staff() }, scene.trip.id);
  expect(timeline.at(-1)?.event).toMatchObject({ hasPosition: false, called: false, messages: 0 });
});

test("the photo comes after the no-show, is stored once without its place, and only dispatch sees it", async () => {
  await waitAtPickup(61);
  // A photo cannot be sent before the no-show that it proves.
  expect(await refusal(await sendPhoto(png(20, 20)))).toEqual([404, "request.not_found"]);
  await progress({ version: scene.trip.version, to: "no_show" });
  expect(await refusal(await sendPhoto(new TextEncoder().encode("<svg onload=x>")))).toEqual([
    415,
    "picture.unreadable",
  ]);
  expect(await refusal(await sendPhoto(png(6_500, 6_500)))).toEqual([413, "picture.too_large"]);
  expect(disk()).toEqual([]);
  createDriver(scene.server, { firstName: "Ann", email: "ann@example.com" });
  const { browser: other } = await signInDriver(scene.server, "ann@example.com");
  expect((await sendPhoto(png(20, 20), other)).status).toBe(404);
  for (let time = 0; time < 2; time++)
    expect((await sendPhoto(await jpegWithGps())).status).toBe(200);
  expect(disk()).toHaveLength(1);
  const desk = await staff();
  const path = (await evidence(desk))?.photo ?? "";
  const photo = await desk.get(path.replace("/backend", ""));
  expect(photo.headers.get("content-type")).toBe("image/webp");
  expect(photo.headers.get("cache-control")).toContain("no-store");
  expect(Buffer.from(await photo.arrayBuffer()).includes("Exif")).toBe(false);
  for (const browser of [scene.phone, scene.rider])
    expect([401, 403]).toContain((await browser.get(path.replace("/backend", ""))).status);
  const accountant = await signInAdmin(scene.server, { role: "accountant" });
  expect((await accountant.get(path.replace("/backend", ""))).status).toBe(403);
  // A year later nothing of it is stored. Another file of the trip stays.
  const { db } = scene.server.deps;
  const [photoRow] = db.select().from(files).where(eq(files.purpose, "no_show")).all();
  if (!photoRow) throw new Error("The photo has no row");
  db.insert(files)
    .values({ ...photoRow, id: "another", purpose: "another" })
    .run();
  scene.server.advance(366 * DAY);
  await sweepExpiredRecords(scene.server.deps);
  expect(db.select().from(noShows).all()).toEqual([]);
  expect(db.select({ id: files.id }).from(files).all()).toEqual([{ id: "another" }]);
  expect(disk()).toEqual([]);
});

test("a photo is refused a day after the no-show", async () => {
  await waitAtPickup(61);
  await progress({ version: scene.trip.version, to: "no_show" });
  scene.server.advance(DAY + MINUTE);
  const { browser } = await signInDriver(scene.server, "eric@example.com");
  expect(await refusal(await sendPhoto(png(20, 20), browser))).toEqual([409, "no_show.photo_late"]);
});

test("dispatch can report a no-show with a reason before the waiting time has passed, at the same fee", async () => {
  await go(scene, "en_route", "on_location");
  const { id, version } = scene.trip;
  const declareNoShow = (body: object) =>
    scene.staff.post(`/admin/reservations/${id}/no-show`, body);
  expect((await declareNoShow({ version })).status).toBe(400);
  expect((await declareNoShow({ version, reason: " " })).status).toBe(400);
  expect(await refusal(await declareNoShow({ version: version - 1, reason: "x" }))).toEqual([
    409,
    "reservation.stale",
  ]);
  const done = await declareNoShow({ version, reason: "The hotel says that she left." });
  expect(done.status).toBe(200);
  const trip = await lookAs(scene, id);
  expect(trip).toMatchObject({ state: "no_show", cancellationFeeMinor: trip.fareMinor });
  expect(trip.timeline.at(-1)?.reason).toBe("The hotel says that she left.");
  expect(await evidence(scene.staff)).toBeNull();
});

test("dispatch can report a no-show only while the driver waits at the pickup", async () => {
  const { id, version } = scene.trip;
  const answer = await scene.staff.post(`/admin/reservations/${id}/no-show`, {
    version,
    reason: "Nobody",
  });
  expect(await refusal(answer)).toEqual([409, "reservation.illegal_transition"]);
});
