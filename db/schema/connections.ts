import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Services of others as the owner connected them on the screen, one row each. */
export const connections = sqliteTable("connections", {
  /** `mail`, `sms` and so on. */
  id: text().primaryKey(),
  /** The fields that are no secret, by name; null while it is disconnected. */
  fields: text({ mode: "json" }).$type<Record<string, string>>(),
  /** The secret fields as JSON, sealed with the server's key; null where there are none. */
  secrets: text(),
  /** Goes up with every change and stays when it is disconnected. */
  version: integer().notNull(),
  updatedAt: integer().notNull(),
});
