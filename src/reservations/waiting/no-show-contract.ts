/** What goes with a no-show. Browser-safe. */
import { z } from "zod";

/** What a driver needs to know before they may leave. */
export const NoShowWait = z.object({
  /** How long is waited, from the latest of arrival, pickup time and landing. */
  waitMinutes: z.number().int(),
  /** When the driver arrived; null before that. */
  arrivedAt: z.iso.datetime().nullable(),
});
export type NoShowWait = z.infer<typeof NoShowWait>;

/** Where the phone was. */
export const PhonePosition = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracyMeters: z.number().min(0).max(1_000_000),
});
export type PhonePosition = z.infer<typeof PhonePosition>;

/** What the driver sends with the tap; the photo comes after it. */
export const NoShowProof = z.object({
  /** Null where the phone gave none, or was not allowed to. */
  position: PhonePosition.nullable(),
  /** The driver has tried to call. */
  called: z.boolean(),
});
export type NoShowProof = z.infer<typeof NoShowProof>;

/** What dispatch reads of a no-show that a driver declared. */
export const NoShowEvidence = z.object({
  declaredAt: z.iso.datetime(),
  driver: z.object({ id: z.string(), name: z.string() }),
  position: PhonePosition.nullable(),
  /** From the pickup; null without a position, or where the pickup is given in words. */
  distanceMeters: z.number().int().nullable(),
  called: z.boolean(),
  /** What the driver wrote to the rider about this trip. */
  messages: z.number().int(),
  /** A path under `/backend`; null until a photo has come. */
  photo: z.string().nullable(),
});
export type NoShowEvidence = z.infer<typeof NoShowEvidence>;
