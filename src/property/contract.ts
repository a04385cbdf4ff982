import { z } from "zod";
import { line, lines } from "../settings/text-contract";

export const PropertyCategory = z.enum([
  "phone",
  "bag",
  "wallet",
  "keys",
  "documents",
  "electronics",
  "clothing",
  "glasses",
  "jewellery",
  "umbrella",
  "medical",
  "toy",
  "food",
  "other",
]);
export type PropertyCategory = z.infer<typeof PropertyCategory>;

export const CarPlace = z.enum(["back_seat", "front_seat", "floor", "boot", "door", "unsure"]);
export type CarPlace = z.infer<typeof CarPlace>;

export const ReturnWish = z.enum(["collect", "deliver", "post"]);
export type ReturnWish = z.infer<typeof ReturnWish>;

/** The description of an item: the same fields for lost and found items. */
export const Description = z.object({
  category: PropertyCategory,
  what: line.min(1, "Describe the item.").max(200),
  /** Colour and brand. */
  colour: line.max(80).default(""),
  /** Marks that tell it from similar items. */
  marks: lines.max(1000).default(""),
  place: CarPlace.default("unsure"),
});

/** The limits of a form with a photo of at most 5 MB. */
export const PHOTO_FORM = {
  bytes: 5 * 1024 * 1024 + 64 * 1024,
  parts: 20,
  tooLarge: "picture.too_large",
} as const;

/** A picture from a form. Undefined if the field was left empty. */
const Photo = z.file().optional();

/** A rider's form. */
export const ReportLostItem = Description.extend({
  contact: line.min(1, "Enter an e-mail address or a phone number.").max(200),
  wish: ReturnWish.default("collect"),
  wishNote: lines.max(500).default(""),
  photo: Photo,
});
export type ReportLostItem = z.infer<typeof ReportLostItem>;

/** What a caller tells dispatch on the phone about a lost item. */
export const RecordLostReport = Description.extend({
  reporterName: line.min(1, "Enter who reported the item.").max(160),
  contact: line.min(1, "Enter an e-mail address or a phone number.").max(200),
  wish: ReturnWish.default("collect"),
  wishNote: lines.max(500).default(""),
  /** The booking's number, if the caller knows it. */
  reservationNumber: z.number().int().min(1).nullable().default(null),
  /** In the operator's local time. The end of the trip, if the report has one. */
  lostLocal: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time like 2026-12-01T14:10")
    .nullable()
    .default(null),
});
export type RecordLostReport = z.input<typeof RecordLostReport>;

/** The form in which a driver or dispatch registers a found item. */
export const RegisterFoundItem = Description.extend({ photo: Photo });
export type RegisterFoundItem = z.infer<typeof RegisterFoundItem>;

/** As `RegisterFoundItem`, for dispatch: the item belongs to a trip, to a vehicle or to neither. */
export const RegisterFoundAtDesk = RegisterFoundItem.extend({
  reservationNumber: z.coerce.number().int().min(1).optional(),
  vehicleId: z.string().max(64).optional(),
  storage: line.max(120).default(""),
  finderName: line.max(160).default(""),
});
export type RegisterFoundAtDesk = z.infer<typeof RegisterFoundAtDesk>;

export const ReportState = z.enum(["open", "matched", "returned", "closed"]);
export type ReportState = z.infer<typeof ReportState>;

export const ItemState = z.enum(["kept", "matched", "returned", "disposed"]);
export type ItemState = z.infer<typeof ItemState>;

/** One line of the log. */
export const PropertyEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(["rider", "driver", "admin", "system", "partner"]),
    name: z.string(),
  }),
  act: z.enum([
    "reported",
    "found",
    "searched",
    "stored",
    "matched",
    "unmatched",
    "return_attempted",
    "handed_over",
    "disposed",
    "closed",
    "reopened",
    "person_removed",
  ]),
  words: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type PropertyEvent = z.infer<typeof PropertyEvent>;

const ItemDescription = z.object({
  category: PropertyCategory,
  what: z.string(),
  colour: z.string(),
  marks: z.string(),
  place: CarPlace,
  /** A path under `/backend`. Null without a photo. */
  photo: z.string().nullable(),
});

/** A report as its rider sees it. */
export const MyLostReport = ItemDescription.extend({
  id: z.string(),
  number: z.number().int(),
  version: z.number().int(),
  state: ReportState,
  contact: z.string(),
  wish: ReturnWish,
  wishNote: z.string(),
  reservation: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  /** When the car was last searched for it. */
  searchedAt: z.iso.datetime().nullable(),
  lostAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type MyLostReport = z.infer<typeof MyLostReport>;

export const MyLostReports = z.object({
  reports: z.array(MyLostReport),
  nextCursor: z.string().nullable(),
});
export type MyLostReports = z.infer<typeof MyLostReports>;

export const MyLostReportAnswer = z.object({ report: MyLostReport });
export type MyLostReportAnswer = z.infer<typeof MyLostReportAnswer>;

export const MyLostReportsQuery = z.object({
  reservationId: z.string().max(64).optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type MyLostReportsQuery = z.infer<typeof MyLostReportsQuery>;

/** An item as the driver who found it sees it. */
export const MyFoundItem = ItemDescription.extend({
  id: z.string(),
  number: z.number().int(),
  state: ItemState,
  storage: z.string(),
  foundAt: z.iso.datetime(),
});
export type MyFoundItem = z.infer<typeof MyFoundItem>;

export const MyFoundItems = z.object({
  items: z.array(MyFoundItem),
  nextCursor: z.string().nullable(),
});
export type MyFoundItems = z.infer<typeof MyFoundItems>;

export const MyFoundItemAnswer = z.object({ item: MyFoundItem });
export type MyFoundItemAnswer = z.infer<typeof MyFoundItemAnswer>;

/** The version that the caller saw. If it has changed, the call answers 409. */
const version = z.number().int().min(1);
export const SeenProperty = z.object({ version });
