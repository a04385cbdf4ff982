import { expect, test } from "bun:test";
import { fuzzyScore } from "../../../client/palette/fuzzy";

const screens = [
  "Reservations",
  "Repeating trips",
  "Map",
  "Drivers",
  "Vehicles",
  "Payouts",
  "Lost property",
  "Found property",
  "Places",
  "Lock screen",
  "New booking",
  "Fees: drivers’ pay",
];
const best = (typed: string) =>
  screens
    .map((words) => ({ words, fit: fuzzyScore(typed, words) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ words }) => words);

test.each([
  ["res", "Reservations"],
  ["rt", "Repeating trips"],
  ["lp", "Lost property"],
  ["prop found", "Found property"],
  ["dri", "Drivers"],
  ["pay", "Payouts"],
  ["LOCK", "Lock screen"],
  ["nb", "New booking"],
  ["map", "Map"],
  ["vehic", "Vehicles"],
])("typing %s finds %s first", (typed, words) => {
  expect(best(typed)[0]).toBe(words);
});

test("fuzzyScore matches no text that lacks a letter or has the letters scattered", () => {
  expect(best("zzz")).toEqual([]);
  expect(fuzzyScore("svn", "Reservations")).toBe(0);
  expect(fuzzyScore("jean x", "Jean Bosco")).toBe(0);
});

test("fuzzyScore ignores accents, capitals and word order, and scores empty input alike", () => {
  expect(fuzzyScore("felicien", "Félicien Gasasira")).toBeGreaterThan(0);
  expect(fuzzyScore("gasasira félicien", "Felicien Gasasira")).toBeGreaterThan(0);
  expect(fuzzyScore("", "a")).toBe(fuzzyScore("  ", "b"));
});

test("fuzzyScore ranks a name that begins with the input before one that contains it", () => {
  expect(fuzzyScore("pro", "Property")).toBeGreaterThan(fuzzyScore("pro", "Lost property"));
  expect(fuzzyScore("din", "Dinner")).toBeGreaterThan(fuzzyScore("din", "Landing"));
});
