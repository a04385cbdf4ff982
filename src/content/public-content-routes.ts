import { LanguageQuery } from "../accounts/contract";
import { createRouter } from "../server/calls";
import {
  BookableParam,
  FaqAnswer,
  HistoryAnswer,
  LanguageParam,
  TranslatedNamesAnswer,
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
import { readServicePrices } from "./service-price-queries";
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

/** The API for the content of the public site. */
export const publicContentRoutes = createRouter("content")
  .get(
    "/content",
    "Lists the sections of the public site and its current banners",
    { who: "public", query: LanguageQuery, answer: OverviewAnswer },
    ({ deps, query }) => readSiteOverview(deps, query.language),
  )
  .get(
    "/content/names/:language",
    "Gives the names of vehicle classes, zones and price items in a language. Each key is `name|` and the original name",
    { who: "public", param: LanguageParam, answer: TranslatedNamesAnswer },
    ({ deps, language }) => translatedNames(deps, language),
  )
  .get(
    "/content/pages/:key",
    "Gives the texts of a page",
    { who: "public", param: PageParam, query: LanguageQuery, answer: PageAnswer },
    ({ deps, key, query }) => ({ page: readPage(deps, key, query.language) }),
  )
  .get(
    "/content/services",
    "Lists the services in their order",
    { who: "public", query: LanguageQuery, answer: ServicesAnswer },
    ({ deps, query }) => ({ services: readServices(deps, query.language) }),
  )
  .get(
    "/content/services/:slug",
    "Gives one service",
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
    "Gives the prices of a service in the price list in force",
    { who: "public", param: BookableParam, query: LanguageQuery, answer: ServicePrices },
    ({ deps, slug, query }) => readServicePrices(deps, slug, query.language),
  )
  .get(
    "/content/posts",
    "Lists posts, newest first, 12 a page",
    { who: "public", query: PostsQuery, answer: PostsAnswer },
    ({ deps, query }) => readPosts(deps, query.page, query.language),
  )
  .get(
    "/content/posts/:slug",
    "Gives one post. A withdrawn post answers 410",
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
    "Lists questions and answers by category",
    { who: "public", query: LanguageQuery, answer: FaqAnswer },
    ({ deps, query }) => readFaq(deps, query.language),
  )
  .get(
    "/content/team",
    "Lists the people on the team",
    { who: "public", query: LanguageQuery, answer: TeamAnswer },
    ({ deps, query }) => readTeam(deps, query.language),
  )
  .get(
    "/content/history",
    "Lists the milestones of the operator's history, the earliest first",
    { who: "public", query: LanguageQuery, answer: HistoryAnswer },
    ({ deps, query }) => readHistory(deps, query.language),
  );
