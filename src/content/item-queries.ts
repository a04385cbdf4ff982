/** Content as it stands: what comes with Livery with what the operator changed, and what it added. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { contentItems, type StoredContent } from "../../db/schema/content";
import type { Db } from "../../db/open";
import { defaultFaq } from "./default-faq";
import { defaultPages } from "./default-pages";
import { defaultServices } from "./default-offers";
import { readOperator } from "../settings/queries";
import type { Language } from "../settings/languages/languages-contract";
import { ourNames } from "../settings/names/name-queries";
import { defaultTexts } from "./default-texts";
import { ownNames } from "./name-queries";
import { withParts } from "./rules";
import { textsOf, translationOf, withTexts } from "./spoken-rules";
import type {
  ContentKind,
  ContentState,
  ContentValues,
  PageValue,
  Texts,
  Translations,
} from "./values-contract";
import { findRow } from "../../db/rows";

/** One piece of content, whole. */
export type Item<Kind extends ContentKind = ContentKind> = {
  kind: Kind;
  key: string;
  /** In the main language of the site. */
  value: ContentValues[Kind];
  /** What staff wrote in the others. */
  translations: Translations;
  state: ContentState;
  position: number;
  publishedAt: number | null;
  removed: boolean;
  /** 0 for what nobody has changed. */
  version: number;
  /** Comes with Livery. */
  builtin: boolean;
  createdAt: number | null;
  updatedAt: number | null;
};

const builtins: { [Kind in ContentKind]: Readonly<Record<string, ContentValues[Kind]>> } = {
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

/** The value that comes with Livery, in the site's main language; undefined where none does. */
export function builtinValue<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
): ContentValues[Kind] | undefined {
  const value = isBuiltin(kind, key) ? builtins[kind][key] : undefined;
  if (value && kind === "names") return ownNames(db) as ContentValues[Kind];
  return value && withTexts(kind, value, builtinTexts(kind, key, mainLanguage({ db })));
}

/** Whether an item comes with Livery. */
export function isBuiltin(kind: ContentKind, key: string): boolean {
  return Object.hasOwn(builtins[kind], key);
}

/** The language that the site is in at its own addresses. */
export function mainLanguage(deps: { db: Db }): Language {
  return readOperator(deps).riderLanguage;
}

/** What comes with Livery in a language, as far as it is translated. */
function builtinTexts(kind: ContentKind, key: string, language: Language): Texts {
  if (kind === "names") return ourNames(language);
  if (language !== "en") return defaultTexts[language]?.[`${kind}/${key}`] ?? {};
  const value = isBuiltin(kind, key) ? builtins[kind][key] : undefined;
  return value ? textsOf(kind, value) : {};
}

/** An item's texts in another language, those that there are. */
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
export function spokenIn<Kind extends ContentKind>(
  db: Db,
  item: Item<Kind>,
  language: Language,
): Item<Kind> {
  if (language === mainLanguage({ db })) return item;
  const value = withTexts(item.kind, item.value, translationsIn(db, item, language));
  return { ...item, value };
}

/** Between neighbours is room, so that who is put there moves nobody. */
export const POSITION_STEP = 10;

/** All of a kind in their order, without what was removed. */
export function itemsOf<Kind extends ContentKind>(db: Db, kind: Kind): Item<Kind>[] {
  const rows = db
    .select()
    .from(contentItems)
    .where(and(eq(contentItems.kind, kind), isNull(contentItems.removedAt)))
    .orderBy(asc(contentItems.position), asc(contentItems.id))
    .all();
  const known = new Set(rows.map(({ key }) => key));
  const untouched = Object.keys(builtins[kind])
    .map((key, at) => ({ key, position: (at + 1) * POSITION_STEP }))
    .filter(({ key }) => !known.has(key))
    .map(({ key, position }) => untouchedItem(db, kind, key, position));
  return [...rows.map((row) => itemOf(db, kind, row)), ...untouched].toSorted(
    (a, b) => a.position - b.position,
  );
}

/** One by its name, also one that was removed; null when there never was one. */
export function itemAt<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
): Item<Kind> | null {
  const row = rowAt(db, kind, key);
  if (row) return itemOf(db, kind, row);
  const at = Object.keys(builtins[kind]).indexOf(key);
  return at === -1 ? null : untouchedItem(db, kind, key, (at + 1) * POSITION_STEP);
}

/** The row behind an item; undefined where nobody has changed it, or there is none. */
export function rowAt(db: Db, kind: ContentKind, key: string): StoredContent | undefined {
  return findRow(db, contentItems, { kind, key });
}

function untouchedItem<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
  position: number,
): Item<Kind> {
  const value = builtinValue(db, kind, key);
  if (value === undefined) throw new Error(`No ${kind} ${key} comes with Livery.`);
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
    builtin: true,
    createdAt: null,
    updatedAt: null,
  };
}

function itemOf<Kind extends ContentKind>(db: Db, kind: Kind, row: StoredContent): Item<Kind> {
  const own = builtinValue(db, kind, row.key);
  const { translations = {}, ...kept } = row.value as { translations?: Translations };
  return {
    kind,
    key: row.key,
    value: wholeValue(db, kind, row.key, kept),
    translations,
    state: row.state,
    position: row.position,
    publishedAt: row.publishedAt,
    removed: row.removedAt !== null,
    version: row.version,
    builtin: own !== undefined,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** What is kept of an item with what comes with Livery. Only actions write here, and they check it. */
export function wholeValue<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  key: string,
  kept: Record<string, unknown>,
): ContentValues[Kind] {
  const own = builtinValue(db, kind, key);
  const whole =
    kind === "page" && own
      ? withParts(own as PageValue, kept as Partial<PageValue>)
      : { ...own, ...kept };
  return whole as ContentValues[Kind];
}
