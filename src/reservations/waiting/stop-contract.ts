/** What a driver does at a stop on the way. Browser-safe. */
import { z } from "zod";

/** Which stop, counted from 1, and what was done there. */
export const StopAction = z.object({
  stop: z.number().int().min(1).max(8),
  action: z.enum(["arrived", "left", "skipped"]),
});
export type StopAction = z.infer<typeof StopAction>;

/** Why a stop is skipped. */
export const SkipReason = z.string().trim().min(1, "Give a reason.").max(200);
