/** Worked statements: each is calculated by hand in worked.md, and matches to the minor unit. */
import { describe, expect, test } from "bun:test";
import type { FareLineKind, FeeSchedule } from "../../src/fares/contract";
import { sumOf } from "../../src/fares/money-rules";
import { driverPayOfFee } from "../../src/fares/cancellation-rules";
import { driverPay } from "../../src/fares/driver-pay-rules";
import {
  type DriverAccountTrip,
  remainingDue,
  dueOf,
  mondayAt,
  nextMonday,
  paymentWithSign,
  paymentStateOf,
  type SummedEntry,
  type SummedLine,
  accountSums,
  statementWeekOf,
  weekStartsAt,
} from "../../src/payouts/rules";
import { priceList } from "../support/prices";
import { fareLine } from "../support/fare-lines";

const pay = (
  currency: string,
  distanceUnit: "km" | "mi",
  [farePercent, perTripMinor, perDistanceMinor, gratuityPercent]: [number, number, number, number],
): FeeSchedule =>
  priceList({
    currency,
    distanceUnit,
    driverPay: { farePercent, perTripMinor, perDistanceMinor, gratuityPercent },
  });
const K = pay("RWF", "km", [70, 0, 0, 100]);
const B = pay("USD", "mi", [60, 200, 25, 100]);
const P = pay("EUR", "km", [50, 300, 40, 50]);
const METERS_PER_MILE = 1_609.344;

type FareOptions = {
  tax?: number;
  includedTax?: number;
  gratuity?: number;
  tip?: number;
  meters?: number;
};
const line = (kind: FareLineKind, amountMinor = 0, countsTowardsTotal = true) =>
  fareLine(kind, amountMinor, countsTowardsTotal);

/** Returns a trip that was driven, paid and settled. The driver holds cash payments. */
function drivenTrip(
  rule: FeeSchedule,
  fareMinor: number,
  payment: DriverAccountTrip["payment"],
  more: FareOptions = {},
): DriverAccountTrip {
  const lines = [
    line("base", fareMinor),
    line("tax", more.tax),
    line("tax", more.includedTax, false),
    line("gratuity", more.gratuity),
    line("tip", more.tip),
  ].filter(({ amountMinor }) => amountMinor > 0);
  const pay = driverPay(rule, lines, Math.round(more.meters ?? 0));
  return {
    state: "settled",
    payment,
    fareMinor: sumOf(lines),
    paidMinor: payment === "account" ? 0 : sumOf(lines),
    heldMinor: payment === "cash" ? sumOf(lines) : 0,
    waivedMinor: 0,
    isUnconfirmed: false,
    gratuityMinor: more.gratuity ?? 0,
    tipMinor: more.tip ?? 0,
    paidTipMinor: 0,
    payMinor: pay.totalMinor,
    payLines: pay.lines,
  };
}

/** Returns a trip of 10,000 in cash that was not driven. */
function missedTrip(
  state: "no_show" | "cancelled",
  feeMinor: number,
  sharePercent: number,
): DriverAccountTrip {
  const driverShareMinor = (feeMinor * sharePercent) / 100;
  const pay = driverPayOfFee("RWF", {
    feeMinor,
    driverShareMinor,
    line: line(state as "no_show"),
  });
  return {
    state,
    paidMinor: 0,
    heldMinor: 0,
    waivedMinor: 0,
    isUnconfirmed: true,
    payment: "cash",
    fareMinor: 10_000,
    gratuityMinor: 0,
    tipMinor: 0,
    paidTipMinor: 0,
    payMinor: pay.totalMinor,
    payLines: pay.lines,
  };
}

const sumsOfTrip = (trip: DriverAccountTrip) => {
  const { payMinor, heldMinor } = dueOf(trip);
  return { payMinor, heldMinor };
};
const tripStatementLine = (trip: DriverAccountTrip): SummedLine => ({
  kind: "trip",
  ...sumsOfTrip(trip),
});
/** Returns the trip paid at the driver's own card terminal. */
const paidAtOwnTerminal = (trip: DriverAccountTrip) => ({ ...trip, heldMinor: trip.paidMinor });
const correctedLine = (before: DriverAccountTrip, now: DriverAccountTrip): SummedLine => ({
  kind: "correction",
  ...remainingDue(sumsOfTrip(now), sumsOfTrip(before)),
});
const entry = (kind: SummedEntry["kind"], amountMinor: number): SummedEntry => ({
  kind,
  amountMinor,
});
const payoutEntry = (amountMinor: number) =>
  entry("payout", paymentWithSign("payout", amountMinor));
const handInEntry = (amountMinor: number) =>
  entry("hand_in", paymentWithSign("hand_in", amountMinor));

test.each([
  ["as much as was due", 10_000, 10_000],
  ["less than was due", 8_500, 10_000],
  ["more than was due", 10_400, 10_000],
])("the driver holds the cash that they confirmed: %s", (_, takenMinor, fare) => {
  const trip = drivenTrip(K, fare, "cash");
  const confirmed = { ...trip, paidMinor: takenMinor, heldMinor: takenMinor };
  expect(dueOf(confirmed)).toEqual({ ...dueOf(trip), heldMinor: takenMinor });
});

