/** The price lists of price-lists.md. */
import type { FeeSchedule, ServiceType, Surcharge } from "../../src/fares/contract";
import { priceList, rates } from "../support/prices";

const percent = (percent: number) => ({ kind: "percent" as const, percent });
const fixedPay = (amountMinor: number) => ({ kind: "fixed" as const, amountMinor });
const all = { serviceTypes: [] as ServiceType[], vehicleClassIds: [] as string[] };

function surcharge(
  name: string,
  when: Surcharge["when"],
  amount: Surcharge["amount"],
  group: string | null = null,
): Surcharge {
  return { id: name, name, when, amount, group, ...all };
}

const zone = (zoneId: string) => ({ kind: "zone" as const, zoneId });
const place = (placeId: string) => ({ kind: "place" as const, placeId });

export const kigali: FeeSchedule = priceList({
  rates: [
    rates({
      vehicleClassId: "sedan",
      baseMinor: 2_000,
      distanceTiers: [
        { upTo: 10, perDistanceMinor: 900 },
        { upTo: null, perDistanceMinor: 700 },
      ],
      perMinuteMinor: 60,
      perStopMinor: 1_000,
      minimumMinor: 5_000,
      hourly: {
        perHourMinor: 15_000,
        minimumHours: 3,
        distancePerHour: 20,
        perExtraDistanceMinor: 500,
      },
      perWaitMinuteMinor: 100,
    }),
    rates({
      vehicleClassId: "van",
      baseMinor: 5_000,
      distanceTiers: [{ upTo: null, perDistanceMinor: 1_700 }],
      perMinuteMinor: 100,
      perStopMinor: 2_000,
      minimumMinor: 12_000,
      perWaitMinuteMinor: 200,
    }),
  ],
  flatPrices: [
    {
      id: "airport-centre",
      name: "Airport to centre",
      from: zone("airport"),
      to: zone("centre"),
      bothWays: true,
      prices: [
        { vehicleClassId: "sedan", amountMinor: 14_000 },
        { vehicleClassId: "van", amountMinor: 27_000 },
      ],
    },
    {
      id: "marriott-kgl",
      name: "Marriott to KGL",
      from: place("marriott"),
      to: place("kgl"),
      bothWays: false,
      prices: [{ vehicleClassId: "sedan", amountMinor: 12_000 }],
    },
    {
      id: "centre-musanze",
      name: "Centre to Musanze",
      from: zone("centre"),
      to: zone("musanze"),
      bothWays: false,
      prices: [{ vehicleClassId: "sedan", amountMinor: 90_000 }],
    },
  ],
  surcharges: [
    surcharge("Night", { kind: "night", from: "22:00", to: "06:00" }, percent(15), "Time"),
    surcharge(
      "Weekend evening",
      { kind: "weekday", days: [5, 6], from: "18:00", to: "22:00" },
      percent(10),
      "Time",
    ),
    surcharge(
      "Friday late",
      { kind: "weekday", days: [5], from: "22:00", to: "04:00" },
      fixedPay(1_500),
      "Time",
    ),
    surcharge("Holiday", { kind: "holiday" }, percent(20)),
    surcharge("Airport pickup", { kind: "airport", at: "pickup" }, fixedPay(500)),
    surcharge("Mountain road", { kind: "zone", zoneId: "musanze", at: "dropoff" }, percent(5)),
    surcharge("Short notice", { kind: "lead_time", underMinutes: 120 }, fixedPay(1_000)),
  ],
  holidays: [
    { date: "12-25", name: "Christmas Day" },
    { date: "2026-12-26", name: "Boxing Day" },
  ],
  extras: [
    {
      id: "seat",
      name: "Child seat",
      description: "",
      amountMinor: 3_000,
      maxQuantity: 3,
      ...all,
    },
    {
      id: "sign",
      name: "Greeting sign",
      description: "",
      amountMinor: 5_000,
      maxQuantity: 1,
      serviceTypes: ["airport_pickup"],
      vehicleClassIds: [],
    },
    {
      id: "wifi",
      name: "Wi-Fi",
      description: "",
      amountMinor: 1_250,
      maxQuantity: 1,
      serviceTypes: [],
      vehicleClassIds: ["van"],
    },
  ],
  promotions: [
    {
      id: "welcome",
      code: "WELCOME",
      name: "Welcome",
      amount: percent(10),
      maxDiscountMinor: 2_000,
      from: "2026-11-01",
      until: "2026-11-30",
      maxUses: 100,
      maxUsesPerRider: 1,
      minimumMinor: 5_000,
      ...all,
    },
    {
      id: "minus3",
      code: "MINUS3",
      name: "Airport days",
      amount: fixedPay(3_000),
      maxDiscountMinor: null,
      from: null,
      until: null,
      maxUses: null,
      maxUsesPerRider: null,
      minimumMinor: 4_000,
      serviceTypes: ["airport_pickup", "airport_dropoff"],
      vehicleClassIds: [],
    },
  ],
  taxes: { included: false, items: [{ name: "VAT", percent: 18, serviceTypes: [] }] },
});

