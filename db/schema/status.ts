import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What needs a person, a row a kind: whether it holds, and when somebody was told. A restart notifies nobody again. */
export const alerts = sqliteTable("alerts", {
  kind: text().primaryKey(),
  /** Since when it holds, or held the last time. */
  since: integer().notNull(),
  /** Null while it holds. */
  endedAt: integer(),
  /** When a message last went out that it holds. */
  mailedAt: integer(),
  /** Whether an e-mail was sent since it began. */
  isNotified: integer({ mode: "boolean" }).notNull(),
  detail: text().notNull(),
});

/** The last run of each background job and its result, a row each. */
export const statusNotes = sqliteTable("status_notes", {
  name: text().primaryKey(),
  at: integer().notNull(),
  detail: text({ mode: "json" }).$type<unknown>().notNull(),
});
