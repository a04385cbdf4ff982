import { z } from "zod";
import { MatchedPreference } from "../../availability/contract";

const seconds = z.number();

/** Where the driver would come from: the trip before, or the last position of their phone. */
export const Approach = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trip"), number: z.number().int(), travelSeconds: seconds }),
  z.object({ kind: z.literal("position"), travelSeconds: seconds }),
]);
export type Approach = z.infer<typeof Approach>;

/** The facts about a driver for one trip. */
export const RankingFacts = z.object({
  approach: Approach.nullable(),
  /** Spare time between the neighbouring trips besides the drive. Null if there is no neighbouring trip that day. */
  spareBeforeSeconds: seconds.nullable(),
  spareAfterSeconds: seconds.nullable(),
  standing: z.enum(["available", "unsaid", "outside_hours", "day_off"]),
  /** How many of the driver's working hours and preferences speak against the trip, and how many for it. */
  warningCount: z.number().int(),
  reasons: z.array(MatchedPreference),
  /** The driver's pay on the pickup day so far, and the mean of all available drivers. */
  dayPayMinor: z.number(),
  meanPayMinor: z.number(),
  dayTrips: z.number().int(),
  stars: z.number().nullable(),
  /** Whether the driver would use a vehicle of the booked class, their usual one, or another. */
  car: z.enum(["booked", "own", "other"]),
});
export type RankingFacts = z.infer<typeof RankingFacts>;
