/**
 * What a page's head says to those who find or share it. An address has one spelling, the canonical one. What
 * is private, holds a token, or has nothing on it yet says that it is not to be listed, and nothing else.
 */
import type { FoundPage, Operator } from "./contract";
import { scriptText, structuredData } from "./structured-data-rules";

/** Text as it may stand in an attribute or between tags, of HTML and of XML. */
export function escaped(text: string): string {
  return (
    text
      // XML has no way to write these.
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;")
  );
}

/** The tags of a page that may be listed. `feed`: there is news to subscribe to. */
export function listedHead(
  page: FoundPage,
  operator: Operator,
  {
    feed,
    described,
  }: { feed: boolean; /** The page says its description itself. */ described: boolean },
): string {
  const { path, title, description, picture, subject } = page;
  const { origin, brand } = operator;
  const url = `${origin}${path}`;
  const post = subject.kind === "post" ? subject.post : null;
  return [
    ...(described ? [] : [meta("name", "description", description)]),
    meta("name", "robots", "max-image-preview:large"),
    `<link rel="canonical" href="${escaped(url)}"/>`,
    ...(feed
      ? [
          `<link rel="alternate" type="application/rss+xml" title="${escaped(`News from ${brand}`)}" href="/blog/rss.xml"/>`,
        ]
      : []),
    meta("property", "og:site_name", brand),
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

/** The tag of a page that may not. */
export const unlistedHead = '<meta name="robots" content="noindex"/>';

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}"/>`;
}
