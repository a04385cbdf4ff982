import { z } from "zod";
import { startingSteps } from "./step-contract";

/** How far a new house has come. */
export const GettingStarted = z.object({
  steps: z.array(
    z.object({
      step: z.enum(startingSteps),
      /** By what is there. */
      done: z.boolean(),
      /** The owner left it for later. */
      left: z.boolean(),
    }),
  ),
});
export type GettingStarted = z.infer<typeof GettingStarted>;

/** Leaves a step for later, or takes it up again. */
export const LeaveStep = z.object({ step: z.enum(startingSteps), left: z.boolean() });
export type LeaveStep = z.infer<typeof LeaveStep>;
