/** Properties that hold for any price list and any trip, whatever the figures. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type Amount,
  Fare,
  FeeSchedule,
  PricedTrip,
  ServiceType,
  type Surcharge,
} from "../../src/fares/contract";
import { cancellationFee, noShowFee } from "../../src/fares/cancellation-rules";
import { driverPay } from "../../src/fares/driver-pay-rules";
import { priceTrip, fareWithWait } from "../../src/fares/rules";
import { priceList, rates } from "../support/prices";
import { countsTowardsTotal } from "../../src/fares/money-rules";

const minor = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000_000 }),
  fc.integer({ min: 0, max: 20_000 }),
);
const hundredths = fc.integer({ min: 0, max: 10_000 }).map((bp) => bp / 100);
const tenths = (max: number) => fc.integer({ min: 0, max: max * 10 }).map((n) => n / 10);
const quarters = fc.integer({ min: 1, max: 96 }).map((n) => n / 4);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`);
const service = fc.constantFrom(...ServiceType.options);
const services = fc.uniqueArray(service, { maxLength: 3 });
const classes = fc.constantFrom<string[]>([], ["sedan"], ["van"]);
const amount: fc.Arbitrary<Amount> = fc.oneof(
  minor.map((amountMinor) => ({ kind: "fixed" as const, amountMinor })),
  hundredths.map((percent) => ({ kind: "percent" as const, percent })),
);
const side = fc.constantFrom("pickup" as const, "dropoff" as const, "either" as const);
const zone = fc.constantFrom("a", "b", "c");
const place = fc.constantFrom("p", "q");

const when: fc.Arbitrary<Surcharge["when"]> = fc.oneof(
  fc.record({ kind: fc.constant("night" as const), from: time, to: time }),
  fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      fc.option(fc.tuple(time, time)),
    )
    .map(([days, window]) => ({
      kind: "weekday" as const,
      days,
      from: window?.[0] ?? null,
      to: window?.[1] ?? null,
    })),
  fc.constant({ kind: "holiday" as const }),
  side.map((at) => ({ kind: "airport" as const, at })),
  fc.tuple(side, zone).map(([at, zoneId]) => ({ kind: "zone" as const, zoneId, at })),
  fc
    .integer({ min: 1, max: 3_000 })
    .map((underMinutes) => ({ kind: "lead_time" as const, underMinutes })),
);
const surcharges = fc
  .array(
    fc.record({
      name: fc.constantFrom("One", "Two", "Three"),
      when,
      amount,
      group: fc.constantFrom(null, null, "g", "h"),
      serviceTypes: services,
      vehicleClassIds: classes,
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((each, at) => ({ id: `s${at}`, ...each })));

const flatRateEnd = fc.oneof(
  zone.map((zoneId) => ({ kind: "zone" as const, zoneId })),
  place.map((placeId) => ({ kind: "place" as const, placeId })),
);

const tiers = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 4 }), fc.array(minor))
  .map(([ends, prices]) => {
    const sorted = [...ends].sort((a, b) => a - b);
    return [...sorted.map((end) => end / 10), null].map((upTo, at) => ({
      upTo,
      perDistanceMinor: prices[at] ?? 700,
    }));
  });

const anySchedule: fc.Arbitrary<FeeSchedule> = fc
  .record({
    currency: fc.constantFrom("RWF", "USD", "KWD"),
    distanceUnit: fc.constantFrom("km" as const, "mi" as const),
    rates: fc
      .record({
        baseMinor: minor,
        distanceTiers: tiers,
        perMinuteMinor: minor,
        perStopMinor: minor,
        minimumMinor: minor,
        hourly: fc.option(
          fc.record({
            perHourMinor: minor,
            minimumHours: quarters,
            distancePerHour: fc.option(tenths(100)),
            perExtraDistanceMinor: minor,
          }),
        ),
        perWaitMinuteMinor: minor,
      })
      .map((one) => [rates(one), rates({ vehicleClassId: "van" })]),
    flatPrices: fc
      .array(
        fc.record({ from: flatRateEnd, to: flatRateEnd, bothWays: fc.boolean(), price: minor }),
        {
          maxLength: 3,
        },
      )
      .map((all) =>
        all.map(({ price, ...flat }, at) => ({
          ...flat,
          id: `f${at}`,
          name: `Way ${at}`,
          prices: [{ vehicleClassId: "sedan", amountMinor: price }],
        })),
      ),
    surcharges,
    extras: minor.map((amountMinor) => [
      {
        id: "seat",
        name: "Seat",
        description: "",
        amountMinor,
        maxQuantity: 5,
        serviceTypes: [],
        vehicleClassIds: [],
      },
    ]),
    promotions: fc
      .record({ amount, maxDiscountMinor: fc.option(minor), minimumMinor: minor })
      .map((one) => [
        {
          id: "code",
          code: "CODE",
          name: "Code",
          from: null,
          until: null,
          maxUses: null,
          maxUsesPerRider: null,
          serviceTypes: [],
          vehicleClassIds: [],
          ...one,
        },
      ]),
    companyDiscounts: hundredths.map((percent) => [
      { id: "acme", companyId: "acme", percent, serviceTypes: [], vehicleClassIds: [] },
    ]),
    companyRates: fc.option(minor).map((price) => [
      {
        ...{ id: "own", companyId: "bespoke", vehicleClassId: "sedan", baseMinor: price },
        ...{ perDistanceMinor: price, perMinuteMinor: null, minimumMinor: null },
        perHourMinor: price,
      },
    ]),
    taxes: fc.record({
      included: fc.boolean(),
      items: fc.array(
        fc.record({ name: fc.constant("Tax"), percent: hundredths, serviceTypes: services }),
        { maxLength: 5 },
      ),
    }),
    gratuity: fc.record({
      automaticPercent: fc.option(hundredths),
      choices: fc.constant(0).map((one) => [one]),
    }),
    deadhead: fc.option(
      fc.record({
        garage: fc.constant({ name: "Garage", latitude: 0, longitude: 0 }),
        legs: fc.constantFrom("to_pickup" as const, "both" as const),
        freeDistance: tenths(100),
        perDistanceMinor: minor,
      }),
    ),
    driverPay: fc.record({
      farePercent: hundredths,
      perTripMinor: minor,
      perDistanceMinor: minor,
      gratuityPercent: hundredths,
    }),
    holidays: fc.constant("11-21").map((date) => [{ date, name: "Some day" }]),
  })
  .map((over) => priceList(over));

const end = fc.record({
  zoneIds: fc.uniqueArray(zone, { maxLength: 2 }),
  placeIds: fc.uniqueArray(place, { maxLength: 1 }),
  airport: fc.boolean(),
});
const anyTrip: fc.Arbitrary<PricedTrip> = fc.record(
  {
    serviceType: service,
    distanceMeters: fc.integer({ min: 0, max: 60_000_000 }),
    durationSeconds: fc.integer({ min: 0, max: 2_592_000 }),
    pickupLocal: fc
      .tuple(fc.integer({ min: 16, max: 22 }), time)
      .map(([d, t]) => `2026-11-${d}T${t}`),
    bookedOn: fc.constant("2026-11-15"),
    leadMinutes: fc.integer({ min: 0, max: 10_000 }),
    pickup: end,
    dropoff: end,
    stops: fc.integer({ min: 0, max: 8 }),
    hours: quarters,
    deadheadMeters: fc.integer({ min: 0, max: 1_000_000 }),
    extras: fc.constantFrom([], [{ id: "seat", quantity: 3 }]),
    companyId: fc.constantFrom("acme", "other"),
    promotion: fc.constantFrom(null, { code: "CODE", uses: 0, usesByRider: 0 }),
    gratuityPercent: hundredths,
  },
  {
    requiredKeys: [
      "serviceType",
      "distanceMeters",
      "durationSeconds",
      "pickupLocal",
      "bookedOn",
      "leadMinutes",
      "pickup",
      "dropoff",
      "stops",
      "deadheadMeters",
      "extras",
      "promotion",
    ],
  },
);
const runs = { numRuns: 1_000 };
const total = (schedule: FeeSchedule, trip: PricedTrip) =>
  priceTrip(schedule, "sedan", trip)?.totalMinor ?? null;

describe("any price list and any trip", () => {
  test("the lines of a fare sum to its total, which is never negative", () => {
    let priced = 0;
    fc.assert(
      fc.property(anySchedule, anyTrip, (schedule, trip) => {
        FeeSchedule.parse(schedule);
        PricedTrip.parse(trip);
        const fare = priceTrip(schedule, "sedan", trip);
        if (!fare) {
          expect(trip.serviceType).toBe("hourly");
          return;
        }
        priced++;
        expect(Fare.parse(fare)).toEqual(fare);
        const totalLines = fare.lines.filter(countsTowardsTotal);
        expect(totalLines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(fare.totalMinor);
        expect(fare.totalMinor).toBeGreaterThanOrEqual(0);
        for (const line of fare.lines) {
          expect(Number.isSafeInteger(line.amountMinor)).toBe(true);
          const isDiscount = line.kind === "promotion" || line.kind === "company_discount";
          if (!isDiscount) expect(line.amountMinor).toBeGreaterThanOrEqual(0);
        }
      }),
      runs,
    );
    expect(priced).toBeGreaterThan(800);
  });

  test("more distance, time or stops never cost less", () => {
    const more = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 1_000_000 }));
    const zeroOrOne = fc.integer({ min: 0, max: 1 });
    fc.assert(
      fc.property(
        anySchedule,
        anyTrip,
        more,
        more,
        zeroOrOne,
        (schedule, trip, meters, seconds, stops) => {
          const longerTrip = {
            ...trip,
            distanceMeters: trip.distanceMeters + meters,
            durationSeconds: trip.durationSeconds + seconds,
            stops: trip.stops + stops,
          };
          const before = total(schedule, trip);
          if (before !== null) expect(total(schedule, longerTrip)).toBeGreaterThanOrEqual(before);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("the order of the surcharges in the list never matters", () => {
    fc.assert(
      fc.property(anySchedule, anyTrip, fc.nat(), (schedule, trip, turn) => {
        const at = turn % (schedule.surcharges.length || 1);
        const rotatedSurcharges = [
          ...schedule.surcharges.slice(at),
          ...schedule.surcharges.slice(0, at),
        ];
        for (const surcharges of [rotatedSurcharges, rotatedSurcharges.toReversed()])
          expect(priceTrip({ ...schedule, surcharges }, "sedan", trip)).toEqual(
            priceTrip(schedule, "sedan", trip),
          );
      }),
      runs,
    );
  });

  test("a promotion never raises a price, nor lowers it below its minimum", () => {
    fc.assert(
      fc.property(anySchedule, anyTrip, (schedule, trip) => {
        const without = priceTrip(schedule, "sedan", { ...trip, promotion: null });
        const promotion = { code: "code", uses: 0, usesByRider: 0 };
        const fare = priceTrip(schedule, "sedan", { ...trip, promotion });
        if (!fare || !without) return;
        expect(fare.totalMinor).toBeLessThanOrEqual(without.totalMinor);
        const at = fare.lines.findIndex(({ kind }) => kind === "promotion");
        const paid = fare.lines.slice(0, at + 1).reduce((sum, line) => sum + line.amountMinor, 0);
        if (at >= 0) expect(paid).toBeGreaterThanOrEqual(schedule.promotions[0]?.minimumMinor ?? 0);
      }),
      runs,
    );
  });

  test("a company's discount never raises a price and never applies to others", () => {
    fc.assert(
      fc.property(anySchedule, anyTrip, (schedule, trip) => {
        const without = priceTrip(schedule, "sedan", { ...trip, companyId: "other" });
        const fare = priceTrip(schedule, "sedan", { ...trip, companyId: "acme" });
        if (!fare || !without) return;
        expect(fare.totalMinor).toBeLessThanOrEqual(without.totalMinor);
        expect(without.lines.some(({ kind }) => kind === "company_discount")).toBe(false);
      }),
      runs,
    );
  });

  test("a company's own prices add up and never apply to others", () => {
    fc.assert(
      fc.property(anySchedule, anyTrip, (schedule, trip) => {
        const own = { ...trip, companyId: "bespoke" };
        const without = { ...schedule, companyRates: [] };
        expect(priceTrip(schedule, "sedan", trip)).toEqual(priceTrip(without, "sedan", trip));
        expect(priceTrip(schedule, "van", own)).toEqual(priceTrip(without, "van", own));
        const fare = priceTrip(schedule, "sedan", own);
        const totalLines = fare?.lines.filter(countsTowardsTotal) ?? [];
        expect(totalLines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(
          fare?.totalMinor ?? 0,
        );
        const base = schedule.companyRates[0]?.baseMinor ?? schedule.rates[0]?.baseMinor ?? 0;
        for (const line of fare?.lines ?? [])
          if (line.kind === "base") expect(line.amountMinor).toBe(base);
      }),
      runs,
    );
  });

  test("waiting is added after the agreed lines, which never change with later prices", () => {
    const THREE_HOURS_MS = 3 * 3_600_000;
    const ms = fc.integer({ min: 0, max: THREE_HOURS_MS });
    fc.assert(
      fc.property(
        anySchedule,
        anySchedule,
        anyTrip,
        ms,
        ms,
        ms,
        (schedule, other, trip, a, b, c) => {
          const agreed = priceTrip(schedule, "sedan", trip);
          if (!agreed) return;
          const bytes = JSON.stringify(agreed);
          // Compiling and using another list in between does not change the agreed price.
          priceTrip(other, "sedan", trip);
          const arrivedAt = a;
          const facts = {
            serviceType: trip.serviceType,
            vehicleClassId: "sedan",
            pickupAt: b,
            arrivedAt,
            onBoardAt: arrivedAt + c,
            landedAt: null,
          };
          const fare = fareWithWait(schedule, facts, agreed);
          expect(JSON.stringify(agreed)).toBe(bytes);
          expect(JSON.stringify(fare.lines.slice(0, agreed.lines.length))).toBe(
            JSON.stringify(agreed.lines),
          );
          const totalLines = fare.lines.filter(countsTowardsTotal);
          expect(totalLines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(fare.totalMinor);
          expect(fare.totalMinor).toBeGreaterThanOrEqual(agreed.totalMinor);
          const longerWaitFare = fareWithWait(
            schedule,
            { ...facts, onBoardAt: facts.onBoardAt + 60_000 },
            agreed,
          );
          expect(longerWaitFare.totalMinor).toBeGreaterThanOrEqual(fare.totalMinor);
        },
      ),
      runs,
    );
  });

  test("driver pay is the sum of its lines, and its shares never exceed the fare", () => {
    fc.assert(
      fc.property(anySchedule, anyTrip, (schedule, trip) => {
        const fare = priceTrip(schedule, "sedan", trip);
        if (!fare) return;
        const pay = driverPay(schedule, fare.lines, trip.distanceMeters);
        expect(pay.lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(pay.totalMinor);
        const shares = pay.lines.filter(({ kind }) => kind.endsWith("_share"));
        expect(shares.reduce((sum, line) => sum + line.amountMinor, 0)).toBeLessThanOrEqual(
          fare.totalMinor,
        );
      }),
      runs,
    );
  });
});

test("no cancellation or no-show fee exceeds the fare, and no driver's share the fee", () => {
  const fee = fc.record({ fee: amount, driverSharePercent: hundredths });
  const anyCancellation = fc.record({
    freeAfterBookingMinutes: fc.integer({ min: 0, max: 1_440 }),
    tiers: fc
      .uniqueArray(fc.integer({ min: 0, max: 86_400 }), { minLength: 1, maxLength: 8 })
      .chain((notices) =>
        fc.tuple(...notices.map((noticeMinutes) => fee.map((one) => ({ ...one, noticeMinutes })))),
      ),
    onTheWay: fee,
    noShow: fee,
  });
  const DAY = 86_400_000;
  fc.assert(
    fc.property(
      anyCancellation,
      minor,
      fc.integer({ min: -DAY, max: 60 * DAY }),
      fc.boolean(),
      (cancellation, fareMinor, notice, onTheWay) => {
        const schedule = priceList({ cancellation });
        const pickupAt = 100 * DAY;
        const trip = { bookedAt: 0, pickupAt, fareMinor, onTheWay };
        for (const decision of [
          cancellationFee(schedule, trip, pickupAt - notice),
          noShowFee(schedule, fareMinor),
        ]) {
          expect(decision.feeMinor).toBeGreaterThanOrEqual(0);
          expect(decision.feeMinor).toBeLessThanOrEqual(fareMinor);
          expect(decision.driverShareMinor).toBeLessThanOrEqual(decision.feeMinor);
        }
      },
    ),
    runs,
  );
});
