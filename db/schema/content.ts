import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The kinds of content on the public site. */
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

/** The states of an item of content. */
export const contentStates = ["draft", "scheduled", "published", "withdrawn"] as const;

/**
 * Content of the public site: items that the operator added, and changes to Livery's own items, whose texts are
 * in the code. Removed content stays, so that it can be restored.
 */
export const contentItems = sqliteTable(
  "content_items",
  {
    id: text().primaryKey(),
    kind: text({ enum: contentKinds }).notNull(),
    /** Identifies the item within its kind. For a page, a service or a post it is the end of the address. */
    key: text().notNull(),
    /** The whole value, in the format of its kind. */
    value: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    state: text({ enum: contentStates }).notNull(),
    /** The position among items of its kind that are ordered by hand. */
    position: integer().notNull(),
    /** For a post: when it was published, or will be. */
    publishedAt: integer(),
    removedAt: integer(),
    /** Increases with every change. A caller who saw an older version gets 409. */
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
export type StoredContentItem = typeof contentItems.$inferSelect;

/** Every version of an item as a whole, so that a change can be undone. */
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
    /** What was done, in the past tense: "Changed", "Restored version 3". */
    summary: text().notNull(),
    adminId: text(),
    /** Their name at that time. */
    byName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [uniqueIndex("content_versions_version").on(t.itemId, t.version)],
);

/** A picture of the public site in one of its widths, as two files. */
export type PictureSize = {
  width: number;
  height: number;
  /** The names in the addresses, made from the contents of the files. */
  webp: string;
  jpeg: string;
  /** For the narrowest size: the brightness of each cell of the picture, see `overlay-rules.ts`. */
  lights?: number[];
};

/** Pictures of the public site, each encoded in several widths. */
export const contentPictures = sqliteTable(
  "content_pictures",
  {
    /** The hash of the picture's encoded pixels, so that the same picture is not stored twice. */
    id: text().primaryKey(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The sizes, narrowest first. */
    sizes: text({ mode: "json" }).$type<PictureSize[]>().notNull(),
    byName: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index("content_pictures_created").on(t.createdAt, t.id)],
);
export type StoredContentPicture = typeof contentPictures.$inferSelect;

/** The file of each name in an address. */
export const contentPictureFiles = sqliteTable("content_picture_files", {
  name: text().primaryKey(),
  pictureId: text()
    .notNull()
    .references(() => contentPictures.id, { onDelete: "cascade" }),
  fileId: text().notNull(),
  contentType: text().notNull(),
});
