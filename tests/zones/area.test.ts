/** Where riders may book: they are refused outside the area, while dispatch sees a warning and can continue. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { AreaAnswer, AreaRulesAnswer, ServiceArea } from "../../src/zones/area-contract";
import type { ZoneAnswer, ZoneList } from "../../src/zones/contract";
import { AIRPORT, book, HOTEL, MARKET, quote, trip } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const PATH = "/admin/settings/area";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

type Point = { latitude: number; longitude: number };

/** Adds a square zone of about a kilometre around a point. */
async function zoneAround(name: string, { latitude, longitude }: Point, active = true) {
  const [w, e, s, n] = [longitude - 0.005, longitude + 0.005, latitude - 0.005, latitude + 0.005];
  const ring = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  const shape = { type: "Polygon", coordinates: [ring] };
  const answer = await owner.post("/admin/zones", { name, shape, active });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as ZoneAnswer).zone;
}
const read = async () => (await (await owner.get(PATH)).json()) as AreaRulesAnswer;
async function save(area: ServiceArea, by: Browser = owner) {
  return by.put(PATH, { area, version: (await read()).version });
}
const ask = (body: object = out, by: Browser = server.browser()) => by.post("/quotes", body);
const codeOf = async (answer: Response) =>
  [answer.status, ((await answer.json()) as { code?: string }).code] as const;
const out = trip({ serviceType: "point_to_point", pickup: HOTEL, dropoff: AIRPORT });
const back = trip({ serviceType: "point_to_point" });

test("riders can book anywhere until zones are chosen, and then only with a pickup in them", async () => {
  expect(await (await server.browser().get("/service-area")).json()).toEqual({ area: null });
  const town = await zoneAround("Town", HOTEL);
  expect((await save({ zoneIds: [town.id], ends: "pickup" })).status).toBe(200);
  expect((await ask()).status).toBe(200);
  expect(await codeOf(await ask(back))).toEqual([422, "trip.outside_pickup"]);
  expect((await save(null)).status).toBe(200);
  expect((await ask(back)).status).toBe(200);
});

test("if both ends must be in the area, the refusal names the end that is outside", async () => {
  const town = await zoneAround("Town", HOTEL);
  const field = await zoneAround("Airport", AIRPORT);
  await save({ zoneIds: [town.id], ends: "both" });
  expect(await codeOf(await ask())).toEqual([422, "trip.outside_dropoff"]);
  expect(await codeOf(await ask(back))).toEqual([422, "trip.outside_pickup"]);
  await save({ zoneIds: [town.id, field.id], ends: "both" });
  expect((await ask()).status).toBe(200);
});

test("a return trip into the area is allowed, and an unpinned pickup is left to dispatch", async () => {
  const town = await zoneAround("Town", HOTEL);
  await save({ zoneIds: [town.id], ends: "pickup" });
  const returnTrip = { pickupLocal: "2026-12-01T18:00", stops: "none" };
  const bothAnswer = await ask({ ...out, pickupLocal: "2026-12-01T10:00", returnTrip });
  expect(bothAnswer.status).toBe(200);
  expect(((await bothAnswer.json()) as QuoteAnswer).returnTrip).not.toBeNull();
  const answerWithoutPickupPin = await ask({
    ...out,
    pickup: { ...HOTEL, latitude: null, longitude: null },
  });
  expect(answerWithoutPickupPin.status).toBe(200);
  expect(((await answerWithoutPickupPin.json()) as QuoteAnswer).onRequest).toBe(true);
});

test("dispatch sees that a trip is outside the area and still gets a price", async () => {
  const town = await zoneAround("Town", HOTEL);
  await save({ zoneIds: [town.id], ends: "both" });
  const answer = await owner.post("/admin/quotes", out);
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as QuoteAnswer).outside).toEqual(["dropoff"]);
});

test("a quote from before a change of the area can still be booked", async () => {
  const { browser } = await signInRider(server);
  const quoted = await quote(browser);
  const far = await zoneAround("Far away", { latitude: 10, longitude: 10 });
  await save({ zoneIds: [far.id], ends: "both" });
  expect(await codeOf(await ask())).toEqual([422, "trip.outside_pickup"]);
  const bookedAnswer = await browser.post("/reservations", {
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
  });
  expect(bookedAnswer.status).toBe(201);
});

