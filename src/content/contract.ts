/** The content of the public site, as visitors read it. */
import { z } from "zod";
import { Language, LanguageQuery } from "../accounts/contract";
import { BannerTone, BookableService, PageKey } from "./content-values-contract";

/** The only elements that Markdown is turned into. */
export const richTags = [
  "p",
  "h2",
  "h3",
  "h4",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "code",
  "em",
  "strong",
  "del",
  "a",
  "br",
  "hr",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
] as const;
export type RichTag = (typeof richTags)[number];

/** A text, or an element with children. Only these attributes exist. */
export type RichNode =
  | string
  | {
      t: RichTag;
      c?: RichNode[] | undefined;
      /** The target of a link: within this site, or `https:`, `http:`, `mailto:`, `tel:`. */
      href?: string | undefined;
      /** The first number of a list that does not start with 1. */
      start?: number | undefined;
    };

/** Formatted text as elements, never as markup that somebody typed. */
export type RichNodes = RichNode[];
const RichElement = z.object({
  t: z.enum(richTags),
  c: z.array(z.unknown()).optional(),
  href: z.string().optional(),
  start: z.number().optional(),
});
/** The schema leaves out the nesting, which only the type describes. */
export const RichNodes = z.array(
  z.union([z.string(), RichElement]),
) as unknown as z.ZodType<RichNodes>;

/** A picture in several widths, from the narrowest to the widest. */
export const ShownPicture = z.object({
  alt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  sizes: z.array(
    z.object({
      width: z.number().int(),
      height: z.number().int(),
      webp: z.string(),
      jpeg: z.string(),
    }),
  ),
  /** The focus point, in per cent from the left and the top in steps of ten: "70 20". Absent for the centre. */
  focus: z.string().optional(),
  /** How dark the overlay must be, in per cent, for white text on the picture. Absent if not measured. */
  overlay: z.number().int().optional(),
});
export type ShownPicture = z.infer<typeof ShownPicture>;

export const ShownPage = z.object({
  key: PageKey,
  heading: z.string(),
  lead: z.string(),
  description: z.string(),
  /** The sections with content, in order. */
  sections: z.array(z.object({ key: z.string(), title: z.string(), text: RichNodes })),
  picture: ShownPicture.nullable(),
  /** Whether a price list is published, so that a form may show prices. */
  isPriced: z.boolean(),
});
export type ShownPage = z.infer<typeof ShownPage>;
export const PageAnswer = z.object({ page: ShownPage });
export type PageAnswer = z.infer<typeof PageAnswer>;
export const LanguageParam = z.object({ language: Language });

/** Translations of the names that the operator typed. Each key is `name|` and the original name. */
export const TranslatedNamesAnswer = z.record(z.string(), z.string());
export type TranslatedNamesAnswer = z.infer<typeof TranslatedNamesAnswer>;

export const PageParam = z.object({ key: PageKey });

export const ShownService = z.object({
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  picture: ShownPicture.nullable(),
  priceFromMinor: z.number().int().nullable(),
  currency: z.string(),
  /** Whether the service is built in. A built-in service has its own page and drawing. */
  isBuiltIn: z.boolean(),
});
export type ShownService = z.infer<typeof ShownService>;
export const ServicesAnswer = z.object({ services: z.array(ShownService) });
export type ServicesAnswer = z.infer<typeof ServicesAnswer>;
export const ServiceAnswer = z.object({ service: ShownService.extend({ body: RichNodes }) });
export type ServiceAnswer = z.infer<typeof ServiceAnswer>;

/** The prices of a service in the price list in force, or null if it has none. */
export const ServicePrices = z.object({
  prices: z
    .object({
      currency: z.string(),
      /** The lowest price of a ride, including tax. */
      fromMinor: z.number().int(),
      /** The taxes added to the extras, such as "VAT (18 %)". Empty if they are included. */
      extrasBefore: z.string(),
      /** How long waiting is free, such as "30 minutes"; null if it is not. */
      waiting: z.string().nullable(),
      /** Extras offered only with this service. */
      extras: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          description: z.string(),
          amountMinor: z.number().int(),
        }),
      ),
    })
    .nullable(),
});
export type ServicePrices = z.infer<typeof ServicePrices>;
/** An address works in any letter case and is read as lower case. */
export const BookableParam = z.object({ slug: z.string().toLowerCase().pipe(BookableService) });

export const ShownPost = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  cover: ShownPicture.nullable(),
  author: z.string(),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Reading time in minutes. */
  minutes: z.number().int(),
});
export type ShownPost = z.infer<typeof ShownPost>;
/** The newest first. */
export const PostsAnswer = z.object({
  posts: z.array(ShownPost),
  page: z.number().int(),
  pages: z.number().int(),
});
export type PostsAnswer = z.infer<typeof PostsAnswer>;
export const PostsQuery = LanguageQuery.extend({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export const PostAnswer = z.object({
  post: ShownPost.extend({ body: RichNodes }),
  /** The posts published just before and after it. */
  older: z.object({ slug: z.string(), title: z.string() }).nullable(),
  newer: z.object({ slug: z.string(), title: z.string() }).nullable(),
});
export type PostAnswer = z.infer<typeof PostAnswer>;
/** An address works in any letter case and is read as lower case. */
export const SlugParam = z.object({ slug: z.string().max(80).toLowerCase() });

export const FaqAnswer = z.object({
  categories: z.array(
    z.object({
      name: z.string(),
      entries: z.array(
        z.object({
          key: z.string(),
          question: z.string(),
          answer: RichNodes,
          /** The answer as plain text, for structured data. */
          plain: z.string(),
        }),
      ),
    }),
  ),
});
export type FaqAnswer = z.infer<typeof FaqAnswer>;

export const TeamAnswer = z.object({
  members: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      role: z.string(),
      text: RichNodes,
      picture: ShownPicture.nullable(),
    }),
  ),
});
export type TeamAnswer = z.infer<typeof TeamAnswer>;

/** The earliest first. */
export const HistoryAnswer = z.object({
  milestones: z.array(
    z.object({ key: z.string(), when: z.string(), title: z.string(), text: RichNodes }),
  ),
});
export type HistoryAnswer = z.infer<typeof HistoryAnswer>;

export const ShownBanner = z.object({
  key: z.string(),
  text: z.string(),
  link: z.string(),
  linkText: z.string(),
  tone: BannerTone,
});
export type ShownBanner = z.infer<typeof ShownBanner>;

/** What every public page needs: the links, and the banners above the page. */
export const OverviewAnswer = z.object({
  services: z.array(z.object({ slug: z.string(), name: z.string() })),
  hasPosts: z.boolean(),
  hasTeam: z.boolean(),
  hasHistory: z.boolean(),
  hasFaq: z.boolean(),
  banners: z.array(ShownBanner),
  /** The script that counts visits once a visitor has consented, or null. */
  analyticsScriptUrl: z.string().nullable(),
});
export type OverviewAnswer = z.infer<typeof OverviewAnswer>;
