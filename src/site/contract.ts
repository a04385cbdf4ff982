/** What is told of a public page to those who find it: search engines, and where it is shared. */
import type { ShownPicture, ShownPost, ShownService } from "../content/contract";
import type { Language } from "../settings/languages/languages-contract";
import type { Settings } from "../settings/contract";

/** The operator, and where its site is on the web: `https://rides.example.com`. */
export type Operator = Settings & { origin: string };

/** A price as a page shows it: the least, the most where there is one, both the same for an exact one. */
export interface PriceOffer {
  name: string;
  minPriceMinor: number;
  maxPriceMinor: number | null;
  currency: string;
  /** Null where nobody says. */
  includesTax: boolean | null;
}

/** What a page is about, beyond its words. */
export type Subject =
  | { kind: "home" }
  | { kind: "page" }
  | { kind: "faq"; entries: readonly { question: string; plain: string }[] }
  | { kind: "services"; services: readonly { name: string; path: string }[] }
  | { kind: "service"; service: ShownService; offers: readonly PriceOffer[] }
  | { kind: "prices"; offers: readonly PriceOffer[] }
  | { kind: "news"; posts: readonly ShownPost[] }
  /** `isByPerson`: the author is one of the team. */
  | { kind: "post"; post: ShownPost; isByPerson: boolean };

/** What the content says of the page at an address. */
export interface PageFacts {
  /** The largest words of the page; null where they are no content. */
  heading: string | null;
  description: string | null;
  picture: ShownPicture | null;
  subject: Subject;
  /** Nothing is on it yet. */
  isEmpty: boolean;
}

/** A picture for where the page is shared. */
export interface SharedPicture {
  /** Absolute. */
  url: string;
  type: "image/png" | "image/jpeg";
  width: number;
  height: number;
  alt: string;
}

/** Where a page is in a language. */
export interface LanguageAddress {
  language: Language;
  address: string;
}

/** A page as its head tells of it. */
export interface FoundPage {
  /** As links of the site write it in the main language, with what it reads of a search. */
  path: string;
  /** The same in its own language. */
  address: string;
  /** In all languages, the main one first; none of a page that is in one only. */
  addresses: readonly LanguageAddress[];
  /** Of its words: `en`. */
  language: Language;
  /** Without the brand. */
  title: string;
  description: string;
  picture: SharedPicture;
  subject: Subject;
}
