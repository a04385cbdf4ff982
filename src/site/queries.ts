/** Reads what search engines and feeds need to know about the site's pages. */
import { and, desc, eq, inArray, isNull, lte } from "drizzle-orm";
import { contentItems } from "../../db/schema/content";
import { isBuiltInItem, itemAt, itemsOf, mainLanguage } from "../content/content-item-queries";
import {
  readFaq,
  readHistory,
  readSiteOverview,
  readPage,
  readPost,
  readPosts,
  readService,
  readServices,
  readTeam,
} from "../content/queries";
import { isShown } from "../content/rules";
import { isOffered } from "../settings/services-rules";
import type { Language } from "../settings/languages/languages-contract";
import { offeredLanguages, readOperator } from "../settings/queries";
import { PageKey } from "../content/content-values-contract";
import type { Deps } from "../deps";
import { publicSettings } from "../settings/queries";
import type { Operator, PageFacts, Subject } from "./contract";
import { type FeedPost, feed } from "./feed-rules";
import { addressInLanguage } from "./address-rules";
import { readPriceListOffers, readServiceOffers } from "./offer-queries";
import { type ListedPage, sitemapXml } from "./sitemap-rules";

/** The most posts in the feed. */
const MAX_FEED_POSTS = 20;

/** Reads the operator's public settings and the address of its site. */
export function readSiteOperator(deps: Deps): Operator {
  return { ...publicSettings(deps), origin: deps.config.publicUrl };
}

/**
 * Returns the one path of a service. A built-in service may have a page of its own among `routes`; any other service is
 * at `/services/…`, even if its name equals that of another page.
 */
function servicePath(slug: string, routes: readonly string[]): string {
  const hasOwnPage = isBuiltInItem("service", slug) && routes.includes(`/${slug}`);
  return hasOwnPage ? `/${slug}` : `/services/${slug}`;
}

/** Returns the service that a path leads to, or null for another page. */
function serviceOfPath(path: string, routes: readonly string[]): string | null {
  const [, listed, own] = /^(?:\/services\/([^/?]+)|\/([^/?]+))$/.exec(path) ?? [];
  if (listed !== undefined) return listed;
  return own !== undefined && servicePath(own, routes) === path ? own : null;
}

/**
 * Returns the canonical path of the page at `path`, as the site's links write it: names of services and posts are in
 * lower case, as they are stored. `routes` are all pages.
 */
export function canonicalPathOf(path: string, routes: readonly string[]): string {
  const lowerCasePath = /^\/(?:services|blog)\/[^/?]+$/.test(path) ? path.toLowerCase() : path;
  const slug = serviceOfPath(lowerCasePath, routes);
  return slug === null ? lowerCasePath : servicePath(slug, routes);
}

/**
 * Reads the content's facts about the page at `path`, as the site's links write it; null if the page's text is not
 * editable content. Throws AppError `request.not_found` for a post or service that was never public, and `content.gone`
 * for one that no longer is.
 */
export function readPageFacts(
  deps: Deps,
  path: string,
  routes: readonly string[],
  language: Language = mainLanguage(deps),
): PageFacts | null {
  const slug = serviceOfPath(path, routes);
  if (slug !== null) {
    const service = readService(deps, slug, language);
    const { name, summary, picture } = service;
    const offers = readServiceOffers(deps, service);
    const subject = { kind: "service", service, offers } as const;
    return { heading: name, description: summary, picture, subject, isEmpty: false };
  }
  const [, first = "", second] = path.split(/[/?]/);
  if (second !== undefined && path.startsWith("/blog/")) {
    const { post } = readPost(deps, second, language);
    const isByPerson = readTeam(deps).members.some(({ name }) => name === post.author);
    const { title, summary, cover } = post;
    const subject = { kind: "post", post, isByPerson } as const;
    return { heading: title, description: summary, picture: cover, subject, isEmpty: false };
  }
  const key = PageKey.safeParse(path === "/" ? "home" : first);
  if (!key.success) return null;
  const { heading, description, picture } = readPage(deps, key.data, language);
  const { subject, isEmpty } = subjectOf(deps, key.data, path, routes, language);
  return { heading, description, picture, subject, isEmpty };
}

function subjectOf(
  deps: Deps,
  key: PageKey,
  path: string,
  routes: readonly string[],
  language: Language,
): { subject: Subject; isEmpty: boolean } {
  const page: Subject = { kind: "page" };
  switch (key) {
    case "home":
      return { subject: { kind: "home" }, isEmpty: false };
    case "services":
      return {
        subject: {
          kind: "services",
          services: readServices(deps, language).map(({ slug, name }) => ({
            name,
            path: servicePath(slug, routes),
          })),
        },
        isEmpty: false,
      };
    case "pricing":
      return { subject: { kind: "prices", offers: readPriceListOffers(deps) }, isEmpty: false };
    case "faq": {
      const entries = readFaq(deps, language).categories.flatMap((category) => category.entries);
      return { subject: { kind: "faq", entries }, isEmpty: entries.length === 0 };
    }
    case "blog": {
      const pageNumber = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
      const { posts } = readPosts(deps, pageNumber, language);
      return { subject: { kind: "news", posts }, isEmpty: posts.length === 0 };
    }
    case "team":
      return { subject: page, isEmpty: readTeam(deps).members.length === 0 };
    case "history":
      return { subject: page, isEmpty: readHistory(deps).milestones.length === 0 };
    default:
      return { subject: page, isEmpty: false };
  }
}

