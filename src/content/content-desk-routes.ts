import { createRouter, json } from "../server/calls";
import { AppError } from "../errors";
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
  SaveTranslation,
  TranslationAnswer,
  TranslationParam,
  UntranslatedAnswer,
} from "./content-desk-contract";
import {
  addContent,
  reorderContent,
  removeContent,
  restoreContent,
  saveContent,
  saveTranslation,
} from "./content-desk-actions";
import {
  listContent,
  listUntranslated,
  previewText,
  readContentItem,
  readTranslation,
  readVersions,
} from "./content-desk-queries";

/** Room for the longest post twice, as it was and as edited, in any alphabet. */
const MAX_BODY_BYTES = 512 * 1024;

/** The API for editing the public site, under `/admin`. */
export const contentDeskRoutes = createRouter("content")
  .post(
    "/admin/content-preview",
    "Renders Markdown as visitors will see it",
    { who: "website.manage", body: json(PreviewText, MAX_BODY_BYTES), answer: PreviewAnswer },
    ({ deps, body }) => previewText(deps, body.text),
  )
  .get(
    "/admin/content/:kind",
    "Lists all content of a kind in its order, and the removed content",
    { who: "website.manage", param: KindParam, answer: ContentList },
    ({ deps, kind }) => listContent(deps, kind),
  )
  .post(
    "/admin/content",
    "Adds a service, a post, a question, a person, a milestone or a banner",
    {
      who: "website.manage",
      body: json(AddContent, MAX_BODY_BYTES),
      created: ContentItemAnswer,
      refuses: ["website.too_many", "website.address_taken"],
    },
    async ({ deps, actor, body }) => {
      const key = await addContent(deps, actor, body);
      return readContentItem(deps, body.kind, key);
    },
  )
  .put(
    "/admin/content/:kind",
    "Changes the order of all content of a kind",
    {
      who: "website.manage",
      param: KindParam,
      body: OrderContent,
      answer: ContentList,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, kind, body }) => {
      await reorderContent(deps, actor, kind, body);
      return listContent(deps, kind);
    },
  )
  .get(
    "/admin/content/:kind/:key",
    "Gives one piece of content",
    { who: "website.manage", param: ItemParam, answer: ContentItemAnswer },
    ({ deps, kind, key }) => readContentItem(deps, kind, key),
  )
  .put(
    "/admin/content/:kind/:key",
    "Changes the given fields of a piece of content",
    {
      who: "website.manage",
      param: ItemParam,
      body: json(SaveContent, MAX_BODY_BYTES),
      answer: ContentItemAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, kind, key, body }) => {
      if (body.kind !== kind) throw new AppError("request.malformed");
      await saveContent(deps, actor, key, body);
      return readContentItem(deps, kind, key);
    },
  )
  .delete(
    "/admin/content/:kind/:key",
    "Removes a piece of content from the site. It can be restored later",
    {
      who: "website.manage",
      param: ItemParam,
      query: RemoveContent,
      answer: ContentList,
      refuses: ["request.conflict", "website.builtin"],
    },
    async ({ deps, actor, kind, key, query }) => {
      await removeContent(deps, actor, kind, key, query.seen);
      return listContent(deps, kind);
    },
  )
  .get(
    "/admin/content-untranslated",
    "Lists the content that is not translated, which visitors read in the main language",
    { who: "website.manage", answer: UntranslatedAnswer },
    ({ deps }) => listUntranslated(deps),
  )
  .get(
    "/admin/content/:kind/:key/translations/:language",
    "Gives the texts of a piece of content in another language",
    { who: "website.manage", param: TranslationParam, answer: TranslationAnswer },
    ({ deps, kind, key, language }) => readTranslation(deps, kind, key, language),
  )
  .put(
    "/admin/content/:kind/:key/translations/:language",
    "Translates a piece of content. Empty fields use Livery's own translation",
    {
      who: "website.manage",
      param: TranslationParam,
      body: json(SaveTranslation, MAX_BODY_BYTES),
      answer: TranslationAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, kind, key, language, body }) => {
      await saveTranslation(deps, actor, { kind, key, language }, body);
      return readTranslation(deps, kind, key, language);
    },
  )
  .get(
    "/admin/content/:kind/:key/versions",
    "Lists every version of a piece of content, newest first",
    { who: "website.manage", param: ItemParam, answer: ContentVersions },
    ({ deps, kind, key }) => readVersions(deps, kind, key),
  )
  .post(
    "/admin/content/:kind/:key/restoration",
    "Restores a version of a piece of content, as a new version",
    {
      who: "website.manage",
      param: ItemParam,
      body: RestoreContent,
      answer: ContentItemAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, kind, key, body }) => {
      await restoreContent(deps, actor, kind, key, body);
      return readContentItem(deps, kind, key);
    },
  );
