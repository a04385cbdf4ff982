import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Outside services that the owner connected on the screen, one row each. */
export const connections = sqliteTable("connections", {
  /** The service, such as `mail` or `sms`. */
  id: text().primaryKey(),
  /** The fields that are not secret, by name. Null while the service is disconnected. */
  fields: text({ mode: "json" }).$type<Record<string, string>>(),
  /** The secret fields as JSON, sealed with the server's key. Null if there are none. */
  secrets: text(),
  /** Increases with every change, and stays when the service is disconnected. */
  version: integer().notNull(),
  updatedAt: integer().notNull(),
});
