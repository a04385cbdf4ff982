/** Every fault of a price list is found, with its place and its text. */
import { describe, expect, test } from "bun:test";
import type { FeeSchedule, PriceListContext, Surcharge } from "../../src/fares/contract";
import { reviewSchedule } from "../../src/fares/review-rules";
import { priceList, rates } from "../support/prices";
import { boston, kigali, paris } from "./price-lists";

const world: PriceListContext = {
  currency: "RWF",
  distanceUnit: "km",
  vehicleClasses: [
    { id: "sedan", name: "Sedan", active: true },
    { id: "van", name: "Van", active: true },
    { id: "old", name: "Old", active: false },
  ],
  zones: [
    { id: "airport", name: "Airport", active: true },
    { id: "centre", name: "Centre", active: true },
    { id: "musanze", name: "Musanze", active: true },
    { id: "closed", name: "Closed", active: false },
  ],
  places: [
    { id: "marriott", name: "Marriott", active: true },
    { id: "kgl", name: "KGL", active: true },
  ],
  companies: [
    { id: "acme", name: "Acme", active: true },
    { id: "late", name: "Late", active: false },
  ],
};
const hourly = {
  perHourMinor: 1,
  minimumHours: 1,
  distancePerHour: null,
  perExtraDistanceMinor: 0,
};
const sound = priceList({
  rates: ["sedan", "van"].map((vehicleClassId) =>
    rates({
      vehicleClassId,
      baseMinor: 1_000,
      distanceTiers: [{ upTo: null, perDistanceMinor: 500 }],
      minimumMinor: 2_000,
      hourly,
    }),
  ),
});

function surcharge(over: Partial<Surcharge> = {}): Surcharge {
  return {
    id: "s",
    name: "Night",
    when: { kind: "night", from: "22:00", to: "06:00" },
    amount: { kind: "percent", percent: 10 },
    group: null,
    serviceTypes: [],
    vehicleClassIds: [],
    ...over,
  };
}
const flat = (over: Partial<FeeSchedule["flatPrices"][number]> = {}) => ({
  id: "f",
  name: "In",
  from: { kind: "zone" as const, zoneId: "airport" },
  to: { kind: "zone" as const, zoneId: "centre" },
  bothWays: false,
  prices: [{ vehicleClassId: "sedan", amountMinor: 1 }],
  ...over,
});
const discount = {
  id: "acme",
  companyId: "acme",
  percent: 10,
  serviceTypes: [],
  vehicleClassIds: [],
};
const own = {
  ...{ id: "own", companyId: "acme", vehicleClassId: "sedan", baseMinor: 100 },
  ...{ perDistanceMinor: null, perMinuteMinor: null, minimumMinor: null, perHourMinor: null },
};
const [welcome] = kigali.promotions;
if (!welcome) throw new Error("There is no such promotion.");
const [seat] = kigali.extras;
if (!seat) throw new Error("There is no such extra.");
const [sedan] = sound.rates;
if (!sedan) throw new Error("There are no such rates.");
const scheduleWithRates = (over: Partial<typeof sedan>) => ({
  rates: [{ ...sedan, ...over }, ...sound.rates.slice(1)],
});
const fee = (percent: number) => ({
  fee: { kind: "percent" as const, percent },
  driverSharePercent: 0,
});
const cancellation = (over: Partial<FeeSchedule["cancellation"]>) => ({
  cancellation: { ...sound.cancellation, ...over },
});

