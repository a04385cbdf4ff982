import { createRouter } from "../server/calls";
import {
  BookableParam,
  FaqAnswer,
  HistoryAnswer,
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
import { readServicePrices } from "./price-queries";
import {
  readFaq,
  readHistory,
  readOverview,
  readPage,
  readPost,
  readPosts,
  readService,
  readServices,
  readTeam,
} from "./queries";

/** What the operator says on the public site. */
export const publicContentRoutes = createRouter("content")
  .get(
    "/content",
    "What the public site has, and the banners that hang now",
    { who: "public", answer: OverviewAnswer },
    ({ deps }) => readOverview(deps),
  )
  .get(
    "/content/pages/:key",
    "The texts of a page",
    { who: "public", param: PageParam, answer: PageAnswer },
    ({ deps, key }) => ({ page: readPage(deps, key) }),
  )
  .get(
    "/content/services",
    "The services, in their order",
    { who: "public", answer: ServicesAnswer },
    ({ deps }) => ({ services: readServices(deps) }),
  )
  .get(
    "/content/services/:slug",
    "One service",
    { who: "public", param: SlugParam, answer: ServiceAnswer, refuses: ["content.gone"] },
    ({ deps, slug }) => ({
      service: readService(deps, slug),
    }),
  )
  .get(
    "/content/services/:slug/prices",
    "What a service costs by the price list in force",
    { who: "public", param: BookableParam, answer: ServicePrices },
    ({ deps, slug }) => readServicePrices(deps, slug),
  )
  .get(
    "/content/posts",
    "Posts, the newest first; 12 a page",
    { who: "public", query: PostsQuery, answer: PostsAnswer },
    ({ deps, query }) => readPosts(deps, query.page),
  )
  .get(
    "/content/posts/:slug",
    "One post; 410 for one that was withdrawn",
    { who: "public", param: SlugParam, answer: PostAnswer, refuses: ["content.gone"] },
    ({ deps, slug }) => readPost(deps, slug),
  )
  .get(
    "/content/faq",
    "Questions and answers, by category",
    { who: "public", answer: FaqAnswer },
    ({ deps }) => readFaq(deps),
  )
  .get(
    "/content/team",
    "The people of the team",
    { who: "public", answer: TeamAnswer },
    ({ deps }) => readTeam(deps),
  )
  .get(
    "/content/history",
    "The operator's history, the earliest first",
    { who: "public", answer: HistoryAnswer },
    ({ deps }) => readHistory(deps),
  );
