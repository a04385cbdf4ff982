/** Incidents that drivers report, with photos, and how dispatch handles them, through real calls. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { auditLog } from "../../db/schema/audit";
import { incidentPhotos, incidents } from "../../db/schema/incidents";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import type {
  Incident,
  IncidentList,
  ReportedIncident,
  OwnIncidents,
} from "../../src/incidents/contract";
import { createDriver } from "../support/fleet";
import { jpegWithGps, png } from "../support/pictures";
import { type Browser, refusal } from "../support/server";
import { signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { createScene, go, json, listen, type Scene } from "../tracking/scene";

const DAY = 86_400_000;

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.server.close());

const now = () => scene.server.deps.now();
const body = (more: object = {}) => ({
  key: "report-0001",
  kind: "accident",
  what: "A lorry hit the rear door at the roundabout.",
  happenedAt: new Date(now() - 60_000).toISOString(),
  hurt: true,
  place: "Gishushu roundabout",
  position: { latitude: -1.95, longitude: 30.1, accuracyMeters: 12 },
  policeNumber: "RNP 4711",
  reservationId: scene.trip.id,
  ...more,
});
const report = async (more: object = {}) =>
  (await json<ReportedIncident>(await scene.phone.post("/driver/incidents", body(more)))).incident;
const read = async (id: string, browser: Browser = scene.staff) =>
  (await json<{ incident: Incident }>(await browser.get(`/admin/incidents/${id}`))).incident;
const disk = () => {
  try {
    return readdirSync(join(scene.server.deps.config.dataDir, "uploads"));
  } catch {
    return [];
  }
};

function sendPhoto(id: string, key: string, bytes: Uint8Array, browser = scene.phone) {
  const form = new FormData();
  form.set("key", key);
  form.set("photo", new File([bytes as Uint8Array<ArrayBuffer>], "photo.jpg"));
  return browser.request(`/driver/incidents/${id}/photos`, { method: "POST", form });
}

test("dispatch sees a driver's incident report in full and once, however often the phone sends it", async () => {
  const { id, number } = await report();
  expect(await report({ what: "The answer was lost" })).toEqual({ id, number });
  expect(await read(id)).toMatchObject({
    number: 1,
    state: "open",
    kind: "accident",
    hurt: true,
    what: "A lorry hit the rear door at the roundabout.",
    place: "Gishushu roundabout",
    policeNumber: "RNP 4711",
    position: { latitude: -1.95, longitude: 30.1, accuracyMeters: 12 },
    driver: { id: scene.row.id, name: "Eric Mugisha" },
    reservation: { id: scene.trip.id, number: scene.trip.number },
    vehicle: { id: scene.car.id },
    assigned: null,
    reassignable: true,
    log: [{ act: "reported", actor: { kind: "driver", name: "Eric Mugisha" } }],
  });
  expect(scene.server.deps.db.select().from(incidents).all()).toHaveLength(1);
});

test("a driver reads their own report and photos, without dispatch's notes", async () => {
  const { id, number } = await report();
  await sendPhoto(id, "photo-0001", await jpegWithGps());
  await report({ key: "report-0002", kind: "dispute", reservationId: null, hurt: false });
  const { version } = await read(id);
  const words = { version, words: "The driver drove too fast." };
  expect((await scene.staff.post(`/admin/incidents/${id}/notes`, words)).status).toBe(200);
  const answer = await scene.phone.get("/driver/incidents?limit=1");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const first = await json<OwnIncidents>(answer);
  expect(first.incidents).toMatchObject([{ number: 2, kind: "dispute", trip: null, photos: [] }]);
  const after = `/driver/incidents?limit=1&cursor=${first.nextCursor}`;
  const second = await json<OwnIncidents>(await scene.phone.get(after));
  const [photo = ""] = second.incidents[0]?.photos ?? [];
  expect(photo).toStartWith(`/backend/driver/incidents/${id}/photos/`);
  expect(second).toEqual({
    incidents: [
      {
        id,
        number,
        state: "open",
        kind: "accident",
        hurt: true,
        what: "A lorry hit the rear door at the roundabout.",
        happenedAt: new Date(now() - 60_000).toISOString(),
        place: "Gishushu roundabout",
        policeNumber: "RNP 4711",
        trip: scene.trip.number,
        photos: [photo],
      },
    ],
    nextCursor: null,
  });
  const path = photo.replace("/backend", "");
  expect((await scene.phone.get(path)).headers.get("content-type")).toBe("image/webp");
  createDriver(scene.server, { firstName: "Ann", email: "ann@example.com" });
  const { browser: other } = await signInDriver(scene.server, "ann@example.com");
  expect((await other.get(path)).status).toBe(404);
  expect(await json<OwnIncidents>(await other.get("/driver/incidents"))).toEqual({
    incidents: [],
    nextCursor: null,
  });
});

test("a report without a trip names the usual vehicle, and one on another driver's trip is refused", async () => {
  const { id } = await report({ reservationId: null, position: null, hurt: false });
  expect(await read(id)).toMatchObject({
    reservation: null,
    position: null,
    vehicle: { id: scene.car.id },
  });
  createDriver(scene.server, { firstName: "Ann", email: "ann@example.com" });
  const { browser: other } = await signInDriver(scene.server, "ann@example.com");
  expect(await refusal(await other.post("/driver/incidents", body()))).toEqual([
    404,
    "request.not_found",
  ]);
  expect((await sendPhoto(id, "photo-0001", png(20, 20), other)).status).toBe(404);
});

test("a driver can report on a trip for a day after dispatch has unassigned it", async () => {
  await go(scene, "en_route");
  const { version } = scene.trip;
  const takenAnswer = await scene.staff.request(`/admin/reservations/${scene.trip.id}/assignment`, {
    method: "DELETE",
    json: { version, reason: "Broken down" },
  });
  expect(takenAnswer.status).toBe(200);
  const { id } = await report({ kind: "breakdown" });
  expect(await read(id)).toMatchObject({
    reservation: { id: scene.trip.id },
    vehicle: { id: scene.car.id },
    reassignable: false,
  });
  scene.server.advance(DAY + 120_000);
  const late = (await signInDriver(scene.server, "eric@example.com")).browser;
  const secondAnswer = await late.post("/driver/incidents", body({ key: "report-0002" }));
  expect(await refusal(secondAnswer)).toEqual([422, "incident.not_of_trip"]);
});

test("an invalid report and one on a trip that ended more than a day ago are refused", async () => {
  for (const [more, code] of [
    [{ what: " " }, "request.invalid"],
    [{ what: "x".repeat(5_001) }, "request.invalid"],
    [{ kind: "party" }, "request.invalid"],
    [{ key: "short" }, "request.invalid"],
    [{ happenedAt: new Date(now() + 300_000).toISOString() }, "incident.in_future"],
    [{ happenedAt: new Date(now() - 31 * DAY).toISOString() }, "incident.too_old"],
  ] as const)
    expect((await refusal(await scene.phone.post("/driver/incidents", body(more))))[1]).toBe(code);
  await go(scene, "en_route", "on_location", "passenger_on_board", "completed");
  scene.server.advance(DAY);
  const { browser } = await signInDriver(scene.server, "eric@example.com");
  expect((await browser.post("/driver/incidents", body())).status).toBe(201);
  scene.server.advance(DAY);
  const late = await signInDriver(scene.server, "eric@example.com");
  expect(
    await refusal(await late.browser.post("/driver/incidents", body({ key: "report-0002" }))),
  ).toEqual([422, "incident.not_of_trip"]);
});

test("an incident keeps six photos once each, without metadata, and accountants cannot open them", async () => {
  const { id } = await report();
  const hostileAnswer = await sendPhoto(
    id,
    "photo-0000",
    new TextEncoder().encode("<svg onload=x>"),
  );
  expect(await refusal(hostileAnswer)).toEqual([415, "picture.unreadable"]);
  expect(disk()).toEqual([]);
  const photo = await jpegWithGps();
  for (let n = 1; n <= 6; n++)
    for (let time = 0; time < 2; time++)
      expect((await sendPhoto(id, `photo-000${n}`, photo)).status).toBe(200);
  expect(await refusal(await sendPhoto(id, "photo-0007", photo))).toEqual([
    422,
    "incident.too_many_photos",
  ]);
  expect(disk()).toHaveLength(6);
  const { photos } = await read(id);
  expect(photos).toHaveLength(6);
  const path = photos[0]?.replace("/backend", "") ?? "";
  const getAnswer = await scene.staff.get(path);
  expect(getAnswer.headers.get("content-type")).toBe("image/webp");
  expect(getAnswer.headers.get("cache-control")).toContain("no-store");
  expect(Buffer.from(await getAnswer.arrayBuffer()).includes("Exif")).toBe(false);
  const accountant = await signInAdmin(scene.server, { role: "accountant" });
  for (const browser of [scene.rider, scene.phone, accountant])
    for (const at of [path, `/admin/incidents/${id}`, "/admin/incidents"])
      expect([401, 403]).toContain((await browser.get(at)).status);
});

test("a dispatcher takes over an incident, adds notes, closes it and opens it again", async () => {
  const { id } = await report();
  const step = (what: string, more: object, method = "post") =>
    scene.staff.request(`/admin/incidents/${id}/${what}`, {
      method: method.toUpperCase(),
      json: more,
    });
  expect((await step("assignment", { version: 1 }, "put")).status).toBe(200);
  expect(await refusal(await step("notes", { version: 1, words: "x" }))).toEqual([
    409,
    "incident.stale",
  ]);
  expect((await step("notes", { version: 2, words: "The insurer is told." })).status).toBe(200);
  expect((await step("closure", { version: 3, outcome: " " })).status).toBe(400);
  expect((await step("closure", { version: 3, outcome: "The door is repaired." })).status).toBe(
    200,
  );
  expect(await refusal(await step("closure", { version: 4, outcome: "Again" }))).toEqual([
    409,
    "incident.stale",
  ]);
  expect(await read(id)).toMatchObject({
    state: "closed",
    assigned: "Ada Uwase",
    outcome: "The door is repaired.",
    log: [{ act: "reported" }, { act: "taken_on" }, { act: "note" }, { act: "closed" }],
  });
  expect((await step("closure", { version: 4 }, "delete")).status).toBe(200);
  expect(await read(id)).toMatchObject({ state: "open", outcome: "", closedAt: null });
  const lines = scene.server.deps.db.select().from(auditLog).all();
  const told = lines.filter(({ subjectKind }) => subjectKind === "incident");
  expect(told.map(({ summary }) => summary)).toEqual([
    "Took over incident 1",
    "Added a note to incident 1",
    "Closed incident 1",
    "Reopened incident 1",
  ]);
});

test("dispatch pages and filters the incidents and is notified of each at once", async () => {
  const receivedEvents = listen(await scene.staff.get("/admin/events"));
  const ids: string[] = [];
  for (let n = 1; n <= 3; n++) {
    ids.unshift((await report({ key: `report-000${n}`, hurt: false })).id);
    scene.server.advance(1_000);
  }
  expect(
    await receivedEvents.next("incident", (data: { id: string }) => data.id === ids[0]),
  ).toEqual({
    id: ids[0],
    number: 3,
  });
  await receivedEvents.close();
  const list = async (query: string) =>
    json<IncidentList>(await scene.staff.get(`/admin/incidents?${query}`));
  const first = await list("limit=2");
  expect(first.incidents.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await list(`limit=2&cursor=${first.nextCursor}`);
  expect(second.incidents.map(({ id }) => id)).toEqual(ids.slice(2));
  expect(second.nextCursor).toBeNull();
  expect((await list("state=closed")).incidents).toEqual([]);
  expect((await list(`reservationId=${scene.trip.id}`)).incidents).toHaveLength(3);
  expect((await list(`driverId=${scene.row.id}&state=open`)).incidents).toHaveLength(3);
  expect((await list("driverId=nobody")).incidents).toEqual([]);
});

test("a closed incident is deleted after three years, and an open one is kept", async () => {
  const { id } = await report();
  const other = await report({ key: "report-0002" });
  await sendPhoto(id, "photo-0001", png(20, 20));
  await scene.staff.post(`/admin/incidents/${id}/closure`, { version: 1, outcome: "Done" });
  scene.server.advance(3 * 365 * DAY + DAY);
  await sweepExpiredRecords(scene.server.deps);
  const { db } = scene.server.deps;
  expect(db.select().from(incidents).all()).toMatchObject([{ id: other.id }]);
  expect(db.select().from(incidentPhotos).all()).toEqual([]);
  expect(disk()).toEqual([]);
});
