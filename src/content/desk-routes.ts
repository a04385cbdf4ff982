import { AppError } from "../errors";
import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import {
  AddContent,
  ContentItemAnswer,
  ContentList,
  ContentVersions,
  ItemParam,
  KindParam,
  OrderContent,
  PreviewAnswer,
  PreviewText,
  RemoveContent,
  RestoreContent,
  SaveContent,
} from "./desk-contract";
import {
  addContent,
  orderContent,
  removeContent,
  restoreContent,
  saveContent,
} from "./desk-actions";
import { listContent, previewText, readContentItem, readVersions } from "./desk-queries";

const tag = "content";
/** The longest post as it was and as it is to be, in any alphabet. */
const LARGEST_BODY_BYTES = 512 * 1024;
const keeping = requirePermission("website.keep");

/** Staff say what the public site says, under `/admin`. */
export const contentDeskRoutes = createRouter()
  .post(
    "/admin/content-preview",
    describe({
      summary: "Markdown as visitors would see it",
      tag,
      security: "admin",
      answers: { 200: PreviewAnswer },
    }),
    keeping,
    validate("json", PreviewText, LARGEST_BODY_BYTES),
    (c) => c.json(previewText(c.var.deps, c.req.valid("json").text) satisfies PreviewAnswer),
  )
  .get(
    "/admin/content/:kind",
    describe({
      summary: "All content of a kind in its order, and what was removed of it",
      tag,
      security: "admin",
      answers: { 200: ContentList },
    }),
    keeping,
    validate("param", KindParam),
    (c) => c.json(listContent(c.var.deps, c.req.valid("param").kind) satisfies ContentList),
  )
  .post(
    "/admin/content",
    describe({
      summary: "Adds a service, a post, a question, a person, a milestone or a banner",
      tag,
      security: "admin",
      answers: { 201: ContentItemAnswer },
      refusals: ["website.too_many", "website.address_taken"],
    }),
    keeping,
    validate("json", AddContent, LARGEST_BODY_BYTES),
    async (c) => {
      const { deps, session } = c.var;
      const input = c.req.valid("json");
      const key = await addContent(deps, actorOf(session), input);
      return c.json(readContentItem(deps, input.kind, key) satisfies ContentItemAnswer, 201);
    },
  )
  .put(
    "/admin/content/:kind",
    describe({
      summary: "Puts all content of a kind in order",
      tag,
      security: "admin",
      answers: { 200: ContentList },
      refusals: ["request.conflict"],
    }),
    keeping,
    // The body first: what is wrong with it is said whatever the address.
    validate("json", OrderContent),
    validate("param", KindParam),
    async (c) => {
      const { deps, session } = c.var;
      const { kind } = c.req.valid("param");
      await orderContent(deps, actorOf(session), kind, c.req.valid("json"));
      return c.json(listContent(deps, kind) satisfies ContentList);
    },
  )
  .get(
    "/admin/content/:kind/:key",
    describe({
      summary: "One piece of content",
      tag,
      security: "admin",
      answers: { 200: ContentItemAnswer },
      refusals: ["request.not_found"],
    }),
    keeping,
    validate("param", ItemParam),
    (c) => {
      const { kind, key } = c.req.valid("param");
      return c.json(readContentItem(c.var.deps, kind, key) satisfies ContentItemAnswer);
    },
  )
  .put(
    "/admin/content/:kind/:key",
    describe({
      summary: "Changes a piece of content: what differs from what it was",
      tag,
      security: "admin",
      answers: { 200: ContentItemAnswer },
      refusals: ["request.not_found", "request.conflict"],
    }),
    keeping,
    // The body first: what is wrong with it is said whatever the address.
    validate("json", SaveContent, LARGEST_BODY_BYTES),
    validate("param", ItemParam),
    async (c) => {
      const { deps, session } = c.var;
      const { kind, key } = c.req.valid("param");
      const input = c.req.valid("json");
      if (input.kind !== kind) throw new AppError("request.malformed");
      await saveContent(deps, actorOf(session), key, input);
      return c.json(readContentItem(deps, kind, key) satisfies ContentItemAnswer);
    },
  )
  .delete(
    "/admin/content/:kind/:key",
    describe({
      summary: "Takes a piece of content off the site; it can be brought back",
      tag,
      security: "admin",
      answers: { 200: ContentList },
      refusals: ["request.not_found", "request.conflict", "website.builtin"],
    }),
    keeping,
    validate("param", ItemParam),
    validate("query", RemoveContent),
    async (c) => {
      const { deps, session } = c.var;
      const { kind, key } = c.req.valid("param");
      await removeContent(deps, actorOf(session), kind, key, c.req.valid("query").seen);
      return c.json(listContent(deps, kind) satisfies ContentList);
    },
  )
  .get(
    "/admin/content/:kind/:key/versions",
    describe({
      summary: "Every version of a piece of content, the newest first",
      tag,
      security: "admin",
      answers: { 200: ContentVersions },
      refusals: ["request.not_found"],
    }),
    keeping,
    validate("param", ItemParam),
    (c) => {
      const { kind, key } = c.req.valid("param");
      return c.json(readVersions(c.var.deps, kind, key) satisfies ContentVersions);
    },
  )
  .post(
    "/admin/content/:kind/:key/restoration",
    describe({
      summary: "Puts a piece of content back to one of its versions, as a new one",
      tag,
      security: "admin",
      answers: { 200: ContentItemAnswer },
      refusals: ["request.not_found", "request.conflict"],
    }),
    keeping,
    // The body first: what is wrong with it is said whatever the address.
    validate("json", RestoreContent),
    validate("param", ItemParam),
    async (c) => {
      const { deps, session } = c.var;
      const { kind, key } = c.req.valid("param");
      await restoreContent(deps, actorOf(session), kind, key, c.req.valid("json"));
      return c.json(readContentItem(deps, kind, key) satisfies ContentItemAnswer);
    },
  );
