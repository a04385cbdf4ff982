/** Writes the news as an RSS 2.0 feed with whole posts, for readers in other programs. */
import type { PostAnswer, RichNode } from "../content/contract";
import type { Operator } from "./contract";
import { escapeHtml } from "./head-rules";

export type FeedPost = PostAnswer["post"];

/** Returns the feed of `posts`, newest first. */
export function feed(posts: readonly FeedPost[], description: string, operator: Operator): string {
  const { origin, brand } = operator;
  const newest = posts
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
  const lines = [
    `<title>${escapeHtml(`News from ${brand}`)}</title>`,
    `<link>${escapeHtml(`${origin}/blog`)}</link>`,
    `<description>${escapeHtml(description)}</description>`,
    `<language>${operator.language}</language>`,
    `<atom:link href="${escapeHtml(`${origin}/blog/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [`<lastBuildDate>${httpDate(newest)}</lastBuildDate>`] : []),
    ...posts.map((post) => item(post, origin)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>\n${lines.join("\n")}\n</channel></rss>\n`;
}

function item({ slug, title, summary, author, publishedAt, body }: FeedPost, origin: string) {
  const url = escapeHtml(`${origin}/blog/${slug}`);
  const bodyHtml = body.map((node) => html(node, origin)).join("");
  return [
    "<item>",
    `<title>${escapeHtml(title)}</title>`,
    `<link>${url}</link>`,
    `<guid isPermaLink="true">${url}</guid>`,
    `<pubDate>${httpDate(publishedAt)}</pubDate>`,
    ...(author ? [`<dc:creator>${escapeHtml(author)}</dc:creator>`] : []),
    `<description>${escapeHtml(summary)}</description>`,
    `<content:encoded>${escapeHtml(bodyHtml)}</content:encoded>`,
    "</item>",
  ].join("");
}

/** Returns a text's elements as HTML. Links within the site become absolute, so that they work elsewhere. */
function html(node: RichNode, origin: string): string {
  if (typeof node === "string") return escapeHtml(node);
  const { t, c = [], href, start } = node;
  if (t === "br" || t === "hr") return `<${t}/>`;
  const absoluteHref = href?.startsWith("/") ? origin + href : href;
  const attributes = `${absoluteHref ? ` href="${escapeHtml(absoluteHref)}"` : ""}${start ? ` start="${start}"` : ""}`;
  return `<${t}${attributes}>${c.map((each) => html(each, origin)).join("")}</${t}>`;
}

const httpDate = (at: string) => new Date(at).toUTCString();
