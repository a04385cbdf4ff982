import { expect, test } from "bun:test";
import { fuzzyFit } from "../../../client/palette/fuzzy";

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
    .map((words) => ({ words, fit: fuzzyFit(typed, words) }))
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
  expect(fuzzyFit("svn", "Reservations")).toBe(0);
  expect(fuzzyFit("jean x", "Jean Bosco")).toBe(0);
});

test("accents, capitals and the order of words do not matter; nothing typed fits all alike", () => {
  expect(fuzzyFit("felicien", "Félicien Gasasira")).toBeGreaterThan(0);
  expect(fuzzyFit("gasasira félicien", "Felicien Gasasira")).toBeGreaterThan(0);
  expect(fuzzyFit("", "a")).toBe(fuzzyFit("  ", "b"));
});

test("a name that begins so comes before one that has it within", () => {
  expect(fuzzyFit("pro", "Property")).toBeGreaterThan(fuzzyFit("pro", "Lost property"));
  expect(fuzzyFit("din", "Dinner")).toBeGreaterThan(fuzzyFit("din", "Landing"));
});
