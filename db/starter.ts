/** What an empty folder starts with: vehicle classes, their fees and, in Kigali, places. */
import { kigaliPlaces } from "./kigali";
import { feeSchedules } from "./schema/fares";
import { places } from "./schema/places";
import { vehicleClasses } from "./schema/vehicles";
import type { Tx } from "./writer";

/** Where and in what money the operator works. */
export type StarterOperator = { currency: string; distanceUnit: "km" | "mi"; timeZone: string };

type ClassStart = {
  row: Omit<typeof vehicleClasses.$inferInsert, "id">;
  /** Prices in thousandths of a typical base fare, scaled to the currency. */
  base: number;
  perKilometer: number;
  perMinute: number;
  minimum: number;
  hourly: number;
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
  },
];

/** Francs to a minor unit of another currency: a first price list, for the operator to correct. */
const FRANCS_PER_UNIT = 1_400;
const KILOMETERS_PER_MILE = 1.609344;

/** Writes the starter data; runs once, on the first start of a folder. */
export function starterData(tx: Tx, operator: StarterOperator, now: number): void {
  const digits =
    new Intl.NumberFormat("en", {
      style: "currency",
      currency: operator.currency,
    }).resolvedOptions().maximumFractionDigits ?? 2;
  const amount = (francs: number) =>
    operator.currency === "RWF" ? francs : Math.round((francs / FRANCS_PER_UNIT) * 10 ** digits);
  const perUnit = operator.distanceUnit === "mi" ? KILOMETERS_PER_MILE : 1;
  for (const start of classes) {
    const id = Bun.randomUUIDv7();
    tx.insert(vehicleClasses)
      .values({ id, ...start.row })
      .run();
    tx.insert(feeSchedules)
      .values({
        id: Bun.randomUUIDv7(),
        vehicleClassId: id,
        schedule: {
          currency: operator.currency,
          distanceUnit: operator.distanceUnit,
          baseMinor: amount(start.base),
          perDistanceMinor: amount(start.perKilometer * perUnit),
          perMinuteMinor: amount(start.perMinute),
          minimumMinor: amount(start.minimum),
          hourlyMinor: amount(start.hourly),
          hourlyMinimumHours: 3,
          night: { from: "22:00", to: "06:00", percent: 15 },
          tax: operator.currency === "RWF" ? { name: "VAT", percent: 18, included: false } : null,
        },
        startsAt: 0,
        createdAt: now,
      })
      .run();
  }
  if (operator.timeZone !== "Africa/Kigali") return;
  for (const place of kigaliPlaces) {
    tx.insert(places)
      .values({ id: Bun.randomUUIDv7(), ...place, createdAt: now })
      .run();
  }
}
