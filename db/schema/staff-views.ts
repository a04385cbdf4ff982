import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { admins } from "./accounts";

/** Named filters of the board that a member of staff has saved. */
export const staffViews = sqliteTable(
  "staff_views",
  {
    id: text().primaryKey(),
    adminId: text()
      .notNull()
      .references(() => admins.id),
    name: text().notNull(),
    /** `ViewSearch`: the search parameters of the board, without the open trip. */
    search: text({ mode: "json" }).$type<unknown>().notNull(),
    /** The position in the list, from 0. */
    position: integer().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("staff_views_admin").on(t.adminId, t.position, t.id)],
);
export type StoredStaffView = typeof staffViews.$inferSelect;
