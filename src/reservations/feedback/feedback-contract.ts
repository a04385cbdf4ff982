import { z } from "zod";
import { Payment } from "../contract";
import { lines } from "../../settings/text-contract";

/** The praise that riders can choose. */
export const ratingPraises = [
  "clean_car",
  "smooth_ride",
  "on_time",
  "friendly",
  "helpful",
] as const;
/** The complaints that riders can choose. */
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

/** A rider's rating of a trip. A later one replaces it. */
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
  /** The version of the reservation that the caller saw. */
  version: z.number().int().min(1),
  tipMinor: z.number().int().min(0).max(1_000_000_000),
});
export type TipTrip = z.infer<typeof TipTrip>;

/** The link with which a tip is paid online. */
export const TipUrl = z.object({ url: z.string() });

export const Rating = z.object({
  stars: z.number().int(),
  chips: z.array(RatingReason),
  words: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Rating = z.infer<typeof Rating>;

/** Why no tip can be given now. */
export const TipRefusal = z.enum(["not_over", "settled", "too_late", "not_on_account", "no_fare"]);
export type TipRefusal = z.infer<typeof TipRefusal>;

/** The rating and the tip that a rider can give after a trip. */
export const TripFeedback = z.object({
  version: z.number().int(),
  currency: z.string(),
  rating: Rating.nullable(),
  /** Until when the trip can be rated, or the rating changed. Null if it cannot. */
  ratableUntil: z.iso.datetime().nullable(),
  tip: z.object({
    /** The tip that the rider gave and can still change. 0 without one. */
    tipMinor: z.number().int(),
    /** The tip paid online. */
    paidMinor: z.number().int(),
    /** Whether a tip can be paid online now. */
    isOnline: z.boolean(),
    /** How the trip is paid, including the tip. */
    payment: Payment,
    refusal: TipRefusal.nullable(),
    /** The suggested tips, the smallest first. */
    choices: z.array(z.object({ percent: z.number(), tipMinor: z.number().int() })),
    /** The highest tip that is accepted. A higher one is probably a mistake. */
    mostMinor: z.number().int(),
    /** A gratuity that is already part of the agreed price. */
    includedMinor: z.number().int(),
  }),
});
export type TripFeedback = z.infer<typeof TripFeedback>;

/**
 * The average rating that a driver sees: of the last 100 ratings, and only from 5 on, so that no single one can be
 * recognised.
 */
export const DriverRatingAverage = z.object({
  /** 4.83; null while there are fewer than 5. */
  average: z.number().nullable(),
  count: z.number().int(),
});
export type DriverRatingAverage = z.infer<typeof DriverRatingAverage>;

/** A rating as dispatch sees it. */
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

/** The ratings of a trip or of a driver, or those below 3 that dispatch has not looked at. */
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
