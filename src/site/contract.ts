/** The facts about a public page for search engines and for sites on which it is shared. */
import type { ShownPicture, ShownPost, ShownService } from "../content/contract";
import type { Language } from "../settings/languages/languages-contract";
import type { Settings } from "../settings/contract";

/** The operator, with the origin of its site: `https://rides.example.com`. */
export type Operator = Settings & { origin: string };

/** A price on a page: the lowest, and the highest if there is one. For an exact price, both are the same. */
export interface PriceOffer {
  name: string;
  minPriceMinor: number;
  maxPriceMinor: number | null;
  currency: string;
  /** Null if unknown. */
  includesTax: boolean | null;
}

/** The subject of a page, in addition to its text. */
export type Subject =
  | { kind: "home" }
  | { kind: "page" }
  | { kind: "faq"; entries: readonly { question: string; plain: string }[] }
  | { kind: "services"; services: readonly { name: string; path: string }[] }
  | { kind: "service"; service: ShownService; offers: readonly PriceOffer[] }
  | { kind: "prices"; offers: readonly PriceOffer[] }
  | { kind: "news"; posts: readonly ShownPost[] }
  /** `isByPerson`: the author is a member of the team. */
  | { kind: "post"; post: ShownPost; isByPerson: boolean };

/** The facts about the page at an address, from its content. */
export interface PageFacts {
  /** The main heading of the page. Null if it does not come from the content. */
  heading: string | null;
  description: string | null;
  picture: ShownPicture | null;
  subject: Subject;
  /** Whether the page has no content yet. */
  isEmpty: boolean;
}

/** A picture for sites on which the page is shared. */
export interface SharedPicture {
  /** Absolute. */
  url: string;
  type: "image/png" | "image/jpeg";
  width: number;
  height: number;
  alt: string;
}

/** The address of a page in a language. */
export interface LanguageAddress {
  language: Language;
  address: string;
}

/** A page with the facts for its head. */
export interface IndexedPage {
  /** The path that links of the site use in the main language, with the query that the page reads. */
  path: string;
  /** The address in the page's own language. */
  address: string;
  /** The addresses in all languages, the main one first. Empty for a page that exists in only one. */
  addresses: readonly LanguageAddress[];
  /** The language of its text: `en`. */
  language: Language;
  /** Without the brand. */
  title: string;
  description: string;
  picture: SharedPicture;
  subject: Subject;
}
