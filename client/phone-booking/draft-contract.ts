/** Validates a stored draft. Loaded only if there is one. */
import { z } from "zod";
import { SavedDraft, storedDraftSchema } from "../booking/draft-contract";
import { emptyPhoneDraft } from "./draft";

export const StoredPhoneDraft = z.object({
  version: z.literal(1),
  /** A draft belongs to one person: a colleague at the same desk doesn't see it. */
  adminId: z.string(),
  draft: storedDraftSchema(emptyPhoneDraft, {
    callerText: z.string().max(200),
    riderId: z.string().nullable(),
    number: z.string().nullable(),
    name: z.string().max(160),
    email: z.string().max(320),
    whenText: z.string().max(60),
    returnText: z.string().max(60),
    trip: SavedDraft.shape.draft,
    agreedText: z.string().max(30),
    agreedReason: z.string().max(200),
    overLimitReason: z.string().max(200),
    tell: z.boolean(),
    termsRead: z.boolean(),
  }),
  /** A booking that was sent without an answer. Its key and body can show the outcome. */
  attempt: z.object({ key: z.string(), body: z.string() }).nullable(),
});
export type StoredPhoneDraft = z.infer<typeof StoredPhoneDraft>;
