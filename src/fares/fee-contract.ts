/** The requests and answers for drafting, checking, publishing and listing prices. Safe to load in browsers. */
import { z } from "zod";
import { FeeSchedule, PriceListContext } from "./contract";

/**
 * A fault in a schedule. `path` names the part ("rates.2.distanceTiers"). An `error` prevents publication, a `warning`
 * does not.
 */
export const ScheduleFault = z.object({
  severity: z.enum(["error", "warning"]),
  path: z.string(),
  message: z.string(),
});
export type ScheduleFault = z.infer<typeof ScheduleFault>;

/** A published version. `startsOn` is the day of `startsAt` in the operator's time zone. */
export const FeeScheduleVersion = z.object({
  id: z.string(),
  number: z.number().int(),
  startsAt: z.iso.datetime(),
  startsOn: z.iso.date(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string(),
  /** Why the prices were changed, as the publisher wrote it. */
  reason: z.string(),
  /** `past`, `in_force`, `coming`, or `withdrawn` before it started. */
  standing: z.enum(["past", "in_force", "coming", "withdrawn"]),
  /** Who withdrew the version and why, or null if it was not withdrawn. */
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
 * The one draft, shared by all of dispatch. `version` grows with every save. `basedOn` is the published version from
 * which the draft started, or null if none is in force yet. `faults` are those of the draft now.
 */
export const FeeDraftAnswer = z.object({
  schedule: FeeSchedule,
  version: z.number().int(),
  basedOn: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  /** Whether it differs from the version it is based on or, without one, from an empty list. */
  changed: z.boolean(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
  faults: z.array(ScheduleFault),
  /** What the schedule was checked against. The browser runs the same check while prices are typed. */
  world: PriceListContext,
});
export type FeeDraftAnswer = z.infer<typeof FeeDraftAnswer>;

/** Saves the draft. Answers 409 if its version is not the one that was seen. */
export const SaveFeeDraft = z.object({ version: z.number().int().min(0), schedule: FeeSchedule });
export type SaveFeeDraft = z.infer<typeof SaveFeeDraft>;

/** Publishes the draft from a time in the operator's time zone, or at once if it is null. */
export const PublishFeeDraft = z.object({
  version: z.number().int().min(0),
  startsLocal: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time like 2026-12-01T00:00")
    .nullable(),
  reason: z.string().trim().min(1, "Enter a reason").max(500),
});
export type PublishFeeDraft = z.infer<typeof PublishFeeDraft>;

/** Discards the draft, which then shows the schedule in force. */
export const DiscardFeeDraft = z.object({ version: z.number().int().min(0) });
export type DiscardFeeDraft = z.infer<typeof DiscardFeeDraft>;

export const FeeVersionsQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** The reason for withdrawing a version before it starts. */
export const WithdrawFeeSchedule = z.object({
  reason: z.string().trim().min(1, "Enter a reason").max(500),
});
export type WithdrawFeeSchedule = z.infer<typeof WithdrawFeeSchedule>;
