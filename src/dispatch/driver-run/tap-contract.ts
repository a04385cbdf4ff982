/** What every tap of a driver bears, however late it arrives. Browser-safe. */
import { z } from "zod";

/** The version that the driver saw, and when it was. */
export const TapTime = z.object({
  version: z.number().int().min(1),
  /** When the driver tapped, by the server's clock as the phone knows it; now when absent. */
  tappedAt: z.iso.datetime().optional(),
});
export type TapTime = z.infer<typeof TapTime>;
