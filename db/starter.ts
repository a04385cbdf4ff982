/** What an empty folder starts with: vehicle classes, their fees and, in Kigali, places. */
import { kigaliPlaces } from "./kigali";
import { feeSchedules } from "./schema/fares";
import { places } from "./schema/places";
import { vehicleClasses } from "./schema/vehicles";
import type { Tx } from "./writer";

/** Where and in what money the operator works. */
type StarterOperator = {
  currency: string;
  distanceUnit: "km" | "mi";
  timeZone: string;
  /** Major units of the currency in minor ones. */
  toMinor: (amount: number) => number;
};

type ClassStart = {
  row: Omit<typeof vehicleClasses.$inferInsert, "id">;
  /** Prices in thousandths of a typical base fare, scaled to the currency. */
  base: number;
  perKilometer: number;
  perMinute: number;
  minimum: number;
  hourly: number;
  stop: number;
  waitMinute: number;
};

/** Four classes that fit most fleets; the amounts are Rwandan francs. */
const classes: readonly ClassStart[] = [
  {
    row: {
      name: "Standard",
      description: "A clean, quiet sedan for everyday trips.",
      passengers: 3,
      luggage: 2,
      illustration: "sedan",
      mobility: ["can_transfer"],
      position: 1,
    },
    base: 2_000,
    perKilometer: 900,
    perMinute: 60,
    minimum: 5_000,
    hourly: 15_000,
    stop: 1_000,
    waitMinute: 100,
  },
  {
    row: {
      name: "Executive SUV",
      description: "More room and comfort for business and the airport.",
      passengers: 5,
      luggage: 4,
      illustration: "suv",
      mobility: ["can_transfer"],
      position: 2,
    },
    base: 4_000,
    perKilometer: 1_400,
    perMinute: 90,
    minimum: 9_000,
    hourly: 25_000,
    stop: 1_500,
    waitMinute: 150,
  },
  {
    row: {
      name: "Van",
      description: "Families and groups, with all their luggage.",
      passengers: 7,
      luggage: 8,
      illustration: "van",
      mobility: ["can_transfer"],
      position: 3,
    },
    base: 5_000,
    perKilometer: 1_700,
    perMinute: 100,
    minimum: 12_000,
    hourly: 30_000,
    stop: 2_000,
    waitMinute: 200,
  },
  {
    row: {
      name: "Accessible van",
      description: "Ramp and tie-downs for wheelchairs and scooters, with a trained driver.",
      passengers: 4,
      luggage: 3,
      illustration: "accessible_van",
      mobility: ["can_transfer", "wheelchair", "oversized_wheelchair", "scooter"],
      position: 4,
    },
    base: 5_000,
    perKilometer: 1_500,
    perMinute: 100,
    minimum: 12_000,
    hourly: 30_000,
    stop: 2_000,
    waitMinute: 200,
  },
];

const starterExtras = [
  {
    id: "child-seat",
    name: "Child seat",
    description: "For children of 9 to 36 kg.",
    maxQuantity: 3,
    serviceTypes: [],
    francs: 3_000,
  },
  {
    id: "greeting-sign",
    name: "Greeting sign",
    description: "The driver waits at the arrivals with the passenger's name.",
    maxQuantity: 1,
    serviceTypes: ["airport_pickup"],
    francs: 5_000,
  },
];

/** Of the rest of the list, what is the same in any money. */
const starterPrices = {
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
  ],
  holidays: [],
  promotions: [],
  gratuity: { automaticPercent: null, choices: [5, 10, 15] },
  deadhead: null,
  graceMinutes: {
    point_to_point: 10,
    hourly: 15,
    airport_pickup: 60,
    airport_dropoff: 10,
    home_care: 20,
    roadside_assistance: 15,
    interpreter: 15,
  },
  cancellation: {
    freeAfterBookingMinutes: 0,
    tiers: [
      { noticeMinutes: 120, fee: { kind: "percent", percent: 0 }, driverSharePercent: 0 },
      { noticeMinutes: 0, fee: { kind: "percent", percent: 50 }, driverSharePercent: 50 },
    ],
    onTheWay: { fee: { kind: "percent", percent: 100 }, driverSharePercent: 70 },
    noShow: { fee: { kind: "percent", percent: 100 }, driverSharePercent: 70 },
  },
  driverPay: { farePercent: 70, perTripMinor: 0, perDistanceMinor: 0, gratuityPercent: 100 },
};

/** Francs to a minor unit of another currency: a first price list, for the operator to correct. */
const FRANCS_PER_UNIT = 1_400;
const KILOMETERS_PER_MILE = 1.609344;

/** Writes the starter data; runs once, on the first start of a folder. */
export function starterData(tx: Tx, operator: StarterOperator, now: number): void {
  const amount = (francs: number) =>
    operator.currency === "RWF" ? francs : operator.toMinor(francs / FRANCS_PER_UNIT);
  const perUnit = operator.distanceUnit === "mi" ? KILOMETERS_PER_MILE : 1;
  const rates = classes.map((start) => {
    const id = Bun.randomUUIDv7();
    tx.insert(vehicleClasses)
      .values({ id, ...start.row })
      .run();
    return {
      vehicleClassId: id,
      baseMinor: amount(start.base),
      distanceTiers: [{ upTo: null, perDistanceMinor: amount(start.perKilometer * perUnit) }],
      perMinuteMinor: amount(start.perMinute),
      perStopMinor: amount(start.stop),
      minimumMinor: amount(start.minimum),
      hourly: {
        perHourMinor: amount(start.hourly),
        minimumHours: 3,
        distancePerHour: null,
        perExtraDistanceMinor: 0,
      },
      perWaitMinuteMinor: amount(start.waitMinute),
    };
  });
  tx.insert(feeSchedules)
    .values({
      id: Bun.randomUUIDv7(),
      number: 1,
      startsAt: 0,
      schedule: {
        ...starterPrices,
        currency: operator.currency,
        distanceUnit: operator.distanceUnit,
        rates,
        extras: starterExtras.map(({ francs, ...extra }) => ({
          ...extra,
          amountMinor: amount(francs),
          vehicleClassIds: [],
        })),
        taxes: {
          included: false,
          items:
            operator.currency === "RWF" ? [{ name: "VAT", percent: 18, serviceTypes: [] }] : [],
        },
      },
      reason: "The prices that Livery starts with",
      publishedByName: "Livery",
      publishedAt: now,
      createdAt: now,
    })
    .run();
  if (operator.timeZone !== "Africa/Kigali") return;
  for (const place of kigaliPlaces) {
    tx.insert(places)
      .values({ id: Bun.randomUUIDv7(), ...place, createdAt: now })
      .run();
  }
}
