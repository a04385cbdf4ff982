import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PlaceSearch } from "../../src/places/contract";
import { coordinatesIn } from "../../src/places/typed-query-rules";
import {
  greatCircleMeters,
  iataCode,
  searchWords,
  spellingsOf,
  matchScore,
} from "../../src/places/rules";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const anyPoint = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe("greatCircleMeters", () => {
  test("gives known distances", () => {
    // a degree of longitude on the equator: 2πR / 360
    expect(greatCircleMeters(at(0, 0), at(0, 1))).toBeCloseTo(111_195.08, 1);
    // from pole to pole: πR
    expect(greatCircleMeters(at(90, 0), at(-90, 0))).toBeCloseTo(20_015_114.44, 1);
    // across the date line, the short way counts
    expect(greatCircleMeters(at(0, 179.5), at(0, -179.5))).toBeCloseTo(111_195.08, 1);
    // Paris to New York, 5,837 km by the published tables for the mean sphere
    const atlanticMeters = greatCircleMeters(at(48.8566, 2.3522), at(40.7128, -74.006));
    expect(Math.abs(atlanticMeters - 5_837_240)).toBeLessThan(1000);
  });

  test("is symmetric, never negative, 0 to the same point, and at most half the circumference", () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, (a, b) => {
        const there = greatCircleMeters(a, b);
        expect(there).toBeGreaterThanOrEqual(0);
        expect(there).toBeLessThanOrEqual(20_015_115);
        expect(Math.abs(there - greatCircleMeters(b, a))).toBeLessThan(0.001);
        expect(greatCircleMeters(a, a)).toBe(0);
      }),
    );
  });
});

test("coordinatesIn quickly rejects a text of numbers with long runs of spaces", () => {
  // Each took a fifth of a second when the parser tried every division of the spaces.
  const text = `1${" ".repeat(49)}1.1${" ".repeat(46)}1x`;
  const read = Array.from({ length: 500 }, () => coordinatesIn(text));
  expect(read.filter((point) => point !== null)).toEqual([]);
  expect(coordinatesIn("-1.95   ,    30.06")).toEqual({ latitude: -1.95, longitude: 30.06 });
}, 20_000);

describe("search words", () => {
  test.each<[string, string[]]>([
    ["Kigali International", ["kigali", "international"]],
    ["  São   PAULO ", ["sao", "paulo"]],
    ['"kigali" OR name:* NEAR(', ["kigali", "or", "name", "near"]],
    ["it's 5-star", ["it", "s", "5", "star"]],
    ["Zürich", ["zurich"]],
    ["Москва", ["москва"]],
    ["東京", ["東京"]],
    ['"*^(){}:-+', []],
    ["\0\u202e ", []],
    ["", []],
    ["a b c d e f g h i j", ["a", "b", "c", "d", "e", "f", "g", "h"]],
  ])("of %p are %p", (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });
  test("come only from the first 200 characters", () => {
    expect(searchWords("k".repeat(10_000))).toEqual(["k".repeat(200)]);
  });
  test("have plain letters for those without a separate accent, such as Ł and ß", () => {
    expect(searchWords("Łódź Großer Ærø Iğdır Đà Nẵng")).toEqual([
      "lodz",
      "grosser",
      "aero",
      "igdir",
      "da",
      "nang",
    ]);
  });
  test("contain only letters and digits, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const word of searchWords(text)) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });
});

test.each<[string, string[]]>([
  ["L'Aquila", ["l aquila", "laquila"]],
  ["N’Djamena", ["n djamena", "ndjamena"]],
  ["Nukuʻalofa", ["nuku alofa", "nukualofa"]],
  ["Zürich", ["zurich", "zuerich"]],
  ["Zu\u0308rich", ["zurich", "zuerich"]],
  ["Tromsø Ålesund", ["tromso alesund", "tromsoe aalesund"]],
  ["Straße", ["strasse"]],
  ["Kigali", ["kigali"]],
  ["北京", ["北京"]],
  ["", []],
])("the name %p can be typed as %p", (text, ways) => {
  expect(spellingsOf(text).ways.map((way) => way.join(" "))).toEqual(ways);
});

test.each<[string, string, number]>([
  ["st denis", "Saint-Denis", 3],
  ["saint den", "St. Denis", 3],
  ["st d", "Sankt Denis", 3],
  ["denis st", "Saint-Denis", 2],
  ["st denis", "Stadt Denison", 2],
  ["saint", "Stade", 0],
  ["constructor", "Kigali", 0],
  ["aeropuerto kigali", "Kigali Airport", 2],
])("the words %p match the name %p with the score %p", (words, name, fit) => {
  expect(matchScore(searchWords(words), spellingsOf(name), spellingsOf(""))).toBe(
    fit as 0 | 1 | 2 | 3,
  );
});

test("an airport code has exactly three letters", () => {
  expect(["kgl", " KGL ", "Jfk"].map(iataCode)).toEqual(["KGL", "KGL", "JFK"]);
  expect(["", "KG", "KGLX", "K1L", "é́a", "ＫＧＬ"].map(iataCode)).toEqual(Array(6).fill(null));
});

test("words score by matching the start of a name, its words or its detail", () => {
  const fit = (text: string) =>
    matchScore(
      searchWords(text),
      spellingsOf("Hôtel des Mille Collines"),
      spellingsOf("KN 6 Avenue, Kigali"),
    );
  expect(["hotel d", "mille", "collines hotel", "mille kigali", "serena"].map(fit)).toEqual([
    3, 2, 2, 1, 0,
  ]);
});

describe("the query of a place search", () => {
  test("has default values", () => {
    expect(PlaceSearch.parse({})).toEqual({ q: "", limit: 8, from: "everywhere" });
    expect(
      PlaceSearch.parse({
        q: "k",
        latitude: "-1.95",
        longitude: "30.1",
        limit: "20",
        from: "local",
      }),
    ).toEqual({ q: "k", latitude: -1.95, longitude: 30.1, limit: 20, from: "local" });
  });
  test.each([
    [{ limit: "-1" }],
    [{ limit: "0" }],
    [{ limit: "21" }],
    [{ limit: "8; drop" }],
    [{ latitude: "91", longitude: "0" }],
    [{ latitude: "NaN", longitude: "0" }],
    [{ latitude: "1" }],
    [{ longitude: "1" }],
  ])("refuses %o", (query) => {
    expect(PlaceSearch.safeParse(query).success).toBe(false);
  });
});
