/**
 * Everything by which pages are found: the tags for search engines and for sharing in the head of each page, its drawn
 * picture, the list of all pages, and the news as a feed.
 */
import { contentRevision } from "../content/revision";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { cardSize, file, type ClientPaint } from "./site-files";
import type { Language } from "../settings/languages/languages-contract";
import { addressInLanguage, languageInPath } from "../site/address-rules";
import type { Operator, PageFacts, SharedPicture } from "../site/contract";
import { indexedPageHead, unindexedPageHead } from "../site/head-rules";
import {
  addressesOf,
  hasFeed,
  canonicalPathOf,
  readFeed,
  readPageFacts,
  readSiteOperator,
  readSitemap,
} from "../site/queries";

/** The facts of a page for search engines. */
export interface PageMeta {
  /** The page's only URL, with the search parameters that it reads. */
  path: string;
  /** The title, with the brand at its end. */
  title: string;
  /** Null if the page has no description. The one from the content is then used, or a general one. */
  description: string | null;
  /** The language of the page's words. */
  language: Language;
  /** Whether the page exists in all languages of the site. */
  isTranslated: boolean;
}

interface SearchEnginePages {
  /** Returns the further tags in the head of a page. Pass null for a page that must not be listed. */
  head(pageMeta: PageMeta | null): string;
  /** Returns the list of pages, the feed or a drawn picture; `undefined` for any other path. */
  file(path: string): Response | Promise<Response> | undefined;
}

/** Five minutes is short enough, because robots come every few hours or days. */
const FILE_CACHE_CONTROL = "public, max-age=300";
/** A picture can be cached for a day, because its URL changes with its text. */
const CARD_CACHE_CONTROL = "public, max-age=86400";
/** The maximum number of cached pictures of some 20 kB each: many more than a site has pages. */
const MAX_CARDS = 200;

/**
 * Creates the files and tags for search engines. `isTranslated` tells whether a page exists in all languages of the
 * site. `routes` returns the paths of all pages that may be listed, with `$slug` and `$id` for every service and post.
 */
