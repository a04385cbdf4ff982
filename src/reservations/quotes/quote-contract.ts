/** Requests for a price, and the answers. */
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

/** The name of a stop, and its address or another hint for finding it. */
export const StopText = z.object({
  name: line.min(1).max(200),
  detail: line.max(300),
});

/**
 * A stop, where somebody gets in or out. Both coordinates are null for a place that is on no list ("the blue gate
 * behind the market"). Until dispatch pins it, there is no price.
 */
export const Stop = StopText.extend({
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
}).refine((stop) => (stop.latitude === null) === (stop.longitude === null), {
  path: ["longitude"],
  error: "Give latitude and longitude together",
});
export type Stop = z.infer<typeof Stop>;

/** The most stops between pickup and drop-off. */
const MAX_STOPS = 8;

/** The most vehicles of one booking. */
export const MAX_VEHICLES = 8;

/** Everything that the price depends on. */
export const TripRequest = z.object({
  serviceType: ServiceType,
  pickup: Stop,
  dropoff: Stop,
  /** Local time in the operator's time zone, `2026-11-21T09:30`. */
  pickupLocal: z.string().max(16),
  /** Which of the two times is meant, in an hour that a clock change repeats. */
  repeatedHour: z.enum(["earlier", "later"]).optional(),
  passengers: z.number().int().min(1).max(60),
  luggage: z.number().int().min(0).max(60),
  mobility: Mobility.default("ambulatory"),
  /** Only with `hourly`. */
  hours: z.number().min(0.5).max(72).optional(),
  /** Stops between pickup and drop-off, in the order of the route. */
  stops: z.array(Stop).max(MAX_STOPS).default([]),
  /** Extras, each listed once. */
  extras: z
    .array(z.object({ id: z.string().max(64), quantity: z.number().int().min(1).max(20) }))
    .max(20)
    .refine((extras) => new Set(extras.map(({ id }) => id)).size === extras.length, {
      error: "List each extra once",
    })
    .default([]),
  promotionCode: z.string().trim().max(40).optional(),
  /** The company that will be billed. Its prices apply, if the caller may bill it. */
  companyId: z.string().min(1).max(64).optional(),
  /** The percentage that the rider chose. Without one, the operator's prices decide. */
  gratuityPercent: z.number().min(0).max(100).multipleOf(0.01).optional(),
  /** The route to price: 0 is the best, 1 and 2 are the alternatives of an earlier answer. */
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
  /** For several vehicles, the key, the name and the capacity of all of them. */
  vehicleClass: OfferedClass,
  /** The vehicles, if one alone cannot carry everybody. Absent for one vehicle. */
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
  /** Why the code does not lower this price. Null if it does, or without a code. */
  promotion: PromotionRefusal.nullable(),
  /** The prepayment, unless a company pays. Absent if there is none. */
  before: RequestedPrepayment.exactOptional(),
});
export type QuoteOption = z.infer<typeof QuoteOption>;

/** A class that cannot take the trip, and the first reason. */
export const UnfitClass = z.object({
  vehicleClass: OfferedClass,
  lacks: z.enum(["passengers", "luggage", "mobility", "service", "extras"]),
});
export type UnfitClass = z.infer<typeof UnfitClass>;

/** Prices that are valid for 15 minutes. `quote` is opaque and signed, and is sent back to book. */
export const TripQuote = z.object({
  quote: z.string(),
  expiresAt: z.iso.datetime(),
  pickupAt: z.iso.datetime(),
  timeZone: z.string(),
  currency: z.string(),
  /**
   * Whether dispatch must set the price: a stop is not pinned, so there is no route, or no price list is in force at
   * the pickup.
   */
  onRequest: z.boolean(),
  distanceMeters: z.number().int(),
  durationSeconds: z.number().int(),
  /** Whether no router measured the route. */
  estimate: z.boolean(),
  /** Why it is an estimate although streets were imported. */
  estimateReason: Route.shape.estimateReason,
  /** The priced route, as an encoded polyline of precision 5. Null for an estimate. */
  geometry: z.string().nullable(),
  /** All routes, the best first, if there are several. `way` is an index of this list. */
  ways: z.array(Route),
  options: z.array(QuoteOption),
  /**
   * Pickup or drop-off outside the service area. Only dispatch gets this, and may book the trip. Others are refused.
   */
  outside: OutsideArea.default([]),
  /** The classes that cannot take the trip, in the operator's order. */
  unfit: z.array(UnfitClass),
  /** The result of the promotion code. Null without one. The code counts if it lowers any price. */
  promotion: PromotionStanding.nullable(),
  /** The extras that can be booked with this service type, some only in some classes. */
  extras: z.array(OfferedExtra),
  /** How long before the pickup cancelling stops being free. Null if it is never free once the trip is confirmed. */
  freeCancellationMinutes: z.number().int().nullable(),
  /** The gratuity that applies unless the rider chooses one, and the suggested ones, in percent. */
  gratuity: z.object({ automaticPercent: z.number().nullable(), choices: z.array(z.number()) }),
});
export type TripQuote = z.infer<typeof TripQuote>;

/** The return trip to price together with the outbound trip. */
export const ReturnTrip = z.object({
  /** Local time, or `when_called` for a trip that waits until its passenger calls (home care only). */
  pickupLocal: TripRequest.shape.pickupLocal,
  repeatedHour: TripRequest.shape.repeatedHour,
  /** With the same stops in reverse order, or without stops. */
  stops: z.enum(["reversed", "none"]).default("reversed"),
  /** When the passenger must arrive, from which the time of their call is estimated. */
  appointmentTime: TimeOfDay.nullable().default(null),
});
export type ReturnTrip = z.infer<typeof ReturnTrip>;

/** A price request: a trip with its return trip. `pickupLocal` is a local time or `asap`. */
export const QuoteRequest = TripRequest.extend({ returnTrip: ReturnTrip.optional() });
export type QuoteRequest = z.input<typeof QuoteRequest>;

/** The prices of the trip, and of the return trip if requested. A class is an option of both or of neither. */
export const QuoteAnswer = TripQuote.extend({
  returnTrip: TripQuote.nullable().default(null),
  /** The version of the operator's terms to accept at booking. Null if none are published. */
  terms: z.number().int().nullable().default(null),
});
export type QuoteAnswer = z.infer<typeof QuoteAnswer>;
