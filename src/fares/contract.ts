/**
 * The words of a price: what an operator charges for one vehicle class, the trip that is priced,
 * and the lines that come out. Browser-safe; the quote preview and the server's charge share it.
 */
import { z } from "zod";

/** What kind of trip is booked. The order is the order of the booking form. */
export const ServiceType = z.enum([
  "point_to_point",
  "hourly",
  "airport_pickup",
  "airport_dropoff",
  "home_care",
  "roadside_assistance",
  "interpreter",
]);
export type ServiceType = z.infer<typeof ServiceType>;

/** An ISO 4217 code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, "Use a three-letter currency code");
export type Currency = z.infer<typeof Currency>;

export const DistanceUnit = z.enum(["km", "mi"]);
export type DistanceUnit = z.infer<typeof DistanceUnit>;

/** A time of day on the operator's wall clock, `00:00` to `23:59`. */
export const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time like 22:00");
export type TimeOfDay = z.infer<typeof TimeOfDay>;

const amountMinor = z.number().int().min(0).max(1_000_000_000);
/** Per cent with at most two decimals, so that it is a whole number of basis points. */
const percent = z.number().min(0).max(100).multipleOf(0.01);

/**
 * The price list of one vehicle class. Amounts are minor units of `currency`; `perDistanceMinor`
 * is per `distanceUnit`. The night window includes `from` and ends before `to`, and may cross
 * midnight. `tax.included` says whether the prices above already contain the tax.
 */
export const FeeSchedule = z.object({
  currency: Currency,
  distanceUnit: DistanceUnit,
  baseMinor: amountMinor,
  perDistanceMinor: amountMinor,
  perMinuteMinor: amountMinor,
  minimumMinor: amountMinor,
  hourlyMinor: amountMinor,
  hourlyMinimumHours: z.number().min(0.25).max(24).multipleOf(0.25),
  night: z
    .object({ from: TimeOfDay, to: TimeOfDay, percent })
    .refine((night) => night.from !== night.to, { path: ["to"], error: "The night must end" })
    .nullable(),
  tax: z
    .object({ name: z.string().trim().min(1).max(40), percent, included: z.boolean() })
    .nullable(),
});
export type FeeSchedule = z.infer<typeof FeeSchedule>;

/**
 * The facts of a trip that its price depends on. `pickupLocal` is the operator's wall clock
 * (`2026-11-21T23:30`); `hours` counts only for the service type `hourly`.
 */
export const PricedTrip = z.object({
  serviceType: ServiceType,
  distanceMeters: z.number().int().min(0).max(60_000_000),
  durationSeconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400),
  pickupLocal: z.string().regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/),
  hours: z.number().min(0.25).max(336).optional(),
});
export type PricedTrip = z.infer<typeof PricedTrip>;

export const FareLineKind = z.enum([
  "base",
  "distance",
  "minutes",
  "minimum",
  "hourly",
  "night",
  "tax",
]);
export type FareLineKind = z.infer<typeof FareLineKind>;

/**
 * One reason for money. `label` names it, `detail` says why it is that much. A line with
 * `addsUp: false` only informs (tax that the prices already contain): the lines with
 * `addsUp: true`, and they alone, sum to the fare's `totalMinor`.
 */
export const FareLine = z.object({
  kind: FareLineKind,
  label: z.string(),
  detail: z.string(),
  amountMinor: z.number().int().min(0),
  addsUp: z.boolean(),
});
export type FareLine = z.infer<typeof FareLine>;

/** A price with its reasons, stored with the reservation as it was agreed. */
export const Fare = z.object({
  currency: Currency,
  totalMinor: z.number().int().min(0),
  lines: z.array(FareLine).min(1),
});
export type Fare = z.infer<typeof Fare>;
