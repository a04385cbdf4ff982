/**
 * Writes a page's head for search engines and for sites on which it is shared. A page has one canonical address. A page
 * that is private, has a token in its address or has no content yet only says that it must not be listed.
 */
import type { IndexedPage, LanguageAddress, Operator } from "./contract";
import { written } from "../settings/languages/language-dates.gen";
import type { Language } from "../settings/languages/languages-contract";
import { scriptText, structuredData } from "./structured-data-rules";

/** Escapes text for an attribute or between tags, in HTML and XML. */
export function escapeHtml(text: string): string {
  return (
    text
      // XML cannot contain these characters.
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;")
  );
}

/** Returns the tags of a page that may be listed. `hasFeed`: whether there is news to subscribe to. */
export function indexedPageHead(
  page: IndexedPage,
  operator: Operator,
  {
    hasFeed,
    hasDescriptionTag,
  }: {
    hasFeed: boolean;
    /** Whether the page contains its own description tag. */
    hasDescriptionTag: boolean;
  },
): string {
  const { address, addresses, language, title, description, picture, subject } = page;
  const { origin, brand } = operator;
  const url = `${origin}${address}`;
  const post = subject.kind === "post" ? subject.post : null;
  return [
    ...(hasDescriptionTag ? [] : [meta("name", "description", description)]),
    meta("name", "robots", "max-image-preview:large"),
    `<link rel="canonical" href="${escapeHtml(url)}"/>`,
    ...(hasFeed
      ? [
          `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(`News from ${brand}`)}" href="/blog/rss.xml"/>`,
        ]
      : []),
    ...languageLinks(addresses, origin, "link"),
    meta("property", "og:site_name", brand),
    meta("property", "og:locale", localeOf(language)),
    ...addresses
      .filter((other) => other.language !== language)
      .map((other) => meta("property", "og:locale:alternate", localeOf(other.language))),
    meta("property", "og:type", post ? "article" : "website"),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:url", url),
    meta("property", "og:image", picture.url),
    meta("property", "og:image:type", picture.type),
    meta("property", "og:image:width", String(picture.width)),
    meta("property", "og:image:height", String(picture.height)),
    meta("property", "og:image:alt", picture.alt),
    ...(post
      ? [
          meta("property", "article:published_time", post.publishedAt),
          meta("property", "article:modified_time", post.updatedAt),
        ]
      : []),
    meta("name", "twitter:card", "summary_large_image"),
    `<script type="application/ld+json">${scriptText(structuredData(page, operator))}</script>`,
  ].join("");
}

/** Returns links from a page to its versions in all languages. Readers of other languages get the main one. */
export function languageLinks(
  addresses: readonly LanguageAddress[],
  origin: string,
  element: "link" | "xhtml:link",
): string[] {
  const [main] = addresses;
  if (!main) return [];
  return [...addresses, { language: "x-default", address: main.address }].map(
    ({ language, address }) =>
      `<${element} rel="alternate" hreflang="${language}" href="${escapeHtml(origin + address)}"/>`,
  );
}

/** The form that sites for sharing expect: `fr_FR`. */
const localeOf = (language: Language) => written[language].locale.replace("-", "_");

/** The tag of a page that may not be listed. */
export const unindexedPageHead = '<meta name="robots" content="noindex"/>';

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}"/>`;
}
