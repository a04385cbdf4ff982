/**
 * Writes the sitemap and `robots.txt` for search engines. The date of a page is that of the last change to its content.
 * Content that was never changed has no date. `robots.txt` does not list pages with a token: they ask not to be
 * indexed, and a robot that is kept away from them would never read that.
 */
import type { LanguageAddress } from "./contract";
import { escapeHtml, languageLinks } from "./head-rules";

/** A page of the sitemap. */
export interface ListedPage {
  path: string;
  /** Ms UTC; null if nothing on it was ever changed. */
  changedAt: number | null;
  /** The addresses in all languages; empty for a page that exists in one language only. */
  addresses: readonly LanguageAddress[];
}

/** Returns the sitemap in the format of sitemaps.org. */
export function sitemapXml(pages: readonly ListedPage[], origin: string): string {
  const entries = pages.flatMap(({ path, changedAt, addresses }) => {
    const lastModified =
      changedAt === null ? "" : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
    const links = languageLinks(addresses, origin, "xhtml:link").join("");
    const all = addresses.length > 0 ? addresses.map(({ address }) => address) : [path];
    return all.map(
      (at) => `<url><loc>${escapeHtml(origin + at)}</loc>${lastModified}${links}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join("\n")}\n</urlset>\n`;
}

/** Returns `robots.txt`: robots may read the site's pictures, but not other calls or the areas of staff and drivers. */
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
