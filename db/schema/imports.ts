import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

const importKinds = [
  "vehicles",
  "drivers",
  "companies",
  "riders",
  "places",
  "repeating",
  "reservations",
  "payments",
] as const;

/** Files that were uploaded to be imported, and what became of them. */
export const imports = sqliteTable(
  "imports",
  {
    id: text().primaryKey(),
    kind: text({ enum: importKinds }).notNull(),
    fileName: text().notNull(),
    /** `undoing` only inside the transaction of an undo: triggers let the rows of such an import be deleted. */
    state: text({ enum: ["ready", "applied", "undoing", "undone"] }).notNull(),
    /** Lines below the header that are not empty. */
    lines: integer().notNull(),
    /** `ImportCounts` of what was done; null before. */
    counts: text({ mode: "json" }).$type<Record<string, number>>(),
    createdAt: integer().notNull(),
    createdBy: text().notNull(),
    appliedAt: integer(),
    undoneAt: integer(),
  },
  (t) => [index("imports_created").on(t.createdAt, t.id)],
);
export type StoredImport = typeof imports.$inferSelect;

/** What an import added or changed: one row for each line that did, so that it can be undone. */
export const importRows = sqliteTable(
  "import_rows",
  {
    importId: text()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    line: integer().notNull(),
    rowId: text().notNull(),
    /** The number in the other system, where the row has another one here. */
    sourceNumber: text(),
    /** What the row held before it was changed; null of a row that was added. */
    before: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** The row as the import left it, hashed: another one has changed since. */
    print: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index("import_rows_row").on(t.rowId),
    index("import_rows_source")
      .on(t.sourceNumber)
      .where(sql`source_number IS NOT NULL`),
  ],
);

/** Which column of a file is which field, kept under a name for the next file of its kind. */
export const importMappings = sqliteTable(
  "import_mappings",
  {
    id: text().primaryKey(),
    kind: text({ enum: importKinds }).notNull(),
    name: text().notNull(),
    /** Field to the header of its column. */
    columns: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex("import_mappings_name").on(t.kind, sql`${t.name} COLLATE NOCASE`)],
);
