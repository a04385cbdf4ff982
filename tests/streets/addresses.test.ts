/** Addresses of imported streets: found by text, and at a pin. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentRevision } from "../../src/content/revision";
import { readMissingForBooking } from "../../src/desk/open-for-booking-queries";
import type { Place, PlaceSearchAnswer } from "../../src/places/contract";
import { publicSettings } from "../../src/settings/queries";
import { importStreets, removeStreets } from "../../src/streets/import-actions";
import { book } from "../support/booking";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { until } from "../support/eventually";
import { startGeocoder } from "../support/upstreams";
import { LIECHTENSTEIN } from "./random";
import { PbfWriter } from "./write-pbf";

const folder = mkdtempSync(join(tmpdir(), "livery-addresses-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes an invented corner of Kigali. */
function writeKigali(path: string): void {
  const file = new PbfWriter(path);
  const at = (id: number, north: number, east: number, tags = {}) =>
    file.node(id, -1.95 + north * 0.001, 30.06 + east * 0.001, tags);
  at(1, 0, 0);
  at(2, 0, 10);
  at(3, 5, 0);
  at(4, 5, 10);
  at(5, 0.2, 4, { "addr:housenumber": "14", "addr:street": "KG 9 Ave" });
  at(6, 0.2, 5, { "addr:housenumber": "16 a", "addr:street": "KG 9 Ave" });
  at(7, 5.2, 4, { "addr:housenumber": "9", "addr:street": "KG 14 Ave" });
  at(8, 2, 2, {
    amenity: "hospital",
    name: "King Faisal Hospital",
    "name:fr": "Hôpital Roi Fayçal",
  });
  at(9, 3, 3, { place: "suburb", name: "Kimihurura" });
  at(10, 2, 8, { tourism: "hotel", name: "فندق كيغالي", "name:en": "Kigali Grand Hotel" });
  at(11, 3, 8, { amenity: "restaurant", name: "北京饭店" });
  at(12, 20, 20);
  at(13, 20, 30);
  at(14, 4, 4, { amenity: "cafe", name: "Inzora" });
  // A border around all of it.
  for (const [i, [north, east]] of [
    [-10, -10],
    [-10, 15],
    [15, 15],
    [15, -10],
  ].entries())
    at(20 + i, north ?? 0, east ?? 0);
  file.way(1, [1, 2], { highway: "residential", name: "KG 9 Ave" });
  file.way(2, [3, 4], { highway: "residential", name: "KG 14 Ave" });
  file.way(3, [1, 3], { highway: "primary", name: "Boulevard de l'Umuganda", ref: "RN3" });
  file.way(4, [2, 4], { highway: "tertiary", name: "KG 90 St" });
  file.way(5, [12, 13], { highway: "residential", name: "KG 9 Ave" });
  file.way(6, [20, 21, 22, 23, 20]);
  file.relation(1, [{ type: "way", ref: 6, role: "outer" }], {
    type: "boundary",
    boundary: "administrative",
    admin_level: "6",
    name: "Gasabo",
  });
  file.close();
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  writeKigali(join(folder, "kigali.pbf"));
  importStreets(
    {
      dataDir: server.folder,
      file: join(folder, "kigali.pbf"),
      bounds: null,
      ferries: true,
      now: 1,
    },
    () => {},
  );
  await until("the streets", () => server.deps.streets.current());
});
afterAll(() => server.close());

const KIGALI = { latitude: -1.95, longitude: 30.06 };

async function found(q: string, near: typeof KIGALI | null = KIGALI): Promise<Place[]> {
  return server.deps.streets.search(q, near, 8);
}

async function names(q: string): Promise<string[]> {
  return (await found(q)).map(({ name }) => name);
}

