/** The content, as visitors read it. */
import { and, count, desc, eq, gt, inArray, isNull, lt, lte, asc } from "drizzle-orm";
import { contentItems } from "../../db/schema/content";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { versionInForce } from "../fares/queries";
import { connectedConfig } from "../settings/connections/connection-queries";
import { type Language, languages } from "../settings/languages/languages-contract";
import { readOperator } from "../settings/queries";
import { isOffered } from "../settings/services-rules";
import { offersText, ridesText } from "../settings/translation/offers-rules";
import { translatorFor } from "../settings/translation/translators";
import type {
  FaqAnswer,
  HistoryAnswer,
  OverviewAnswer,
  PostAnswer,
  PostsAnswer,
  RichNodes,
  ShownBanner,
  ShownPage,
  ShownPost,
  ShownService,
  TeamAnswer,
} from "./contract";
import { serviceByQuestion } from "./default-faq";
import { serviceBySection } from "./default-pages";
import { cancellationText, spanText, waitingText } from "./operator-facts-rules";
import {
  builtinValue,
  type Item,
  itemAt,
  itemsOf,
  mainLanguage,
  textsInLanguage,
} from "./content-item-queries";
import { picturesFor, type PictureResolver } from "./picture-queries";
import { withDirectionIsolate, plainText, withDirectionIsolates, richText } from "./rich-text";
import {
  bannerTimes,
  type Facts,
  fillPlaceholders,
  filledMarkdown,
  hoursText,
  isShown,
  readingMinutes,
} from "./rules";
import type { PageKey, PageValue } from "./content-values-contract";
import { iso } from "../formats/instants";

const POSTS_PER_PAGE = 12;

/** Returns the facts about the operator as text. */
export function readOperatorFacts(deps: Deps, language: Language = mainLanguage(deps)): Facts {
  const t = translatorFor(language);
  const operator = readOperator(deps);
  const prices = versionInForce(deps.db, deps.now())?.schedule ?? null;
  const { services } = operator;
  const followsFlights = connectedConfig(deps).flights !== null;
  const phone = operator.phone ?? t("our office");
  return {
    brand: operator.brand,
    town: operator.town,
    phone,
    email: operator.email ?? t("the contact form"),
    offers: offersText(services, t),
    rides: ridesText(services, t),
    hours: hoursText(operator.openingHours, t),
    notice:
      operator.leadMinutes > 0 ? spanText(operator.leadMinutes, t) : t("no more than a moment"),
    waiting: prices ? waitingText(prices, { services, followsFlights }, t) : "",
    landing: followsFlights
      ? t(
          "At the airport, the free waiting time starts when you land, not at the time you booked, so a late flight does not use it up.",
        )
      : t(
          "If your flight is late, call {phone} so that we can change the pickup time: the free waiting time starts then.",
          { phone },
        ),
    cancellation: prices ? cancellationText(prices, t) : "",
  };
}

/** Returns functions that fill facts into plain text, and into Markdown as elements. */
function textFiller(deps: Deps, language: Language) {
  const facts = readOperatorFacts(deps, language);
  const isRtl = languages[language].dir === "rtl";
  return {
    plain: (text: string) => {
      const filledText = fillPlaceholders(text, facts);
      return isRtl ? withDirectionIsolate(filledText) : filledText;
    },
    rich: (markdown: string): RichNodes => {
      const nodes = richText(filledMarkdown(markdown, facts));
      return isRtl ? withDirectionIsolates(nodes) : nodes;
    },
  };
}

