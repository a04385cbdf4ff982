/** Which payment rule applies to a trip, and what it requires. */
import { expect, test } from "bun:test";
import { payableMinor } from "../../src/payment-providers/provider-money";
import type { PaymentRule } from "../../src/reservations/prepaying/prepay-contract";
import { prepaymentDue, type TripToPay } from "../../src/reservations/prepaying/prepay-rules";
import { anyTrip } from "../support/payments/rules";

const rule: PaymentRule = { ...anyTrip, take: "deposit", marginPercent: 20 };
const HOUR = 3_600_000;
const trip: TripToPay = {
  serviceType: "hourly",
  vehicleClassId: "van",
  zoneIds: ["centre", "airport"],
  pickupAt: 48 * HOUR,
  fareMinor: 10_005,
  isNewRider: true,
  how: "web",
};
const can = { charge: true, hold: true };
const ask = (rules: Partial<PaymentRule>[], more: Partial<TripToPay> = {}, abilities = can) =>
  prepaymentDue(
    rules.map((one) => ({ ...rule, ...one })),
    { ...trip, ...more },
    abilities,
    0,
  );

test("the first rule that covers the trip decides", () => {
  expect(ask([{ serviceTypes: ["airport_pickup"], take: "all" }, {}])?.amountMinor).toBe(3_002);
  expect(ask([{ take: "nothing" }, { take: "all" }])).toBeNull();
  expect(ask([])).toBeNull();
});

test.each<[string, Partial<PaymentRule>, Partial<TripToPay>]>([
  ["service", { serviceTypes: ["hourly"] }, { serviceType: "home_care" }],
  ["vehicle class", { classIds: ["van"] }, { vehicleClassId: "sedan" }],
  ["pickup zone", { zoneIds: ["airport"] }, { zoneIds: ["centre"] }],
  ["minimum lead time", { leastLeadHours: 48 }, { pickupAt: 47 * HOUR }],
  ["maximum lead time", { mostLeadHours: 48 }, { pickupAt: 49 * HOUR }],
  ["limit to new riders", { newRiders: true }, { isNewRider: false }],
  ["minimum price", { leastFareMinor: 10_005 }, { fareMinor: 10_004 }],
])("a payment rule applies only to trips that match its %s", (_title, only, other) => {
  expect(ask([only])).not.toBeNull();
  expect(ask([only], other)).toBeNull();
});

test("a rule covers bookings by phone and repeating trips only if it says so", () => {
  for (const how of ["phone", "repeating"] as const) {
    expect(ask([{}], { how })).toBeNull();
    expect(ask([{ covers: [how] }], { how })?.requestAt).toBe(0);
    expect(ask([{ covers: [how] }], { how, pickupAt: 240 * HOUR })?.requestAt).toBe(120 * HOUR);
  }
});

test("a hold includes its margin, and is requested five days before a distant pickup", () => {
  expect(ask([{ take: "hold" }])).toEqual({ take: "hold", amountMinor: 12_006, requestAt: null });
  expect(ask([{ take: "hold" }], { pickupAt: 121 * HOUR })?.requestAt).toBe(HOUR);
  expect(ask([{ take: "all" }], { pickupAt: 121 * HOUR })?.requestAt).toBeNull();
});

test("a rule that no provider can carry out is skipped", () => {
  const rules = [{ take: "hold" }, { take: "all" }] as const;
  expect(ask([...rules], {}, { charge: true, hold: false })?.take).toBe("all");
  expect(ask([...rules], {}, { charge: false, hold: false })).toBeNull();
});

test("payableMinor rounds a part of a price up to an amount that providers support", () => {
  expect(payableMinor(3_002, "RWF")).toBe(3_002);
  expect(payableMinor(3_002, "USD")).toBe(3_002);
  expect(payableMinor(3_002, "KWD")).toBe(3_010);
  expect(payableMinor(3_002, "MGA")).toBe(3_100);
  expect(payableMinor(3_002, "ISK")).toBe(3_002);
});
