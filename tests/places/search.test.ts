import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { buildGazetteer } from "../../build/gazetteer";
import { places } from "../../db/schema/places";
import { settings } from "../../db/schema/settings";
import { Place } from "../../src/places/contract";
import {
  createGazetteer,
  openGazetteer,
  PACKED_CITIES,
  unpackGazetteer,
} from "../../src/places/gazetteer";
import { searchPlaces } from "../../src/places/queries";
import { expectEventually } from "../support/eventually";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
let packed: string;
let folder: string;

beforeAll(async () => {
  packed = await buildGazetteer(join(import.meta.dir, "../.."));
  folder = mkdtempSync(join(tmpdir(), "livery-gazetteer-"));
  server = await createTestServer();
  server.deps.gazetteer = openGazetteer(await unpackGazetteer(packed, folder));
}, 120_000);
afterAll(() => {
  server.deps.gazetteer.close();
  server.close();
  rmSync(folder, { recursive: true });
});

function find(q: string, near?: [latitude: number, longitude: number]) {
  const point = near && { latitude: near[0], longitude: near[1] };
  return searchPlaces(server.deps, { q, near: point, limit: 8 });
}
const names = (found: Place[]) => found.map((place) => place.name);

test("citiesWithin finds the biggest cities inside a box of coordinates", () => {
  const cities = (limit: number) =>
    server.deps.gazetteer
      .citiesWithin([9.47, 47.04, 9.64, 47.28], limit)
      .map(({ place }) => place.name);
  expect(cities(20)).toContain("Vaduz");
  expect(cities(20)).not.toContain("Chur");
  expect(cities(2)).toEqual(cities(20).slice(0, 2));
  expect(server.deps.gazetteer.citiesWithin([0, 0, 0.001, 0.001], 5)).toEqual([]);
});

test("a build makes the file of cities again if only that one is missing", async () => {
  const root = mkdtempSync(join(tmpdir(), "livery-gazetteer-"));
  cpSync(packed, join(root, "dist/gazetteer"), { recursive: true });
  rmSync(join(root, "dist/gazetteer", PACKED_CITIES));
  const folderBuilt = await buildGazetteer(root);
  expect(readdirSync(folderBuilt).toSorted()).toEqual(readdirSync(packed).toSorted());
  rmSync(root, { recursive: true });
}, 120_000);

