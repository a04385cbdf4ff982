import { describe, expect, test } from "bun:test";
import { Fare, FeeSchedule, PricedTrip } from "../../src/fares/contract";
import { priceTrip } from "../../src/fares/rules";
import { isWithin } from "../../src/fares/adjustment-rules";
import { fareLineText, priceList, pricedTrip, rates } from "../support/prices";
import { countsTowardsTotal } from "../../src/fares/money-rules";

const kigali = priceList({
  rates: [
    rates({
      baseMinor: 2000,
      distanceTiers: [{ upTo: null, perDistanceMinor: 800 }],
      perMinuteMinor: 50,
      minimumMinor: 5000,
      hourly: {
        perHourMinor: 30000,
        minimumHours: 3,
        distancePerHour: null,
        perExtraDistanceMinor: 0,
      },
    }),
  ],
  surcharges: [night("22:00", "06:00", 15)],
  taxes: { included: true, items: [{ name: "VAT", percent: 18, serviceTypes: [] }] },
});
const bostonRates = rates({
  baseMinor: 1250,
  distanceTiers: [{ upTo: null, perDistanceMinor: 375 }],
  perMinuteMinor: 65,
  minimumMinor: 4500,
  hourly: { perHourMinor: 8500, minimumHours: 2, distancePerHour: null, perExtraDistanceMinor: 0 },
});
const boston = priceList({
  currency: "USD",
  distanceUnit: "mi",
  rates: [bostonRates],
  surcharges: [night("23:30", "05:00", 12.5)],
  taxes: { included: false, items: [{ name: "Sales tax", percent: 6.25, serviceTypes: [] }] },
});

function night(from: string, to: string, percent: number): FeeSchedule["surcharges"][number] {
  return {
    id: "night",
    name: "Night",
    when: { kind: "night", from, to },
    amount: { kind: "percent", percent },
    group: null,
    serviceTypes: [],
    vehicleClassIds: [],
  };
}

/** Returns the fare in the only class of the list. */
function price(schedule: FeeSchedule, trip: PricedTrip): Fare {
  const fare = priceTrip(schedule, "sedan", trip);
  if (!fare) throw new Error("There is no price.");
  return fare;
}

const trip = pricedTrip;

