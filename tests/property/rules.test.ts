/** Which found items may match a lost report, and which steps are possible when. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  similarity,
  type ComparableProperty,
  MAX_SUGGESTED_MATCHES,
  scoreMatch,
  stemsOf,
  MIN_SUGGESTION_SCORE,
  suggest,
} from "../../src/property/match-rules";
import { disposalRefusal, keepUntil, reportableUntil } from "../../src/property/rules";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LOST_AT = Date.parse("2026-11-20T10:00:00Z");

const report: ComparableProperty = {
  category: "phone",
  what: "Samsung phone in a red leather case",
  colour: "black",
  marks: "Cracked screen, sticker of a giraffe",
  reservationId: "trip",
  vehicleId: "car",
  driverId: "driver",
  at: LOST_AT,
};
const item = (change: Partial<ComparableProperty> = {}): ComparableProperty => ({
  category: "phone",
  what: "Mobile",
  colour: "",
  marks: "",
  reservationId: null,
  vehicleId: null,
  driverId: null,
  at: LOST_AT + 200 * HOUR,
  ...change,
});

describe("the points of a match", () => {
  for (const [name, change, expected] of [
    ["the kind alone", {}, { category: 15, time: 3 }],
    ["on the same trip", { reservationId: "trip" }, { trip: 40, category: 15, time: 3 }],
    [
      "the trip says what car and driver would",
      { reservationId: "trip", vehicleId: "car", driverId: "driver" },
      { trip: 40, category: 15, time: 3 },
    ],
    [
      "the same car and driver on another trip",
      { reservationId: "later", vehicleId: "car", driverId: "driver" },
      { vehicle: 20, driver: 5, category: 15, time: 3 },
    ],
    ["within a day", { at: LOST_AT + 24 * HOUR }, { category: 15, time: 15 }],
    ["within a week", { at: LOST_AT + 7 * DAY }, { category: 15, time: 8 }],
    ["within a month", { at: LOST_AT + 30 * DAY }, { category: 15, time: 3 }],
    ["later", { at: LOST_AT + 31 * DAY }, { category: 15 }],
    ["another kind", { category: "umbrella" }, { category: -15, time: 3 }],
    ["a kind that was not known", { category: "other" }, { time: 3 }],
    ["the colour", { colour: "Black and silver" }, { colour: 10, category: 15, time: 3 }],
    ["a word in common", { what: "Phones" }, { words: 10, category: 15, time: 3 }],
    ["words that are alike", { what: "Samsang" }, { words: 5, category: 15, time: 3 }],
    [
      "many words count up to 25",
      { what: "Samsung phone, red leather case, giraffe" },
      { words: 25, category: 15, time: 3 },
    ],
    ["empty words say nothing", { what: "The car and a seat" }, { category: 15, time: 3 }],
  ] as const)
    test(name, () => {
      const scoredMatch = scoreMatch(report, item(change));
      expect(
        Object.fromEntries(scoredMatch?.reasons.map(({ kind, points }) => [kind, points]) ?? []),
      ).toEqual(expected);
      expect(scoredMatch?.points).toBe(Object.values(expected).reduce((sum, n) => sum + n, 0));
    });

  test("an item matches only if found from 2 hours before to 120 days after the loss", () => {
    expect(scoreMatch(report, item({ at: LOST_AT - 2 * HOUR }))).not.toBeNull();
    expect(scoreMatch(report, item({ at: LOST_AT - 2 * HOUR - 1 }))).toBeNull();
    expect(scoreMatch(report, item({ at: LOST_AT + 120 * DAY }))).not.toBeNull();
    expect(scoreMatch(report, item({ at: LOST_AT + 120 * DAY + 1 }))).toBeNull();
  });

  test("the reasons for a match name the common words", () => {
    const scoredMatch = scoreMatch(report, item({ what: "Giraffe stickers", colour: "BLACK" }));
    expect(scoredMatch?.reasons).toContainEqual({
      kind: "words",
      points: 20,
      words: ["sticker", "giraffe"],
    });
    expect(scoredMatch?.reasons).toContainEqual({ kind: "colour", points: 10, words: ["black"] });
  });
});

test("suggestions come best first, are limited in number, and leave out low scores", () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ points: 30 + at * 2, reasons: [] }));
  const found = suggest(many, (candidate) => candidate);
  expect(found.map(({ points }) => points)).toEqual([46, 44, 42, 40, 38]);
  expect(found).toHaveLength(MAX_SUGGESTED_MATCHES);
  expect(suggest([{ points: MIN_SUGGESTION_SCORE - 1, reasons: [] }], (one) => one)).toEqual([]);
});

test("the right item is suggested before others, and an unrelated one is not", () => {
  const other = item({ category: "umbrella", what: "Umbrella", at: LOST_AT + HOUR });
  const right = item({ what: "Phone with sticker", reservationId: "trip", at: LOST_AT + HOUR });
  const near = item({ what: "Phone", vehicleId: "car", at: LOST_AT + 2 * HOUR });
  const found = suggest([other, near, right], (one) => scoreMatch(report, one));
  expect(found.map(({ candidate }) => candidate)).toEqual([right, near]);
});

test("stemsOf joins plurals, accents and cases, and drops words under three letters", () => {
  expect(stemsOf("Keys, KEY and a téléphone; watches in boxes, glass")).toEqual([
    "key",
    "telephone",
    "watch",
    "box",
    "glass",
  ]);
  expect(stemsOf("a an of")).toEqual([]);
});

test("similarity is between 0 and 1, symmetric, and 1 for equal words", () => {
  const word = fc.stringMatching(/^[a-z]{3,12}$/);
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(similarity(one, one)).toBe(1);
      expect(similarity(one, other)).toBe(similarity(other, one));
      expect(similarity(one, other)).toBeGreaterThanOrEqual(0);
      expect(similarity(one, other)).toBeLessThanOrEqual(1);
    }),
  );
});

test("more common words never lower the points", () => {
  const words = fc.array(fc.constantFrom("samsung", "case", "giraffe", "blue", "wool"), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(words, (someWords) => {
      const basePoints = scoreMatch(report, item({ what: "x" }))?.points ?? 0;
      expect(
        scoreMatch(report, item({ what: someWords.join(" ") }))?.points ?? 0,
      ).toBeGreaterThanOrEqual(basePoints);
    }),
  );
});

describe("the rules for lost reports and found items", () => {
  test("a trip accepts lost reports for 90 days after it ended", () => {
    expect(reportableUntil({ state: "completed", endedAt: LOST_AT })).toBe(LOST_AT + 90 * DAY);
    expect(reportableUntil({ state: "settled", endedAt: LOST_AT })).toBe(LOST_AT + 90 * DAY);
    for (const state of ["cancelled", "no_show", "confirmed", "passenger_on_board"] as const)
      expect(reportableUntil({ state, endedAt: null })).toBeNull();
  });
  test("an item is kept for the operator's number of days, and food for none", () => {
    expect(keepUntil(LOST_AT, "bag", 90)).toBe(LOST_AT + 90 * DAY);
    expect(keepUntil(LOST_AT, "bag", 1)).toBe(LOST_AT + DAY);
    expect(keepUntil(LOST_AT, "food", 90)).toBe(LOST_AT);
  });
  for (const [state, now, expected] of [
    ["kept", LOST_AT + DAY, null],
    ["kept", LOST_AT + DAY - 1, "too_early"],
    ["matched", LOST_AT + DAY, "matched"],
    ["returned", LOST_AT + DAY, "gone"],
    ["disposed", LOST_AT + DAY, "gone"],
  ] as const)
    test(`disposing of an item that is ${state}: ${expected ?? "yes"}`, () =>
      expect(disposalRefusal({ state, keepUntil: LOST_AT + DAY }, now)).toBe(expected));
});
