import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A file under `uploads/`, by its generated name. */
export const files = sqliteTable(
  "files",
  {
    id: text().primaryKey(),
    ownerKind: text({
      enum: [
        "rider",
        "driver",
        "application",
        "vehicle",
        "affiliate",
        "property",
        "reservation",
        "incident",
        "expense",
        "operator",
      ],
    }).notNull(),
    ownerId: text().notNull(),
    purpose: text().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index("files_owner").on(t.ownerKind, t.ownerId)],
);
export type StoredFile = typeof files.$inferSelect;