/** name, schedule, trip, lines as [kind, amount], total: every figure calculated by hand. */
const worked: [string, FeeSchedule, PricedTrip, [string, number][], number][] = [
  // 12.4 × 800 = 9920; 26 × 50 = 1300; 13220 × 18/118 = 2016.61
  [
    "by day, tax included",
    kigali,
    trip(),
    [
      ["base", 2000],
      ["distance", 9920],
      ["minutes", 1300],
      ["tax", 2017],
    ],
    13220,
  ],
  // 13220 × 15 % = 1983; 15203 × 18/118 = 2319.10
  [
    "by night",
    kigali,
    trip({ pickupLocal: "2026-11-21T23:30" }),
    [
      ["base", 2000],
      ["distance", 9920],
      ["minutes", 1300],
      ["night", 1983],
      ["tax", 2319],
    ],
    15203,
  ],
  // 2000 + 1.0 × 800 + 5 × 50 = 3050, raised by 1950; 5000 × 18/118 = 762.71
  [
    "raised to the minimum",
    kigali,
    trip({ distanceMeters: 1000, durationSeconds: 300 }),
    [
      ["base", 2000],
      ["distance", 800],
      ["minutes", 250],
      ["minimum", 1950],
      ["tax", 763],
    ],
    5000,
  ],
  // the surcharge is on the raised price: 5000 × 15 % = 750
  [
    "minimum at night",
    kigali,
    trip({ distanceMeters: 1000, durationSeconds: 300, pickupLocal: "2026-11-21T05:59" }),
    [
      ["base", 2000],
      ["distance", 800],
      ["minutes", 250],
      ["minimum", 1950],
      ["night", 750],
      ["tax", 877],
    ],
    5750,
  ],
  // 2000 + 2.5 × 800 + 20 × 50 = 5000, exactly the minimum
  [
    "exactly the minimum",
    kigali,
    trip({ distanceMeters: 2500, durationSeconds: 1200 }),
    [
      ["base", 2000],
      ["distance", 2000],
      ["minutes", 1000],
      ["tax", 763],
    ],
    5000,
  ],
  // nothing driven: base fare only, raised to the minimum
  [
    "no distance",
    kigali,
    trip({ distanceMeters: 0, durationSeconds: 0 }),
    [
      ["base", 2000],
      ["minimum", 3000],
      ["tax", 763],
    ],
    5000,
  ],
  // 12.449 km is 12.4, 12.450 km is 12.5 (10000)
  [
    "just under a tenth",
    kigali,
    trip({ distanceMeters: 12_449 }),
    [
      ["base", 2000],
      ["distance", 9920],
      ["minutes", 1300],
      ["tax", 2017],
    ],
    13220,
  ],
  [
    "half a tenth goes up",
    kigali,
    trip({ distanceMeters: 12_450 }),
    [
      ["base", 2000],
      ["distance", 10000],
      ["minutes", 1300],
      ["tax", 2029],
    ],
    13300,
  ],
  // 26 min 29 s is 26 min, 26 min 30 s is 27 (1350)
  [
    "half a minute goes up",
    kigali,
    trip({ durationSeconds: 26 * 60 + 30 }),
    [
      ["base", 2000],
      ["distance", 9920],
      ["minutes", 1350],
      ["tax", 2024],
    ],
    13270,
  ],
  // 5 × 30000 = 150000; × 18/118 = 22881.36
  [
    "hourly",
    kigali,
    trip({ serviceType: "hourly", hours: 5 }),
    [
      ["hourly", 150000],
      ["tax", 22881],
    ],
    150000,
  ],
  [
    "hourly under the minimum",
    kigali,
    trip({ serviceType: "hourly", hours: 1.5 }),
    [
      ["hourly", 90000],
      ["tax", 13729],
    ],
    90000,
  ],
  // 3.3 h are 3.5 begun: 105000; × 18/118 = 16016.95
  [
    "hourly, a begun quarter",
    kigali,
    trip({ serviceType: "hourly", hours: 3.3 }),
    [
      ["hourly", 105000],
      ["tax", 16017],
    ],
    105000,
  ],
  [
    "hourly without hours",
    kigali,
    trip({ serviceType: "hourly" }),
    [
      ["hourly", 90000],
      ["tax", 13729],
    ],
    90000,
  ],
  // 3.25 × 30000 = 97500; 15 % = 14625; 112125 × 18/118 = 17103.81
  [
    "hourly at night",
    kigali,
    trip({ serviceType: "hourly", hours: 3.25, pickupLocal: "2026-11-21T22:00" }),
    [
      ["hourly", 97500],
      ["night", 14625],
      ["tax", 17104],
    ],
    112125,
  ],
  // 10 mi = 16093.44 m: 16093 m is 9.9997 mi, billed 10.0: 3750; 30 × 65 = 1950; 6950 × 6.25 % = 434.375
  [
    "dollars and miles, tax added",
    boston,
    trip({ distanceMeters: 16_093, durationSeconds: 1800 }),
    [
      ["base", 1250],
      ["distance", 3750],
      ["minutes", 1950],
      ["tax", 434],
    ],
    7384,
  ],
  // 6950 × 12.5 % = 868.75 → 869; 7819 × 6.25 % = 488.6875 → 489
  [
    "dollars by night",
    boston,
    trip({ distanceMeters: 16_093, durationSeconds: 1800, pickupLocal: "2026-11-21T23:30" }),
    [
      ["base", 1250],
      ["distance", 3750],
      ["minutes", 1950],
      ["night", 869],
      ["tax", 489],
    ],
    8308,
  ],
  // 1250 + 375 + 325 = 1950, raised by 2550; 4500 × 6.25 % = 281.25
  [
    "dollars at the minimum",
    boston,
    trip({ distanceMeters: 1609, durationSeconds: 300 }),
    [
      ["base", 1250],
      ["distance", 375],
      ["minutes", 325],
      ["minimum", 2550],
      ["tax", 281],
    ],
    4781,
  ],
  // 0.5 mi = 804.67 m, billed 0.5: 187.5 → 188
  [
    "half a cent goes up",
    {
      ...boston,
      rates: [{ ...bostonRates, minimumMinor: 0 }],
      taxes: { included: false, items: [] },
    },
    trip({ distanceMeters: 805, durationSeconds: 0 }),
    [
      ["base", 1250],
      ["distance", 188],
    ],
    1438,
  ],
  // 2.25 × 8500 = 19125; × 6.25 % = 1195.3125
  [
    "dollars by the hour",
    boston,
    trip({ serviceType: "hourly", hours: 2.25 }),
    [
      ["hourly", 19125],
      ["tax", 1195],
    ],
    20320,
  ],
  ["a free trip keeps a line", { ...boston, rates: [rates()] }, trip(), [["base", 0]], 0],
];

