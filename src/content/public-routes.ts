import { LanguageQuery } from "../accounts/contract";
import { createRouter } from "../server/calls";
import {
  BookableParam,
  FaqAnswer,
  HistoryAnswer,
  LanguageParam,
  NamesAnswer,
  OverviewAnswer,
  PageAnswer,
  PageParam,
  PostAnswer,
  PostsAnswer,
  PostsQuery,
  ServiceAnswer,
  ServicePrices,
  ServicesAnswer,
  SlugParam,
  TeamAnswer,
} from "./contract";
import { translatedNames } from "./name-queries";
import { readServicePrices } from "./price-queries";
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
} from "./queries";

/** The content of the public site. */
export const publicContentRoutes = createRouter("content")
  .get(
    "/content",
    "The sections of the public site, and its current banners",
    { who: "public", query: LanguageQuery, answer: OverviewAnswer },
    ({ deps, query }) => readSiteOverview(deps, query.language),
  )
  .get(
    "/content/names/:language",
    "The names of vehicle classes, zones and price items in a language, each under the key `name|` and its name",
    { who: "public", param: LanguageParam, answer: NamesAnswer },
    ({ deps, language }) => translatedNames(deps, language),
  )
  .get(
    "/content/pages/:key",
    "The texts of a page",
    { who: "public", param: PageParam, query: LanguageQuery, answer: PageAnswer },
    ({ deps, key, query }) => ({ page: readPage(deps, key, query.language) }),
  )
  .get(
    "/content/services",
    "The services, in their order",
    { who: "public", query: LanguageQuery, answer: ServicesAnswer },
    ({ deps, query }) => ({ services: readServices(deps, query.language) }),
  )
  .get(
    "/content/services/:slug",
    "One service",
    {
      who: "public",
      param: SlugParam,
      query: LanguageQuery,
      answer: ServiceAnswer,
      refuses: ["content.gone"],
    },
    ({ deps, slug, query }) => ({ service: readService(deps, slug, query.language) }),
  )
  .get(
    "/content/services/:slug/prices",
    "What a service costs by the price list in force",
    { who: "public", param: BookableParam, query: LanguageQuery, answer: ServicePrices },
    ({ deps, slug, query }) => readServicePrices(deps, slug, query.language),
  )
  .get(
    "/content/posts",
    "Posts, newest first; 12 a page",
    { who: "public", query: PostsQuery, answer: PostsAnswer },
    ({ deps, query }) => readPosts(deps, query.page, query.language),
  )
  .get(
    "/content/posts/:slug",
    "One post; 410 for one that was withdrawn",
    {
      who: "public",
      param: SlugParam,
      query: LanguageQuery,
      answer: PostAnswer,
      refuses: ["content.gone"],
    },
    ({ deps, slug, query }) => readPost(deps, slug, query.language),
  )
  .get(
    "/content/faq",
    "Questions and answers, by category",
    { who: "public", query: LanguageQuery, answer: FaqAnswer },
    ({ deps, query }) => readFaq(deps, query.language),
  )
  .get(
    "/content/team",
    "The people on the team",
    { who: "public", query: LanguageQuery, answer: TeamAnswer },
    ({ deps, query }) => readTeam(deps, query.language),
  )
  .get(
    "/content/history",
    "The operator's history, the earliest first",
    { who: "public", query: LanguageQuery, answer: HistoryAnswer },
    ({ deps, query }) => readHistory(deps, query.language),
  );
