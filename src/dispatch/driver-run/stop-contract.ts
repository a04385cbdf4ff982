import { SkipReason, StopAction } from "../../reservations/waiting/stop-contract";
import type { z } from "zod";
import { TapTime } from "./tap-contract";

/** A driver's tap at a stop. Only skipping needs a reason. */
export const VisitStop = TapTime.extend({
  ...StopAction.shape,
  reason: SkipReason.optional(),
}).refine(({ action, reason }) => (action === "skipped") === (reason !== undefined), {
  path: ["reason"],
  error: "Give the reason for skipping the stop.",
});
export type VisitStop = z.infer<typeof VisitStop>;
