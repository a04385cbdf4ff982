/** Works out a price list from the trips whose prices an owner knows by heart. */
import { describe, expect, test } from "bun:test";
import { emptyList } from "../../src/fares/first/first-price-list-rules";
import { exampleFares } from "../../src/fares/first/example-rules";
import { reviewSchedule } from "../../src/fares/review-rules";
import { priceTrip } from "../../src/fares/rules";
import {
  type FirstPriceAnswers,
  findContradictions,
  roundPrice,
  priceListOfRates,
  solveMeterRates,
  type TripAnswer,
} from "../../src/fares/first/rate-solver-rules";
import { pricedTrip } from "../support/prices";

const solveTrips = (
  distance: number,
  minutes: number,
  priceMinor: number,
  over: Partial<TripAnswer> = {},
) => ({
  distance,
  minutes,
  priceMinor,
  vehicleClassId: "sedan",
  ...over,
});

const answers = (
  trips: TripAnswer[],
  over: Partial<FirstPriceAnswers> = {},
): FirstPriceAnswers => ({
  trips,
  hourMinor: null,
  nightPercent: 0,
  waitMinuteMinor: 0,
  taxPercent: 0,
  factors: {},
  ...over,
});

const meterPrice = (meter: NonNullable<ReturnType<typeof solveMeterRates>>, trip: TripAnswer) =>
  Math.max(
    meter.minimum,
    meter.base + meter.perDistance * trip.distance + meter.perMinute * trip.minutes,
  );

describe("solveMeter", () => {
  test("finds the rates again from three trips that they price", () => {
    const trips = [
      solveTrips(5, 12, 430 + 950 + 420),
      solveTrips(20, 25, 430 + 3800 + 875),
      solveTrips(12, 40, 430 + 2280 + 1400),
    ];
    const meter = solveMeterRates(answers(trips));
    expect(meter).toMatchObject({ base: 430, perDistance: 190, perMinute: 35 });
    expect(findContradictions(answers(trips))).toEqual([]);
  });

  test.each([
    [[solveTrips(22, 30, 5_200)]],
    [[solveTrips(22, 30, 5_200), solveTrips(5, 15, 1_700)]],
  ])("gives usual rates that fit too few answers: %j", (trips) => {
    const meter = solveMeterRates(answers(trips));
    if (!meter) throw new Error("no meter");
    for (const trip of trips)
      expect(Math.abs(meterPrice(meter, trip) / trip.priceMinor - 1)).toBeLessThan(0.03);
    expect(meter.base).toBeGreaterThan(0);
    expect(meter.perDistance).toBeGreaterThan(0);
    expect(meter.perMinute).toBeGreaterThan(0);
  });

  test("never gives a negative rate", () => {
    // The longer trip costs less per kilometre than any base fare could explain.
    for (const trips of [
      [solveTrips(2, 60, 1_000), solveTrips(20, 10, 9_000), solveTrips(40, 20, 18_500)],
      [solveTrips(10, 10, 1_000), solveTrips(10, 60, 900), solveTrips(30, 40, 3_000)],
    ]) {
      const meter = solveMeterRates(answers(trips));
      for (const rate of Object.values(meter ?? {})) expect(rate).toBeGreaterThanOrEqual(0);
    }
  });

  test("takes a short trip above the meter's price as the minimum fare", () => {
    const trips = [
      solveTrips(1, 4, 1_500),
      solveTrips(10, 20, 3_000),
      solveTrips(20, 40, 5_700),
      solveTrips(30, 60, 8_400),
    ];
    expect(findContradictions(answers(trips))).toEqual([]);
    expect(solveMeterRates(answers(trips))?.minimum).toBe(1_500);
  });

  test("returns null without a usable answer", () => {
    expect(solveMeterRates(answers([]))).toBeNull();
    expect(solveMeterRates(answers([solveTrips(0, 0, 500)]))).toBeNull();
  });
});

