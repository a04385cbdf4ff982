/** How staff edit the public site. Every version is kept. */
import { and, count, eq, isNull } from "drizzle-orm";
import { contentItems, contentPictures, contentVersions } from "../../db/schema/content";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { AuditAction } from "../audit/contract";
import { conflictWords, mergeEdits } from "../audit/edit-rules";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { readLocalTime } from "../settings/local-time";
import { languageNames } from "../settings/languages/language-names-contract.gen";
import type { Language } from "../settings/languages/languages-contract";
import { readOperator } from "../settings/queries";
import type {
  AddContent,
  OrderContent,
  RestoreContent,
  SaveContent,
  SaveTranslation,
} from "./content-desk-contract";
import { publishAtOf } from "./content-desk-queries";
import { kindWords, namesOf, statesOf } from "./content-desk-rules";
import {
  builtinValue,
  type Item,
  itemAt,
  itemsOf,
  POSITION_STEP,
  itemRowOf,
  valueWithDefaults,
} from "./content-item-queries";
import { pageChanges, slugOf } from "./rules";
import { textsOf } from "./translation-rules";
import {
  type ContentKind,
  ContentState,
  contentValues,
  type PageValue,
  type Translations,
} from "./content-values-contract";
import { requireSeen } from "../rows";
import { findRow, insertRow, updateRow } from "../../db/rows";

/** The most items of a kind. */
const MAX_ITEMS = 500;

type SavedContentItem = {
  kind: ContentKind;
  key: string;
  value: Record<string, unknown>;
  translations: Translations;
  state: ContentState;
  publishedAt: number | null;
  removed: boolean;
  /** What happened, in the past tense, for the list of versions and the audit log. */
  summary: string;
  action: AuditAction;
};

/**
 * Changes an item. Fields equal to `was` are left alone, so that two people can change different fields. 409 with the
 * fields that both changed, 400 for an invalid time, 404 if the item does not exist.
 */
export async function saveContent(
  deps: Deps,
  actor: Actor,
  key: string,
  input: SaveContent,
): Promise<void> {
  const { kind } = input;
  await deps.write((tx) => {
    const item = itemAt(tx, kind, key);
    if (!item || item.removed) throw new AppError("request.not_found");
    const { timeZone } = readOperator({ ...deps, db: tx });
    const currentValues = {
      ...item.value,
      state: item.state,
      publishAt: publishAtOf(item, timeZone),
    };
    const editedValues = { ...input.value, state: input.state, publishAt: input.publishAt };
    const originalValues = {
      ...input.was.value,
      state: input.was.state,
      publishAt: input.was.publishAt,
    };
    const { merged, conflicts } = mergeEdits<Record<string, unknown>>(
      sortByTemplate(originalValues, currentValues),
      currentValues,
      sortByTemplate(editedValues, currentValues),
    );
    if (conflicts.length > 0) {
      const words = conflictWords(
        currentValues as Record<string, unknown>,
        conflicts,
        readableFields,
      );
      throw new AppError("request.conflict", { fields: nestFieldErrors(words) });
    }
    const { state, publishAt, ...value } = merged;
    const newState = ContentState.parse(state);
    const parsed = contentValues[kind].safeParse(value);
    if (!parsed.success) throw new AppError("request.conflict");
    refuseUnknownPictures(tx, parsed.data);
    saveVersion(tx, deps, actor, item, {
      kind,
      key,
      value: partsOf(tx, kind, key, parsed.data),
      translations: item.translations,
      state: newState,
      publishedAt: publicationTimeOf(deps, tx, item, newState, String(publishAt)),
      removed: false,
      summary: summaryOf(item.state, newState),
      action: "website.changed",
    });
  });
  deps.bus.publish({ type: "content" });
}

/**
 * Translates an item. An empty text falls back to the built-in translation. 409 if the item has changed since it was
 * loaded.
 */