describe("priceTrip", () => {
  test.each(worked)("%s", (_name, schedule, priced, lines, totalMinor) => {
    const fare = price(FeeSchedule.parse(schedule), PricedTrip.parse(priced));
    const got = fare.lines.map((each): [string, number] => [each.kind, each.amountMinor]);
    expect(got).toEqual(lines);
    expect(fare.totalMinor).toBe(totalMinor);
    expect(fare.currency).toBe(schedule.currency);
    expect(Fare.parse(fare)).toEqual(fare);
  });

  test("explains each line in its text", () => {
    const fare = price(kigali, trip({ pickupLocal: "2026-11-21T23:30" }));
    expect(fare.lines.map((line) => fareLineText(line, "RWF"))).toEqual([
      "Base fare",
      "Distance, 12.4 km at RWF 800",
      "Time, 26 min at RWF 50",
      "Night, 22:00 to 06:00, 15 %",
      "VAT, 18 %, included in the price",
    ]);
    const hourly = price(boston, trip({ serviceType: "hourly", hours: 1.5 }));
    expect(hourly.lines.map((line) => fareLineText(line, "USD"))).toEqual([
      "Hourly, 2 h at USD 85.00 (1.5 h booked, minimum 2 h)",
      "Sales tax, 6.25 %",
    ]);
    const short = price(kigali, trip({ distanceMeters: 3000, durationSeconds: 0 }));
    expect(short.lines.map((line) => fareLineText(line, "RWF"))).toContain(
      "Minimum fare, raised to the minimum of RWF 5,000",
    );
    expect(short.lines.map((line) => fareLineText(line, "RWF"))).toContain(
      "Distance, 3 km at RWF 800",
    );
  });

  test("does not add tax that the price already includes", () => {
    const fare = price(kigali, trip());
    expect(fare.lines.filter((each) => !countsTowardsTotal(each)).map((each) => each.kind)).toEqual(
      ["tax"],
    );
    expect(price(boston, trip()).lines.every(countsTowardsTotal)).toBe(true);
  });

  test("refuses a distance that is not a number", () => {
    expect(() => price(kigali, trip({ distanceMeters: Number.NaN }))).toThrow(RangeError);
  });
});

describe("isWithin", () => {
  const over = { from: "22:00", to: "06:00" };
  const within = { from: "01:00", to: "04:30" };
  test.each([
    [over, "21:59", false],
    [over, "22:00", true],
    [over, "00:00", true],
    [over, "05:59", true],
    [over, "06:00", false],
    [within, "00:59", false],
    [within, "01:00", true],
    [within, "04:29", true],
    [within, "04:30", false],
  ])("%o at %s is %p", (night, clock, expected) => {
    expect(isWithin(night, `2026-11-21T${clock}`)).toBe(expected);
  });
});

describe("FeeSchedule", () => {
  test.each([
    [{ rates: [rates({ baseMinor: -1 })] }],
    [{ rates: [rates({ baseMinor: 1.5 })] }],
    [{ rates: [rates({ distanceTiers: [] })] }],
    [{ currency: "rwf" }],
    [{ surcharges: [night("24:00", "06:00", 1)] }],
    [{ surcharges: [night("22:00", "06:00", 0.001)] }],
    [{ taxes: { included: true, items: [{ name: " ", percent: 18, serviceTypes: [] }] } }],
    [{ holidays: [{ date: "12-32", name: "No day" }] }],
  ])("refuses %o", (fault) => {
    expect(FeeSchedule.safeParse({ ...kigali, ...fault }).success).toBe(false);
  });

  test("accepts any percentage with two decimals", () => {
    for (let bp = 0; bp <= 10_000; bp++) {
      const one = { ...kigali, surcharges: [night("22:00", "06:00", bp / 100)] };
      expect([bp, FeeSchedule.safeParse(one).success]).toEqual([bp, true]);
    }
  });
});
