/** The data of a new folder: vehicle classes and, in Kigali, places. The owner enters the prices. */
import { and, eq, inArray } from "drizzle-orm";
import { kigaliPlaces } from "./kigali";
import { places } from "./schema/places";
import { vehicleClasses } from "./schema/vehicles";
import type { Tx } from "./writer";

/** Four classes that fit most fleets. */
const classes: readonly Omit<typeof vehicleClasses.$inferInsert, "id">[] = [
  {
    name: "Standard",
    description: "A clean, quiet sedan for everyday trips.",
    passengers: 3,
    luggage: 2,
    illustration: "sedan",
    mobility: ["can_transfer"],
    position: 1,
  },
  {
    name: "Executive SUV",
    description: "More room and comfort, for business and for long rides.",
    passengers: 5,
    luggage: 4,
    illustration: "suv",
    mobility: ["can_transfer"],
    position: 2,
  },
  {
    name: "Van",
    description: "Families and groups, with all their luggage.",
    passengers: 7,
    luggage: 8,
    illustration: "van",
    mobility: ["can_transfer"],
    position: 3,
  },
  {
    name: "Accessible van",
    description: "Ramp and tie-downs for wheelchairs and scooters, with a trained driver.",
    passengers: 4,
    luggage: 3,
    illustration: "accessible_van",
    mobility: ["can_transfer", "wheelchair", "oversized_wheelchair", "scooter"],
    position: 4,
  },
];

/** Writes the starter data. It runs once, on the first start of a folder. */
export function writeStarterData(tx: Tx, { timeZone }: { timeZone: string }, now: number): void {
  for (const row of classes)
    tx.insert(vehicleClasses)
      .values({ id: Bun.randomUUIDv7(), ...row })
      .run();
  if (timeZone !== "Africa/Kigali") return;
  for (const place of kigaliPlaces) {
    tx.insert(places)
      .values({ id: Bun.randomUUIDv7(), ...place, createdAt: now })
      .run();
  }
}

/** Deletes the starter's places, except changed ones, because the operator is in another town. */
export function removeStarterPlaces(tx: Tx): void {
  const names = kigaliPlaces.map(({ name }) => name);
  tx.delete(places)
    .where(and(inArray(places.name, names), eq(places.version, 1)))
    .run();
}
