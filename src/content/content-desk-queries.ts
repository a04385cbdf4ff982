/** The content of the public site, as staff read it. */
import { and, asc, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { contentItems, contentPictures, contentVersions } from "../../db/schema/content";
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { readStoredFile } from "../files/store";
import { localTimeAt } from "../settings/local-time";
import type { Language } from "../settings/languages/languages-contract";
import { offeredLanguages, readOperator } from "../settings/queries";
import type {
  ContentItem,
  ContentItemAnswer,
  ContentList,
  ContentRow,
  ContentVersions,
  PictureRow,
  PreviewAnswer,
  TranslationAnswer,
  UntranslatedAnswer,
} from "./content-desk-contract";
import { addressOf, changesBetween, namesOf } from "./content-desk-rules";
import {
  builtinValue,
  type Item,
  itemAt,
  itemsOf,
  mainLanguage,
  itemRowOf,
  translationsIn,
  valueWithDefaults,
} from "./content-item-queries";
import { readPictureFile, toShownPicture } from "./picture-queries";
import { readOperatorFacts } from "./queries";
import { richText } from "./rich-text";
import { bannerTimes, filledMarkdown, isShown } from "./rules";
import { textsOf } from "./translation-rules";
import { type BannerValue, ContentKind } from "./content-values-contract";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

const MAX_PICTURES = 60;

/**
 * Lists all items of a kind in their order, and the removed ones. The list of pages also has the names that are set
 * elsewhere.
 */
export function listContent(deps: Deps, kind: ContentKind): ContentList {
  const { db } = deps;
  const removedItems = db
    .select({ key: contentItems.key })
    .from(contentItems)
    .where(and(eq(contentItems.kind, kind), isNotNull(contentItems.removedAt)))
    .orderBy(desc(contentItems.removedAt))
    .all()
    .flatMap(({ key }) => itemAt(db, kind, key) ?? []);
  const items: Item[] = itemsOf(db, kind);
  if (kind === "page") items.push(...itemsOf(db, "names"));
  const authors = lastAuthors(db, kind);
  const row = (item: Item) => rowOf(deps, item, authors.get(item.key) ?? null);
  return {
    items: (kind === "post" ? sortByTime(items) : items).map(row),
    removed: removedItems.map(row),
  };
}

/** Sorts drafts first, then the latest publishing time first. */
function sortByTime(items: Item[]): Item[] {
  const time = ({ publishedAt, state }: Item) =>
    state === "draft" ? Number.POSITIVE_INFINITY : (publishedAt ?? 0);
  return items.toSorted((a, b) => time(b) - time(a) || (b.createdAt ?? 0) - (a.createdAt ?? 0));
}

function lastAuthors(db: Db, kind: ContentKind): Map<string, string> {
  const rows = db
    .select({ key: contentItems.key, by: contentVersions.byName })
    .from(contentItems)
    .innerJoin(
      contentVersions,
      and(
        eq(contentVersions.itemId, contentItems.id),
        eq(contentVersions.version, contentItems.version),
      ),
    )
    .where(eq(contentItems.kind, kind))
    .all();
  return new Map(rows.map(({ key, by }) => [key, by]));
}

function rowOf(deps: Deps, item: Item, updatedBy: string | null): ContentRow {
  const { kind, key, state, version, isBuiltIn, publishedAt, updatedAt } = item;
  return {
    id: key,
    kind,
    key,
    ...namesOf(kind, key, item.value),
    state,
    shown: !item.removed && isShown(item, deps.now()) && isBannerShown(deps, item),
    publishedAt: iso(publishedAt),
    version,
    isBuiltIn,
    updatedAt: version === 0 ? null : iso(updatedAt),
    updatedBy,
  };
}

/** A banner is visible only within its time. */
function isBannerShown(deps: Deps, { kind, value }: Item): boolean {
  if (kind !== "banner") return true;
  const { from, until } = bannerTimes(value as BannerValue, readOperator(deps).timeZone);
  return from <= deps.now() && deps.now() < until;
}

/** Returns one item with its pictures. 404 if it never existed. */
export function readContentItem(deps: Deps, kind: ContentKind, key: string): ContentItemAnswer {
  const item = itemAt(deps.db, kind, key);
  if (!item) throw new AppError("request.not_found");
  const author = lastAuthors(deps.db, kind).get(key) ?? null;
  const { timeZone } = readOperator(deps);
  const contentItem: ContentItem = {
    ...rowOf(deps, item, author),
    value: item.value,
    publishAt: publishAtOf(item, timeZone),
    removed: item.removed,
    own: builtinValue(deps.db, kind, key) ?? null,
    address: addressOf(kind, key),
  };
  return { item: contentItem, pictures: picturesOf(deps.db, item.value) };
}

/** Returns when a scheduled post is published, in the operator's time zone, or "" for other items. */
export function publishAtOf(
  { state, publishedAt }: Pick<Item, "state" | "publishedAt">,
  timeZone: string,
): string {
  return state === "scheduled" && publishedAt !== null ? localTimeAt(publishedAt, timeZone) : "";
}

function picturesOf(db: Db, value: object): PictureRow[] {
  const ids = Object.values(value).flatMap((each: unknown) =>
    typeof each === "object" && each !== null && "id" in each ? [String(each.id)] : [],
  );
  if (ids.length === 0) return [];
  const rows = db.select().from(contentPictures).where(inArray(contentPictures.id, ids)).all();
  return rows.map((row) => ({ id: row.id, ...toShownPicture(row, "") }));
}

/** Lists every version of an item, newest first, with its changes. */
export function readVersions(deps: Deps, kind: ContentKind, key: string): ContentVersions {
  const own = builtinValue(deps.db, kind, key);
  const row = itemRowOf(deps.db, kind, key);
  if (!own && !row) throw new AppError("request.not_found");
  const builtInVersions = own
    ? [
        {
          version: 0,
          summary: "Livery’s standard text",
          by: "Livery",
          at: null,
          state: "published" as const,
          value: own as Record<string, unknown>,
        },
      ]
    : [];
  const storedVersions = row
    ? deps.db
        .select()
        .from(contentVersions)
        .where(eq(contentVersions.itemId, row.id))
        .orderBy(contentVersions.version)
        .all()
        .map(({ version, summary, byName, at, state, value }) => ({
          version,
          summary,
          by: byName,
          at: iso(at),
          state,
          value: valueWithDefaults(deps.db, kind, key, value) as Record<string, unknown>,
        }))
    : [];
  const all = [...builtInVersions, ...storedVersions];
  const versions = all.map((each, at) => ({
    ...each,
    changes: at === 0 ? [] : changesBetween(all[at - 1] ?? null, each),
  }));
  return { versions: versions.toReversed() };
}

/** Returns Markdown as visitors would see it. */
export function previewText(deps: Deps, text: string): PreviewAnswer {
  return { text: richText(filledMarkdown(text, readOperatorFacts(deps))) };
}

/** Returns an item's texts in another language. 404 if the item does not exist. */
export function readTranslation(
  { db }: Deps,
  kind: ContentKind,
  key: string,
  language: Language,
): TranslationAnswer {
  const item = itemAt(db, kind, key);
  if (!item) throw new AppError("request.not_found");
  const translatedTexts = item.translations[language] ?? {};
  const builtInTexts = translationsIn(db, { ...item, translations: {} }, language);
  const texts = Object.entries(textsOf(kind, item.value)).map(([name, main]) => ({
    name,
    main,
    written: translatedTexts[name] ?? "",
    fallbackText: builtInTexts[name] ?? main,
  }));
  return { version: item.version, texts };
}

/** Lists, for each other language, the texts that are still shown in the main language, and their items. */
export function listUntranslated(deps: Deps): UntranslatedAnswer {
  const { db } = deps;
  const main = mainLanguage(deps);
  const shownItems = ContentKind.options
    .flatMap((kind) => itemsOf(db, kind) as Item[])
    .filter((item) => isShown(item, deps.now()));
  const others = offeredLanguages(deps).filter((language) => language !== main);
  return {
    languages: others.map((language) => {
      const untranslatedItems = shownItems.flatMap((item) => {
        const existingTexts = translationsIn(db, item, language);
        const missingTexts = Object.entries(textsOf(item.kind, item.value)).filter(
          // A text that consists only of facts needs no translation.
          ([name, text]) => !existingTexts[name] && /\p{L}/u.test(text.replace(/\{\w+\}/g, "")),
        );
        const { kind, key } = item;
        const { title } = namesOf(kind, key, item.value);
        return missingTexts.length > 0 ? [{ kind, key, title, texts: missingTexts.length }] : [];
      });
      return {
        language,
        texts: untranslatedItems.reduce((sum, { texts }) => sum + texts, 0),
        items: untranslatedItems.map(({ kind, key, title }) => ({ kind, key, title })),
      };
    }),
  };
}

/** Lists the latest uploaded pictures, each with its latest description. */
export function listPictures(deps: Deps): PictureRow[] {
  const descriptions = pictureDescriptions(deps.db);
  return deps.db
    .select()
    .from(contentPictures)
    .orderBy(desc(contentPictures.createdAt), desc(contentPictures.id))
    .limit(MAX_PICTURES)
    .all()
    .map((row) => ({ id: row.id, ...toShownPicture(row, descriptions.get(row.id) ?? "") }));
}

const PlacedPictureValue = z.object({ id: z.string(), alt: z.string() });

/** Returns the descriptions of pictures, by picture id, from the items that use them. Of several, the newest counts. */
function pictureDescriptions(db: Db): Map<string, string> {
  const rows = db
    .select({ value: contentItems.value })
    .from(contentItems)
    .orderBy(asc(contentItems.updatedAt))
    .all();
  const placedPictures = rows.flatMap(({ value }) =>
    [value.picture, value.cover].flatMap((each) => PlacedPictureValue.safeParse(each).data ?? []),
  );
  return new Map(placedPictures.map(({ id, alt }) => [id, alt]));
}

/** Returns one picture. 404 if it does not exist. */
export function readPicture(deps: Deps, id: string): PictureRow {
  const row = requireRow(deps.db, contentPictures, { id });
  return { id: row.id, ...toShownPicture(row, "") };
}

/** Returns the file at a picture's address. 404 if it does not exist. */
export async function readPictureContent(
  deps: Deps,
  name: string,
): Promise<{ content: Uint8Array<ArrayBuffer>; contentType: string }> {
  const pictureFile = readPictureFile(deps.db, name);
  const content = pictureFile ? await readStoredFile(deps, pictureFile.fileId) : null;
  if (!pictureFile || !content) throw new AppError("request.not_found");
  return { content, contentType: pictureFile.contentType };
}
