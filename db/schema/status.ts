import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Problems that need a person, one row for each kind: whether the problem exists, and when somebody was notified, so
 * that a restart does not notify anybody again.
 */
export const alerts = sqliteTable("alerts", {
  kind: text().primaryKey(),
  /** When the problem last began. */
  since: integer().notNull(),
  /** Null while the problem exists. */
  endedAt: integer(),
  /** When the last message about it was sent. */
  mailedAt: integer(),
  /** Whether an e-mail was sent since it began. */
  isNotified: integer({ mode: "boolean" }).notNull(),
  detail: text().notNull(),
});

/** The last run of each background job and its result, one row for each job. */
export const statusNotes = sqliteTable("status_notes", {
  name: text().primaryKey(),
  at: integer().notNull(),
  detail: text({ mode: "json" }).$type<unknown>().notNull(),
});
