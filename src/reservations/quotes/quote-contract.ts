/** What prices are asked for, and what is answered. */
import { z } from "zod";
import {
  FareLine,
  OfferedExtra,
  PromotionRefusal,
  PromotionStanding,
  ServiceType,
  TimeOfDay,
} from "../../fares/contract";
import { Route } from "../../routing/contract";
import { line } from "../../settings/text-contract";
import { RequestedPrepayment } from "../prepaying/prepay-contract";
import { Mobility } from "../../vehicles/class-contract";
import { OutsideArea } from "../../zones/area-contract";

/** What a stop is called, and its address or what else helps to find it. */
export const StopText = z.object({
  name: line.min(1).max(200),
  detail: line.max(300),
});

/**
 * A stop: where somebody gets in or out. Both coordinates are null for a place that no list knows
 * ("the blue gate behind the market"): dispatch pins it, and until then there is no price.
 */
export const Stop = StopText.extend({
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
}).refine((stop) => (stop.latitude === null) === (stop.longitude === null), {
  path: ["longitude"],
  error: "Give latitude and longitude together",
});
export type Stop = z.infer<typeof Stop>;

/** Stops between pickup and drop-off. */
const MAX_STOPS = 8;

/** The most vehicles of one booking. */
export const MAX_VEHICLES = 8;

/** What the price depends on. */
export const TripRequest = z.object({
  serviceType: ServiceType,
  pickup: Stop,
  dropoff: Stop,
  /** Wall time in the operator's zone, `2026-11-21T09:30`. */
  pickupLocal: z.string().max(16),
  /** Answers the question which of two, in the hour that a clock change repeats. */
  repeatedHour: z.enum(["earlier", "later"]).optional(),
  passengers: z.number().int().min(1).max(60),
  luggage: z.number().int().min(0).max(60),
  mobility: Mobility.default("ambulatory"),
  /** Only with `hourly`. */
  hours: z.number().min(0.5).max(72).optional(),
  /** Between pickup and drop-off, in the order of the way. */
  stops: z.array(Stop).max(MAX_STOPS).default([]),
  /** Asked for besides the ride, each once. */
  extras: z
    .array(z.object({ id: z.string().max(64), quantity: z.number().int().min(1).max(20) }))
    .max(20)
    .refine((extras) => new Set(extras.map(({ id }) => id)).size === extras.length, {
      error: "List each extra once",
    })
    .default([]),
  promotionCode: z.string().trim().max(40).optional(),
  /** The company that it will be billed to: its prices, for those who may bill it. */
  companyId: z.string().min(1).max(64).optional(),
  /** The rider's choice, in per cent; absent leaves it to the operator's prices. */
  gratuityPercent: z.number().min(0).max(100).multipleOf(0.01).optional(),
  /** Which way is priced: 0 the best, from 1 the alternatives of an earlier answer. */
  way: z.number().int().min(0).max(2).optional(),
});
export type TripRequest = z.input<typeof TripRequest>;

const OfferedClass = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  passengers: z.number().int(),
  luggage: z.number().int(),
  illustration: z.enum(["sedan", "suv", "van", "accessible_van"]),
});

export const QuoteOption = z.object({
  /** Of several vehicles the key, name and room of all of them. */
  vehicleClass: OfferedClass,
  /** Where no single vehicle carries everybody: each of those that do; absent for one. */
  vehicles: z
    .array(
      z.object({
        vehicleClass: OfferedClass,
        passengers: z.number().int(),
        luggage: z.number().int(),
        /** 0 when the price is on request. */
        fareMinor: z.number().int(),
      }),
    )
    .exactOptional(),
  /** 0, with no lines, when the price is on request. */
  fareMinor: z.number().int(),
  lines: z.array(FareLine),
  /** Why the code does not lower this price; null if it does, or without a code. */
  promotion: PromotionRefusal.nullable(),
  /** How much of it is paid before the trip, unless a company pays; absent for nothing. */
  before: RequestedPrepayment.exactOptional(),
});
export type QuoteOption = z.infer<typeof QuoteOption>;

/** A class that cannot take the trip, and the first thing that it lacks. */
export const UnfitClass = z.object({
  vehicleClass: OfferedClass,
  lacks: z.enum(["passengers", "luggage", "mobility", "service", "extras"]),
});
export type UnfitClass = z.infer<typeof UnfitClass>;

/** Prices that hold for 15 minutes. `quote` is opaque and signed: booking sends it back. */
export const TripQuote = z.object({
  quote: z.string(),
  expiresAt: z.iso.datetime(),
  pickupAt: z.iso.datetime(),
  timeZone: z.string(),
  currency: z.string(),
  /**
   * A stop is not pinned, and no way is measured, or no price list is in force at the pickup: dispatch names the
   * price.
   */
  onRequest: z.boolean(),
  distanceMeters: z.number().int(),
  durationSeconds: z.number().int(),
  /** True where no router measured the way. */
  estimate: z.boolean(),
  /** Why it is one although streets were imported. */
  estimateReason: Route.shape.estimateReason,
  /** The way that is priced, as an encoded polyline of precision 5; null for an estimate. */
  geometry: z.string().nullable(),
  /** All ways there are, the best first, when there is more than one: `way` is a place in here. */
  ways: z.array(Route),
  options: z.array(QuoteOption),
  /** Ends outside of the service area: for dispatch alone, which may book it; others are refused. */
  outside: OutsideArea.default([]),
  /** The classes that are not among them, in the operator's order. */
  unfit: z.array(UnfitClass),
  /** What became of the promotion code; null without one. It holds when it lowers any price. */
  promotion: PromotionStanding.nullable(),
  /** What can be asked for with this service type; some only in some classes. */
  extras: z.array(OfferedExtra),
  /** Up to how long before the pickup cancelling is free; null: never, once it is confirmed. */
  freeCancellationMinutes: z.number().int().nullable(),
  /** What is added when the rider doesn't choose, and what to offer, in per cent. */
  gratuity: z.object({ automaticPercent: z.number().nullable(), choices: z.array(z.number()) }),
});
export type TripQuote = z.infer<typeof TripQuote>;

/** The return trip that is priced with the trip there. */
export const ReturnTrip = z.object({
  /** Wall time, or `when_called` for one that waits until its passenger calls (care only). */
  pickupLocal: TripRequest.shape.pickupLocal,
  repeatedHour: TripRequest.shape.repeatedHour,
  /** By the same stops in the other order, or straight. */
  stops: z.enum(["reversed", "none"]).default("reversed"),
  /** When the passenger must be there, which tells about when they may call. */
  appointmentTime: TimeOfDay.nullable().default(null),
});
export type ReturnTrip = z.infer<typeof ReturnTrip>;

/** A price request: a trip, its `pickupLocal` a wall time or `asap`, and the return trip. */
export const QuoteRequest = TripRequest.extend({ returnTrip: ReturnTrip.optional() });
export type QuoteRequest = z.input<typeof QuoteRequest>;

/**
 * The prices of the trip, and of the return trip if requested: a class is among the options of
 * both or of neither.
 */
export const QuoteAnswer = TripQuote.extend({
  returnTrip: TripQuote.nullable().default(null),
  /** The version of the operator's terms that is accepted at booking; null where none are published. */
  terms: z.number().int().nullable().default(null),
});
export type QuoteAnswer = z.infer<typeof QuoteAnswer>;
