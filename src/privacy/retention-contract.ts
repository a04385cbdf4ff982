/** How long records that name people are kept. The owner decides. */
import { z } from "zod";
import { periods, type RetainedKind } from "../settings/retention-contract";

const days = (kind: RetainedKind) => {
  const { least, most } = periods[kind];
  const words = `Enter a number of days from ${least} to ${most}.`;
  return z.number(words).int(words).min(least, words).max(most, words);
};

/** The number of days for each kind. */
const RetentionDays = z.object({
  trackPoints: days("trackPoints"),
  tripMessages: days("tripMessages"),
  outbox: days("outbox"),
  contactMessages: days("contactMessages"),
  contactSpam: days("contactSpam"),
  rejectedApplications: days("rejectedApplications"),
  unfinishedApplications: days("unfinishedApplications"),
  lostReports: days("lostReports"),
  handovers: days("handovers"),
  affiliateDrivers: days("affiliateDrivers"),
  noShows: days("noShows"),
  incidents: days("incidents"),
  addresses: days("addresses"),
} satisfies Record<RetainedKind, z.ZodType>);

/** The `version` of the settings that the caller saw. Answers 409 if it has changed. */
export const SaveRetention = z.object({ days: RetentionDays, version: z.number().int().min(1) });
export type SaveRetention = z.infer<typeof SaveRetention>;

/** How many records of a kind were deleted on a day of the operator's calendar. */
const RemovalCount = z.object({ day: z.iso.date(), kind: z.string(), removed: z.number().int() });

export const RetentionAnswer = z.object({
  rules: z.object({ days: RetentionDays }),
  /** The newest first. */
  removed: z.array(RemovalCount),
  version: z.number().int(),
});
export type RetentionAnswer = z.infer<typeof RetentionAnswer>;

export const PreviewRetention = z.object({ days: RetentionDays.partial() });
export type PreviewRetention = z.infer<typeof PreviewRetention>;

/** How many records of each kind would be deleted. Counting stops at `most`. */
export const RetentionPreview = z.object({
  due: z.partialRecord(
    z.enum(Object.keys(periods) as [RetainedKind, ...RetainedKind[]]),
    z.number().int(),
  ),
  most: z.number().int(),
});
export type RetentionPreview = z.infer<typeof RetentionPreview>;
