import { z } from "zod";
import { Payment } from "../contract";
import { lines } from "../../settings/text-contract";

/** Praise to choose from. */
export const ratingPraises = [
  "clean_car",
  "smooth_ride",
  "on_time",
  "friendly",
  "helpful",
] as const;
/** Complaints to choose from. */
export const ratingComplaints = [
  "dirty_car",
  "unsafe_ride",
  "late",
  "unfriendly",
  "wrong_way",
  "other",
] as const;

export const RatingReason = z.enum([...ratingPraises, ...ratingComplaints]);
export type RatingReason = z.infer<typeof RatingReason>;

/** What a rider says of a trip. Saying it again replaces it. */
export const RateTrip = z.object({
  stars: z.number().int().min(1).max(5),
  chips: z
    .array(RatingReason)
    .max(ratingPraises.length + ratingComplaints.length)
    .refine((chips) => new Set(chips).size === chips.length, { error: "List each answer once" })
    .default([]),
  words: lines.max(1000).default(""),
});
export type RateTrip = z.input<typeof RateTrip>;

/** Adds a tip, changes it, or removes it with 0. */
export const TipTrip = z.object({
  /** The version of the reservation the caller saw. */
  version: z.number().int().min(1),
  tipMinor: z.number().int().min(0).max(1_000_000_000),
});
export type TipTrip = z.infer<typeof TipTrip>;

/** The address of the link by which a tip is paid online. */
export const TipUrl = z.object({ url: z.string() });

export const Rating = z.object({
  stars: z.number().int(),
  chips: z.array(RatingReason),
  words: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Rating = z.infer<typeof Rating>;

/** Why there is no tip to give now. */
export const TipRefusal = z.enum(["not_over", "settled", "too_late", "not_on_account", "no_fare"]);
export type TipRefusal = z.infer<typeof TipRefusal>;

/** What a rider can say and give after a trip. */
export const TripFeedback = z.object({
  version: z.number().int(),
  currency: z.string(),
  rating: Rating.nullable(),
  /** Until when it can be rated, or the rating changed; null when it cannot. */
  ratableUntil: z.iso.datetime().nullable(),
  tip: z.object({
    /** The tip given, that can be changed; 0 without one. */
    tipMinor: z.number().int(),
    /** The tip paid online. */
    paidMinor: z.number().int(),
    /** A tip can be paid online now. */
    isOnline: z.boolean(),
    /** How the trip is paid, and the tip with it. */
    payment: Payment,
    refusal: TipRefusal.nullable(),
    /** What to offer, the smallest first. */
    choices: z.array(z.object({ percent: z.number(), tipMinor: z.number().int() })),
    /** The highest tip that is accepted as intended. */
    mostMinor: z.number().int(),
    /** A gratuity that the agreed price holds already. */
    includedMinor: z.number().int(),
  }),
});
export type TripFeedback = z.infer<typeof TripFeedback>;

/** What a driver may know: of the last 100, from 5 on, and of no single one. */
export const DriverRatingAverage = z.object({
  /** 4.83; null while there are fewer than 5. */
  average: z.number().nullable(),
  count: z.number().int(),
});
export type DriverRatingAverage = z.infer<typeof DriverRatingAverage>;

/** A rating as dispatch reads it. */
export const RatedTrip = Rating.extend({
  reservationId: z.string(),
  number: z.number().int(),
  pickupAt: z.iso.datetime(),
  passenger: z.string(),
  driver: z.object({ id: z.string(), name: z.string() }).nullable(),
  seen: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
});
export type RatedTrip = z.infer<typeof RatedTrip>;

export const RatedTrips = z.object({
  ratings: z.array(RatedTrip),
  nextCursor: z.string().nullable(),
});
export type RatedTrips = z.infer<typeof RatedTrips>;

/** The ratings of a trip, of a driver, or those below 3 that nobody has looked at. */
export const RatingsQuery = z
  .object({
    reservationId: z.string().max(64).optional(),
    driverId: z.string().max(64).optional(),
    unseen: z.literal("true").optional(),
    cursor: z.string().max(300).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  })
  .refine(
    ({ reservationId, driverId, unseen }) =>
      [reservationId, driverId, unseen].filter((given) => given !== undefined).length === 1,
    { error: "Give exactly one of reservationId, driverId and unseen", path: ["driverId"] },
  );
export type RatingsQuery = z.infer<typeof RatingsQuery>;