export async function saveTranslation(
  deps: Deps,
  actor: Actor,
  { kind, key, language }: { kind: ContentKind; key: string; language: Language },
  { texts, seen }: SaveTranslation,
): Promise<void> {
  await deps.write((tx) => {
    const item = itemAt(tx, kind, key);
    if (!item || item.removed) throw new AppError("request.not_found");
    requireSeen(item, seen, "request.conflict");
    const knownTexts = textsOf(kind, item.value);
    const translatedTexts = Object.entries(texts).filter(
      ([name, text]) => knownTexts[name] && text !== "",
    );
    const { [language]: _, ...others } = item.translations;
    saveVersion(tx, deps, actor, item, {
      ...item,
      value: partsOf(tx, kind, key, item.value),
      translations: {
        ...others,
        ...(translatedTexts.length > 0 && { [language]: Object.fromEntries(translatedTexts) }),
      },
      summary: `Translated into ${languageNames[language]}`,
      action: "website.changed",
    });
  });
  deps.bus.publish({ type: "content" });
}

/** Returns the fields in the order of `template`, so that they can be compared as JSON. */
function sortByTemplate(
  values: Record<string, unknown>,
  template: object,
): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.keys(template).map((name) => [name, values[name]])),
    ...values,
  };
}

/** The fields whose values people can read in the message about a conflict. */
const readableFields = [
  "heading",
  "lead",
  "description",
  "name",
  "summary",
  "title",
  "author",
  "category",
  "question",
  "role",
  "when",
  "state",
];

/** Renames the fields of errors to the names in the request. */
function nestFieldErrors(words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).map(([field, text]) => [
      field === "state" || field === "publishAt" ? field : `value.${field}`,
      text,
    ]),
  );
}

function summaryOf(before: ContentState, after: ContentState): string {
  if (before === after) return "Changed";
  const words = {
    draft: "Hid",
    scheduled: "Scheduled",
    published: "Published",
    withdrawn: "Withdrew",
  };
  return words[after];
}

/** Returns the parts of a value to store. For a built-in item these are only the differences. */
function partsOf(tx: Tx, kind: ContentKind, key: string, value: object): Record<string, unknown> {
  const builtIn = builtinValue(tx, kind, key);
  if (!builtIn) return { ...value };
  if (kind === "page") return { ...pageChanges(builtIn as PageValue, value as PageValue) };
  const before = builtIn as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, each]) => JSON.stringify(each) !== JSON.stringify(before[name]),
    ),
  );
}

/** Returns when a post was or will be published, or null for other items. */
function publicationTimeOf(
  deps: Deps,
  tx: Tx,
  before: Pick<Item, "kind" | "state" | "publishedAt">,
  state: ContentState,
  publishAt: string,
): number | null {
  const now = deps.now();
  const wasPublished =
    before.publishedAt !== null && before.publishedAt <= now && before.state !== "draft";
  if (!statesOf(before.kind, wasPublished).includes(state))
    throw new AppError("request.invalid", {
      fields: { state: "This content cannot have this state. Choose another state." },
    });
  if (before.kind !== "post") return null;
  if (state === "scheduled") {
    const reading = readLocalTime(publishAt, readOperator({ ...deps, db: tx }).timeZone);
    const refusal = (text: string) =>
      new AppError("request.invalid", { fields: { publishAt: text } });
    if (reading.kind === "invalid") throw refusal("Choose a date and a time.");
    if (reading.kind === "gap") throw refusal("The clocks skip this time. Choose another.");
    const at = reading.kind === "ok" ? reading.at : reading.earlier;
    if (at <= now && at !== before.publishedAt)
      throw refusal("This time has passed. Choose a later time, or publish it now.");
    return at;
  }
  if (state === "published") return wasPublished ? before.publishedAt : now;
  return wasPublished ? before.publishedAt : null;
}

