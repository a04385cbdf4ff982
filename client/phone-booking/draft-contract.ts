/** What a kept draft must look like to be taken up again; loaded only when there is one. */
import { z } from "zod";
import { KeptDraft } from "../booking/draft-contract";

export const KeptPhoneDraft = z.object({
  version: z.literal(1),
  /** Another person at the same desk does not read on where the first left off. */
  adminId: z.string(),
  draft: z.object({
    callerText: z.string().max(200),
    riderId: z.string().nullable(),
    number: z.string().nullable(),
    name: z.string().max(160),
    whenText: z.string().max(60),
    trip: KeptDraft.shape.draft,
    agreedText: z.string().max(30),
    agreedReason: z.string().max(200),
    tell: z.boolean(),
  }),
  /** A booking that was sent and not answered: key and body find out what became of it. */
  attempt: z.object({ key: z.string(), body: z.string() }).nullable(),
});
export type KeptPhoneDraft = z.infer<typeof KeptPhoneDraft>;