test("the driver holds a no-show fee that they took from the passenger", () => {
  const trip = { ...missedTrip("no_show", 5_000, 70), paidMinor: 5_000, heldMinor: 5_000 };
  expect(dueOf(trip)).toMatchObject({ payMinor: 3_500, heldMinor: 5_000 });
});

const plain = (payment: DriverAccountTrip["payment"]) => drivenTrip(K, 10_000, payment);
const noShow = missedTrip("no_show", 5_000, 70);
const town = { meters: 12 * METERS_PER_MILE };

type WorkedExample = [
  number: number,
  openingMinor: number,
  lines: SummedLine[],
  entries: SummedEntry[],
  sums: [pay: number, held: number, corrections: number, adjustments: number, payments: number],
  closingMinor: number,
];

const worked: WorkedExample[] = [
  [1, 0, [tripStatementLine(plain("cash"))], [], [7_000, 10_000, 0, 0, 0], -3_000],
  [2, 0, [tripStatementLine(plain("card"))], [], [7_000, 0, 0, 0, 0], 7_000],
  [3, 0, [tripStatementLine(plain("account"))], [], [7_000, 0, 0, 0, 0], 7_000],
  [
    4,
    0,
    [tripStatementLine(drivenTrip(K, 10_000, "cash", { tax: 1_800 }))],
    [],
    [7_000, 11_800, 0, 0, 0],
    -4_800,
  ],
  [
    5,
    0,
    [tripStatementLine(drivenTrip(K, 11_800, "cash", { includedTax: 1_800 }))],
    [],
    [7_000, 11_800, 0, 0, 0],
    -4_800,
  ],
  [
    6,
    0,
    [tripStatementLine(drivenTrip(K, 10_000, "cash", { gratuity: 1_000 }))],
    [],
    [8_000, 11_000, 0, 0, 0],
    -3_000,
  ],
  [
    7,
    0,
    [tripStatementLine(drivenTrip(K, 10_000, "card", { tip: 2_000 }))],
    [],
    [9_000, 0, 0, 0, 0],
    9_000,
  ],
  [8, 0, [tripStatementLine(drivenTrip(K, 12_345, "account"))], [], [8_642, 0, 0, 0, 0], 8_642],
  [
    9,
    0,
    [tripStatementLine(paidAtOwnTerminal(drivenTrip(K, 9_990, "card")))],
    [],
    [6_993, 9_990, 0, 0, 0],
    -2_997,
  ],
  [10, 0, [tripStatementLine(drivenTrip(B, 4_500, "card", town))], [], [3_200, 0, 0, 0, 0], 3_200],
  [
    11,
    0,
    [tripStatementLine(drivenTrip(B, 4_500, "cash", { ...town, tax: 281, gratuity: 900 }))],
    [],
    [4_100, 5_681, 0, 0, 0],
    -1_581,
  ],
  [
    12,
    0,
    [tripStatementLine(drivenTrip(P, 2_000, "cash", { meters: 10_000, gratuity: 333 }))],
    [],
    [1_867, 2_333, 0, 0, 0],
    -466,
  ],
  [
    13,
    0,
    [tripStatementLine(drivenTrip(P, 1_995, "card", { meters: 7_300, tip: 250 }))],
    [],
    [1_715, 0, 0, 0, 0],
    1_715,
  ],
  [14, 0, [tripStatementLine(missedTrip("no_show", 10_000, 70))], [], [7_000, 0, 0, 0, 0], 7_000],
  [15, 0, [tripStatementLine(missedTrip("cancelled", 5_000, 50))], [], [2_500, 0, 0, 0, 0], 2_500],
  [16, 0, [tripStatementLine(missedTrip("cancelled", 0, 50))], [], [0, 0, 0, 0, 0], 0],
  [
    17,
    0,
    [
      tripStatementLine(drivenTrip(K, 8_000, "cash")),
      tripStatementLine(drivenTrip(K, 12_000, "card")),
      tripStatementLine(drivenTrip(K, 20_000, "account")),
    ],
    [],
    [28_000, 8_000, 0, 0, 0],
    20_000,
  ],
  [
    18,
    0,
    [
      tripStatementLine(drivenTrip(B, 3_333, "card", { meters: 5 * METERS_PER_MILE })),
      tripStatementLine(drivenTrip(B, 1_001, "account", { meters: METERS_PER_MILE })),
    ],
    [],
    [3_151, 0, 0, 0, 0],
    3_151,
  ],
  [
    19,
    0,
    [tripStatementLine(drivenTrip(K, 6_000, "cash")), tripStatementLine(noShow)],
    [],
    [7_700, 6_000, 0, 0, 0],
    1_700,
  ],
  [
    20,
    0,
    [tripStatementLine(plain("cash"))],
    [entry("bonus", 5_000)],
    [7_000, 10_000, 0, 5_000, 0],
    2_000,
  ],
  [
    21,
    0,
    [tripStatementLine(plain("card"))],
    [entry("damage", -15_000)],
    [7_000, 0, 0, -15_000, 0],
    -8_000,
  ],
  [
    22,
    0,
    [tripStatementLine(plain("account"))],
    [entry("fuel", 12_000), entry("correction", -400)],
    [7_000, 0, 0, 11_600, 0],
    18_600,
  ],
  [23, -3_000, [tripStatementLine(plain("card"))], [], [7_000, 0, 0, 0, 0], 4_000],
  [
    24,
    4_000,
    [tripStatementLine(plain("cash"))],
    [payoutEntry(4_000)],
    [7_000, 10_000, 0, 0, -4_000],
    -3_000,
  ],
  [25, 20_000, [], [payoutEntry(12_500)], [0, 0, 0, 0, -12_500], 7_500],
  [26, -3_000, [], [handInEntry(10_000)], [0, 0, 0, 0, 10_000], 7_000],
  [27, 9_000, [], [payoutEntry(9_000), entry("payout", 9_000)], [0, 0, 0, 0, 0], 9_000],
  [
    28,
    -3_000,
    [correctedLine(plain("cash"), drivenTrip(K, 8_000, "cash"))],
    [],
    [0, 0, 600, 0, 0],
    -2_400,
  ],
  [29, -3_000, [correctedLine(plain("cash"), plain("account"))], [], [0, 0, 10_000, 0, 0], 7_000],
  [
    30,
    7_000,
    [correctedLine(plain("card"), drivenTrip(K, 10_000, "card", { tip: 1_500 }))],
    [],
    [0, 0, 1_500, 0, 0],
    8_500,
  ],
];

