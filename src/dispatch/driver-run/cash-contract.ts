import { z } from "zod";
import { Tapped } from "./tap-contract";

const minor = z.number().int().min(0).max(1_000_000_000);

/** What a driver took from the passenger in cash, and what they were told to take. */
export const ConfirmCash = Tapped.extend({
  collectedMinor: minor,
  dueMinor: minor,
  reason: z.string().trim().min(1, "Give a reason.").max(200).optional(),
}).refine(
  ({ collectedMinor, dueMinor, reason }) => collectedMinor === dueMinor || reason !== undefined,
  { path: ["reason"], error: "Give the reason for the different amount." },
);
export type ConfirmCash = z.infer<typeof ConfirmCash>;
