/** The fields of every tap by a driver, however late it arrives. Safe to load in browsers. */
import { z } from "zod";

/** The version that the driver saw, and the time of the tap. */
export const TapTime = z.object({
  version: z.number().int().min(1),
  /** When the driver tapped, in server time as the phone estimates it. Now if absent. */
  tappedAt: z.iso.datetime().optional(),
});
export type TapTime = z.infer<typeof TapTime>;
