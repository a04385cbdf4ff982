import { expect, test } from "bun:test";
import { visibleLabels } from "../../../client/live-map/labels";

const at = (id: string, x: number, y: number, text = "Eric M.") => ({ id, text, x, y });

test("a driver's name is drawn towards the middle of the map", () => {
  const labels = visibleLabels([at("left", 100, 100), at("right", 900, 100)], 1_000);
  expect([...labels]).toEqual([
    ["left", { isLeftOfCar: false }],
    ["right", { isLeftOfCar: true }],
  ]);
});

test("a name that would cover another car moves to the other side, or is left out", () => {
  expect(visibleLabels([at("a", 300, 100), at("b", 350, 100)], 1_000).get("a")).toEqual({
    isLeftOfCar: true,
  });
  const crowdedCars = [at("a", 300, 100), at("b", 350, 100), at("c", 250, 100)];
  expect(visibleLabels(crowdedCars, 1_000).has("a")).toBe(false);
});

test("if two names overlap, only the first one is shown", () => {
  const labels = visibleLabels([at("first", 20, 100), at("second", 20, 104)], 1_000);
  expect([...labels.keys()]).toEqual(["first"]);
});

test("a name that would run off the map is left out", () => {
  expect(visibleLabels([at("a", 40, 50, "Maximilian-Emmanuel N.")], 80).size).toBe(0);
  expect(visibleLabels([at("a", -10, 50), at("b", 110, 50)], 100).size).toBe(0);
});
