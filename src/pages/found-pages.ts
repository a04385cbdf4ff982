/**
 * How pages are found: what the head of each says to search engines and where it is shared, the picture
 * that is drawn for it, the list of all pages, and the news as a feed.
 */
import { contentRevision } from "../content/revision";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { cardSize, drawCard } from "./share-card";
import { file, type Paint } from "./site-files";
import type { Operator, PageFacts, SharedPicture } from "../site/contract";
import { listedHead, unlistedHead } from "../site/head-rules";
import {
  hasFeed,
  onePath,
  readFeed,
  readPageFacts,
  readSiteOperator,
  readSitemap,
} from "../site/queries";

/** What a page says of itself. */
export interface PageSaid {
  /** Its one address, with what it reads of a search. */
  path: string;
  /** With the brand at its end. */
  title: string;
  /** Null where the page has none of its own: then the content's, or a general one. */
  description: string | null;
  /** Of its words. */
  language: string;
}

interface FoundPages {
  /** The tags that a page has in its head beside its own; null stands for a page that is not to be listed. */
  head(said: PageSaid | null): string;
  /** The list of pages, the feed and the drawn pictures; `undefined` for any other path. */
  file(path: string): Response | undefined;
}

/** Robots come every few hours or days. */
const FILE_CACHING = "public, max-age=300";
/** A picture's address changes with what stands on it. */
const CARD_CACHING = "public, max-age=86400";
/** Some 20 kB each; many more than a site has pages. */
const MOST_CARDS = 200;

/** `routes`: the addresses of all pages that may be listed, `$slug` and `$id` for every service and post. */
export function createFoundPages({
  deps,
  paint,
  routes,
}: {
  deps: Deps;
  paint: Paint;
  routes: () => readonly string[];
}): FoundPages {
  const texts = new Map<string, string>();
  let known = Number.NaN;
  /** A text made of the content, once for each state of it. */
  const kept = (path: string, make: () => string) => {
    const revision = contentRevision(deps);
    if (revision !== known) texts.clear();
    known = revision;
    const text = texts.get(path) ?? make();
    texts.set(path, text);
    return text;
  };
  const cards = new Map<string, Uint8Array>();

  function card(path: string): Response | undefined {
    const title = titleOfCard(path);
    if (title === undefined) return undefined;
    const operator = readSiteOperator(deps);
    const shown = cardOf(title, operator);
    const key = JSON.stringify([shown, operator.accent]);
    const drawn = cards.get(key);
    const { ground, ink } = paint.mark(operator.accent);
    const bytes = drawn ?? drawCard(shown, ground, ink);
    // The one that was asked for longest ago goes first.
    cards.delete(key);
    cards.set(key, bytes);
    if (cards.size > MOST_CARDS) cards.delete(cards.keys().next().value ?? "");
    return file("image/png", bytes, CARD_CACHING);
  }

  /**
   * What stands on the picture at a path: the largest words of a page, or a title that we have signed ourselves;
   * nobody makes us draw theirs.
   */
  function titleOfCard(path: string): string | undefined {
    const [, page] = cardPath.exec(path) ?? [];
    if (page !== undefined)
      return factsOf(page === "home" ? "/" : `/${page}`)?.heading ?? undefined;
    const [, encoded, signature] = signedCardPath.exec(path) ?? [];
    if (encoded === undefined || signature === undefined) return undefined;
    if (!deps.keys.verify("card", encoded, signature)) return undefined;
    return Buffer.from(encoded, "base64url").toString();
  }

  /** The path of the picture that `titleOfCard` reads. */
  function pathOfCard(path: string, title: string, facts: PageFacts | undefined): string {
    if (facts?.heading) return `/cards${path === "/" ? "/home" : path.split("?")[0]}.png`;
    const encoded = Buffer.from(title).toString("base64url");
    return `/cards/${encoded}.${deps.keys.sign("card", encoded)}.png`;
  }

  /** Undefined where nothing is to be seen, or its words are no content. */
  function factsOf(path: string): PageFacts | undefined {
    try {
      return readPageFacts(deps, path, routes()) ?? undefined;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /** The operator's own picture of a page, or the one that is drawn for it. */
  function pictureOf(
    { path, title }: { path: string; title: string },
    facts: PageFacts | undefined,
    operator: Operator,
  ): SharedPicture {
    const { origin } = operator;
    const largest = facts?.picture?.sizes.at(-1);
    if (facts?.picture && largest) {
      const { width, height, jpeg } = largest;
      return { url: origin + jpeg, type: "image/jpeg", width, height, alt: facts.picture.alt };
    }
    const shown = cardOf(facts?.heading ?? title, operator);
    const tag = Bun.hash(JSON.stringify([shown, operator.accent])).toString(36);
    return {
      url: `${origin}${pathOfCard(path, title, facts)}?${tag}`,
      type: "image/png",
      ...cardSize,
      alt: `${shown.title} · ${shown.brand}`,
    };
  }

  return {
    head(said) {
      if (!said) return unlistedHead;
      const path = onePath(said.path, routes());
      const facts = factsOf(path);
      if (facts?.empty) return unlistedHead;
      const operator = readSiteOperator(deps);
      const end = ` · ${operator.brand}`;
      const title = said.title.endsWith(end) ? said.title.slice(0, -end.length) : said.title;
      const page = {
        path,
        language: said.language,
        title,
        description: said.description ?? facts?.description ?? generalDescription(operator),
        picture: pictureOf({ path, title }, facts, operator),
        subject: facts?.subject ?? ({ kind: "page" } as const),
      };
      const described = said.description !== null;
      return listedHead(page, operator, { feed: hasFeed(deps), described });
    },
    file(path) {
      if (path === "/sitemap.xml") {
        const text = kept(path, () => readSitemap(deps, routes()));
        return file("application/xml; charset=utf-8", text, FILE_CACHING);
      }
      if (path === "/blog/rss.xml") {
        const text = kept(path, () => readFeed(deps));
        return file("application/rss+xml; charset=utf-8", text, FILE_CACHING);
      }
      return card(path);
    },
  };
}

const cardPath = /^\/cards\/([\w/-]{1,100})\.png$/;
/** A title, and our signature of it. */
const signedCardPath = /^\/cards\/([\w-]{1,800})\.([\w-]{43})\.png$/;

const cardOf = (title: string, { brand, town }: Operator) => ({ brand, title, foot: town });

const generalDescription = ({ brand, town }: Operator) =>
  `${brand} drives you in ${town}, at a price you see before you book.`;
