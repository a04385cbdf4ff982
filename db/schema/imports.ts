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

/** Files that were uploaded to be imported, and their state. */
export const imports = sqliteTable(
  "imports",
  {
    id: text().primaryKey(),
    kind: text({ enum: importKinds }).notNull(),
    fileName: text().notNull(),
    /**
     * `undoing` exists only inside the transaction of an undo. Triggers then let the rows of the import be
     * deleted.
     */
    state: text({ enum: ["ready", "applied", "undoing", "undone"] }).notNull(),
    /** The number of lines below the header that are not empty. */
    lines: integer().notNull(),
    /** `ImportCounts` of the rows that were imported. Null before. */
    counts: text({ mode: "json" }).$type<Record<string, number>>(),
    createdAt: integer().notNull(),
    createdBy: text().notNull(),
    appliedAt: integer(),
    undoneAt: integer(),
  },
  (t) => [index("imports_created").on(t.createdAt, t.id)],
);
export type StoredImport = typeof imports.$inferSelect;

/** Rows that an import added or changed, one for each line of the file, so that the import can be undone. */
export const importRows = sqliteTable(
  "import_rows",
  {
    importId: text()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    line: integer().notNull(),
    rowId: text().notNull(),
    /** The number in the other system, if the row has a different one here. */
    sourceNumber: text(),
    /** The row before it was changed. Null if the row was added. */
    before: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** The hash of the row after the import. A different hash means that it was changed since. */
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

/** Named mappings from the columns of a file to fields, to be used again for similar files. */
export const importMappings = sqliteTable(
  "import_mappings",
  {
    id: text().primaryKey(),
    kind: text({ enum: importKinds }).notNull(),
    name: text().notNull(),
    /** Field → the header of its column. */
    columns: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex("import_mappings_name").on(t.kind, sql`${t.name} COLLATE NOCASE`)],
);
