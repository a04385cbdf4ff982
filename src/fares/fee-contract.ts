/** The words in which prices are drafted, checked, published and looked back on. Browser-safe. */
import { z } from "zod";
import { FeeSchedule, PriceListContext } from "./contract";

/**
 * Something wrong with a schedule. `path` names the part ("rates.2.distanceTiers"); an `error`
 * keeps it from being published, a `warning` does not.
 */
export const ScheduleFault = z.object({
  severity: z.enum(["error", "warning"]),
  path: z.string(),
  message: z.string(),
});
export type ScheduleFault = z.infer<typeof ScheduleFault>;

/** A published version. `startsOn` is the operator's day of `startsAt`. */
export const FeeScheduleVersion = z.object({
  id: z.string(),
  number: z.number().int(),
  startsAt: z.iso.datetime(),
  startsOn: z.iso.date(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string(),
  /** Why it was changed, in the publisher's words. */
  reason: z.string(),
  /** `past`, the one `in_force`, `coming`, or `withdrawn` before it started. */
  standing: z.enum(["past", "in_force", "coming", "withdrawn"]),
  /** Who withdrew it and why; null while it was not. */
  withdrawal: z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable(),
});
export type FeeScheduleVersion = z.infer<typeof FeeScheduleVersion>;

export const FeeScheduleList = z.object({
  versions: z.array(FeeScheduleVersion),
  nextCursor: z.string().nullable(),
});
export type FeeScheduleList = z.infer<typeof FeeScheduleList>;

/** One version with its prices. */
export const FeeScheduleAnswer = z.object({ version: FeeScheduleVersion, schedule: FeeSchedule });
export type FeeScheduleAnswer = z.infer<typeof FeeScheduleAnswer>;

/**
 * The one draft, shared by all of dispatch. `version` goes up with every save; `basedOn` is the
 * published version it started from, null where none is in force yet. `faults` are those of the draft as it is.
 */
export const FeeDraftAnswer = z.object({
  schedule: FeeSchedule,
  version: z.number().int(),
  basedOn: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  /** Whether it says anything else than the version it is based on, or than a list without prices. */
  changed: z.boolean(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
  faults: z.array(ScheduleFault),
  /** What the faults were found with; the same review runs in the browser while prices are typed. */
  world: PriceListContext,
});
export type FeeDraftAnswer = z.infer<typeof FeeDraftAnswer>;

/** Saves the draft; another version than the one seen answers 409. */
export const SaveFeeDraft = z.object({ version: z.number().int().min(0), schedule: FeeSchedule });
export type SaveFeeDraft = z.infer<typeof SaveFeeDraft>;

/** Publishes the draft from a moment of the operator's wall clock; null: at once. */
export const PublishFeeDraft = z.object({
  version: z.number().int().min(0),
  startsLocal: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time like 2026-12-01T00:00")
    .nullable(),
  reason: z.string().trim().min(1, "Enter a reason").max(500),
});
export type PublishFeeDraft = z.infer<typeof PublishFeeDraft>;

/** Throws the draft away: what is shown next is the schedule in force. */
export const DiscardFeeDraft = z.object({ version: z.number().int().min(0) });
export type DiscardFeeDraft = z.infer<typeof DiscardFeeDraft>;

export const FeeVersionsQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** Why a coming version is withdrawn before its start. */
export const WithdrawFeeSchedule = z.object({
  reason: z.string().trim().min(1, "Enter a reason").max(500),
});
export type WithdrawFeeSchedule = z.infer<typeof WithdrawFeeSchedule>;
