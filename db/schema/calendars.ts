import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Links by which calendars read trips, each of one person. What the link may show is asked each time it is read, so that
 * it ends with the person's access.
 */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    /** The token is an HMAC of it, with a key outside the database. */
    id: text().primaryKey(),
    /** SHA-256 of the token: what a request is looked up by. */
    tokenHash: text().notNull(),
    /** Whose link it is. */
    audience: text({ enum: ["rider", "driver", "admin"] }).notNull(),
    accountId: text().notNull(),
    /** Whose trips it shows. */
    kind: text({ enum: ["driver", "vehicle", "company", "office"] }).notNull(),
    /** Of the driver, vehicle or company; empty for the office. */
    subjectId: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("calendar_feeds_token").on(t.tokenHash),
    uniqueIndex("calendar_feeds_account").on(t.audience, t.accountId, t.kind, t.subjectId),
  ],
);
export type StoredFeed = typeof calendarFeeds.$inferSelect;
