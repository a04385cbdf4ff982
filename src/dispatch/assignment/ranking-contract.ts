import { z } from "zod";
import { Wish } from "../../availability/contract";

const seconds = z.number();

/** From where a driver would come: the trip before, or where their phone was a moment ago. */
export const Approach = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trip"), number: z.number().int(), travelSeconds: seconds }),
  z.object({ kind: z.literal("position"), travelSeconds: seconds }),
]);
export type Approach = z.infer<typeof Approach>;

/** What is known of a driver for one trip. */
export const RankingFacts = z.object({
  approach: Approach.nullable(),
  /** Between the trips beside this one and the way there, what is left; null where there is none that day. */
  spareBeforeSeconds: seconds.nullable(),
  spareAfterSeconds: seconds.nullable(),
  standing: z.enum(["available", "unsaid", "outside_hours", "day_off"]),
  /** What they have said of their wishes that speaks against the trip, and for it. */
  against: z.number().int(),
  reasons: z.array(Wish),
  /** What they earn on the day of the pickup with the trips they have, and the mean of all who can drive. */
  dayPayMinor: z.number(),
  meanPayMinor: z.number(),
  dayTrips: z.number().int(),
  stars: z.number().nullable(),
  /** Whether they would drive their usual vehicle, and it is of the class that was booked. */
  car: z.enum(["booked", "own", "other"]),
});
export type RankingFacts = z.infer<typeof RankingFacts>;