/** Returns whether there is a news feed to subscribe to. */
export function hasFeed(deps: Deps): boolean {
  return readSiteOverview(deps).hasPosts;
}

/** Returns the newest posts, with their full text, as a feed. */
export function readFeed(deps: Deps): string {
  const posts = publishedPosts(deps)
    .slice(0, MAX_FEED_POSTS)
    .map(({ key }): FeedPost => readPost(deps, key).post);
  return feed(posts, readPage(deps, "blog").description, readSiteOperator(deps));
}

/** Returns a page's addresses in all languages, the main language first. */
export function addressesOf(deps: Deps, path: string): { language: Language; address: string }[] {
  const main = mainLanguage(deps);
  return [main, ...offeredLanguages(deps).filter((language) => language !== main)].map(
    (language) => ({
      language,
      address: addressInLanguage(path, language, main),
    }),
  );
}

/**
 * Returns the sitemap: the pages of `routes`, in which `$slug` and `$id` are replaced by every service and post. A page
 * without content is left out.
 */
export function readSitemap(
  deps: Deps,
  routes: readonly string[],
  isTranslated: (route: string) => boolean,
): string {
  const pages = routes.flatMap((route): ChangedPage[] => {
    if (route === "/services/$slug") return listedServices(deps, routes);
    if (route === "/blog/$id") return listedPosts(deps);
    // The pages behind any other parameter cannot be listed.
    if (route.includes("$") || serviceOfPath(route, routes) !== null) return [];
    const facts = readPageFacts(deps, route, routes);
    if (facts?.isEmpty) return [];
    const listed = {
      path: route,
      changedAt: lastChangedAt(deps, route, routes, facts?.subject.kind),
    };
    return route === "/blog" ? [listed, ...laterBlogPages(deps)] : [listed];
  });
  const pagesInAllLanguages = pages.map((page) => ({
    ...page,
    addresses: isTranslated(page.path) ? addressesOf(deps, page.path) : [],
  }));
  return sitemapXml(pagesInAllLanguages, deps.config.publicUrl);
}

/** A page in the main language, and when it was last changed. */
type ChangedPage = Pick<ListedPage, "path" | "changedAt">;

function listedServices(deps: Deps, routes: readonly string[]): ChangedPage[] {
  const { services } = readOperator(deps);
  return itemsOf(deps.db, "service")
    .filter((item) => isShown(item, deps.now()) && isOffered(services, item.key))
    .map(({ key, updatedAt }) => ({ path: servicePath(key, routes), changedAt: updatedAt }));
}

function listedPosts(deps: Deps): ChangedPage[] {
  return publishedPosts(deps).map(({ key, publishedAt, updatedAt }) => ({
    path: `/blog/${key}`,
    changedAt: Math.max(publishedAt ?? 0, updatedAt),
  }));
}

function laterBlogPages(deps: Deps): ChangedPage[] {
  const { pages } = readPosts(deps, 1);
  const changedAt = latestChange(listedPosts(deps));
  return Array.from({ length: pages - 1 }, (_, at) => ({
    path: `/blog?page=${at + 2}`,
    changedAt,
  }));
}

/** Returns when the texts of a page, or the items that it lists, were last changed. */
function lastChangedAt(
  deps: Deps,
  path: string,
  routes: readonly string[],
  kind: Subject["kind"] | undefined,
): number | null {
  const { db } = deps;
  const key = PageKey.safeParse(path === "/" ? "home" : path.slice(1)).data;
  if (key === undefined) return null;
  const ownChange = { path, changedAt: itemAt(db, "page", key)?.updatedAt ?? null };
  const lists = (of: "faq" | "member" | "milestone") =>
    itemsOf(db, of).map(({ updatedAt }) => ({ path, changedAt: updatedAt }));
  if (kind === "news") return latestChange([ownChange, ...listedPosts(deps)]);
  if (kind === "home" || kind === "services")
    return latestChange([ownChange, ...listedServices(deps, routes)]);
  if (kind === "faq") return latestChange([ownChange, ...lists("faq")]);
  if (key === "team") return latestChange([ownChange, ...lists("member")]);
  if (key === "history") return latestChange([ownChange, ...lists("milestone")]);
  return ownChange.changedAt;
}

function latestChange(pages: readonly ChangedPage[]): number | null {
  const times = pages.flatMap(({ changedAt }) => changedAt ?? []);
  return times.length > 0 ? Math.max(...times) : null;
}

/** Reads the published posts, newest first, without their texts. */
function publishedPosts({ db, now }: Deps) {
  const { kind, key, state, publishedAt, removedAt, updatedAt, id } = contentItems;
  return db
    .select({ key, publishedAt, updatedAt })
    .from(contentItems)
    .where(
      and(
        eq(kind, "post"),
        inArray(state, ["published", "scheduled"]),
        isNull(removedAt),
        lte(publishedAt, now()),
      ),
    )
    .orderBy(desc(publishedAt), desc(id))
    .all();
}