describe("the operator's own places", () => {
  test.each([
    ["KGL", "Kigali International Airport"],
    ["kgl", "Kigali International Airport"],
    ["kigali international", "Kigali International Airport"],
    ["international kig", "Kigali International Airport"],
    ["hotel des mille", "Hôtel des Mille Collines"],
    ["chuk", "University Teaching Hospital of Kigali"],
    ["nyabugogo", "Nyabugogo Bus Station"],
  ])("%p finds %p first, as a place of the operator", (q, name) => {
    const [first] = find(q);
    expect(first?.name).toBe(name);
    expect(first?.detail).toContain("Kigali");
    expect(first?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("replace the same airport from the gazetteer", () => {
    expect(find("kgl").filter((place) => place.iata === "KGL")).toHaveLength(1);
  });

  test("are suggested before anything is typed, the airport first", () => {
    const suggested = find("  ");
    expect(suggested).toHaveLength(8);
    expect(suggested[0]?.kind).toBe("airport");
    expect(suggested.every((place) => place.kind !== "city")).toBe(true);
  });

  test("are listed nearest first", () => {
    expect(find("hotel", [-1.9568, 30.0943])[0]?.name).toBe("Lemigo Hotel");
    expect(find("hotel", [-1.9437, 30.0597])[0]?.name).toBe("Ubumwe Grande Hotel");
  });

  test("are not found while switched off, and the gazetteer lists the airport instead", async () => {
    const other = await createTestServer();
    try {
      other.deps.gazetteer = server.deps.gazetteer;
      await other.deps.write((tx) => tx.update(places).set({ active: false }).run());
      const [first] = searchPlaces(other.deps, { q: "KGL", limit: 8 });
      expect(first).toMatchObject({ id: "airport:KGL", kind: "airport", detail: "Kigali, Rwanda" });
      expect(searchPlaces(other.deps, { q: "", limit: 8 })).toEqual([]);
    } finally {
      other.close();
    }
  });
});

describe("airports and cities", () => {
  test("an exact airport code comes before every other match", () => {
    expect(find("jfk")[0]).toMatchObject({ iata: "JFK", detail: "New York City, United States" });
    expect(find("SIN")[0]?.iata).toBe("SIN");
  });

  test("airports and cities share one index, and a search for one never returns the other", () => {
    const { gazetteer } = server.deps;
    const anyPlaceQuery = { country: "RW", near: { latitude: 51.5, longitude: -0.1 }, limit: 500 };
    for (const words of [["l"], ["london"], ["united", "kingdom"], ["airport"]]) {
      for (const { place } of gazetteer.airports(words)) expect(place.kind).toBe("airport");
      for (const { place } of gazetteer.cities(words, anyPlaceQuery))
        expect(place.kind).toBe("city");
    }
    const [heathrow] = gazetteer.airports(["lhr"]);
    expect(heathrow?.place.name).toContain("Heathrow");
    expect(gazetteer.airports(["heath", "lond", "king"])).toEqual(heathrow ? [heathrow] : []);
    expect(gazetteer.airports(["heathrow", "paris"])).toEqual([]);
    expect(gazetteer.airports([])).toEqual([]);
    expect(gazetteer.cities(["lhr"], anyPlaceQuery)).toEqual([]);
    // The biggest city comes first among the cities, and not only after all airports.
    const rows = gazetteer.cities(["shanghai"], anyPlaceQuery).map(({ row }) => row);
    expect(rows[0]).toBe(1);
  });

  test("a city's name finds its airports, the main one first, and the city itself", () => {
    const found = find("london");
    expect(found.slice(0, 2).map((place) => place.iata)).toEqual(["LHR", "LGW"]);
    expect(found.find((place) => place.kind === "city")).toMatchObject({
      name: "London",
      detail: "United Kingdom",
    });
  });

  test("cities are listed by size, the operator's country first", async () => {
    expect(names(find("kamp")).indexOf("Kampala")).toBe(0);
    expect(find("butare")[0]).toMatchObject({ id: "city:203112", detail: "Rwanda", kind: "city" });
    const londonServer = await createTestServer();
    try {
      londonServer.deps.gazetteer = server.deps.gazetteer;
      await londonServer.deps.write((tx) => tx.update(settings).set({ country: "GB" }).run());
      const cities = searchPlaces(londonServer.deps, { q: "boston", limit: 8 });
      expect(cities.find((place) => place.kind === "city")?.detail).toBe("United Kingdom");
    } finally {
      londonServer.close();
    }
    expect(find("boston").find((place) => place.kind === "city")?.detail).toBe("MA, United States");
  });

  test("small towns near the given point are found among big distant cities", () => {
    expect(names(find("bal", [47.14, 9.52]))).toContain("Balzers");
    expect(names(find("bal"))).not.toContain("Balzers");
  });

  test("the search ignores accents and case, and takes a state or country into account", () => {
    expect(names(find("ZURICH"))).toContain("Zürich");
    expect(names(find("lodz"))).toContain("Łódź");
    expect(find("springfield il")[0]?.detail).toBe("IL, United States");
    expect(names(find("uganda kampala"))).toContain("Kampala");
  });

  test("each airport has its own code and a city nearby", () => {
    const airports = server.deps.gazetteer.allAirports();
    expect(airports.length).toBeGreaterThan(500);
    expect(new Set(airports.map(({ place }) => place.iata)).size).toBe(airports.length);
    const isolatedAirports = airports.filter(({ place: { latitude, longitude } }) => {
      const around = { country: "", near: { latitude, longitude }, limit: 1 };
      return "abcdefghijklmnopqrstuvwxyz"
        .split("")
        .every((letter) => server.deps.gazetteer.cities([letter], around).length === 0);
    });
    expect(isolatedAirports).toEqual([]);
  });
});

describe("places as people type them", () => {
  test.each([
    ["heathrow terminal 5", "Heathrow Airport, Terminal 5", "LHR"],
    ["LHR T5", "Heathrow Airport, Terminal 5", "LHR"],
    ["lhr terminal5", "Heathrow Airport, Terminal 5", "LHR"],
    ["terminal 2e charles de gaulle", "Charles de Gaulle Airport, Terminal 2E", "CDG"],
    ["gatwick south terminal", "Gatwick Airport, South Terminal", "LGW"],
    ["jfk terminal b arrivals", "John F. Kennedy International Airport, Terminal B", "JFK"],
    ["KGL T1", "Kigali International Airport, Terminal 1", "KGL"],
  ])("%p finds the terminal of an airport, at the airport's point", (q, name, iata) => {
    const [first] = find(q);
    expect(first).toMatchObject({ name, kind: "airport", iata });
    const [airport] = find(iata);
    expect([first?.latitude, first?.longitude]).toEqual([airport?.latitude, airport?.longitude]);
  });

  test.each([
    ["København", "Copenhagen"],
    ["koebenhavn", "Copenhagen"],
    ["Kopenhagen", "Copenhagen"],
    ["zuerich", "Zürich"],
    ["Zuer", "Zürich"],
    ["duesseldorf", "Düsseldorf"],
    ["ndjamena", "N'Djamena"],
    ["N’Djamena", "N'Djamena"],
    ["laquila", "L'Aquila"],
    ["gorzow wielkopolski", "Gorzów Wielkopolski"],
    ["北京", "Beijing"],
    ["دبي", "Dubai"],
    ["Москва", "Moscow"],
    ["東京", "Tokyo"],
    ["서울", "Seoul"],
    ["Αθήνα", "Athens"],
    ["Wien", "Vienna"],
    ["moscou", "Moscow"],
  ])("%p finds the city %p before all others", (q, name) => {
    const cities = find(q).filter(({ kind }) => kind === "city");
    expect(cities[0]?.name).toBe(name);
  });

  test.each([
    ["St Denis", /^Saint-Denis/],
    ["st. gallen", /^Sankt Gallen|^St\.? Gallen/],
    ["saint louis missouri", /^St\. Louis/],
    ["Ste Foy", /^Sainte-Foy/],
    ["ft worth", /^Fort Worth/],
  ])("%p finds %p first, abbreviated or not", (q, name) => {
    const cities = find(q).filter(({ kind }) => kind === "city");
    expect(cities[0]?.name).toMatch(name);
    expect(names(cities)).not.toContain("Denison");
  });

  test("an airport is found by its city's name in another script or spelling", () => {
    expect(find("دبي").map(({ iata }) => iata)).toContain("DXB");
    expect(find("zuerich").map(({ iata }) => iata)).toContain("ZRH");
    expect(find("aeropuerto madrid")[0]?.iata).toBe("MAD");
  });

  test.each([
    ["nairobi qwxzy", "nairobi"],
    ["qwxzy nairobi", "nairobi"],
    ["lhr qwxzy", "lhr"],
    ["hotel qwxzy serena", "hotel serena"],
    ["heathrow paris", "heathrow"],
  ])("words without any match are ignored: %p finds the same as %p", (q, as) => {
    const found = find(q);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(find(as));
  });

  test("a text without any known word finds nothing", () => {
    expect(find("qwxzy")).toEqual([]);
    expect(find("qwxzy a 12")).toEqual([]);
  });

  test("a full name ranks above the beginning of one, and a big city above a small one", () => {
    const cities = (q: string) => find(q).filter(({ kind }) => kind === "city");
    expect(cities("wien")[0]?.detail).toBe("Austria");
    expect(cities("paris")[0]?.detail).toBe("France");
    expect(cities("st petersburg")[0]?.detail).toBe("Russia");
  });

  test.each<[string, number, number]>([
    ["-1.95, 30.06", -1.95, 30.06],
    ["-1.95,30.06", -1.95, 30.06],
    ["-1.95 30.06", -1.95, 30.06],
    ["(-1.95; 30.06)", -1.95, 30.06],
    ["−1.95, 30.06", -1.95, 30.06],
    ["1.95 S, 30.06 E", -1.95, 30.06],
    ["1.95S 30.06E", -1.95, 30.06],
    ["S 1.95 E 30.06", -1.95, 30.06],
    ["30.06° E 1.95° S", -1.95, 30.06],
    ["1.95°S, 30.06°E", -1.95, 30.06],
    ["1°57'00\"S 30°03'36\"E", -1.95, 30.06],
    ["1° 57′ 0″ S, 30° 3.6′ E", -1.95, 30.06],
    ["-1,95; 30,06", -1.95, 30.06],
    ["geo:-1.95,30.06", -1.95, 30.06],
    ["51.4706 N 0.4619 W", 51.4706, -0.4619],
  ])("%p finds a pin at its coordinates", (q, latitude, longitude) => {
    const found = find(q);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ source: "pin", kind: "address" });
    expect(found[0]?.name).toBe(`${latitude}, ${longitude}`);
    expect(found[0]?.latitude).toBeCloseTo(latitude, 6);
    expect(found[0]?.longitude).toBeCloseTo(longitude, 6);
    expect(Place.parse(found[0])).toEqual(found[0] as Place);
  });

  test("a pin names the city nearby, and none in the middle of the sea", () => {
    expect(find("-1.95, 30.06")[0]?.detail).toBe("Kigali, Rwanda");
    expect(find("-40.5, -120.5")[0]?.detail).toBe("");
  });

  test.each(["91.5, 30.06", "30.06, 181.5", "12 34", "1, 30", "KG 7 Ave", "1.5", "30.06 E 1.95 E"])(
    "%p finds no pin",
    (q) => {
      expect(find(q).filter(({ source }) => source === "pin")).toEqual([]);
    },
  );

  test("a place of the operator is found by the same spellings", async () => {
    const other = await createTestServer();
    try {
      await other.deps.write((tx) =>
        tx.update(places).set({ name: "Café Zürich, St. Michel's", keywords: "Ørsted" }).run(),
      );
      for (const q of ["zuerich", "cafe zurich", "saint michels", "st michel", "oersted", "orsted"])
        expect(searchPlaces(other.deps, { q, limit: 1 }), q).toHaveLength(1);
    } finally {
      other.close();
    }
  });
});

describe("the search for any typed text", () => {
  test.each([
    '"',
    "'",
    '"kigali" OR *',
    "name:*",
    "NEAR(kigali, 5)",
    "kigali AND NOT rwanda",
    "^kigali -rwanda +x",
    "'; DROP TABLE places; --",
    "%",
    "_",
    "\\",
    "\0",
    "\u202e",
    "\ud800",
    "😀",
    "{}[]()",
    "*".repeat(10_000),
    "k".repeat(10_000),
    "kigali ".repeat(2_000),
    "𞤀𞤣𞤤𞤢𞤥 ",
    "ａｂｃ",
  ])("answers %p without an error", (q) => {
    for (const place of find(q)) expect(Place.parse(place)).toEqual(place);
  });

  test("never throws, and returns at most the limit, without duplicates", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), fc.nat(19), (q, more) => {
        const found = searchPlaces(server.deps, { q, limit: more + 1 });
        expect(found.length).toBeLessThanOrEqual(more + 1);
        expect(new Set(found.map((place) => place.id)).size).toBe(found.length);
      }),
    );
  });
});

