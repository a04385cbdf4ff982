import { z } from "zod";
import { Lacking } from "./opening-contract";
import { startingSteps } from "./step-contract";

/** How far a new house has come, and what the next booking would lack. */
export const GettingStarted = Lacking.extend({
  steps: z.array(
    z.object({
      step: z.enum(startingSteps),
      /** By what is there. */
      done: z.boolean(),
      /** The owner left it for later. */
      left: z.boolean(),
    }),
  ),
  /** What starts a demo beside this server, typed on its machine, and where it is then. */
  demo: z.object({ command: z.string(), url: z.string() }),
});
export type GettingStarted = z.infer<typeof GettingStarted>;

/** Leaves a step for later, or takes it up again. */
export const LeaveStep = z.object({ step: z.enum(startingSteps), left: z.boolean() });
export type LeaveStep = z.infer<typeof LeaveStep>;