describe("findContradictions", () => {
  test("names each answer that may be wrong, with the price that the others suggest", () => {
    const trips = [
      solveTrips(5, 12, 1_800),
      solveTrips(20, 25, 5_105),
      solveTrips(12, 40, 4_110),
      solveTrips(15, 30, 9_900),
    ];
    const found = findContradictions(answers(trips));
    const contradiction = found.find(({ at }) => at === 3);
    expect(contradiction?.otherTripsAgree).toBe(true);
    expect(Math.abs((contradiction?.nearestMinor ?? 0) - 4_330)).toBeLessThan(150);
  });

  test("reports two prices for the same trip on both answers", () => {
    const found = findContradictions(
      answers([solveTrips(10, 20, 2_000), solveTrips(10, 20, 4_000)]),
    );
    expect(found.map(({ at, otherTripsAgree }) => [at, otherTripsAgree])).toEqual([
      [0, true],
      [1, true],
    ]);
    expect(found[0]?.nearestMinor).toBe(4_000);
    expect(found[1]?.nearestMinor).toBe(2_000);
  });
});

describe("priceListOfRates", () => {
  const world = {
    currency: "EUR",
    distanceUnit: "km" as const,
    vehicleClasses: [
      { id: "sedan", name: "Standard", active: true },
      { id: "van", name: "Van", active: true },
      { id: "old", name: "Old", active: false },
    ],
    zones: [],
    places: [],
    companies: [],
  };
  const list = priceListOfRates(
    emptyList(world),
    world,
    answers([solveTrips(22, 30, 5_200), solveTrips(20, 25, 4_700)], {
      hourMinor: 5_000,
      nightPercent: 20,
      waitMinuteMinor: 60,
      taxPercent: 19,
      factors: { sedan: 1, van: 1.6 },
    }),
  );

  test("makes a list that can be published without changes", () => {
    if (!list) throw new Error("no list");
    expect(reviewSchedule(list, world).filter(({ severity }) => severity === "error")).toEqual([]);
    expect(list.rates.map(({ vehicleClassId }) => vehicleClassId)).toEqual(["sedan", "van"]);
    const [sedan, van] = list.rates;
    expect(van?.hourly?.perHourMinor).toBe(8_000);
    expect((van?.baseMinor ?? 0) / (sedan?.baseMinor ?? 1)).toBeCloseTo(1.6, 1);
  });

  test("prices a known trip as the owner said, tax included", () => {
    if (!list) throw new Error("no list");
    const fare = priceTrip(
      list,
      "sedan",
      pricedTrip({ distanceMeters: 22_000, durationSeconds: 1_800 }),
    );
    expect(Math.abs((fare?.totalMinor ?? 0) / 5_200 - 1)).toBeLessThan(0.03);
    expect(fare?.lines.some(({ kind }) => kind === "tax")).toBe(true);
  });

  test("gives ten example trips with their night, waiting and tax", () => {
    if (!list) throw new Error("no list");
    const examples = exampleFares(list, "sedan");
    expect(examples).toHaveLength(10);
    for (const { totalMinor, taxMinor } of examples)
      expect(Math.abs(taxMinor - (totalMinor * 19) / 119)).toBeLessThan(3);
    expect(examples.filter(({ nightMinor }) => nightMinor > 0)).toHaveLength(1);
    expect(
      examples.filter(({ waitMinor }) => waitMinor > 0).map(({ waitMinor }) => waitMinor),
    ).toEqual([900]);
    expect(
      exampleFares(
        { ...list, rates: list.rates.map((rates) => ({ ...rates, hourly: null })) },
        "sedan",
      ),
    ).toHaveLength(8);
  });
});

test("roundPrice rounds amounts to figures that people use", () => {
  expect([3, 37, 187, 432, 1_234, 8_765, 123_456].map(roundPrice)).toEqual([
    3, 37, 185, 430, 1_250, 8_800, 125_000,
  ]);
});
