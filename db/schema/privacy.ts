import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * A log of copies of data and of erased accounts. Triggers refuse every change and deletion. It names the rider by a
 * random number, which identifies nobody after the account is deleted.
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

/**
 * How many records of each kind were deleted on a day because their period of keeping was over. It names
 * nobody.
 */
export const removals = sqliteTable(
  "removals",
  {
    day: text().notNull(),
    kind: text().notNull(),
    removed: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind] })],
);
