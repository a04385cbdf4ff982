import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * That a copy was made or an account erased, and when: triggers refuse every change and removal. The
 * rider is a random number here, which leads nowhere once the account is gone.
 */
export const privacyActs = sqliteTable(
  "privacy_acts",
  {
    id: text().primaryKey(),
    riderId: text().notNull(),
    act: text({ enum: ["export", "erasure"] }).notNull(),
    at: integer().notNull(),
  },
  (t) => [index("privacy_acts_rider").on(t.riderId, t.act, t.at)],
);
