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
])("%s means %s", (typed, words) => {
  expect(best(typed)[0]).toBe(words);
});

test("a letter that is missing, or strewn about by chance, fits nothing", () => {
  expect(best("zzz")).toEqual([]);
  expect(fuzzyScore("svn", "Reservations")).toBe(0);
  expect(fuzzyScore("jean x", "Jean Bosco")).toBe(0);
});

test("accents, capitals and the order of words do not matter; nothing typed fits all alike", () => {
  expect(fuzzyScore("felicien", "Félicien Gasasira")).toBeGreaterThan(0);
  expect(fuzzyScore("gasasira félicien", "Felicien Gasasira")).toBeGreaterThan(0);
  expect(fuzzyScore("", "a")).toBe(fuzzyScore("  ", "b"));
});

test("a name that begins so comes before one that has it within", () => {
  expect(fuzzyScore("pro", "Property")).toBeGreaterThan(fuzzyScore("pro", "Lost property"));
  expect(fuzzyScore("din", "Dinner")).toBeGreaterThan(fuzzyScore("din", "Landing"));
});