/** Adds an item at the end of its kind. 409 if the address is taken. Returns its key. */
export async function addContent(deps: Deps, actor: Actor, input: AddContent): Promise<string> {
  const { kind, value } = input;
  const key = await deps.write((tx) => {
    const [countedRow] = tx
      .select({ all: count() })
      .from(contentItems)
      .where(and(eq(contentItems.kind, kind), isNull(contentItems.removedAt)))
      .all();
    if ((countedRow?.all ?? 0) >= MAX_ITEMS) throw new AppError("website.too_many");
    refuseUnknownPictures(tx, value);
    const itemKey = newKey(tx, input);
    const lastPosition = itemsOf(tx, kind).at(-1)?.position ?? 0;
    const item: Item = {
      kind,
      key: itemKey,
      value,
      translations: {},
      state: "draft",
      position: lastPosition + POSITION_STEP,
      publishedAt: null,
      removed: false,
      version: 0,
      isBuiltIn: false,
      createdAt: null,
      updatedAt: null,
    };
    saveVersion(tx, deps, actor, item, {
      kind,
      key: itemKey,
      value: { ...value },
      translations: {},
      state: input.state,
      publishedAt: publicationTimeOf(deps, tx, item, input.state, input.publishAt),
      removed: false,
      summary: "Added",
      action: "website.added",
    });
    return itemKey;
  });
  deps.bus.publish({ type: "content" });
  return key;
}

function newKey(tx: Tx, input: AddContent): string {
  if (input.kind !== "service" && input.kind !== "post") return Bun.randomUUIDv7();
  const { kind, slug } = input;
  if (slug !== "") {
    if (isTaken(tx, kind, slug))
      throw new AppError("website.address_taken", {
        fields: { slug: "This address is in use, or was used before. Choose another one." },
      });
    return slug;
  }
  const requestedSlug =
    slugOf(input.kind === "service" ? input.value.name : input.value.title) || kind;
  let freeSlug = requestedSlug;
  for (let at = 2; isTaken(tx, kind, freeSlug); at++) freeSlug = `${requestedSlug}-${at}`;
  return freeSlug;
}

/** Whether an address belongs or once belonged to another item. `new` is reserved for the form. */
function isTaken(tx: Tx, kind: ContentKind, slug: string): boolean {
  return slug === "new" || itemAt(tx, kind, slug) !== null;
}

/** Removes an item from the site. It can be restored. 409 for a built-in item. */
export async function removeContent(
  deps: Deps,
  actor: Actor,
  kind: ContentKind,
  key: string,
  seen: number,
): Promise<void> {
  await deps.write((tx) => {
    const item = itemAt(tx, kind, key);
    if (!item || item.removed) throw new AppError("request.not_found");
    if (item.isBuiltIn) throw new AppError("website.builtin");
    requireSeen(item, seen, "request.conflict");
    const row = itemRowOf(tx, kind, key);
    if (!row) throw new AppError("request.not_found");
    saveVersion(tx, deps, actor, item, {
      ...row,
      ...splitTranslations(row.value),
      removed: true,
      summary: "Removed",
      action: "website.removed",
    });
  });
  deps.bus.publish({ type: "content" });
}

/** Restores an earlier version of an item as a new version. 409 if the item has changed since it was loaded. */
export async function restoreContent(
  deps: Deps,
  actor: Actor,
  kind: ContentKind,
  key: string,
  { version, seen }: RestoreContent,
): Promise<void> {
  await deps.write((tx) => {
    const item = itemAt(tx, kind, key);
    const row = itemRowOf(tx, kind, key);
    if (!item || !row) throw new AppError("request.not_found");
    requireSeen(item, seen, "request.conflict");
    const storedVersion = findRow(tx, contentVersions, { itemId: row.id, version });
    const isBuiltInText = version === 0 && item.isBuiltIn;
    if (!storedVersion && !isBuiltInText) throw new AppError("request.not_found");
    const restoredVersion = storedVersion ?? {
      value: {},
      state: "published" as const,
      publishedAt: null,
    };
    saveVersion(tx, deps, actor, item, {
      kind,
      key,
      ...splitTranslations(restoredVersion.value),
      state: restoredVersion.state,
      publishedAt: restoredVersion.publishedAt,
      removed: storedVersion?.removed ?? false,
      summary: isBuiltInText ? "Restored Livery’s standard text" : `Restored version ${version}`,
      action: "website.restored",
    });
  });
  deps.bus.publish({ type: "content" });
}

