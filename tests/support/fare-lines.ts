/** Fare lines for tests. */
import type { FareLine, FareLineKind } from "../../src/fares/contract";

const surcharge = { name: "Surcharge", percent: 15 };

/** The facts of each kind of line. */
const facts: { [Kind in FareLineKind]: Extract<FareLine, { kind: Kind }>["params"] } = {
  flat: { name: "Airport to centre", otherWay: false },
  base: {},
  distance: { tenths: 112, fromTenths: 0, unit: "km", perDistanceMinor: 900 },
  minutes: { minutes: 26, perMinuteMinor: 50 },
  stops: { stops: 2, perStopMinor: 500 },
  minimum: { minimumMinor: 5_000 },
  hourly: { hours: 2, bookedHours: 1.5, perHourMinor: 8_500 },
  extra_distance: { tenths: 35, includedTenths: 400, unit: "km", perDistanceMinor: 900 },
  deadhead: {
    garage: "the garage",
    back: true,
    tenths: 80,
    fromTenths: 20,
    unit: "km",
    perDistanceMinor: 100,
  },
  night: { ...surcharge, from: "22:00", to: "06:00" },
  weekday: { ...surcharge, days: [6, 7], from: null, to: null },
  holiday: { ...surcharge, holiday: "Christmas" },
  airport: { ...surcharge, at: "pickup" },
  zone: { ...surcharge, at: "dropoff" },
  lead_time: { ...surcharge, underMinutes: 120 },
  extra: { name: "Child seat", quantity: 2, eachMinor: 3_000 },
  company_discount: { percent: 10 },
  promotion: { ...surcharge, code: "WELCOME", floorMinor: null, mostMinor: null },
  tax: { name: "VAT", percent: 18, of: "fare", within: null },
  gratuity: { percent: 10, beforeTax: true },
  wait: { minutes: 25, perMinuteMinor: 100, freeMinutes: 60, from: "landing" },
  tip: { payment: "cash" },
  expense: { expense: "toll", name: "", expenseId: "expense" },
  cancellation: { onTheWay: false, underMinutes: 120, percent: 50, capped: false },
  no_show: { percent: 100, capped: false },
  agreed_price: {},
  correction: { invoiceNumber: null },
  credited: {},
  agreed: {},
  other: { name: "Toll", detail: "" },
};

/** Returns a fare line of a kind. Only a tax may have `countsTowardsTotal` false: the price then includes it. */
export function fareLine(
  kind: FareLineKind,
  amountMinor: number,
  countsTowardsTotal = true,
): FareLine {
  const params =
    kind === "tax" && !countsTowardsTotal ? { ...facts.tax, within: "price" } : facts[kind];
  return { kind, params, amountMinor } as FareLine;
}