/** Returns the texts of a page. */
export function readPage(
  deps: Deps,
  key: PageKey,
  language: Language = mainLanguage(deps),
): ShownPage {
  const item = itemAt(deps.db, "page", key);
  if (!item) throw new AppError("request.not_found");
  const { value } = textsInLanguage(deps.db, item, language);
  const isPriced = hasPrices(deps);
  const { heading, lead, description, sections, picture } = isPriced
    ? value
    : withoutPricePromises(deps, item, value, language);
  const { plain, rich } = textFiller(deps, language);
  const { services } = readOperator(deps);
  return {
    key,
    heading: plain(heading),
    lead: plain(lead),
    description: plain(description),
    sections: sections
      .filter((each) => {
        const service = serviceBySection[`${key}/${each.key}`];
        return (
          each.text !== "" &&
          (isPriced || !pricePlaceholderPattern.test(each.text)) &&
          (service === undefined || services.includes(service))
        );
      })
      .map((each) => ({ key: each.key, title: plain(each.title), text: rich(each.text) })),
    picture: picturesFor(deps.db, [picture])(picture),
    isPriced,
  };
}

const hasPrices = ({ db, now }: Deps) => versionInForce(db, now()) !== null;

/** Placeholders that have no value without a price list. */
const pricePlaceholderPattern = /\{(?:waiting|cancellation)\}/;

/** Replaces built-in texts that promise a price if there is no price list. The operator's own texts stay. */
function withoutPricePromises(
  { db }: Deps,
  item: Item<"page">,
  value: PageValue,
  language: Language,
): PageValue {
  const own = builtinValue(db, "page", item.key) ?? value;
  const builtInTexts = textsInLanguage(
    db,
    { ...item, value: own, translations: {} },
    language,
  ).value;
  const t = translatorFor(language);
  const tagline = t("{brand}, your car with a driver in {town}");
  const priceLaterText = t("We’ll tell you the price before anything is agreed.");
  const textsWithoutPrice: Partial<Record<string, Partial<PageValue>>> = {
    home: {
      heading: tagline,
      lead: `${builtInTexts.lead} ${priceLaterText}`,
      description: tagline,
    },
    pricing: { lead: priceLaterText, description: priceLaterText },
    "request-ride": { lead: priceLaterText },
  };
  const changes = Object.entries(textsWithoutPrice[item.key] ?? {}).filter(
    ([name]) => value[name as keyof PageValue] === builtInTexts[name as keyof PageValue],
  );
  const priceSection = builtInTexts.sections.find(({ key }) => key === "price");
  return {
    ...value,
    ...Object.fromEntries(changes),
    sections: value.sections.filter(
      ({ key, text }) => key !== "price" || text !== priceSection?.text,
    ),
  };
}

/** Returns the visible services, in order. */
export function readServices(deps: Deps, language: Language = mainLanguage(deps)): ShownService[] {
  const items = contentItemsOf(deps, "service", language);
  const pictures = picturesFor(
    deps.db,
    items.map(({ value }) => value.picture),
  );
  const { currency } = readOperator(deps);
  const { plain } = textFiller(deps, language);
  return items.map((item) => toShownService(item, pictures, currency, plain));
}

function toShownService(
  { key, value, isBuiltIn }: Item<"service">,
  pictures: PictureResolver,
  currency: string,
  plain: (text: string) => string,
): ShownService {
  return {
    slug: key,
    name: plain(value.name),
    summary: plain(value.summary),
    picture: pictures(value.picture),
    priceFromMinor: value.priceFromMinor,
    currency,
    isBuiltIn,
  };
}

/** Returns one service. 410 if it was removed, 404 if it never existed. */
export function readService(
  deps: Deps,
  slug: string,
  language: Language = mainLanguage(deps),
): ShownService & { body: RichNodes } {
  const item = contentItem(deps, "service", slug, language);
  const { plain, rich } = textFiller(deps, language);
  const pictures = picturesFor(deps.db, [item.value.picture]);
  const { currency } = readOperator(deps);
  return { ...toShownService(item, pictures, currency, plain), body: rich(item.value.body) };
}

/** Matches posts that are published at `now`: `publishedAt` has passed, and they are not withdrawn. */
const isPublishedAt = (now: number) =>
  and(
    eq(contentItems.kind, "post"),
    inArray(contentItems.state, ["published", "scheduled"]),
    isNull(contentItems.removedAt),
    lte(contentItems.publishedAt, now),
  );

