/** The requests and answers for merging two riders who are one person. */
import { z } from "zod";
import { Language } from "../accounts/contract";
import { lines } from "../settings/text-contract";

/** The facts of one of the two riders. Counts stop at 1,000. */
export const MergeSide = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  language: Language,
  createdAt: z.iso.datetime(),
  note: z.string(),
  /** Why they may not book. Null if they may. */
  block: z.string().nullable(),
  /** The companies of which they are members or to which they are invited, with their roles. */
  companies: z.array(z.string()),
  /** How their trips are paid, by the trips' payment. Cards are not included. */
  payments: z.array(z.string()),
  /** The providers with which they sign in. */
  providers: z.array(z.string()),
  trips: z.number().int(),
  underWay: z.number().int(),
  standingOrders: z.number().int(),
  places: z.number().int(),
  openLostReports: z.number().int(),
  messages: z.number().int(),
  sessions: z.number().int(),
});
export type MergeSide = z.infer<typeof MergeSide>;

const mergeConflicts = [
  "name",
  "phone",
  "email",
  "language",
  "note",
  "block",
  "company",
  "provider",
  "places",
  "standing_orders",
  "picture",
  "choices",
  "pending",
] as const;

/** A value that both have but of which only one can stay, or that dispatch should check. */
export const MergeConflict = z.enum(mergeConflicts);
export type MergeConflict = z.infer<typeof MergeConflict>;

export const MergeView = z.object({
  kept: MergeSide,
  merged: MergeSide,
  conflicts: z.array(MergeConflict),
  /** The error code of a merge that does not move memberships. Null if it is allowed. */
  refusal: z.enum(["rider_merge.companies"]).nullable(),
  /** A fingerprint of the shown state, which the merge sends back. */
  seen: z.string(),
});
export type MergeView = z.infer<typeof MergeView>;

export const MergeAnswer = z.object({ merge: MergeView });
export type MergeAnswer = z.infer<typeof MergeAnswer>;

/** The rider whose value stays. If that one has none, the other's stays. */
const side = z.enum(["kept", "merged"]);

export const MergeRiders = z.object({
  mergedId: z.string().max(64),
  seen: z.string().max(100),
  name: side,
  phone: side,
  email: side,
  note: lines.max(500),
  /**
   * Dispatch confirms that the kept rider will belong to the companies of both. Without it, the merge is refused if
   * their memberships differ.
   */
  moveMemberships: z.boolean().default(false),
});
export type MergeRiders = z.output<typeof MergeRiders>;

const duplicateReasons = ["same_number", "same_mailbox", "asked_for", "same_name"] as const;

/** A rider who may be the same person. */
export const DuplicateRider = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  reason: z.enum(duplicateReasons),
});
export type DuplicateRider = z.infer<typeof DuplicateRider>;

export const DuplicateRiders = z.object({ riders: z.array(DuplicateRider) });
export type DuplicateRiders = z.infer<typeof DuplicateRiders>;