test("a rider cannot move a trip out of the area, but dispatch can", async () => {
  const { browser } = await signInRider(server);
  const { id, version } = await book(browser, out);
  const town = await zoneAround("Town", HOTEL);
  await save({ zoneIds: [town.id], ends: "both" });
  const change = (by: Browser, wanted: object, area = "") =>
    by.post(`${area}/reservations/${id}/change-quote`, { version, ...wanted });
  expect((await change(browser, { passengers: 1 })).status).toBe(200);
  expect(await codeOf(await change(browser, { pickup: MARKET }))).toEqual([
    422,
    "trip.outside_pickup",
  ]);
  expect(await codeOf(await change(browser, { dropoff: MARKET }))).toEqual([
    422,
    "trip.outside_dropoff",
  ]);
  expect((await change(owner, { pickup: MARKET }, "/admin")).status).toBe(200);
});

test("a zone of the area cannot be deleted, and one that is switched off does not count", async () => {
  const town = await zoneAround("Town", HOTEL);
  const field = await zoneAround("Airport", AIRPORT);
  await save({ zoneIds: [town.id, field.id, town.id], ends: "pickup" });
  expect((await read()).rules.area?.zoneIds).toEqual([town.id, field.id]);
  const remove = (zone: typeof town) =>
    owner.request(`/admin/zones/${zone.id}`, {
      method: "DELETE",
      json: { version: zone.version },
    });
  const refusedAnswer = await remove(town);
  expect([refusedAnswer.status, await refusedAnswer.json()]).toMatchObject([
    409,
    { code: "zone.in_use", message: "This zone is used by the service area." },
  ]);
  const { name, color, priority, shape, note, version } = field;
  const off = { name, color, priority, shape, note, active: false, version };
  expect((await owner.put(`/admin/zones/${field.id}`, off)).status).toBe(200);
  expect(await codeOf(await ask(back))).toEqual([422, "trip.outside_pickup"]);
  const shown = (await (await server.browser().get("/service-area")).json()) as AreaAnswer;
  expect(shown.area?.zones.map((zone) => zone.name)).toEqual(["Town"]);
  await save(null);
  expect((await remove(town)).status).toBe(200);
});

test("the last active zone of the area cannot be switched off", async () => {
  const town = await zoneAround("Town", HOTEL);
  const field = await zoneAround("Airport", AIRPORT);
  const otherZone = await zoneAround("Aside", MARKET);
  await save({ zoneIds: [town.id, field.id], ends: "pickup" });
  const put = async (zone: typeof town, changes: object) => {
    const { zones } = (await (await owner.get("/admin/zones")).json()) as ZoneList;
    const now = zones.find(({ id }) => id === zone.id) ?? zone;
    const { name, color, priority, shape, note, active, version } = now;
    const values = { name, color, priority, shape, note, active, version, ...changes };
    return owner.put(`/admin/zones/${zone.id}`, values);
  };
  expect((await put(field, { active: false })).status).toBe(200);
  const refusedAnswer = await put(town, { active: false, name: "Inner town" });
  expect([refusedAnswer.status, await refusedAnswer.json()]).toMatchObject([
    409,
    {
      code: "zone.last_of_area",
      fields: { active: expect.stringContaining("only zone where riders can book") },
    },
  ]);
  expect((await ask()).status).toBe(200);
  // Its other fields can be changed, and zones outside the area can be disabled.
  expect((await put(town, { name: "Inner town" })).status).toBe(200);
  expect((await put(otherZone, { active: false })).status).toBe(200);
  expect((await put(field, { active: true })).status).toBe(200);
  expect((await put(town, { active: false })).status).toBe(200);
});

test("unknown zones, or only inactive ones, are refused, naming the field", async () => {
  const off = await zoneAround("Off", HOTEL, false);
  for (const zoneIds of [[], ["nothing"], [off.id]]) {
    const answer = await save({ zoneIds, ends: "pickup" });
    expect(answer.status).toBe(400);
    const { fields } = (await answer.json()) as { fields: Record<string, string> };
    expect(Object.keys(fields)).toEqual(["area.zoneIds"]);
  }
  expect((await read()).rules.area).toBeNull();
});

test("all staff can read the area, and only an owner with the newest version can change it", async () => {
  for (const role of ["dispatcher", "accountant"] as const) {
    const staff = await signInAdmin(server, { role });
    expect((await staff.get(PATH)).status).toBe(200);
    expect((await save(null, staff)).status).toBe(403);
  }
  const { version } = await read();
  expect((await save(null)).status).toBe(200);
  expect(await codeOf(await owner.put(PATH, { area: null, version }))).toEqual([
    409,
    "request.conflict",
  ]);
});
