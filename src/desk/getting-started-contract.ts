import { z } from "zod";
import { MissingForBooking } from "./open-for-booking-contract";
import { gettingStartedSteps } from "./getting-started-step-contract";

/** Setup progress, and what the next booking is missing. */
export const GettingStarted = MissingForBooking.extend({
  steps: z.array(
    z.object({
      step: z.enum(gettingStartedSteps),
      /** Its records exist. */
      done: z.boolean(),
      /** Whether the owner has postponed it. */
      left: z.boolean(),
    }),
  ),
  /** The command that starts a demo, to run on the server, and the demo's address. */
  demo: z.object({ command: z.string(), url: z.string() }),
});
export type GettingStarted = z.infer<typeof GettingStarted>;

/** Postpones or resumes a step. */
export const PostponeStep = z.object({ step: z.enum(gettingStartedSteps), left: z.boolean() });
export type PostponeStep = z.infer<typeof PostponeStep>;