/** name, the difference, then the severity, path and text of the one fault. */
const faults: [string, Partial<FeeSchedule>, "error" | "warning", string, RegExp][] = [
  ["another currency", { currency: "USD" }, "error", "currency", /in USD/],
  ["another unit", { distanceUnit: "mi" }, "error", "distanceUnit", /per mi/],
  [
    "a class without rates",
    { rates: sound.rates.slice(0, 1) },
    "error",
    "rates",
    /Van .* no rates/,
  ],
  [
    "rates twice",
    { rates: [...sound.rates, sedan] },
    "error",
    "rates.2",
    /Sedan has two sets of rates/,
  ],
  [
    "rates of no class",
    { rates: [...sound.rates, { ...sedan, vehicleClassId: "gone" }] },
    "error",
    "rates.2",
    /no longer exists/,
  ],
  [
    "tiers that do not go up",
    scheduleWithRates({
      distanceTiers: [
        { upTo: 10, perDistanceMinor: 9 },
        { upTo: 10, perDistanceMinor: 8 },
        { upTo: null, perDistanceMinor: 7 },
      ],
    }),
    "error",
    "rates.0.distanceTiers.1.upTo",
    /must end beyond the one before/,
  ],
  [
    "a last tier that ends",
    scheduleWithRates({ distanceTiers: [{ upTo: 10, perDistanceMinor: 9 }] }),
    "error",
    "rates.0.distanceTiers.0.upTo",
    /beyond 10 km have no price/,
  ],
  [
    "an open tier in the middle",
    scheduleWithRates({
      distanceTiers: [
        { upTo: null, perDistanceMinor: 9 },
        { upTo: null, perDistanceMinor: 8 },
      ],
    }),
    "error",
    "rates.0.distanceTiers.0.upTo",
    /only the last/,
  ],
  [
    "no hourly rate",
    scheduleWithRates({ hourly: null }),
    "warning",
    "rates.0.hourly",
    /by the hour/,
  ],
  [
    "trips for nothing",
    {
      ...scheduleWithRates({
        baseMinor: 0,
        minimumMinor: 0,
        distanceTiers: [{ upTo: null, perDistanceMinor: 0 }],
      }),
    },
    "warning",
    "rates.0",
    /cost nothing/,
  ],
  [
    "a flat price from nowhere",
    { flatPrices: [flat({ from: { kind: "zone", zoneId: "gone" } })] },
    "error",
    "flatPrices.0.from",
    /zone that no longer exists/,
  ],
  [
    "a flat price to a place that is gone",
    { flatPrices: [flat({ to: { kind: "place", placeId: "gone" } })] },
    "error",
    "flatPrices.0.to",
    /place that no longer exists/,
  ],
  [
    "a zone that is switched off",
    { flatPrices: [flat({ from: { kind: "zone", zoneId: "closed" } })] },
    "error",
    "flatPrices.0.from",
    /inactive/,
  ],
  [
    "the same way twice",
    { flatPrices: [flat(), flat({ id: "g", name: "Again" })] },
    "error",
    "flatPrices.1",
    /“Again” .* “In”/,
  ],
  [
    "the same way, once as the other way",
    {
      flatPrices: [
        flat({ bothWays: true }),
        flat({
          id: "g",
          name: "Out",
          from: { kind: "zone", zoneId: "centre" },
          to: { kind: "zone", zoneId: "airport" },
        }),
      ],
    },
    "error",
    "flatPrices.1",
    /same route and class/,
  ],
  [
    "a class twice in a flat price",
    {
      flatPrices: [
        flat({
          prices: [
            { vehicleClassId: "sedan", amountMinor: 1 },
            { vehicleClassId: "sedan", amountMinor: 2 },
          ],
        }),
      ],
    },
    "error",
    "flatPrices.0.prices",
    /two prices for the same class/,
  ],
  [
    "a class that is switched off",
    { flatPrices: [flat({ prices: [{ vehicleClassId: "old", amountMinor: 1 }] })] },
    "warning",
    "flatPrices.0.prices",
    /Old, which cannot be booked/,
  ],
  [
    "two ids alike",
    { flatPrices: [flat(), flat({ bothWays: false, to: { kind: "zone", zoneId: "musanze" } })] },
    "error",
    "flatPrices.1.id",
    /id of another/,
  ],
  [
    "a night that never is",
    { surcharges: [surcharge({ when: { kind: "night", from: "22:00", to: "22:00" } })] },
    "error",
    "surcharges.0.when",
    /begins and ends at/,
  ],
  [
    "half a window",
    { surcharges: [surcharge({ when: { kind: "weekday", days: [1], from: "10:00", to: null } })] },
    "error",
    "surcharges.0.when",
    /both times/,
  ],
  [
    "a weekday window that never is",
    {
      surcharges: [surcharge({ when: { kind: "weekday", days: [1], from: "10:00", to: "10:00" } })],
    },
    "error",
    "surcharges.0.when",
    /begins and ends at/,
  ],
  [
    "a holiday surcharge without holidays",
    { surcharges: [surcharge({ when: { kind: "holiday" } })] },
    "warning",
    "surcharges.0.when",
    /no holidays/,
  ],
  [
    "a surcharge of a zone that is gone",
    { surcharges: [surcharge({ when: { kind: "zone", zoneId: "gone", at: "either" } })] },
    "error",
    "surcharges.0.when.zoneId",
    /no longer exists/,
  ],
  [
    "two surcharges that are the same",
    { surcharges: [surcharge(), surcharge({ id: "t", name: "Dark" })] },
    "error",
    "surcharges.1",
    /exactly the same times as “Night”/,
  ],
  [
    "a group of one",
    { surcharges: [surcharge({ group: "Time" })] },
    "warning",
    "surcharges.0.group",
    /only surcharge in the group/,
  ],
  [
    "a surcharge for a class that is gone",
    { surcharges: [surcharge({ vehicleClassIds: ["gone"] })] },
    "error",
    "surcharges.0.vehicleClassIds",
    /class that no longer exists/,
  ],
  [
    "30 February",
    { holidays: [{ date: "02-30", name: "Nothing" }] },
    "error",
    "holidays.0.date",
    /not a date/,
  ],
  [
    "29 February of a year without",
    { holidays: [{ date: "2027-02-29", name: "Leap" }] },
    "error",
    "holidays.0.date",
    /not a date/,
  ],
  [
    "a holiday twice",
    {
      holidays: [
        { date: "12-25", name: "Christmas" },
        { date: "12-25", name: "Noël" },
      ],
    },
    "warning",
    "holidays.1.date",
    /twice/,
  ],
  [
    "an extra in a class that is gone",
    { extras: [{ ...seat, vehicleClassIds: ["gone"] }] },
    "error",
    "extras.0.vehicleClassIds",
    /no longer exists/,
  ],
  [
    "a code twice for the same days",
    { promotions: [welcome, { ...welcome, id: "again", from: "2026-11-30", until: null }] },
    "error",
    "promotions.1.code",
    /twice for the same days/,
  ],
  [
    "a discount of an unknown company",
    { companyDiscounts: [{ ...discount, companyId: "gone" }] },
    "error",
    "companyDiscounts.0.companyId",
    /does not exist/,
  ],
  [
    "a discount of a suspended company",
    { companyDiscounts: [{ ...discount, companyId: "late" }] },
    "warning",
    "companyDiscounts.0.companyId",
    /suspended/,
  ],
  [
    "two discounts for the same trips",
    { companyDiscounts: [discount, { ...discount, id: "again", percent: 5 }] },
    "error",
    "companyDiscounts.1",
    /two discounts for the same trips/,
  ],
  [
    "prices of an unknown company",
    { companyRates: [{ ...own, companyId: "gone" }] },
    "error",
    "companyRates.0.companyId",
    /does not exist/,
  ],
  [
    "a company’s prices in an unknown class",
    { companyRates: [{ ...own, vehicleClassId: "gone" }] },
    "error",
    "companyRates.0.vehicleClassId",
    /no longer exists/,
  ],
  [
    "a company’s prices twice for a class",
    { companyRates: [own, { ...own, id: "again" }] },
    "error",
    "companyRates.1",
    /two sets of its own prices/,
  ],
  [
    "a company’s prices that are none",
    { companyRates: [{ ...own, baseMinor: null }] },
    "warning",
    "companyRates.0",
    /pays the usual prices/,
  ],
  [
    "a company discount of nothing",
    { companyDiscounts: [{ ...discount, percent: 0 }] },
    "warning",
    "companyDiscounts.0.percent",
    /no discount/,
  ],
  [
    "a promotion that ends first",
    { promotions: [{ ...welcome, from: "2026-12-01" }] },
    "error",
    "promotions.0.until",
    /before it begins/,
  ],
  [
    "a promotion of nothing",
    { promotions: [{ ...welcome, amount: { kind: "percent", percent: 0 } }] },
    "warning",
    "promotions.0.amount",
    /no discount/,
  ],
  [
    "two taxes of one name",
    {
      taxes: {
        included: false,
        items: [
          { name: "VAT", percent: 1, serviceTypes: [] },
          { name: "vat", percent: 2, serviceTypes: [] },
        ],
      },
    },
    "warning",
    "taxes.items.1.name",
    /Two taxes/,
  ],
  [
    "no tier of 0 minutes",
    cancellation({ tiers: [{ ...fee(50), noticeMinutes: 60 }] }),
    "error",
    "cancellation.tiers",
    /starts at 0 minutes/,
  ],
  [
    "two tiers of one notice",
    cancellation({
      tiers: [
        { ...fee(50), noticeMinutes: 0 },
        { ...fee(50), noticeMinutes: 0 },
      ],
    }),
    "error",
    "cancellation.tiers.1",
    /Two tiers/,
  ],
  [
    "more notice that costs more",
    cancellation({
      tiers: [
        { ...fee(60), noticeMinutes: 120 },
        { ...fee(50), noticeMinutes: 0 },
      ],
    }),
    "error",
    "cancellation.tiers.0",
    /2 h before the pickup costs more/,
  ],
  [
    "cheaper on the way",
    cancellation({ onTheWay: fee(40) }),
    "warning",
    "cancellation.onTheWay",
    /cheaper once the driver/,
  ],
  [
    "cheaper not to come",
    cancellation({ noShow: fee(80) }),
    "warning",
    "cancellation.noShow",
    /A no-show is cheaper/,
  ],
  [
    "no pay",
    { driverPay: { ...sound.driverPay, farePercent: 0 } },
    "warning",
    "driverPay",
    /earn no share/,
  ],
  [
    "more pay than the trip brings",
    { driverPay: { ...sound.driverPay, farePercent: 100, perTripMinor: 1 } },
    "warning",
    "driverPay",
    /earns more than the rider pays/,
  ],
  [
    "more pay a kilometre than it brings",
    { driverPay: { ...sound.driverPay, perDistanceMinor: 151 } },
    "warning",
    "driverPay.perDistanceMinor",
    /for each km/,
  ],
];