describe("the address search", () => {
  test("finds a house with the number before or after the street", async () => {
    for (const q of ["KG 9 Ave 14", "14 KG 9 Ave", "kg 9 ave, 14", "KG 9 ave 14 Gasabo"]) {
      const [first] = await found(q);
      expect([q, first?.name, first?.detail]).toEqual([q, "KG 9 Ave 14", "Gasabo"]);
      expect(first?.latitude).toBeCloseTo(-1.9498, 5);
      expect(first?.longitude).toBeCloseTo(30.064, 5);
    }
    expect((await names("KG 9 Ave 16a"))[0]).toBe("KG 9 Ave 16 a");
    expect((await names("9 KG 14 Ave"))[0]).toBe("KG 14 Ave 9");
  });

  test("finds the street if the house is not on the map", async () => {
    expect((await names("KG 9 Ave 200"))[0]).toBe("KG 9 Ave");
  });

  test("matches a finished number exactly and an unfinished one as a beginning", async () => {
    expect(await names("KG 9 Ave")).not.toContain("KG 90 St");
    expect(await names("KG 9")).toContain("KG 90 St");
    expect((await names("KG 9"))[0]).toBe("KG 9 Ave");
  });

  test("finds the nearest of several streets with the same name first", async () => {
    const [here] = await found("KG 9 Ave");
    const [there] = await found("KG 9 Ave", { latitude: -1.93, longitude: 30.085 });
    expect(here?.longitude).toBeCloseTo(30.07, 2);
    expect(there?.longitude).toBeCloseTo(30.09, 2);
  });

  test("tolerates one wrong, extra, missing or swapped letter", async () => {
    for (const q of [
      "Kimihurora",
      "Kimihururra",
      "Kimihuura",
      "Kimihuruar",
      "king faysal hospital",
      "Boulevrad Umuganda",
    ])
      expect([q, (await names(q))[0]]).toEqual([
        q,
        q.startsWith("Kim")
          ? "Kimihurura"
          : q.startsWith("king")
            ? "King Faisal Hospital"
            : "Boulevard de l'Umuganda",
      ]);
    expect(await names("Kimxhurora")).toEqual([]);
  });

  test("finds names in other languages and scripts, with and without accents", async () => {
    expect((await names("hopital roi"))[0]).toBe("King Faisal Hospital");
    expect((await names("فندق"))[0]).toBe("فندق كيغالي");
    expect((await names("Kigali Grand"))[0]).toBe("فندق كيغالي");
    expect((await names("北京"))[0]).toBe("北京饭店");
    expect((await names("RN3"))[0]).toBe("Boulevard de l'Umuganda");
    expect((await names("lumuganda"))[0]).toBe("Boulevard de l'Umuganda");
  });

  test("returns the kind of each place", async () => {
    const kinds = await Promise.all(
      ["King Faisal", "Kigali Grand", "Kimihurura", "Inzora", "KG 14 Ave"].map(
        async (q) => (await found(q))[0]?.kind,
      ),
    );
    expect(kinds).toEqual(["hospital", "hotel", "district", "address", "address"]);
  });

  test("accepts any text", async () => {
    for (const q of [
      "",
      " ",
      '"',
      "* OR name:",
      "a".repeat(5_000),
      "NEAR(",
      "14",
      "'; DROP TABLE thing",
      "\u0000",
      "{name} : kg",
    ])
      expect(Array.isArray(await found(q))).toBe(true);
  });
});

describe("a pin", () => {
  test("has the address of the house, or else of the street, or else none", async () => {
    const { streets } = server.deps;
    expect(await streets.addressAt({ latitude: -1.94981, longitude: 30.06401 })).toEqual({
      name: "KG 9 Ave 14",
      detail: "Gasabo",
    });
    expect(await streets.addressAt({ latitude: -1.9501, longitude: 30.0685 })).toEqual({
      name: "KG 9 Ave",
      detail: "Gasabo",
    });
    expect(await streets.addressAt({ latitude: -1.98, longitude: 30.06 })).toBeNull();
  });
});

describe("the place search", () => {
  const search = async (query: string) =>
    (await (await server.browser().get(`/places?${query}`)).json()) as PlaceSearchAnswer;

  test("offers more after its local results and then adds addresses", async () => {
    const local = await search("q=KG+9+Ave+14&from=local");
    expect(local.more).toBe(true);
    const { places } = await search("q=KG+9+Ave+14");
    expect(places[0]).toMatchObject({ name: "KG 9 Ave 14", source: "geocoder", kind: "address" });
  });

  test("returns the address of typed coordinates", async () => {
    const { places } = await search("q=-1.94981,30.06401");
    expect(places).toHaveLength(1);
    expect(places[0]).toMatchObject({
      source: "pin",
      name: "KG 9 Ave 14",
      detail: "Gasabo",
      latitude: -1.94981,
      longitude: 30.06401,
    });
  });

  test("finds addresses once streets are imported, and cached pages are renewed", async () => {
    const other = await createTestServer();
    const { deps } = other;
    const told = () => [publicSettings(deps).findsAddresses, readMissingForBooking(deps).missing];
    const { browser } = await signInRider(other);
    const gate = { name: "The blue gate", detail: "", latitude: null, longitude: null };
    await book(browser, { pickup: gate });
    expect(told()).toEqual([false, expect.arrayContaining(["lookup"])]);
    const revision = contentRevision(deps);
    importStreets(
      { dataDir: other.folder, file: LIECHTENSTEIN, bounds: null, ferries: true, now: 1 },
      () => {},
    );
    await until("the streets", () => deps.streets.current());
    expect(told()).toEqual([true, expect.not.arrayContaining(["lookup"])]);
    expect(contentRevision(deps)).toBe(revision + 1);
    removeStreets(other.folder);
    await until("no streets", () => deps.streets.current() === null);
    expect(told()[0]).toBe(false);
    expect(contentRevision(deps)).toBe(revision + 2);
    other.close();
  });

  test("asks a configured geocoder instead of the imported streets", async () => {
    const geocoder = startGeocoder();
    const other = await createTestServer({ GEOCODER_URL: geocoder.url });
    importStreets(
      { dataDir: other.folder, file: LIECHTENSTEIN, bounds: null, ferries: true, now: 1 },
      () => {},
    );
    await until("the streets", () => other.deps.streets.current());
    await other.browser().get("/places?q=Vaduz");
    expect(geocoder.requests).toHaveLength(1);
    other.close();
    await geocoder.stop();
  });
});