/** Returns one page of the published posts, newest first. */
export function readPosts(
  deps: Deps,
  page: number,
  language: Language = mainLanguage(deps),
): PostsAnswer {
  const { db } = deps;
  const now = deps.now();
  const [countedRow] = db
    .select({ all: count() })
    .from(contentItems)
    .where(isPublishedAt(now))
    .all();
  const rows = db
    .select({ key: contentItems.key })
    .from(contentItems)
    .where(isPublishedAt(now))
    .orderBy(desc(contentItems.publishedAt), desc(contentItems.id))
    .limit(POSTS_PER_PAGE)
    .offset((page - 1) * POSTS_PER_PAGE)
    .all();
  const items = rows
    .flatMap(({ key }) => itemAt(db, "post", key) ?? [])
    .map((item) => textsInLanguage(db, item, language));
  const pictures = picturesFor(
    db,
    items.map(({ value }) => value.cover),
  );
  const { plain } = textFiller(deps, language);
  return {
    posts: items.map((item) => toShownPost(item, pictures, plain)),
    page,
    pages: Math.max(1, Math.ceil((countedRow?.all ?? 0) / POSTS_PER_PAGE)),
  };
}

function toShownPost(
  { key, value, publishedAt, updatedAt }: Item<"post">,
  pictures: PictureResolver,
  plain: (text: string) => string,
): ShownPost {
  const published = publishedAt ?? 0;
  return {
    slug: key,
    title: plain(value.title),
    summary: plain(value.summary),
    cover: pictures(value.cover),
    author: plain(value.author),
    publishedAt: iso(published),
    updatedAt: new Date(Math.max(published, updatedAt ?? 0)).toISOString(),
    minutes: readingMinutes(value.body),
  };
}

/** Returns a post with its neighbours. 410 if it was removed, 404 if it never existed. */
export function readPost(
  deps: Deps,
  slug: string,
  language: Language = mainLanguage(deps),
): PostAnswer {
  const { db } = deps;
  const now = deps.now();
  const item = contentItem(deps, "post", slug, language);
  const { plain, rich } = textFiller(deps, language);
  const at = item.publishedAt ?? 0;
  const neighbouringPost = (which: "older" | "newer") => {
    const published = contentItems.publishedAt;
    const row = db
      .select({ key: contentItems.key })
      .from(contentItems)
      .where(and(isPublishedAt(now), which === "older" ? lt(published, at) : gt(published, at)))
      .orderBy(which === "older" ? desc(published) : asc(published))
      .limit(1)
      .get();
    const neighbour = row ? itemAt(db, "post", row.key) : null;
    return neighbour
      ? { slug: neighbour.key, title: plain(textsInLanguage(db, neighbour, language).value.title) }
      : null;
  };
  return {
    post: {
      ...toShownPost(item, picturesFor(db, [item.value.cover]), plain),
      body: rich(item.value.body),
    },
    older: neighbouringPost("older"),
    newer: neighbouringPost("newer"),
  };
}

/** Returns the questions by category, in their order. */
export function readFaq(deps: Deps, language: Language = mainLanguage(deps)): FaqAnswer {
  const { plain, rich } = textFiller(deps, language);
  const { services } = readOperator(deps);
  const isPriced = hasPrices(deps);
  // Skips questions that are about a service that is not offered, or link to one.
  const items = contentItemsOf(deps, "faq", mainLanguage(deps)).filter(({ key, value }) => {
    const service = serviceByQuestion[key];
    return (
      (isPriced || !pricePlaceholderPattern.test(value.answer)) &&
      (service === undefined || services.includes(service)) &&
      [...value.answer.matchAll(/\(\/(?:services\/)?([\w-]+)\)/g)].every(([, page]) =>
        isOffered(services, page ?? ""),
      )
    );
  });
  // Grouped by the main language's category, because translations of one category may differ.
  const groups = Map.groupBy(items, ({ value }) => value.category);
  return {
    categories: [...groups.values()].map((group) => {
      const localizedTexts = group.map((item) => textsInLanguage(deps.db, item, language));
      return {
        name: plain(localizedTexts[0]?.value.category ?? ""),
        entries: localizedTexts.map(({ key, value }) => {
          const answer = rich(value.answer);
          return { key, question: plain(value.question), answer, plain: plainText(answer) };
        }),
      };
    }),
  };
}

