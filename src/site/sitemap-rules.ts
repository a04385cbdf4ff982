/**
 * The list of all pages for search engines, and what they leave alone. The date of a page is that of the last change of
 * its content; unchanged content has no date. Pages with a token are not listed for robots. They ask not to be indexed,
 * which a robot that stays away would never read.
 */
import type { LanguageAddress } from "./contract";
import { escapeHtml, languageLinks } from "./head-rules";

/** A page of the list. */
export interface ListedPage {
  path: string;
  /** Ms UTC; null where nothing on it was ever changed. */
  changedAt: number | null;
  /** In all languages; none of a page that is in one only. */
  addresses: readonly LanguageAddress[];
}

/** The list in the form of sitemaps.org. */
export function sitemapXml(pages: readonly ListedPage[], origin: string): string {
  const entries = pages.flatMap(({ path, changedAt, addresses }) => {
    const day = changedAt === null ? "" : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
    const links = languageLinks(addresses, origin, "xhtml:link").join("");
    const all = addresses.length > 0 ? addresses.map(({ address }) => address) : [path];
    return all.map((at) => `<url><loc>${escapeHtml(origin + at)}</loc>${day}${links}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join("\n")}\n</urlset>\n`;
}

/** What robots are told: pictures of the site are to be seen, calls and the areas of staff and drivers not. */
export function robotsTxt(origin: string): string {
  return [
    "User-agent: *",
    "Allow: /backend/content/pictures/",
    "Allow: /backend/logo/",
    "Disallow: /backend/",
    "Disallow: /dispatch",
    "Disallow: /driver/",
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");
}