describe("faults of a price list", () => {
  test.each(faults)("%s", (_name, over, severity, path, words) => {
    const found = reviewSchedule({ ...sound, ...over }, world);
    expect(found.map((fault) => [fault.severity, fault.path])).toEqual([[severity, path]]);
    expect(found[0]?.message).toMatch(words);
    expect(found[0]?.message).toMatch(/\.$/);
  });
});

describe("a price list without faults", () => {
  test("can be the smallest possible one", () => {
    expect(reviewSchedule(sound, world)).toEqual([]);
  });
  test("can be that of the worked examples, apart from a missing hourly rate", () => {
    expect(reviewSchedule(kigali, world).map(({ path }) => path)).toEqual(["rates.1.hourly"]);
    for (const [list, id] of [
      [boston, "town"],
      [paris, "berline"],
    ] as const) {
      const there: PriceListContext = {
        ...world,
        currency: list.currency,
        distanceUnit: list.distanceUnit,
        vehicleClasses: [
          { id, name: id, active: true },
          { id: "compact", name: "Compact", active: false },
        ],
        places: [
          { id: "logan", name: "Logan", active: true },
          { id: "back-bay", name: "Back Bay", active: true },
        ],
      };
      expect(reviewSchedule(list, there).filter(({ severity }) => severity === "error")).toEqual(
        [],
      );
    }
  });
  test("can reuse a code on other days, have a yearly 29 February and tiers in any order", () => {
    const secondPromotion = { ...welcome, id: "again", from: "2026-12-01", until: null };
    const list = {
      ...sound,
      promotions: [welcome, secondPromotion],
      holidays: [{ date: "02-29", name: "Leap day" }],
      ...cancellation({ tiers: sound.cancellation.tiers.toReversed() }),
    };
    expect(reviewSchedule(list, world)).toEqual([]);
  });
  test("reviewSchedule lists errors before warnings", () => {
    const bad = { ...sound, ...scheduleWithRates({ hourly: null }), currency: "USD" };
    expect(reviewSchedule(bad, world).map(({ severity }) => severity)).toEqual([
      "error",
      "warning",
    ]);
  });
});
