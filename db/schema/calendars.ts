import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Links through which calendar apps read trips. Each belongs to one person. Access is checked at each request,
 * so a link ends with the person's access.
 */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    /** The link's token is an HMAC of this id, with a key outside the database. */
    id: text().primaryKey(),
    /** SHA-256 of the token, by which a request finds this row. */
    tokenHash: text().notNull(),
    /** The kind of account that the link belongs to. */
    audience: text({ enum: ["rider", "driver", "admin"] }).notNull(),
    accountId: text().notNull(),
    /** Whose trips the link shows. */
    kind: text({ enum: ["driver", "vehicle", "company", "office"] }).notNull(),
    /** The id of the driver, vehicle or company. Empty for the office. */
    subjectId: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("calendar_feeds_token").on(t.tokenHash),
    uniqueIndex("calendar_feeds_account").on(t.audience, t.accountId, t.kind, t.subjectId),
  ],
);
export type StoredCalendarFeed = typeof calendarFeeds.$inferSelect;