export function createSearchEnginePages({
  deps,
  paint,
  routes,
  isTranslated,
}: {
  deps: Deps;
  paint: ClientPaint;
  routes: () => readonly string[];
  isTranslated: (path: string) => boolean;
}): SearchEnginePages {
  const texts = new Map<string, string>();
  let cachedRevision = Number.NaN;
  /** Creates a text from the content, once for each revision of the content. */
  const cachedText = (path: string, make: () => string) => {
    const revision = contentRevision(deps);
    if (revision !== cachedRevision) texts.clear();
    cachedRevision = revision;
    const text = texts.get(path) ?? make();
    texts.set(path, text);
    return text;
  };
  const cards = new Map<string, Uint8Array>();
  let lastDrawing: Promise<unknown> = Promise.resolve();

  async function card(title: string): Promise<Response> {
    const operator = readSiteOperator(deps);
    const shareCard = cardOf(title, operator);
    const key = JSON.stringify([shareCard, operator.accent]);
    const { ground, ink } = paint.mark(operator.accent);
    const draw = async () => {
      // Drawing blocks the server. Other requests are answered between two pictures, however many pictures are
      // requested at once.
      await new Promise((resolve) => setImmediate(resolve));
      // The code that joins the letters of every script loads with the first picture.
      return cards.get(key) ?? (await import("./share-card")).drawCard(shareCard, ground, ink);
    };
    let bytes = cards.get(key);
    if (!bytes) {
      const drawing = lastDrawing.then(draw, draw);
      lastDrawing = drawing;
      bytes = await drawing;
    }
    // The picture that was last requested longest ago is removed first.
    cards.delete(key);
    cards.set(key, bytes);
    if (cards.size > MAX_CARDS) cards.delete(cards.keys().next().value ?? "");
    return file("image/png", bytes, CARD_CACHE_CONTROL);
  }

  /**
   * Returns the text on the picture at a path: the largest words of a page, or a title that this server has signed. So
   * nobody can make the server draw other texts.
   */
  function titleOfCard(path: string): string | undefined {
    const [, at] = cardPathPattern.exec(path) ?? [];
    if (at !== undefined) {
      const page = languageInPath(at) ?? { path: at, language: readSiteOperator(deps).language };
      const facts = factsOf(page.path === HOME_CARD_PATH ? "/" : page.path, page.language);
      return facts?.heading ?? undefined;
    }
    const [, encoded, signature] = signedCardPathPattern.exec(path) ?? [];
    if (encoded === undefined || signature === undefined) return undefined;
    if (!deps.keys.verify("card", encoded, signature)) return undefined;
    return Buffer.from(encoded, "base64url").toString();
  }

  /** Returns the path of the picture that `titleOfCard` reads. */
  function pathOfCard(
    path: string,
    title: string,
    language: Language,
    facts: PageFacts | undefined,
  ): string {
    if (facts?.heading) {
      const [page = ""] = path.split("?");
      const mainLanguage = readSiteOperator(deps).language;
      return `/cards${addressInLanguage(page === "/" ? HOME_CARD_PATH : page, language, mainLanguage)}.png`;
    }
    const encoded = Buffer.from(title).toString("base64url");
    return `/cards/${encoded}.${deps.keys.sign("card", encoded)}.png`;
  }

  /** Returns undefined if the page shows nothing, or its words are not part of the content. */
  function factsOf(path: string, language: Language): PageFacts | undefined {
    try {
      return readPageFacts(deps, path, routes(), language) ?? undefined;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /** Returns the operator's own picture of a page, or the drawn one. */
  function pictureOf(
    { path, title, language }: { path: string; title: string; language: Language },
    facts: PageFacts | undefined,
    operator: Operator,
  ): SharedPicture {
    const { origin } = operator;
    const largestSize = facts?.picture?.sizes.at(-1);
    if (facts?.picture && largestSize) {
      const { width, height, jpeg } = largestSize;
      return { url: origin + jpeg, type: "image/jpeg", width, height, alt: facts.picture.alt };
    }
    const shareCard = cardOf(facts?.heading ?? title, operator);
    const tag = Bun.hash(JSON.stringify([shareCard, operator.accent])).toString(36);
    return {
      url: `${origin}${pathOfCard(path, title, language, facts)}?${tag}`,
      type: "image/png",
      ...cardSize,
      alt: `${shareCard.title} · ${shareCard.brand}`,
    };
  }

  return {
    head(pageMeta) {
      if (!pageMeta) return unindexedPageHead;
      const path = canonicalPathOf(pageMeta.path, routes());
      const { language } = pageMeta;
      const facts = factsOf(path, language);
      if (facts?.isEmpty) return unindexedPageHead;
      const operator = readSiteOperator(deps);
      const end = ` · ${operator.brand}`;
      const title = pageMeta.title.endsWith(end)
        ? pageMeta.title.slice(0, -end.length)
        : pageMeta.title;
      const page = {
        path,
        address: pageMeta.isTranslated
          ? addressInLanguage(path, language, operator.language)
          : path,
        addresses: pageMeta.isTranslated ? addressesOf(deps, path) : [],
        language,
        title,
        description: pageMeta.description ?? facts?.description ?? generalDescription(operator),
        picture: pictureOf({ path, title, language }, facts, operator),
        subject: facts?.subject ?? ({ kind: "page" } as const),
      };
      const hasDescription = pageMeta.description !== null;
      return indexedPageHead(page, operator, {
        hasFeed: hasFeed(deps),
        hasDescriptionTag: hasDescription,
      });
    },
    file(path) {
      if (path === "/sitemap.xml") {
        const text = cachedText(path, () => readSitemap(deps, routes(), isTranslated));
        return file("application/xml; charset=utf-8", text, FILE_CACHE_CONTROL);
      }
      if (path === "/blog/rss.xml") {
        const text = cachedText(path, () => readFeed(deps));
        return file("application/rss+xml; charset=utf-8", text, FILE_CACHE_CONTROL);
      }
      const title = titleOfCard(path);
      return title === undefined ? undefined : card(title);
    },
  };
}

/** The path of the first page in the name of its picture. */
const HOME_CARD_PATH = "/home";
const cardPathPattern = /^\/cards(\/[\w/-]{1,100})\.png$/;
/** A title and this server's signature for it. */
const signedCardPathPattern = /^\/cards\/([\w-]{1,800})\.([\w-]{43})\.png$/;

const cardOf = (title: string, { brand, town }: Operator) => ({ brand, title, footer: town });

const generalDescription = ({ brand, town }: Operator) =>
  `${brand} drives you in ${town}, at a price you see before you book.`;
