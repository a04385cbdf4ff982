/** The values of each kind of content, as staff write them and the database stores them. */
import { z } from "zod";
import { Language } from "../accounts/contract";
import { landscapes } from "../settings/look/landscape-contract";
import { line, lines } from "../settings/text-contract";

export const ContentKind = z.enum([
  "page",
  "service",
  "post",
  "faq",
  "member",
  "milestone",
  "banner",
  "names",
]);
export type ContentKind = z.infer<typeof ContentKind>;

export const ContentState = z.enum(["draft", "scheduled", "published", "withdrawn"]);
export type ContentState = z.infer<typeof ContentState>;

/** The pages with editable texts, by slug. `home` is `/`. */
export const PageKey = z.enum([
  "home",
  "about",
  "services",
  "pricing",
  "fleet",
  "request-ride",
  "blog",
  "faq",
  "team",
  "history",
  "contact-us",
  "joinUs",
]);
export type PageKey = z.infer<typeof PageKey>;

/** The built-in services. Each has its own page and is a type of trip. */
export const BookableService = z.enum(["home-care", "language-translation", "depanage"]);
export type BookableService = z.infer<typeof BookableService>;

/** Pasted text may contain tabs and other line ends. Other invisible characters are refused. */
const longText = z
  .string()
  .overwrite((text) => text.replace(/\t/g, "    ").replace(/\r\n?/g, "\n"))
  .pipe(lines);

const upTo = (maxLength: number) =>
  line.max(maxLength, `This is too long: ${maxLength} characters at most.`);
const requiredText = (maxLength: number) => upTo(maxLength).min(1, "This field is required.");
/** Markdown. */
const markdown = (maxLength: number) =>
  longText.pipe(
    z
      .string()
      .max(maxLength, `This is too long: ${maxLength.toLocaleString("en")} characters at most.`),
  );

const percent = z.number().int().min(0).max(100);

/** The focus point of a picture, which stays visible however it is cropped, in per cent from the left and the top. */
export const Focus = z.object({ x: percent, y: percent });
export type Focus = z.infer<typeof Focus>;

/** An uploaded picture with its description for screen readers. */
export const PlacedPicture = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/, "There is no such picture."),
  alt: requiredText(200),
  /** Absent for the centre. */
  focus: Focus.optional(),
});
export type PlacedPicture = z.infer<typeof PlacedPicture>;

/** A section of a page. Its position is fixed, and without text it is hidden. */
export const PageSection = z.object({
  key: z.string().regex(/^[a-z0-9-]{1,40}$/),
  title: upTo(120),
  /** Markdown. */
  text: markdown(5_000),
});
export type PageSection = z.infer<typeof PageSection>;

export const PageValue = z.object({
  /** The heading of the page. */
  heading: requiredText(120),
  /** The text below the heading. */
  lead: upTo(400),
  /** The description for search engines and sharing. */
  description: requiredText(200),
  sections: z.array(PageSection).max(12),
  picture: PlacedPicture.nullable(),
  /** The drawing that the home page shows while it has no picture. Null for the country's default. */
  landscape: z.enum(landscapes).nullable().default(null),
});
export type PageValue = z.infer<typeof PageValue>;

export const ServiceValue = z.object({
  name: requiredText(80),
  summary: requiredText(300),
  /** Markdown. */
  body: markdown(30_000),
  picture: PlacedPicture.nullable(),
  /** The lowest price, in minor units of the operator's currency. If null, none is shown. */
  priceFromMinor: z.number().int().min(0).max(1_000_000_000).nullable(),
});
export type ServiceValue = z.infer<typeof ServiceValue>;

export const PostValue = z.object({
  title: requiredText(140),
  summary: requiredText(300),
  /** Markdown. */
  body: markdown(60_000),
  cover: PlacedPicture.nullable(),
  author: upTo(80),
});
export type PostValue = z.infer<typeof PostValue>;

export const FaqValue = z.object({
  category: requiredText(60),
  question: requiredText(200),
  /** Markdown. */
  answer: markdown(5_000).pipe(z.string().min(1, "This field is required.")),
});
export type FaqValue = z.infer<typeof FaqValue>;

export const MemberValue = z.object({
  name: requiredText(80),
  role: requiredText(80),
  /** Markdown. */
  text: markdown(3_000),
  picture: PlacedPicture.nullable(),
});
export type MemberValue = z.infer<typeof MemberValue>;

export const MilestoneValue = z.object({
  /** A year, a month or a day: `2019`, `2019-05`, `2019-05-14`. */
  when: z
    .string()
    .trim()
    .regex(
      /^(?:18|19|20|21)\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/,
      "Write a year, a month or a day: 2019, 2019-05 or 2019-05-14.",
    ),
  title: requiredText(120),
  /** Markdown. */
  text: markdown(3_000),
});
export type MilestoneValue = z.infer<typeof MilestoneValue>;

export const BannerTone = z.enum(["news", "notice", "warning"]);
export type BannerTone = z.infer<typeof BannerTone>;

/** A time such as `2026-11-21T09:30` in the operator's time zone, or "". */
const localTime = z
  .string()
  .regex(/^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/, "Choose a date and a time, or neither.");

/** An address on this site or on another one. */
const link = upTo(300).regex(
  /^(?:|\/(?!\/)[^\s\\]*|https:\/\/[^\s\\]+|tel:\+?[\d -]+|mailto:[^\s\\]+)$/,
  "Write an address of this site such as /services, or one that begins with https://.",
);

export const BannerValue = z.object({
  text: requiredText(200),
  link,
  linkText: upTo(60),
  tone: BannerTone,
  from: localTime,
  until: localTime,
});
export type BannerValue = z.infer<typeof BannerValue>;

/** The texts of an item by name: `heading`, or `price.title` and `price.text` for a page's section. */
export const Texts = z.record(z.string().max(300), longText.pipe(z.string().max(60_000)));
export type Texts = z.infer<typeof Texts>;

/** The names that the operator has set elsewhere, each under its own text. Here they are only translated. */
export const NamesValue = z.object({ texts: Texts });
export type NamesValue = z.infer<typeof NamesValue>;

/** The staff's texts in languages other than the site's main one. */
export const Translations = z.partialRecord(Language, Texts);
export type Translations = z.infer<typeof Translations>;

/** The schema of each kind's value. */
export const contentValues = {
  page: PageValue,
  service: ServiceValue,
  post: PostValue,
  faq: FaqValue,
  member: MemberValue,
  milestone: MilestoneValue,
  banner: BannerValue,
  names: NamesValue,
} as const satisfies Record<ContentKind, z.ZodType>;

export type ContentValues = { [Kind in ContentKind]: z.infer<(typeof contentValues)[Kind]> };
