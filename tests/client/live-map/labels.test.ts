import { expect, test } from "bun:test";
import { visibleLabels } from "../../../client/live-map/labels";

const at = (id: string, x: number, y: number, text = "Eric M.") => ({ id, text, x, y });

test("names grow towards the middle of the map", () => {
  const labels = visibleLabels([at("left", 100, 100), at("right", 900, 100)], 1_000);
  expect([...labels]).toEqual([
    ["left", { isLeftOfCar: false }],
    ["right", { isLeftOfCar: true }],
  ]);
});

test("a name that would cover a car grows to the other side, or is left out", () => {
  expect(visibleLabels([at("a", 300, 100), at("b", 350, 100)], 1_000).get("a")).toEqual({
    isLeftOfCar: true,
  });
  const crowdedCars = [at("a", 300, 100), at("b", 350, 100), at("c", 250, 100)];
  expect(visibleLabels(crowdedCars, 1_000).has("a")).toBe(false);
});

test("of two names in one place the first one stays", () => {
  const labels = visibleLabels([at("first", 20, 100), at("second", 20, 104)], 1_000);
  expect([...labels.keys()]).toEqual(["first"]);
});

test("no name leaves the map", () => {
  expect(visibleLabels([at("a", 40, 50, "Maximilian-Emmanuel N.")], 80).size).toBe(0);
  expect(visibleLabels([at("a", -10, 50), at("b", 110, 50)], 100).size).toBe(0);
});
