/** Current content: the built-in items with the operator's changes, and the operator's own. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { contentItems, type StoredContentItem } from "../../db/schema/content";
import type { Db } from "../../db/open";
import { defaultFaq } from "./default-faq";
import { defaultPages } from "./default-pages";
import { defaultServices } from "./default-offers";
import { readOperator } from "../settings/queries";
import type { Language } from "../settings/languages/languages-contract";
import { defaultOperatorNames } from "../settings/names/name-queries";
import { defaultTexts } from "./default-texts.gen";
import { operatorNames } from "./name-queries";
import { withPageChanges } from "./rules";
import { textsOf, translationOf, withTexts } from "./translation-rules";
import type {
  ContentKind,
  ContentState,
  ContentValues,
  PageValue,
  Texts,
  Translations,
} from "./content-values-contract";
import { findRow } from "../../db/rows";

/** One item of content with all its fields. */
export type Item<Kind extends ContentKind = ContentKind> = {
  kind: Kind;
  key: string;
  /** The value in the main language of the site. */
  value: ContentValues[Kind];
  /** The staff's translations. */
  translations: Translations;
  state: ContentState;
  position: number;
  publishedAt: number | null;
  removed: boolean;
  /** 0 if the item has never been changed. */
  version: number;
  /** Built in. */
  isBuiltIn: boolean;
  createdAt: number | null;
  updatedAt: number | null;
};

const builtinValues: { [Kind in ContentKind]: Readonly<Record<string, ContentValues[Kind]>> } = {
  page: defaultPages,
  service: defaultServices,
  faq: defaultFaq,
  post: {},
  member: {},
  milestone: {},
  banner: {},
  // The operator sets these names elsewhere, so none are built in.
  names: { names: { texts: {} } },
};

/** Returns the built-in value in the site's main language, or undefined if there is none. */
export function builtinValue<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
): ContentValues[Kind] | undefined {
  const value = isBuiltInItem(kind, key) ? builtinValues[kind][key] : undefined;
  if (value && kind === "names") return operatorNames(db) as ContentValues[Kind];
  return value && withTexts(kind, value, builtinTexts(kind, key, mainLanguage({ db })));
}

/** Whether an item is built in. */
export function isBuiltInItem(kind: ContentKind, key: string): boolean {
  return Object.hasOwn(builtinValues[kind], key);
}

/** Returns the language of the site's addresses that have no prefix. */
export function mainLanguage(deps: { db: Db }): Language {
  return readOperator(deps).riderLanguage;
}

/** Returns the built-in texts in a language, as far as they are translated. */
function builtinTexts(kind: ContentKind, key: string, language: Language): Texts {
  if (kind === "names") return defaultOperatorNames(language);
  if (language !== "en") return defaultTexts[language]?.[`${kind}/${key}`] ?? {};
  const value = isBuiltInItem(kind, key) ? builtinValues[kind][key] : undefined;
  return value ? textsOf(kind, value) : {};
}

/** Returns an item's existing texts in another language. */
export function translationsIn<Kind extends ContentKind>(
  db: Db,
  item: Item<Kind>,
  language: Language,
): Texts {
  const { kind, key } = item;
  const builtIn = { own: builtinValue(db, kind, key), texts: builtinTexts(kind, key, language) };
  return translationOf(item, language, builtIn);
}

/** Returns an item as visitors read it in a language. */
export function textsInLanguage<Kind extends ContentKind>(
  db: Db,
  item: Item<Kind>,
  language: Language,
): Item<Kind> {
  if (language === mainLanguage({ db })) return item;
  const value = withTexts(item.kind, item.value, translationsIn(db, item, language));
  return { ...item, value };
}

/** Gaps between positions, so that an item can move without renumbering the others. */
export const POSITION_STEP = 10;

/** Returns all items of a kind in their order, without the removed ones. */
export function itemsOf<Kind extends ContentKind>(db: Db, kind: Kind): Item<Kind>[] {
  const rows = db
    .select()
    .from(contentItems)
    .where(and(eq(contentItems.kind, kind), isNull(contentItems.removedAt)))
    .orderBy(asc(contentItems.position), asc(contentItems.id))
    .all();
  const storedKeys = new Set(rows.map(({ key }) => key));
  const missingBuiltins = Object.keys(builtinValues[kind])
    .map((key, at) => ({ key, position: (at + 1) * POSITION_STEP }))
    .filter(({ key }) => !storedKeys.has(key))
    .map(({ key, position }) => builtinItem(db, kind, key, position));
  return [...rows.map((row) => itemOf(db, kind, row)), ...missingBuiltins].toSorted(
    (a, b) => a.position - b.position,
  );
}

/** Returns an item by its key, even if it was removed. Null if it never existed. */
export function itemAt<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
): Item<Kind> | null {
  const row = itemRowOf(db, kind, key);
  if (row) return itemOf(db, kind, row);
  const index = Object.keys(builtinValues[kind]).indexOf(key);
  return index === -1 ? null : builtinItem(db, kind, key, (index + 1) * POSITION_STEP);
}

/** Returns the row of an item, or undefined if it was never changed or does not exist. */
export function itemRowOf(db: Db, kind: ContentKind, key: string): StoredContentItem | undefined {
  return findRow(db, contentItems, { kind, key });
}

function builtinItem<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
  position: number,
): Item<Kind> {
  const value = builtinValue(db, kind, key);
  if (value === undefined) throw new Error(`Livery has no built-in ${kind} ${key}.`);
  return {
    kind,
    key,
    value,
    translations: {},
    state: "published",
    position,
    publishedAt: null,
    removed: false,
    version: 0,
    isBuiltIn: true,
    createdAt: null,
    updatedAt: null,
  };
}

function itemOf<Kind extends ContentKind>(db: Db, kind: Kind, row: StoredContentItem): Item<Kind> {
  const own = builtinValue(db, kind, row.key);
  const { translations = {}, ...kept } = row.value as { translations?: Translations };
  return {
    kind,
    key: row.key,
    value: valueWithDefaults(db, kind, row.key, kept),
    translations,
    state: row.state,
    position: row.position,
    publishedAt: row.publishedAt,
    removed: row.removedAt !== null,
    version: row.version,
    isBuiltIn: own !== undefined,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/**
 * Merges the stored part of a built-in item with the built-in value. The stored part needs no check, because only the
 * actions write it.
 */
export function valueWithDefaults<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
  storedValue: Record<string, unknown>,
): ContentValues[Kind] {
  const own = builtinValue(db, kind, key);
  const mergedValue =
    kind === "page" && own
      ? withPageChanges(own as PageValue, storedValue as Partial<PageValue>)
      : { ...own, ...storedValue };
  return mergedValue as ContentValues[Kind];
}
