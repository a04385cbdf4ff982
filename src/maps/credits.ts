/** Converts the HTML attributions of files and services into Livery's own texts and links. */
import type { MapCredit } from "./contract";

const linkPattern = /<a\b[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)["']?[^>]*>([\s\S]*?)<\/a\s*>/gi;

const entities: Record<string, string> = {
  copy: "©",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  "#169": "©",
  "#39": "'",
};

/** Returns the texts of an attribution, link by link, without markup. */
export function creditsOf(html: string): MapCredit[] {
  const credits: MapCredit[] = [];
  const add = (text: string, url: string | null) => {
    const words = textOf(text);
    if (/[\p{L}\p{N}]/u.test(words)) credits.push({ text: words, url });
  };
  let from = 0;
  for (const linkMatch of html.slice(0, 4000).matchAll(linkPattern)) {
    add(html.slice(from, linkMatch.index), null);
    add(linkMatch[2] ?? "", webAddress(linkMatch[1] ?? ""));
    from = linkMatch.index + linkMatch[0].length;
  }
  add(html.slice(from, 4000), null);
  return credits;
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/[|\s]+/g, " ")
    .trim()
    .slice(0, 200);
}

function webAddress(text: string): string | null {
  const url = URL.parse(text.replaceAll("&amp;", "&"));
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
