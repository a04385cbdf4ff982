/** The actions of a driver at a stop. Browser-safe. */
import { z } from "zod";

/** The stop, counted from 1, and the driver's action there. */
export const StopAction = z.object({
  stop: z.number().int().min(1).max(8),
  action: z.enum(["arrived", "left", "skipped"]),
});
export type StopAction = z.infer<typeof StopAction>;

/** Why a stop is skipped. */
export const SkipReason = z.string().trim().min(1, "Give a reason.").max(200);
