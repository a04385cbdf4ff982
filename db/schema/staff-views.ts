import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { admins } from "./accounts";

/** Filters of the board that somebody of the staff comes back to, under a name of theirs. */
export const staffViews = sqliteTable(
  "staff_views",
  {
    id: text().primaryKey(),
    adminId: text()
      .notNull()
      .references(() => admins.id),
    name: text().notNull(),
    /** `ViewSearch`: the board's address without what is open. */
    search: text({ mode: "json" }).$type<unknown>().notNull(),
    /** Their order, from 0. */
    position: integer().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("staff_views_admin").on(t.adminId, t.position, t.id)],
);
export type StoredView = typeof staffViews.$inferSelect;
