/** The places of one rider: saved and recent ones. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { savedPlaces } from "../../db/schema/places";
import type { Place } from "../../src/places/contract";
import { MAX_SAVED_PLACES, type SavedPlace } from "../../src/places/saved-place-contract";
import { AIRPORT, book, HOTEL } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";

let server: TestServer;
let rider: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  rider = (await signInRider(server)).browser;
});
afterEach(() => server.close());

const home = {
  label: "Home",
  name: "KG 11 Ave 24",
  detail: "Kimironko, Kigali",
  latitude: -1.9497,
  longitude: 30.1262,
};
async function save(place: object = home, by = rider): Promise<SavedPlace> {
  const answer = await by.post("/saved-places", place);
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { savedPlace: SavedPlace }).savedPlace;
}
const search = async (q: string, by = rider): Promise<Place[]> =>
  ((await (await by.get(`/places?q=${encodeURIComponent(q)}`)).json()) as { places: Place[] })
    .places;

describe("saved places", () => {
  test("are stored, listed with home and work first, changed and deleted", async () => {
    await save({ ...home, label: "Aunt" });
    await save({ ...home, label: "work" });
    const made = await save();
    expect(made).toMatchObject({ ...home, kind: "address" });
    const list = await (await rider.get("/saved-places")).json();
    expect(list.savedPlaces.map((each: SavedPlace) => each.label)).toEqual([
      "Home",
      "work",
      "Aunt",
    ]);
    const changedAnswer = await rider.put(`/saved-places/${made.id}`, {
      ...home,
      label: "Old home",
    });
    expect(await changedAnswer.json()).toMatchObject({
      savedPlace: { id: made.id, label: "Old home" },
    });
    expect((await rider.delete(`/saved-places/${made.id}`)).status).toBe(200);
    expect((await rider.delete(`/saved-places/${made.id}`)).status).toBe(404);
  });

  test("of another rider are hidden", async () => {
    const { id } = await save();
    const other = (await signInRider(server, "other@example.com")).browser;
    expect((await other.put(`/saved-places/${id}`, home)).status).toBe(404);
    expect((await other.delete(`/saved-places/${id}`)).status).toBe(404);
    expect(await (await other.get("/saved-places")).json()).toEqual({ savedPlaces: [] });
    expect((await search("kg 11", other)).filter(({ source }) => source === "saved")).toEqual([]);
    expect(await (await rider.get("/saved-places")).json()).toMatchObject({
      savedPlaces: [{ id }],
    });
  });

  test("are limited to fifty", async () => {
    for (let i = 0; i < MAX_SAVED_PLACES; i++) await save({ ...home, label: `Place ${i}` });
    const answer = await rider.post("/saved-places", home);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: "saved_place.too_many" });
  });

  test("are deleted with the rider", async () => {
    await save();
    const [row] = server.deps.db.select().from(savedPlaces).all();
    const db = server.deps.db.$client;
    db.run("DELETE FROM sessions");
    await server.deps.write((tx) =>
      tx
        .delete(riders)
        .where(eq(riders.id, row?.riderId ?? ""))
        .run(),
    );
    expect(server.deps.db.select().from(savedPlaces).all()).toEqual([]);
  });

  test.each<[string, object]>([
    ["no label", { label: "" }],
    ["a label of 41 characters", { label: "x".repeat(41) }],
    ["a label that has a right-to-left override", { label: "a\u202eb" }],
    ["a latitude of 91", { latitude: 91 }],
    ["no coordinates", { latitude: null, longitude: null }],
  ])("with %s get a 400", async (_title, change) => {
    expect((await rider.post("/saved-places", { ...home, ...change })).status).toBe(400);
  });
});

describe("the search of a signed-in rider", () => {
  test("starts with saved and recent places before anything is typed", async () => {
    await save();
    await book(rider);
    const found = await search("");
    expect(found.map(({ source }) => source)).toEqual([
      "saved",
      "recent",
      "recent",
      "own",
      "own",
      "own",
      "own",
      "own",
    ]);
    expect(found.slice(0, 3)).toMatchObject([
      { source: "saved", label: "Home", name: home.name },
      { source: "recent", name: HOTEL.name },
      { source: "recent", name: AIRPORT.name },
    ]);
    expect((await search("", server.browser())).every(({ source }) => source === "own")).toBe(true);
  });

  test("puts matching saved and recent places first, also by their label", async () => {
    await save();
    await book(rider);
    expect((await search("home"))[0]).toMatchObject({ source: "saved", label: "Home" });
    expect((await search("kimironko"))[0]).toMatchObject({ source: "saved" });
    expect((await search("marriott"))[0]).toMatchObject({ source: "recent", name: HOTEL.name });
    expect((await search("serena")).filter(({ source }) => source !== "own")).toEqual([]);
  });

  test("lists a place from several sources once, and an airport keeps its kind", async () => {
    const { places: own } = (await (await server.browser().get("/places?q=KGL")).json()) as {
      places: Place[];
    };
    const [airport] = own;
    if (!airport) throw new Error("no airport");
    const { latitude, longitude, name, detail } = airport;
    await book(rider, { pickup: { name, detail, latitude, longitude } });
    const found = await search("kigali international");
    expect(found.filter((place) => place.name === name)).toHaveLength(1);
    expect(found[0]).toMatchObject({ source: "recent", kind: "airport", iata: "KGL" });
  });

  test("lists recent places once, newest booking first, and none without coordinates", async () => {
    const at = (n: number) => ({
      name: `Stop ${n}`,
      detail: "",
      latitude: -1.9 - n / 100,
      longitude: 30,
    });
    for (let n = 0; n < 8; n++)
      await book(rider, {
        pickup: at(n),
        dropoff: at(n + 1),
        pickupLocal: `2026-11-2${1 + Math.floor(n / 4)}T1${n % 4}:00`,
      });
    await book(rider, {
      dropoff: { name: "The blue gate", detail: "", latitude: null, longitude: null },
      pickup: at(0),
      pickupLocal: "2026-12-24T10:00",
    });
    const found = await search("stop");
    expect(found.filter(({ source }) => source === "recent").map(({ name }) => name)).toEqual(
      [0, 8, 7, 6, 5, 4, 3, 2].map((n) => `Stop ${n}`),
    );
    expect(await search("blue gate")).toEqual([]);
  });
});