export const boston: FeeSchedule = priceList({
  currency: "USD",
  distanceUnit: "mi",
  rates: [
    rates({
      vehicleClassId: "town",
      baseMinor: 1_250,
      distanceTiers: [{ upTo: null, perDistanceMinor: 375 }],
      perMinuteMinor: 65,
      perStopMinor: 500,
      minimumMinor: 4_500,
      hourly: {
        perHourMinor: 8_500,
        minimumHours: 2,
        distancePerHour: null,
        perExtraDistanceMinor: 0,
      },
      perWaitMinuteMinor: 110,
    }),
    rates({
      vehicleClassId: "compact",
      baseMinor: 1_250,
      distanceTiers: [{ upTo: null, perDistanceMinor: 375 }],
    }),
  ],
  flatPrices: [
    {
      id: "logan",
      name: "Logan to Back Bay",
      from: place("logan"),
      to: place("back-bay"),
      bothWays: false,
      prices: [{ vehicleClassId: "town", amountMinor: 5_500 }],
    },
  ],
  surcharges: [surcharge("Night", { kind: "night", from: "23:30", to: "05:00" }, percent(12.5))],
  extras: [
    {
      id: "seat",
      name: "Child seat",
      description: "",
      amountMinor: 1_500,
      maxQuantity: 2,
      ...all,
    },
  ],
  promotions: [
    {
      id: "save5",
      code: "SAVE5",
      name: "Save five",
      amount: fixedPay(500),
      maxDiscountMinor: null,
      from: null,
      until: null,
      maxUses: null,
      maxUsesPerRider: null,
      minimumMinor: 4_500,
      ...all,
    },
  ],
  taxes: {
    included: false,
    items: [
      { name: "State tax", percent: 6.25, serviceTypes: [] },
      {
        name: "Airport levy",
        percent: 2,
        serviceTypes: ["airport_pickup", "airport_dropoff"],
      },
    ],
  },
  gratuity: { automaticPercent: 20, choices: [15, 20, 25] },
  deadhead: {
    garage: { name: "the depot", latitude: 42.35, longitude: -71.05 },
    legs: "to_pickup",
    freeDistance: 5,
    perDistanceMinor: 120,
  },
  cancellation: {
    freeAfterBookingMinutes: 10,
    tiers: [
      { noticeMinutes: 1_440, fee: percent(0), driverSharePercent: 0 },
      { noticeMinutes: 120, fee: fixedPay(2_500), driverSharePercent: 0 },
      { noticeMinutes: 0, fee: percent(100), driverSharePercent: 50 },
    ],
    onTheWay: { fee: percent(100), driverSharePercent: 70 },
    noShow: { fee: fixedPay(7_500), driverSharePercent: 100 },
  },
  driverPay: { farePercent: 60, perTripMinor: 200, perDistanceMinor: 25, gratuityPercent: 100 },
});

const drivenServices: ServiceType[] = [
  "point_to_point",
  "hourly",
  "airport_pickup",
  "airport_dropoff",
  "home_care",
  "roadside_assistance",
];

export const paris: FeeSchedule = priceList({
  currency: "EUR",
  rates: [
    rates({
      vehicleClassId: "berline",
      baseMinor: 800,
      distanceTiers: [{ upTo: null, perDistanceMinor: 200 }],
      perMinuteMinor: 40,
      minimumMinor: 2_500,
      hourly: {
        perHourMinor: 6_000,
        minimumHours: 1,
        distancePerHour: 25,
        perExtraDistanceMinor: 180,
      },
      perWaitMinuteMinor: 90,
    }),
  ],
  surcharges: [
    surcharge("Night", { kind: "night", from: "20:00", to: "07:00" }, percent(15)),
    surcharge(
      "Sunday",
      { kind: "weekday", days: [7], from: null, to: null },
      fixedPay(300),
      "Calendar",
    ),
    surcharge("Holiday", { kind: "holiday" }, percent(25), "Calendar"),
  ],
  holidays: [{ date: "11-01", name: "Toussaint" }],
  taxes: {
    included: true,
    items: [
      { name: "TVA", percent: 10, serviceTypes: drivenServices },
      { name: "TVA", percent: 20, serviceTypes: ["interpreter"] },
      { name: "Levy", percent: 1, serviceTypes: ["airport_dropoff"] },
    ],
  },
  deadhead: {
    garage: { name: "the garage", latitude: 48.85, longitude: 2.35 },
    legs: "both",
    freeDistance: 2,
    perDistanceMinor: 100,
  },
});
