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

/** One piece of content, whole. */
export type Item<Kind extends ContentKind = ContentKind> = {
  kind: Kind;
  key: string;
  /** In the main language of the site. */
  value: ContentValues[Kind];
  /** The staff's translations. */
  translations: Translations;
  state: ContentState;
  position: number;
  publishedAt: number | null;
  removed: boolean;
  /** 0 if it was never changed. */
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
  // Names are elsewhere, and not the same for every operator.
  names: { names: { texts: {} } },
};

/** The built-in value, in the site's main language; undefined without one. */
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

/** The language of the site's addresses without a prefix. */
export function mainLanguage(deps: { db: Db }): Language {
  return readOperator(deps).riderLanguage;
}

/** The built-in texts in a language, as far as translated. */
function builtinTexts(kind: ContentKind, key: string, language: Language): Texts {
  if (kind === "names") return defaultOperatorNames(language);
  if (language !== "en") return defaultTexts[language]?.[`${kind}/${key}`] ?? {};
  const value = isBuiltInItem(kind, key) ? builtinValues[kind][key] : undefined;
  return value ? textsOf(kind, value) : {};
}

/** An item's existing texts in another language. */
export function translationsIn<Kind extends ContentKind>(
  db: Db,
  item: Item<Kind>,
  language: Language,
): Texts {
  const { kind, key } = item;
  const ours = { own: builtinValue(db, kind, key), texts: builtinTexts(kind, key, language) };
  return translationOf(item, language, ours);
}

/** An item as visitors read it in a language. */
export function textsInLanguage<Kind extends ContentKind>(
  db: Db,
  item: Item<Kind>,
  language: Language,
): Item<Kind> {
  if (language === mainLanguage({ db })) return item;
  const value = withTexts(item.kind, item.value, translationsIn(db, item, language));
  return { ...item, value };
}

/** Positions have gaps, so that moving an item renumbers nobody. */
export const POSITION_STEP = 10;

/** All of a kind in their order, without the removed ones. */
export function itemsOf<Kind extends ContentKind>(db: Db, kind: Kind): Item<Kind>[] {
  const rows = db
    .select()
    .from(contentItems)
    .where(and(eq(contentItems.kind, kind), isNull(contentItems.removedAt)))
    .orderBy(asc(contentItems.position), asc(contentItems.id))
    .all();
  const knownKeys = new Set(rows.map(({ key }) => key));
  const missingBuiltins = Object.keys(builtinValues[kind])
    .map((key, at) => ({ key, position: (at + 1) * POSITION_STEP }))
    .filter(({ key }) => !knownKeys.has(key))
    .map(({ key, position }) => builtinItem(db, kind, key, position));
  return [...rows.map((row) => itemOf(db, kind, row)), ...missingBuiltins].toSorted(
    (a, b) => a.position - b.position,
  );
}

/** One by its key, including removed ones; null if it never existed. */
export function itemAt<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
): Item<Kind> | null {
  const row = itemRowOf(db, kind, key);
  if (row) return itemOf(db, kind, row);
  const at = Object.keys(builtinValues[kind]).indexOf(key);
  return at === -1 ? null : builtinItem(db, kind, key, (at + 1) * POSITION_STEP);
}

/** The row of an item; undefined if it was never changed, or does not exist. */
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
 * The stored part of a built-in item, merged with the built-in one. Only actions write here, after
 * checking.
 */
export function valueWithDefaults<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
  kept: Record<string, unknown>,
): ContentValues[Kind] {
  const own = builtinValue(db, kind, key);
  const whole =
    kind === "page" && own
      ? withPageChanges(own as PageValue, kept as Partial<PageValue>)
      : { ...own, ...kept };
  return whole as ContentValues[Kind];
}
