/** Two riders who are one person, and what becomes of both. */
import { z } from "zod";
import { Language } from "../accounts/contract";
import { lines } from "../settings/text-contract";

/** What one of the two has. Counts stop at 1,000. */
export const MergeSide = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  language: Language,
  createdAt: z.iso.datetime(),
  note: z.string(),
  /** Why they may not book; null while they may. */
  block: z.string().nullable(),
  /** The companies on whose account they ride or are invited to, with what they may do there. */
  companies: z.array(z.string()),
  /** How their trips are paid: words of the trips, and no cards. */
  payments: z.array(z.string()),
  /** Providers they sign in by. */
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

/** Something that both have and only one of them can stay, or that dispatch should look at. */
export const MergeConflict = z.enum(mergeConflicts);
export type MergeConflict = z.infer<typeof MergeConflict>;

export const MergeView = z.object({
  kept: MergeSide,
  merged: MergeSide,
  conflicts: z.array(MergeConflict),
  /** The code of the failure that merging them is while memberships are not moved; null where they may be merged. */
  refusal: z.enum(["rider_merge.companies"]).nullable(),
  /** A mark of the shown state: merging sends it back. */
  seen: z.string(),
});
export type MergeView = z.infer<typeof MergeView>;

export const MergeAnswer = z.object({ merge: MergeView });
export type MergeAnswer = z.infer<typeof MergeAnswer>;

/** Whose stays. Where that one has none, the other's does. */
const side = z.enum(["kept", "merged"]);

export const MergeRiders = z.object({
  mergedId: z.string().max(64),
  seen: z.string().max(100),
  name: side,
  phone: side,
  email: side,
  note: lines.max(500),
  /**
   * Dispatch says that the rider who stays is to ride on the accounts of both one's companies. Without it
   * riders of whom only one rides on a company's account are refused.
   */
  moveMemberships: z.boolean().default(false),
});
export type MergeRiders = z.output<typeof MergeRiders>;

const duplicateReasons = ["same_number", "same_mailbox", "asked_for", "same_name"] as const;

/** Somebody who may be the same person. */
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
