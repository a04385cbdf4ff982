import { z } from "zod";
import { Wish } from "../../availability/contract";

const seconds = z.number();

/** Where the driver would come from: the trip before, or their phone's last position. */
export const Approach = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trip"), number: z.number().int(), travelSeconds: seconds }),
  z.object({ kind: z.literal("position"), travelSeconds: seconds }),
]);
export type Approach = z.infer<typeof Approach>;

/** The facts about a driver for one trip. */
export const RankingFacts = z.object({
  approach: Approach.nullable(),
  /** Spare time between the neighbouring trips and the drive; null without such a trip that day. */
  spareBeforeSeconds: seconds.nullable(),
  spareAfterSeconds: seconds.nullable(),
  standing: z.enum(["available", "unsaid", "outside_hours", "day_off"]),
  /** Their working hours and preferences against the trip, and for it. */
  warningCount: z.number().int(),
  reasons: z.array(Wish),
  /** Their earnings on the pickup day so far, and the mean of all available drivers. */
  dayPayMinor: z.number(),
  meanPayMinor: z.number(),
  dayTrips: z.number().int(),
  stars: z.number().nullable(),
  /** Whether they would drive their usual vehicle, and whether it is of the booked class. */
  car: z.enum(["booked", "own", "other"]),
});
export type RankingFacts = z.infer<typeof RankingFacts>;
