/** The prices in force, as visitors read them. Codes and drivers' pay are left out because they are confidential. */
import { z } from "zod";
import { VehicleClass } from "../vehicles/class-contract";
import { Amount, ClassRates, Currency, DistanceUnit, Fare, Taxes } from "./contract";

/** The prices of a ride in one class. */
export const ClassPrices = z.object({
  vehicleClass: VehicleClass,
  rates: ClassRates,
  /** The lowest price of a ride, including tax. */
  fromMinor: z.number().int(),
});
export type ClassPrices = z.infer<typeof ClassPrices>;

/** A flat price between two ends, with its amount in each class that has one. */
export const ListedFlatPrice = z.object({
  id: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  bothWays: z.boolean(),
  prices: z.array(z.object({ vehicleClassId: z.string(), amountMinor: z.number().int() })),
});
export type ListedFlatPrice = z.infer<typeof ListedFlatPrice>;

/** A surcharge, with when it applies and to what, in words. */
export const ListedSurcharge = z.object({
  id: z.string(),
  name: z.string(),
  when: z.string(),
  /** The limits, such as "Executive SUV only". Empty if it applies to all. */
  only: z.string(),
  amount: Amount,
});
export type ListedSurcharge = z.infer<typeof ListedSurcharge>;

export const ListedExtra = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  only: z.string(),
  amountMinor: z.number().int(),
});
export type ListedExtra = z.infer<typeof ListedExtra>;

/** A ride between two of the operator's places, priced like a booked one. */
export const FareExample = z.object({
  from: z.string(),
  to: z.string(),
  distanceMeters: z.number().int(),
  durationSeconds: z.number().int(),
  /** Whether the route is an estimate, because no router measured it. */
  estimate: z.boolean(),
  fares: z.array(z.object({ vehicleClassId: z.string(), totalMinor: z.number().int() })),
});
export type FareExample = z.infer<typeof FareExample>;

/** One of the examples line by line, in the first class that has a price for it. */
export const WorkedExample = z.object({
  from: z.string(),
  to: z.string(),
  vehicleClassId: z.string(),
  fare: Fare,
});
export type WorkedExample = z.infer<typeof WorkedExample>;

export const PriceList = z.object({
  currency: Currency,
  distanceUnit: DistanceUnit,
  /** The classes in the operator's order. Those without prices are left out. */
  classes: z.array(ClassPrices),
  flatDirections: z.array(ListedFlatPrice),
  surcharges: z.array(ListedSurcharge),
  /** Whether only the highest of several surcharges that apply together counts. */
  highestOnly: z.boolean(),
  extras: z.array(ListedExtra),
  taxes: Taxes,
  /** The gratuity added to every ride unless the rider chooses another, or null. */
  gratuityPercent: z.number().nullable(),
  /** The charge for the empty drive to the pickup, in words. Empty if it is free. */
  deadhead: z.string(),
  examples: z.array(FareExample),
  workedExample: WorkedExample.nullable(),
});
export type PriceList = z.infer<typeof PriceList>;

/** One line of a card: the name, the reason and the amount. */
export const PublishedLine = z.object({ name: z.string(), detail: z.string(), price: z.string() });
export type PublishedLine = z.infer<typeof PublishedLine>;

/** Lines that belong together, such as the rates of one class. */
export const PublishedCard = z.object({
  title: z.string(),
  note: z.string(),
  /** The class's drawing. */
  art: VehicleClass.shape.illustration.nullable(),
  lines: z.array(PublishedLine),
});
export type PublishedCard = z.infer<typeof PublishedCard>;

/** A section of the prices page. */
export const PublishedSection = z.object({
  title: z.string(),
  detail: z.string(),
  cards: z.array(PublishedCard),
  /** Sentences that apply to the whole section. */
  notes: z.array(z.string()),
});
export type PublishedSection = z.infer<typeof PublishedSection>;

/** The price list as its page shows it, and the lowest price of a ride in each class. */
export const PublishedPricesAnswer = z.object({
  /** All classes that can be booked, including those without prices. */
  classes: z.array(VehicleClass),
  /** The sections of the page. Empty while nothing is published. */
  parts: z.array(PublishedSection),
  /** The lowest prices, by class id. */
  from: z.record(z.string(), z.object({ price: z.string(), hourly: z.string() })),
});
export type PublishedPricesAnswer = z.infer<typeof PublishedPricesAnswer>;
