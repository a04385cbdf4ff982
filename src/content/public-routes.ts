import { createRouter, describe, validate } from "../server/http";
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

const tag = "content";

/** What the operator says on the public site. */
export const publicContentRoutes = createRouter()
  .get(
    "/content",
    describe({
      summary: "What the public site has, and the banners that hang now",
      tag,
      security: "public",
      answers: { 200: OverviewAnswer },
    }),
    (c) => c.json(readOverview(c.var.deps) satisfies OverviewAnswer),
  )
  .get(
    "/content/pages/:key",
    describe({
      summary: "The texts of a page",
      tag,
      security: "public",
      answers: { 200: PageAnswer },
      refusals: ["request.not_found"],
    }),
    validate("param", PageParam),
    (c) => c.json({ page: readPage(c.var.deps, c.req.valid("param").key) } satisfies PageAnswer),
  )
  .get(
    "/content/services",
    describe({
      summary: "The services, in their order",
      tag,
      security: "public",
      answers: { 200: ServicesAnswer },
    }),
    (c) => c.json({ services: readServices(c.var.deps) } satisfies ServicesAnswer),
  )
  .get(
    "/content/services/:slug",
    describe({
      summary: "One service",
      tag,
      security: "public",
      answers: { 200: ServiceAnswer },
      refusals: ["request.not_found", "content.gone"],
    }),
    validate("param", SlugParam),
    (c) =>
      c.json({
        service: readService(c.var.deps, c.req.valid("param").slug),
      } satisfies ServiceAnswer),
  )
  .get(
    "/content/services/:slug/prices",
    describe({
      summary: "What a service costs by the price list in force",
      tag,
      security: "public",
      answers: { 200: ServicePrices },
    }),
    validate("param", BookableParam),
    (c) => c.json(readServicePrices(c.var.deps, c.req.valid("param").slug) satisfies ServicePrices),
  )
  .get(
    "/content/posts",
    describe({
      summary: "Posts, the newest first; 12 a page",
      tag,
      security: "public",
      answers: { 200: PostsAnswer },
    }),
    validate("query", PostsQuery),
    (c) => c.json(readPosts(c.var.deps, c.req.valid("query").page) satisfies PostsAnswer),
  )
  .get(
    "/content/posts/:slug",
    describe({
      summary: "One post; 410 for one that was withdrawn",
      tag,
      security: "public",
      answers: { 200: PostAnswer },
      refusals: ["request.not_found", "content.gone"],
    }),
    validate("param", SlugParam),
    (c) => c.json(readPost(c.var.deps, c.req.valid("param").slug) satisfies PostAnswer),
  )
  .get(
    "/content/faq",
    describe({
      summary: "Questions and answers, by category",
      tag,
      security: "public",
      answers: { 200: FaqAnswer },
    }),
    (c) => c.json(readFaq(c.var.deps) satisfies FaqAnswer),
  )
  .get(
    "/content/team",
    describe({
      summary: "The people of the team",
      tag,
      security: "public",
      answers: { 200: TeamAnswer },
    }),
    (c) => c.json(readTeam(c.var.deps) satisfies TeamAnswer),
  )
  .get(
    "/content/history",
    describe({
      summary: "The operator's history, the earliest first",
      tag,
      security: "public",
      answers: { 200: HistoryAnswer },
    }),
    (c) => c.json(readHistory(c.var.deps) satisfies HistoryAnswer),
  );
