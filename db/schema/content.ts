import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** What the public site is made of. */
const contentKinds = [
  "page",
  "service",
  "post",
  "faq",
  "member",
  "milestone",
  "banner",
  "names",
] as const;

/** How far something of it has got. */
export const contentStates = ["draft", "scheduled", "published", "withdrawn"] as const;

/**
 * What the operator says on the public site: what it added, and what it changed of what comes with
 * Livery, whose own texts are in the code. Removed content stays, so that it can be restored.
 */
export const contentItems = sqliteTable(
  "content_items",
  {
    id: text().primaryKey(),
    kind: text({ enum: contentKinds }).notNull(),
    /** Names it within its kind: of a page, a service and a post the end of its address. */
    key: text().notNull(),
    /** The whole value, in the shape of its kind. */
    value: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    state: text({ enum: contentStates }).notNull(),
    /** Its place among those of its kind that are put in order by hand. */
    position: integer().notNull(),
    /** Of a post: since when, or from when on, it is to be read. */
    publishedAt: integer(),
    removedAt: integer(),
    /** Grows with every change: a caller who saw an older version gets 409. */
    version: integer().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("content_items_key").on(t.kind, t.key),
    index("content_items_position").on(t.kind, t.position, t.id),
    index("content_items_published").on(t.kind, t.publishedAt, t.id),
  ],
);
export type StoredContent = typeof contentItems.$inferSelect;

/** Every version of it, whole: a change can be undone. */
export const contentVersions = sqliteTable(
  "content_versions",
  {
    itemId: text()
      .notNull()
      .references(() => contentItems.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    value: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    state: text({ enum: contentStates }).notNull(),
    publishedAt: integer(),
    removed: integer({ mode: "boolean" }).notNull(),
    /** In the past tense: "Changed", "Restored version 3". */
    summary: text().notNull(),
    adminId: text(),
    /** As they were called then. */
    byName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [uniqueIndex("content_versions_version").on(t.itemId, t.version)],
);

/** A picture of the public site in one of its widths, as two files. */
export type PictureSize = {
  width: number;
  height: number;
  /** Names in the addresses: by what the files hold. */
  webp: string;
  jpeg: string;
  /** Of the narrowest: how light each cell of the picture is, see `overlay-rules.ts`. */
  lights?: number[];
};

/** Pictures of the public site, each re-encoded in several widths. */
export const contentPictures = sqliteTable(
  "content_pictures",
  {
    /** The hash of its pixels as they were encoded: one that comes again is not kept twice. */
    id: text().primaryKey(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** From the narrowest to the widest. */
    sizes: text({ mode: "json" }).$type<PictureSize[]>().notNull(),
    byName: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index("content_pictures_created").on(t.createdAt, t.id)],
);
export type StoredPicture = typeof contentPictures.$inferSelect;

/** Which file the name in an address means. */
export const contentPictureFiles = sqliteTable("content_picture_files", {
  name: text().primaryKey(),
  pictureId: text()
    .notNull()
    .references(() => contentPictures.id, { onDelete: "cascade" }),
  fileId: text().notNull(),
  contentType: text().notNull(),
});
