/** The operator's own places, as dispatch keeps them. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { places } from "../../db/schema/places";
import type { Place } from "../../src/places/contract";
import type { PlaceList, PlaceRecord, SavePlace } from "../../src/places/operator-place-contract";
import { addZone } from "../../src/zones/actions";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { book } from "../support/booking";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer();
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const office = (changes: Partial<SavePlace> = {}): SavePlace => ({
  name: "Vision Tower",
  kind: "address",
  address: "KG 7 Ave, Kigali",
  latitude: -1.9531,
  longitude: 30.0871,
  keywords: "mall bureaus",
  iata: null,
  zoneId: null,
  entranceNotes: "South gate, ask for level -1.",
  pickupInstructions: "The driver waits at the taxi bay.",
  active: true,
  ...changes,
});
async function add(changes: Partial<SavePlace> = {}): Promise<PlaceRecord> {
  const answer = await owner.post("/admin/places", office(changes));
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { place: PlaceRecord }).place;
}
const zone = (name: string, west: number, south: number) =>
  addZone(
    server.deps,
    { kind: "system", id: null, name: "Test" },
    {
      name,
      color: 0,
      priority: 0,
      active: true,
      note: "",
      shape: {
        type: "Polygon",
        coordinates: [
          [
            [west, south],
            [west + 1, south],
            [west + 1, south + 1],
            [west, south + 1],
            [west, south],
          ],
        ],
      },
    },
  );
const search = async (q: string) =>
  ((await (await server.browser().get(`/places?q=${q}`)).json()) as { places: Place[] }).places;

test("dispatch adds, changes and switches off a place, and riders find it accordingly", async () => {
  const made = await add();
  expect(made).toMatchObject({ ...office(), zone: null, version: 1 });
  expect((await search("vision tower"))[0]).toMatchObject({
    id: made.id,
    source: "own",
    pickupInstructions: "The driver waits at the taxi bay.",
  });
  // Only drivers see places that are for drivers only.
  expect(JSON.stringify(await search("vision tower"))).not.toContain("South gate");
  const changedAnswer = await owner.put(`/admin/places/${made.id}`, {
    ...office({ name: "Vision Tower 2", keywords: "" }),
    version: 1,
  });
  expect(await changedAnswer.json()).toMatchObject({
    place: { name: "Vision Tower 2", version: 2 },
  });
  expect(await search("bureaus")).toEqual([]);
  const off = await owner.delete(`/admin/places/${made.id}`, { version: 2 });
  expect(off.status).toBe(200);
  expect(await search("vision")).toEqual([]);
  const placeAnswer = await owner.get(`/admin/places/${made.id}`);
  expect(await placeAnswer.json()).toMatchObject({ place: { active: false, version: 3 } });
  await owner.put(`/admin/places/${made.id}`, { ...office(), version: 3 });
  expect((await search("vision tower"))[0]?.id).toBe(made.id);
});

test("an edit of an older version gets a 409", async () => {
  const { id } = await add();
  await owner.put(`/admin/places/${id}`, { ...office({ name: "A" }), version: 1 });
  const late = await owner.put(`/admin/places/${id}`, { ...office({ name: "B" }), version: 1 });
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({
    code: "request.conflict",
    meanwhile: [{ by: "Ada Uwase", changes: [{ field: "name", text: "now “A”" }] }],
  });
  expect(await refusal(await owner.delete(`/admin/places/${id}`, { version: 1 }))).toEqual([
    409,
    "request.conflict",
  ]);
  expect(await refusal(await owner.get("/admin/places/nothing"))).toEqual([
    404,
    "request.not_found",
  ]);
});

test("places are listed by name, searched in all their texts, and paged", async () => {
  await server.deps.write((tx) => tx.delete(places).run());
  for (const name of ["C", "A", "B", "E", "D"]) await add({ name });
  await add({ name: "F", iata: "XYZ", kind: "airport", keywords: "100%" });
  const list = async (query: string) =>
    (await (await owner.get(`/admin/places?${query}`)).json()) as PlaceList;
  const first = await list("limit=4");
  expect(first.places.map(({ name }) => name)).toEqual(["A", "B", "C", "D"]);
  const rest = await list(`limit=4&cursor=${first.nextCursor}`);
  expect(rest.places.map(({ name }) => name)).toEqual(["E", "F"]);
  expect(rest.nextCursor).toBeNull();
  for (const q of ["xyz", "100%", "KG 7"])
    expect((await list(`q=${encodeURIComponent(q)}`)).places.length).toBeGreaterThan(0);
  expect((await list("q=zzz")).places).toEqual([]);
  await add({ name: "Hôtel Zürich, St Michel's" });
  for (const q of ["hotel zurich", "zuerich", "saint michels"])
    expect((await list(`q=${q}`)).places, q).toHaveLength(1);
  expect((await list("q=%3F%3F")).places).toEqual([]);
  expect((await owner.get("/admin/places?cursor=x")).status).toBe(400);
});

describe("the zone of a place", () => {
  test("follows from the point unless one is chosen, and again after that zone is deleted", async () => {
    await zone("Kigali", 30, -2);
    const other = await zone("Elsewhere", 10, 10);
    const made = await add();
    expect(made).toMatchObject({ zoneId: null, zone: { name: "Kigali" } });
    const chosenAnswer = await owner.put(`/admin/places/${made.id}`, {
      ...office({ zoneId: other }),
      version: 1,
    });
    expect(await chosenAnswer.json()).toMatchObject({
      place: { zone: { id: other, name: "Elsewhere" } },
    });
    expect((await owner.delete(`/admin/zones/${other}`, { version: 1 })).status).toBe(200);
    const after = await owner.get(`/admin/places/${made.id}`);
    expect(await after.json()).toMatchObject({ place: { zoneId: null, zone: { name: "Kigali" } } });
  });

  test("must exist", async () => {
    const answer = await owner.post("/admin/places", office({ zoneId: "nothing" }));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { zoneId: "There is no such zone." } });
  });
});

test.each<[string, object]>([
  ["a name of spaces", { name: " " }],
  ["a name with a right-to-left override", { name: "a\u202eb" }],
  ["a latitude of 91", { latitude: 91 }],
  ["no longitude", { longitude: null }],
  ["the kind city", { kind: "city" }],
  ["an airport code of two letters", { iata: "KG" }],
  ["entrance notes of 1,001 characters", { entranceNotes: "x".repeat(1001) }],
])("a place with %s gets a 400", async (_title, change) => {
  const answer = await owner.post("/admin/places", { ...office(), ...change });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    fields: { [Object.keys(change)[0] ?? ""]: expect.any(String) },
  });
});

test("dispatchers edit places, and accountants only read them", async () => {
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  const accountant = await signInAdmin(server, { role: "accountant" });
  expect((await dispatcher.post("/admin/places", office())).status).toBe(201);
  expect((await accountant.get("/admin/places")).status).toBe(200);
  expect(await refusal(await accountant.post("/admin/places", office()))).toEqual([
    403,
    "request.forbidden",
  ]);
});

test("riders see a place's pickup instructions, and staff its entrance notes", async () => {
  const { browser: rider } = await signInRider(server);
  await add();
  const { latitude, longitude } = office();
  const made = await book(rider, {
    pickup: { name: "Vision Tower", detail: "", latitude, longitude },
  });
  expect(made).toMatchObject({
    pickupInstructions: "The driver waits at the taxi bay.",
    entranceNotes: { pickup: "", dropoff: "" },
  });
  const readAnswer = await owner.get(`/admin/reservations/${made.id}`);
  expect(await readAnswer.json()).toMatchObject({
    reservation: { entranceNotes: { pickup: "South gate, ask for level -1.", dropoff: "" } },
  });
});