/** Saves the order of all items of a kind. 409 unless exactly the existing items are listed. */
export async function reorderContent(
  deps: Deps,
  actor: Actor,
  kind: ContentKind,
  { keys }: OrderContent,
): Promise<void> {
  await deps.write((tx) => {
    const items = new Map(itemsOf(tx, kind).map((item) => [item.key, item]));
    if (keys.length !== items.size || keys.some((key) => !items.delete(key)))
      throw new AppError("request.conflict");
    for (const [at, key] of keys.entries()) {
      const position = (at + 1) * POSITION_STEP;
      const row = itemRowOf(tx, kind, key);
      if (row) updateRow(tx, contentItems, row.id, { position });
      else
        insertContentItem(tx, deps, {
          kind,
          key,
          value: {},
          state: "published",
          position,
          version: 0,
        });
    }
    appendAudit(tx, deps, {
      actor,
      action: "website.ordered",
      subject: { kind: "website", id: kind },
      summary: `Changed the order of the website’s ${kindWords[kind].many.toLowerCase()}`,
    });
  });
  deps.bus.publish({ type: "content" });
}

/** Splits the stored part of an item into its value and its translations. */
function splitTranslations(values: Record<string, unknown>) {
  const { translations = {}, ...value } = values as { translations?: Translations };
  return { value, translations };
}

function refuseUnknownPictures(tx: Tx, value: object): void {
  const faults = Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    if (typeof each !== "object" || each === null || !("alt" in each) || !("id" in each)) return [];
    const picture = tx
      .select({ id: contentPictures.id })
      .from(contentPictures)
      .where(eq(contentPictures.id, String(each.id)))
      .get();
    return picture ? [] : [[`value.${name}.id`, "There is no such picture."] as const];
  });
  if (faults.length > 0)
    throw new AppError("request.invalid", { fields: Object.fromEntries(faults) });
}

function insertContentItem(
  tx: Tx,
  deps: Deps,
  row: Pick<
    typeof contentItems.$inferInsert,
    "kind" | "key" | "value" | "state" | "position" | "version"
  >,
): string {
  const id = Bun.randomUUIDv7();
  const now = deps.now();
  insertRow(tx, contentItems, { id, createdAt: now, updatedAt: now, ...row });
  return id;
}

/** Saves an item with a new version and an entry in the audit log. */
function saveVersion(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  before: Item,
  savedItem: SavedContentItem,
): void {
  const { kind, key, translations, state, publishedAt, removed, summary, action } = savedItem;
  const isTranslated = Object.keys(translations).length > 0;
  const value = { ...savedItem.value, ...(isTranslated && { translations }) };
  const now = deps.now();
  const version = before.version + 1;
  const existingRow = itemRowOf(tx, kind, key);
  const id =
    existingRow?.id ??
    insertContentItem(tx, deps, { kind, key, value, state, position: before.position, version });
  updateRow(tx, contentItems, id, {
    value,
    state,
    publishedAt,
    removedAt: removed ? now : null,
    version,
    updatedAt: now,
  });
  insertRow(tx, contentVersions, {
    itemId: id,
    version,
    value,
    state,
    publishedAt,
    removed,
    summary,
    adminId: actor.id,
    byName: actor.name,
    at: now,
  });
  const { title } = namesOf(kind, key, valueWithDefaults(tx, kind, key, savedItem.value));
  appendAudit(tx, deps, {
    actor,
    action,
    subject: { kind: "website", id: `${kind}/${key}` },
    summary: `${summary}: the website’s ${kindWords[kind].one} “${title}”`,
    detail: { version, state },
  });
}