describe("the worked examples of statements", () => {
  test.each(worked)("no. %d", (_, openingMinor, lines, entries, sums, closingMinor) => {
    const [payMinor, heldMinor, correctionsMinor, adjustmentsMinor, paymentsMinor] = sums;
    expect(accountSums(openingMinor, lines, entries)).toEqual({
      openingMinor,
      payMinor,
      heldMinor,
      correctionsMinor,
      adjustmentsMinor,
      paymentsMinor,
      closingMinor,
    });
  });

  test("are thirty, numbered as in worked.md", async () => {
    const text = await Bun.file(`${import.meta.dir}/worked.md`).text();
    const numbers = [...text.matchAll(/^\| (\d+) /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(worked.map(([number]) => number));
    expect(numbers).toHaveLength(30);
  });
});

describe("the weeks of statements", () => {
  const at = (utc: string) => Date.parse(`2026-${utc}Z`);
  const paris = "Europe/Paris";

  test("have 169 hours in autumn and 167 in spring", () => {
    const hours = (monday: string) =>
      (weekStartsAt(nextMonday(monday), paris) - weekStartsAt(monday, paris)) / 3_600_000;
    expect([hours("2026-10-19"), hours("2026-03-23"), hours("2026-06-01")]).toEqual([
      169, 167, 168,
    ]);
    expect(weekStartsAt("2026-10-19", paris)).toBe(at("10-18T22:00:00"));
    expect(weekStartsAt("2026-10-26", paris)).toBe(at("10-25T23:00:00"));
    expect(weekStartsAt("2026-03-23", paris)).toBe(at("03-22T23:00:00"));
    expect(weekStartsAt("2026-03-30", paris)).toBe(at("03-29T22:00:00"));
  });

  test.each([
    ["10-18T21:59:00", "2026-10-12"],
    ["10-18T22:00:00", "2026-10-19"],
    ["10-25T22:59:00", "2026-10-19"],
    ["10-25T23:00:00", "2026-10-26"],
    ["03-29T21:59:00", "2026-03-23"],
    ["03-29T22:00:00", "2026-03-30"],
  ])("%s UTC is in the week of %s", (utc, monday) => {
    expect(mondayAt(at(utc), paris)).toBe(monday);
  });

  test("a trip of a closed week goes to the next open one", () => {
    expect(statementWeekOf(at("10-20T12:00:00"), paris, null)).toBe("2026-10-19");
    expect(statementWeekOf(at("10-20T12:00:00"), paris, "2026-10-12")).toBe("2026-10-19");
    expect(statementWeekOf(at("10-20T12:00:00"), paris, "2026-10-19")).toBe("2026-10-26");
    expect(statementWeekOf(at("10-20T12:00:00"), paris, "2026-11-02")).toBe("2026-11-09");
  });
});

test.each([
  [0, 0, false, "even"],
  [100, 0, false, "open"],
  [100, 40, false, "partly"],
  [100, 100, false, "paid"],
  [-100, 120, true, "paid"],
  [-100, 99, true, "carried_over"],
  [100, 0, true, "carried_over"],
] as const)("a statement of %d with %d paid after it, followed by another: %p, is %s", (...row) => {
  const [closingMinor, paidMinor, isFollowed, standing] = row;
  expect(paymentStateOf(closingMinor, paidMinor, isFollowed)).toBe(standing);
});
