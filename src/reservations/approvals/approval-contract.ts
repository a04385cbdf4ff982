/** What a manager sees of a request for approval, and the answer. */
import { z } from "zod";
import { lines } from "../../settings/text-contract";

const minor = z.number().int();

/** The 128-bit token of a manager's link. */
export const ApprovalToken = z.object({ token: z.string().max(64) });

export const ApprovalState = z.enum(["waiting", "approved", "declined", "unanswered", "closed"]);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** Trips that are approved or declined together. */
export const ApprovalRequest = z.object({
  id: z.string(),
  state: ApprovalState,
  company: z.string(),
  /** The name of the person who booked. Empty if unknown. */
  bookedBy: z.string(),
  costCentre: z.string(),
  reference: z.string(),
  trips: z.array(
    z.object({
      number: minor,
      pickupAt: z.iso.datetime(),
      pickup: z.string(),
      dropoff: z.string(),
      passenger: z.string(),
    }),
  ),
  amountMinor: minor,
  currency: z.string(),
  deadlineAt: z.iso.datetime(),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;
export const ApprovalRequests = z.object({ requests: z.array(ApprovalRequest) });
export type ApprovalRequests = z.infer<typeof ApprovalRequests>;

/** A manager's answer, as JSON or from a plain form. A manager approves the amount that they saw. */
export const AnswerApproval = z.discriminatedUnion("answer", [
  z.object({ answer: z.literal("approve"), amountMinor: z.coerce.number().int().min(0) }),
  z.object({
    answer: z.literal("decline"),
    reason: lines.pipe(z.string().trim().min(1, "Please give a reason.").max(200)),
  }),
]);
export type AnswerApproval = z.input<typeof AnswerApproval>;