describe("unpacking the gazetteer", () => {
  test("starts with the first search, which waits for it over HTTP", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "livery-data-"));
    const other = await createTestServer();
    const failures: unknown[] = [];
    const gazetteer = createGazetteer(dataDir, (reason) => failures.push(reason));
    other.deps.gazetteer = gazetteer;
    try {
      expect(names(searchPlaces(other.deps, { q: "kgl", limit: 8 }))).toHaveLength(1);
      expect(searchPlaces(other.deps, { q: "nairobi", limit: 8 })).toEqual([]);
      expect(readdirSync(dataDir)).toEqual([]);
      await expectEventually(async () =>
        (await other.browser().get("/places?q=nairobi")).text(),
      ).toContain('"Nairobi"');
      expect(failures).toEqual([]);
      expect(readdirSync(dataDir)).toHaveLength(1);
    } finally {
      gazetteer.close();
      other.close();
      rmSync(dataDir, { recursive: true });
    }
  });

  test("that cannot write leaves the operator's places, and reports why once", async () => {
    const other = await createTestServer();
    const failures: unknown[] = [];
    other.deps.gazetteer = createGazetteer("/nowhere/at/all", (reason) => failures.push(reason));
    try {
      for (const q of ["kgl", "kgl", "nairobi"]) {
        const answer = await other.browser().get(`/places?q=${q}`);
        const { places: found } = (await answer.json()) as { places: Place[] };
        expect(found).toHaveLength(q === "kgl" ? 1 : 0);
      }
      expect(failures).toHaveLength(1);
    } finally {
      other.close();
    }
  });

  test("reports a damaged file, deletes it and unpacks a new one", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "livery-data-"));
    try {
      const path = await unpackGazetteer(packed, dataDir);
      writeFileSync(path, "x".repeat(8192));
      const failures: unknown[] = [];
      await createGazetteer(dataDir, (reason) => failures.push(reason)).ready();
      expect(failures).toHaveLength(1);
      expect(readdirSync(dataDir)).toEqual([]);
      const next = createGazetteer(dataDir, (reason) => failures.push(reason));
      await next.ready();
      expect(next.allAirports().length).toBeGreaterThan(500);
      next.close();
      expect(failures).toHaveLength(1);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  test("keeps the current file, and deletes only older ones and drafts", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "livery-data-"));
    try {
      for (const name of ["gazetteer-00.sqlite", "gazetteer-00.sqlite.draft", "livery.sqlite"]) {
        writeFileSync(join(dataDir, name), "x");
      }
      const path = await unpackGazetteer(packed, dataDir);
      expect(readdirSync(dataDir).toSorted()).toEqual(
        [path.slice(dataDir.length + 1), "livery.sqlite"].toSorted(),
      );
      writeFileSync(path, "not touched");
      expect(await unpackGazetteer(packed, dataDir)).toBe(path);
      expect(readFileSync(path, "utf8")).toBe("not touched");
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  test("that fails leaves no file and throws an error", async () => {
    const brokenFolder = mkdtempSync(join(tmpdir(), "livery-packed-"));
    const dataDir = mkdtempSync(join(tmpdir(), "livery-data-"));
    try {
      writeFileSync(join(brokenFolder, "stamp"), "ab12");
      writeFileSync(join(brokenFolder, "gazetteer.sqlite.zst"), "no zstd at all");
      const failed = await unpackGazetteer(brokenFolder, dataDir).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(Error);
      expect(readdirSync(dataDir)).toEqual([]);
    } finally {
      for (const path of [brokenFolder, dataDir]) rmSync(path, { recursive: true });
    }
  });
});

describe("GET /backend/places", () => {
  test("answers without a sign-in", async () => {
    const answer = await server.browser().get("/places?q=kigali%20international&limit=3");
    expect(answer.status).toBe(200);
    const { places: found } = (await answer.json()) as { places: Place[] };
    expect(found[0]).toMatchObject({ name: "Kigali International Airport", iata: "KGL" });
    expect(found.length).toBeLessThanOrEqual(3);
  });

  test.each([
    "limit=-1",
    "limit=0",
    "limit=1000",
    "latitude=91&longitude=0",
    "latitude=NaN&longitude=0",
    "latitude=1",
  ])("refuses %p", async (query) => {
    const answer = await server.browser().get(`/places?q=k&${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "request.invalid" });
  });
});
