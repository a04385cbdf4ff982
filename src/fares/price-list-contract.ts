/** The prices in force as visitors read them. What is nobody's business (codes, drivers' pay) is not in here. */
import { z } from "zod";
import { VehicleClass } from "../vehicles/class-contract";
import { Amount, ClassRates, Currency, DistanceUnit, Fare, Taxes } from "./contract";

/** What a ride costs in one class. */
export const ClassPrices = z.object({
  vehicleClass: VehicleClass,
  rates: ClassRates,
  /** The lowest price of a ride, with tax. */
  fromMinor: z.number().int(),
});
export type ClassPrices = z.infer<typeof ClassPrices>;

/** One price for a whole way, in the classes that have one. */
export const FlatPriceDirection = z.object({
  id: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  bothWays: z.boolean(),
  prices: z.array(z.object({ vehicleClassId: z.string(), amountMinor: z.number().int() })),
});
export type FlatPriceDirection = z.infer<typeof FlatPriceDirection>;

/** Money on top, and in words when it holds and for what. */
export const ListedSurcharge = z.object({
  id: z.string(),
  name: z.string(),
  when: z.string(),
  /** "Executive SUV only"; empty where it holds for all. */
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

/** A ride between two of the operator's own places, priced as one that is booked. */
export const FareExample = z.object({
  from: z.string(),
  to: z.string(),
  distanceMeters: z.number().int(),
  durationSeconds: z.number().int(),
  /** No router measured the way. */
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
  /** In the operator's order; those without prices are left out. */
  classes: z.array(ClassPrices),
  flatDirections: z.array(FlatPriceDirection),
  surcharges: z.array(ListedSurcharge),
  /** Of several surcharges that hold at once, only the dearest counts. */
  highestOnly: z.boolean(),
  extras: z.array(ListedExtra),
  taxes: Taxes,
  /** Put on every ride unless the rider chooses otherwise; null: none. */
  gratuityPercent: z.number().nullable(),
  /** The empty way to the pickup, in words; empty where it costs nothing. */
  deadhead: z.string(),
  examples: z.array(FareExample),
  workedExample: WorkedExample.nullable(),
});
export type PriceList = z.infer<typeof PriceList>;

/** One line of a card: what, why, and how much. */
export const PublishedLine = z.object({ name: z.string(), detail: z.string(), price: z.string() });
export type PublishedLine = z.infer<typeof PublishedLine>;

/** Lines that belong together, such as the rates of a class. */
export const PublishedCard = z.object({
  title: z.string(),
  note: z.string(),
  /** The class's drawing. */
  art: VehicleClass.shape.illustration.nullable(),
  lines: z.array(PublishedLine),
});
export type PublishedCard = z.infer<typeof PublishedCard>;

/** A part of the page of prices. */
export const PublishedSection = z.object({
  title: z.string(),
  detail: z.string(),
  cards: z.array(PublishedCard),
  /** Sentences that hold for all of it. */
  notes: z.array(z.string()),
});
export type PublishedSection = z.infer<typeof PublishedSection>;

/** The price list as its page shows it, and the least that a ride in each class costs. */
export const PublishedPricesAnswer = z.object({
  /** All that can be booked, those too that have no prices. */
  classes: z.array(VehicleClass),
  /** None while nothing is published. */
  parts: z.array(PublishedSection),
  /** By the ids of the classes. */
  from: z.record(z.string(), z.object({ price: z.string(), hourly: z.string() })),
});
export type PublishedPricesAnswer = z.infer<typeof PublishedPricesAnswer>;
