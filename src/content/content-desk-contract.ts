/** The content of the public site, as staff edit it. */
import { z } from "zod";
import { Language } from "../accounts/contract";
import { RichNodes, ShownPicture } from "./contract";
import {
  BannerValue,
  ContentKind,
  ContentState,
  FaqValue,
  MemberValue,
  MilestoneValue,
  PageValue,
  PostValue,
  ServiceValue,
  Texts,
} from "./content-values-contract";

/** A time such as `2026-11-21T09:30` in the operator's time zone, or "" if nothing is scheduled. */
const PublishAt = z
  .string()
  .regex(/^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/, "Choose a date and a time.");

/** The fields of an item that staff set besides its value. */
const publicationFields = { state: ContentState, publishAt: PublishAt };

/** The values when the form was opened. Only fields that differ from them are changed. */
const Was = z.object({ value: z.record(z.string(), z.unknown()), ...publicationFields });

const savedItemSchema = <Kind extends ContentKind, Value extends z.ZodType>(
  kind: Kind,
  value: Value,
) => z.object({ kind: z.literal(kind), value, ...publicationFields, was: Was });

export const SaveContent = z.discriminatedUnion("kind", [
  savedItemSchema("page", PageValue),
  savedItemSchema("service", ServiceValue),
  savedItemSchema("post", PostValue),
  savedItemSchema("faq", FaqValue),
  savedItemSchema("member", MemberValue),
  savedItemSchema("milestone", MilestoneValue),
  savedItemSchema("banner", BannerValue),
]);
export type SaveContent = z.infer<typeof SaveContent>;

/** The last part of an address. */
const Slug = z
  .string()
  .trim()
  .max(60, "This is too long: 60 characters at most.")
  .regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, "Lower-case letters, digits and hyphens only.");

const added = <Kind extends ContentKind, Value extends z.ZodType>(kind: Kind, value: Value) =>
  z.object({ kind: z.literal(kind), value, ...publicationFields, slug: Slug.default("") });

/** `slug` applies to services and posts. If it is "", it is derived from the name. */
export const AddContent = z.discriminatedUnion("kind", [
  added("service", ServiceValue),
  added("post", PostValue),
  added("faq", FaqValue),
  added("member", MemberValue),
  added("milestone", MilestoneValue),
  added("banner", BannerValue),
]);
export type AddContent = z.infer<typeof AddContent>;

export const KindParam = z.object({ kind: ContentKind });
export const ItemParam = z.object({ kind: ContentKind, key: z.string().min(1).max(80) });

export const ContentRow = z.object({
  /** The same as `key`, because lists need an `id`. */
  id: z.string(),
  kind: ContentKind,
  key: z.string(),
  /** Its name in a list. */
  title: z.string(),
  /** A short description. */
  detail: z.string(),
  state: ContentState,
  /** Whether visitors see it now. */
  shown: z.boolean(),
  publishedAt: z.iso.datetime().nullable(),
  /** 0 if the item has never been changed. */
  version: z.number().int(),
  /** Built in. */
  isBuiltIn: z.boolean(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
});
export type ContentRow = z.infer<typeof ContentRow>;

/** The items in their order. Those in `removed` can be restored. */
export const ContentList = z.object({
  items: z.array(ContentRow),
  removed: z.array(ContentRow),
});
export type ContentList = z.infer<typeof ContentList>;

const ContentValue = z.record(z.string(), z.unknown());

export const ContentItem = ContentRow.extend({
  /** The value, whose shape depends on the kind. */
  value: ContentValue,
  publishAt: z.string(),
  removed: z.boolean(),
  /** The built-in value, or null if there is none. */
  own: ContentValue.nullable(),
  /** Its public address. */
  address: z.string(),
});
export type ContentItem = z.infer<typeof ContentItem>;

export const PictureRow = ShownPicture.extend({ id: z.string() });
export type PictureRow = z.infer<typeof PictureRow>;

export const ContentItemAnswer = z.object({
  item: ContentItem,
  /** The pictures of the item. */
  pictures: z.array(PictureRow),
});
export type ContentItemAnswer = z.infer<typeof ContentItemAnswer>;

export const ContentVersion = z.object({
  version: z.number().int(),
  summary: z.string(),
  by: z.string(),
  at: z.iso.datetime().nullable(),
  state: ContentState,
  /** What this version changed. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  value: ContentValue,
});
export type ContentVersion = z.infer<typeof ContentVersion>;

/** The versions, newest first. For a built-in item the last one is the original text, version 0. */
export const ContentVersions = z.object({ versions: z.array(ContentVersion) });
export type ContentVersions = z.infer<typeof ContentVersions>;

/** `seen` is the version on screen. Answers 409 if the item has changed since. */
export const RestoreContent = z.object({
  version: z.number().int().min(0),
  seen: z.number().int().min(0),
});
export type RestoreContent = z.infer<typeof RestoreContent>;
export const RemoveContent = z.object({ seen: z.coerce.number().int().min(0) });

/** All items of a kind in their new order. */
export const OrderContent = z.object({
  keys: z.array(z.string().min(1).max(80)).min(1).max(500),
});
export type OrderContent = z.infer<typeof OrderContent>;

export const TranslationParam = ItemParam.extend({ language: Language });

/** An item's texts in another language than the site's main one. */
export const TranslationAnswer = z.object({
  /** The version of the item when it was loaded. */
  version: z.number().int(),
  texts: z.array(
    z.object({
      /** The text's name within the item, such as `heading` or `price.title`. */
      name: z.string(),
      /** The text in the main language. */
      main: z.string(),
      /** The staff's translation, or empty. */
      written: z.string(),
      /** What visitors read without a translation by staff: the built-in one, or the main text. */
      fallbackText: z.string(),
    }),
  ),
});
export type TranslationAnswer = z.infer<typeof TranslationAnswer>;

/** Empty texts fall back to the built-in translation. `seen` is the version on screen. */
export const SaveTranslation = z.object({ texts: Texts, seen: z.number().int().min(0) });
export type SaveTranslation = z.infer<typeof SaveTranslation>;

/** The texts that are shown in the main language although the visitor chose another. */
export const UntranslatedAnswer = z.object({
  languages: z.array(
    z.object({
      language: Language,
      /** How many texts are untranslated, and in which items. */
      texts: z.number().int(),
      items: z.array(z.object({ kind: ContentKind, key: z.string(), title: z.string() })),
    }),
  ),
});
export type UntranslatedAnswer = z.infer<typeof UntranslatedAnswer>;

export const PreviewText = z.object({ text: z.string().max(60_000) });
/** The text as visitors would see it, with the operator's facts filled in. */
export const PreviewAnswer = z.object({ text: RichNodes });
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

/** A multipart form. */
export const PictureForm = z.object({ file: z.file() });
export type PictureForm = z.infer<typeof PictureForm>;
export const PictureAnswer = z.object({ picture: PictureRow });
export type PictureAnswer = z.infer<typeof PictureAnswer>;
/** The pictures, newest first, at most 60. */
export const PictureList = z.object({ pictures: z.array(PictureRow) });
export type PictureList = z.infer<typeof PictureList>;
