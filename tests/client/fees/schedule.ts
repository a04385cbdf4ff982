/** A small price list for tests of the screens; every value can be replaced. */
import type { FeeSchedule } from "../../../src/fares/contract";

const share = { fee: { kind: "percent" as const, percent: 50 }, driverSharePercent: 50 };

export function schedule(overrides: Partial<FeeSchedule> = {}): FeeSchedule {
  const rates = (vehicleClassId: string, baseMinor: number) => ({
    vehicleClassId,
    baseMinor,
    distanceTiers: [
      { upTo: 10, perDistanceMinor: 900 },
      { upTo: null, perDistanceMinor: 700 },
    ],
    perMinuteMinor: 60,
    perStopMinor: 500,
    minimumMinor: 5_000,
    hourly: null,
    perWaitMinuteMinor: 100,
  });
  return {
    currency: "RWF",
    distanceUnit: "km",
    rates: [rates("standard", 2_000), rates("van", 5_000)],
    flatPrices: [],
    surcharges: [
      {
        id: "night",
        name: "Night",
        when: { kind: "night", from: "22:00", to: "06:00" },
        amount: { kind: "percent", percent: 15 },
        group: null,
        serviceTypes: [],
        vehicleClassIds: [],
      },
      {
        id: "airport",
        name: "Airport",
        when: { kind: "airport", at: "either" },
        amount: { kind: "fixed", amountMinor: 2_000 },
        group: null,
        serviceTypes: [],
        vehicleClassIds: [],
      },
    ],
    holidays: [{ date: "12-25", name: "Christmas Day" }],
    extras: [],
    promotions: [],
    companyDiscounts: [],
    companyRates: [],
    taxes: { included: false, items: [{ name: "VAT", percent: 18, serviceTypes: [] }] },
    gratuity: { automaticPercent: null, choices: [10, 15] },
    deadhead: null,
    graceMinutes: {
      point_to_point: 10,
      hourly: 10,
      airport_pickup: 45,
      airport_dropoff: 10,
      home_care: 15,
      roadside_assistance: 15,
      interpreter: 10,
    },
    cancellation: {
      freeAfterBookingMinutes: 10,
      tiers: [
        { noticeMinutes: 120, fee: { kind: "percent", percent: 0 }, driverSharePercent: 0 },
        { noticeMinutes: 0, ...share },
      ],
      onTheWay: { ...share, fee: { kind: "percent", percent: 100 } },
      noShow: { ...share, fee: { kind: "percent", percent: 100 } },
    },
    driverPay: { farePercent: 70, perTripMinor: 0, perDistanceMinor: 0, gratuityPercent: 100 },
    ...overrides,
  };
}

export const names = {
  vehicleClass: (id: string) => ({ standard: "Standard", van: "Van" })[id] ?? id,
  zone: (id: string) => id,
  place: (id: string) => id,
  company: (id: string) => id,
};
