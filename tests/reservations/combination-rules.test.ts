/** Which vehicles carry a group, and how people, bags and the price are divided among them. */
import { describe, expect, test } from "bun:test";
import {
  combinations,
  combinedName,
  partsOf,
  distributeLoad,
} from "../../src/reservations/vehicles/combination-rules";
import { MAX_VEHICLES } from "../../src/reservations/quotes/quote-contract";

const room = (id: string, passengers: number, luggage: number, fareMinor: number | null = 100) => ({
  ...{ id, passengers, luggage, fareMinor, firstVehicleMinor: fareMinor },
});
const sedan = room("sedan", 3, 2, 100);
const suv = room("suv", 5, 4, 180);
const van = room("van", 7, 6, 200);
const fleet = [sedan, suv, van];
const found = (passengers: number, luggage = 0, classes = fleet) =>
  combinations(classes, { passengers, luggage }).map((one) => one.map(({ id }) => id).join("+"));

describe("combinations", () => {
  test("take as few vehicles as possible, list the cheapest first, and are three at most", () => {
    expect(found(14)).toEqual(["van+van"]);
    expect(found(10)).toEqual(["van+sedan", "suv+suv", "van+suv"]);
    expect(found(8)).toEqual(["suv+sedan", "van+sedan", "suv+suv"]);
    expect(found(15)).toEqual(["van+suv+sedan", "van+van+sedan", "suv+suv+suv"]);
  });

  test("count luggage, and leave no vehicle without a passenger", () => {
    expect(found(6, 12)).toEqual(["van+van"]);
    expect(found(2, 12)).toEqual(["van+van"]);
    expect(found(1, 12)).toEqual([]);
  });

  test("leave out classes without a price, and start only with one that can have the extras", () => {
    expect(found(14, 0, [sedan, { ...van, fareMinor: null }])).toEqual([
      "sedan+sedan+sedan+sedan+sedan",
    ]);
    expect(found(14, 0, [suv, { ...van, firstVehicleMinor: null }])).toEqual(["suv+suv+suv"]);
  });

  test("use at most the number of vehicles that a booking may have", () => {
    expect(found(7 * MAX_VEHICLES)).toHaveLength(1);
    expect(found(7 * MAX_VEHICLES + 1)).toEqual([]);
    expect(found(14, 0, [])).toEqual([]);
  });

  test("are found within a second among twelve classes", () => {
    const many = Array.from({ length: 12 }, (_, at) => room(`c${at}`, 3 + at, 2 + at, 100 + at));
    const before = performance.now();
    expect(combinations(many, { passengers: 60, luggage: 60 })).toHaveLength(3);
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  test("are found or ruled out within a second among many similar classes", () => {
    const many = Array.from({ length: 17 }, (_, at) => room(`c${at}`, 4, 2 + (at % 5), 100 + at));
    const before = performance.now();
    expect(found(32, 0, many)[0]).toStartWith("c");
    expect(found(1, 48, many)).toEqual([]);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});

describe("sharing a booking between vehicles", () => {
  test("fills the first vehicles, and leaves at least one passenger for each", () => {
    expect(distributeLoad([van, van], { passengers: 14, luggage: 5 })).toEqual([
      { passengers: 7, luggage: 5 },
      { passengers: 7, luggage: 0 },
    ]);
    expect(distributeLoad([van, sedan], { passengers: 4, luggage: 7 })).toEqual([
      { passengers: 3, luggage: 6 },
      { passengers: 1, luggage: 1 },
    ]);
    expect(distributeLoad([van, sedan], { passengers: 11, luggage: 0 })).toBe(null);
    expect(distributeLoad([van, sedan], { passengers: 1, luggage: 0 })).toBe(null);
  });

  test("divides an amount exactly to the minor unit", () => {
    expect(partsOf(100, [1, 1, 1])).toEqual([33, 34, 33]);
    expect(partsOf(1, [5, 5])).toEqual([1, 0]);
    expect(partsOf(7, [0, 0])).toEqual([7, 0]);
    expect(partsOf(0, [3, 4])).toEqual([0, 0]);
    for (let total = 0; total < 500; total += 7)
      expect(partsOf(total, [3, 5, 11]).reduce((sum, part) => sum + part, 0)).toBe(total);
  });

  test("names the classes of a combination", () => {
    expect(combinedName(["Van", "Van"])).toBe("2 × Van");
    expect(combinedName(["Van", "Sedan"])).toBe("Van + Sedan");
  });
});
