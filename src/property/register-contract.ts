/** The requests and answers of the lost and found register of dispatch. */
import { z } from "zod";
import {
  ItemState,
  MyFoundItem,
  MyLostReport,
  PropertyCategory,
  PropertyEvent,
  ReportState,
} from "./contract";
import { line, lines } from "../settings/text-contract";

const NamedRecord = z.object({ id: z.string(), name: z.string() });

/** The trip and the vehicle in which something was lost or found. */
const TripAndVehicle = z.object({
  reservation: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  vehicle: NamedRecord.nullable(),
  driver: NamedRecord.nullable(),
});

export const LostReportRow = MyLostReport.extend(TripAndVehicle.shape).extend({
  /** `website`: reported with the public form by a visitor who was not signed in. */
  source: z.enum(["rider", "phone", "website"]),
  reporterName: z.string(),
  closedAt: z.iso.datetime().nullable(),
});
export type LostReportRow = z.infer<typeof LostReportRow>;

export const LostReportList = z.object({
  reports: z.array(LostReportRow),
  nextCursor: z.string().nullable(),
});
export type LostReportList = z.infer<typeof LostReportList>;

export const IdentifiedBy = z.enum([
  "passport",
  "identity_card",
  "driving_licence",
  "trip_code",
  "description",
  "known",
]);
export type IdentifiedBy = z.infer<typeof IdentifiedBy>;

export const Disposal = z.enum(["donated", "destroyed", "authority", "finder"]);
export type Disposal = z.infer<typeof Disposal>;

export const FoundItemRow = MyFoundItem.extend(TripAndVehicle.shape).extend({
  version: z.number().int(),
  finderName: z.string(),
  /** The item may not be disposed of before this time. */
  keepUntil: z.iso.datetime(),
  reportId: z.string().nullable(),
  handover: z
    .object({ to: z.string(), identifiedBy: IdentifiedBy, signature: z.string() })
    .nullable(),
  disposal: z.object({ how: Disposal, reason: z.string() }).nullable(),
  closedAt: z.iso.datetime().nullable(),
});
export type FoundItemRow = z.infer<typeof FoundItemRow>;

export const FoundItemList = z.object({
  items: z.array(FoundItemRow),
  nextCursor: z.string().nullable(),
});
export type FoundItemList = z.infer<typeof FoundItemList>;

/** A reason why a report and an item may match. The points of a match are the sum of its reasons. */
export const MatchReason = z.object({
  kind: z.enum(["trip", "vehicle", "driver", "time", "category", "colour", "words"]),
  points: z.number().int(),
  /** The shared words. `hours` is the time between the loss and the find. */
  words: z.array(z.string()).optional(),
  hours: z.number().int().optional(),
});
export type MatchReason = z.infer<typeof MatchReason>;

const Match = z.object({ points: z.number().int(), reasons: z.array(MatchReason) });

export const LostReport = LostReportRow.extend({
  log: z.array(PropertyEvent),
  /** The item with which it was matched. */
  item: FoundItemRow.nullable(),
  /** Items that may match, the likeliest first. */
  matches: z.array(Match.extend({ item: FoundItemRow })),
});
export type LostReport = z.infer<typeof LostReport>;

export const LostReportAnswer = z.object({ report: LostReport });
export type LostReportAnswer = z.infer<typeof LostReportAnswer>;

export const FoundItem = FoundItemRow.extend({
  /** The contact message in which a visitor reported it. `id` is null after that message is deleted. */
  notified: z.object({ number: z.number().int(), id: z.string().nullable() }).nullable(),
  log: z.array(PropertyEvent),
  /** The report with which it was matched. */
  report: LostReportRow.nullable(),
  /** Reports that may match it, the likeliest first. */
  matches: z.array(Match.extend({ report: LostReportRow })),
});
export type FoundItem = z.infer<typeof FoundItem>;

export const FoundItemAnswer = z.object({ item: FoundItem });
export type FoundItemAnswer = z.infer<typeof FoundItemAnswer>;

const page = {
  category: PropertyCategory.optional(),
  /** Words of the description, a name or the number. */
  q: z.string().max(200).optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
};

export const LostReportsQuery = z.object({
  ...page,
  state: ReportState.optional(),
  /** Only open reports for which nobody has searched the car. */
  unsearched: z.literal("true").optional(),
});
export type LostReportsQuery = z.infer<typeof LostReportsQuery>;

export const FoundItemsQuery = z.object({
  ...page,
  state: ItemState.optional(),
  /** Only items whose storage period has ended. */
  due: z.literal("true").optional(),
});
export type FoundItemsQuery = z.infer<typeof FoundItemsQuery>;

const version = z.number().int().min(1);

/** Who searched the car, and the result. */
export const RecordSearch = z.object({
  version,
  searchedBy: line.min(1, "Enter who searched the vehicle.").max(160),
  outcome: z.enum(["nothing", "found"]),
  words: lines.max(500).default(""),
});
export type RecordSearch = z.input<typeof RecordSearch>;

export const StoreItem = z.object({
  version,
  storage: line.min(1, "Enter the storage place.").max(120),
});
export type StoreItem = z.infer<typeof StoreItem>;

/** The found item that matches the report. Both versions are those that the caller saw. */
export const MatchLostReport = z.object({
  version,
  itemId: z.string().max(64),
  itemVersion: version,
});
export type MatchLostReport = z.infer<typeof MatchLostReport>;

export const RecordReturnAttempt = z.object({
  version,
  way: z.enum(["phone", "message", "visit", "post"]),
  words: lines.min(1, "Enter the outcome.").max(500),
});
export type RecordReturnAttempt = z.infer<typeof RecordReturnAttempt>;

export const HandOverItem = z.object({
  version,
  to: line.min(1, "Enter who got the item.").max(160),
  identifiedBy: IdentifiedBy,
  /** The name as signed. */
  signature: line.min(1, "Enter the name of the person who signed.").max(160),
});
export type HandOverItem = z.infer<typeof HandOverItem>;

export const DisposeOfItem = z.object({
  version,
  how: Disposal,
  reason: lines.min(1, "Give a reason.").max(500),
});
export type DisposeOfItem = z.infer<typeof DisposeOfItem>;

export const CloseReport = z.object({
  version,
  reason: lines.min(1, "Give a reason.").max(500),
});
export type CloseReport = z.infer<typeof CloseReport>;
