import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * That a copy was made or an account erased, and when: triggers refuse every change and removal. The
 * rider is a random number here, which leads nowhere once the account is deleted.
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

/** What went because its time was over: how many of each kind on a day of the operator's. Names nobody. */
export const removals = sqliteTable(
  "removals",
  {
    day: text().notNull(),
    kind: text().notNull(),
    removed: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind] })],
);