/** Returns the people of the team, in their order. */
export function readTeam(deps: Deps, language: Language = mainLanguage(deps)): TeamAnswer {
  const { plain, rich } = textFiller(deps, language);
  const items = contentItemsOf(deps, "member", language);
  const pictures = picturesFor(
    deps.db,
    items.map(({ value }) => value.picture),
  );
  return {
    members: items.map(({ key, value }) => ({
      key,
      name: value.name,
      role: plain(value.role),
      text: rich(value.text),
      picture: pictures(value.picture),
    })),
  };
}

/** Returns the milestones, the earliest first. */
export function readHistory(deps: Deps, language: Language = mainLanguage(deps)): HistoryAnswer {
  const { plain, rich } = textFiller(deps, language);
  return {
    milestones: contentItemsOf(deps, "milestone", language)
      .toSorted((a, b) => (a.value.when < b.value.when ? -1 : a.value.when > b.value.when ? 1 : 0))
      .map(({ key, value }) => ({
        key,
        when: value.when,
        title: plain(value.title),
        text: rich(value.text),
      })),
  };
}

/** Returns the banners that are shown now. */
function readBanners(deps: Deps, language: Language): ShownBanner[] {
  const { timeZone } = readOperator(deps);
  const now = deps.now();
  const { plain } = textFiller(deps, language);
  return contentItemsOf(deps, "banner", language)
    .filter(({ value }) => {
      const { from, until } = bannerTimes(value, timeZone);
      return from <= now && now < until;
    })
    .map(({ key, value: { text, link, linkText, tone } }) => ({
      key,
      text: plain(text),
      link,
      linkText: plain(linkText),
      tone,
    }));
}

/** Returns what every public page needs. */
export function readSiteOverview(
  deps: Deps,
  language: Language = mainLanguage(deps),
): OverviewAnswer {
  const has = (kind: "member" | "milestone" | "faq") =>
    contentItemsOf(deps, kind, language).length > 0;
  const { plain } = textFiller(deps, language);
  return {
    services: contentItemsOf(deps, "service", language).map(({ key, value }) => ({
      slug: key,
      name: plain(value.name),
    })),
    hasPosts:
      deps.db
        .select({ id: contentItems.id })
        .from(contentItems)
        .where(isPublishedAt(deps.now()))
        .limit(1)
        .get() !== undefined,
    hasTeam: has("member"),
    hasHistory: has("milestone"),
    hasFaq: has("faq"),
    banners: readBanners(deps, language),
    analyticsScriptUrl: deps.config.analyticsScriptUrl,
  };
}

function contentItemsOf<Kind extends "service" | "faq" | "member" | "milestone" | "banner">(
  deps: Deps,
  kind: Kind,
  language: Language,
): Item<Kind>[] {
  const now = deps.now();
  const { services } = readOperator(deps);
  return itemsOf(deps.db, kind)
    .filter((item) => isShown(item, now) && (kind !== "service" || isOffered(services, item.key)))
    .map((item) => textsInLanguage(deps.db, item, language));
}

function contentItem<Kind extends "service" | "post">(
  deps: Deps,
  kind: Kind,
  key: string,
  language: Language,
): Item<Kind> {
  const item = itemAt(deps.db, kind, key);
  if (kind === "service" && !isOffered(readOperator(deps).services, key))
    throw new AppError("request.not_found");
  if (item && !item.removed && isShown(item, deps.now()))
    return textsInLanguage(deps.db, item, language);
  // Answers 410 only for pages that visitors have seen.
  const wasShown =
    item && (item.state === "withdrawn" || (item.removed && isShown(item, deps.now())));
  throw new AppError(wasShown ? "content.gone" : "request.not_found");
}
