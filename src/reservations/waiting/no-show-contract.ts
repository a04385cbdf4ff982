/** The evidence of a no-show. Browser-safe. */
import { z } from "zod";

/** The facts that tell a driver when they may leave. */
export const NoShowWait = z.object({
  /** How long the driver waits, from the latest of arrival, pickup time and landing. */
  waitMinutes: z.number().int(),
  /** When the driver arrived. Null before that. */
  arrivedAt: z.iso.datetime().nullable(),
});
export type NoShowWait = z.infer<typeof NoShowWait>;

/** The position of the driver's phone. */
export const PhonePosition = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracyMeters: z.number().min(0).max(1_000_000),
});
export type PhonePosition = z.infer<typeof PhonePosition>;

/** The evidence that the driver sends with the step. The photo follows it. */
export const NoShowProof = z.object({
  /** Null if the phone had no position or no permission. */
  position: PhonePosition.nullable(),
  /** Whether the driver has tried to call. */
  called: z.boolean(),
});
export type NoShowProof = z.infer<typeof NoShowProof>;

/** The evidence of a driver's no-show that dispatch sees. */
export const NoShowEvidence = z.object({
  declaredAt: z.iso.datetime(),
  driver: z.object({ id: z.string(), name: z.string() }),
  position: PhonePosition.nullable(),
  /** The distance from the pickup. Null without a position, or if the pickup is known in words only. */
  distanceMeters: z.number().int().nullable(),
  called: z.boolean(),
  /** How many messages the driver wrote to the rider about this trip. */
  messages: z.number().int(),
  /** A path under `/backend`. Null until the photo arrives. */
  photo: z.string().nullable(),
});
export type NoShowEvidence = z.infer<typeof NoShowEvidence>;
