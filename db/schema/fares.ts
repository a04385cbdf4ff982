import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * The versions of the operator's whole price list, the newest that has started in force. A version
 * is never changed once it is published; one that has not started can be withdrawn, and all are when the operator
 * counts in other money.
 */
export const feeSchedules = sqliteTable(
  "fee_schedules",
  {
    id: text().primaryKey(),
    /** What people call it: counts up from 1. */
    number: integer().notNull(),
    startsAt: integer().notNull(),
    /** A `FeeSchedule` of the fares slice. */
    schedule: text({ mode: "json" }).$type<unknown>().notNull(),
    reason: text().notNull(),
    /** Null for what Livery itself wrote. */
    publishedBy: text(),
    publishedByName: text().notNull(),
    publishedAt: integer().notNull(),
    withdrawnAt: integer(),
    withdrawnBy: text(),
    withdrawnByName: text(),
    withdrawalReason: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("fee_schedules_number").on(t.number),
    index("fee_schedules_start").on(t.startsAt, t.number),
  ],
);
export type StoredSchedule = typeof feeSchedules.$inferSelect;

/** The one draft, id 1, shared by all of dispatch. */
export const feeDraft = sqliteTable("fee_draft", {
  id: integer().primaryKey(),
  /** A `FeeSchedule`; null while the draft says nothing else than the version in force. */
  schedule: text({ mode: "json" }).$type<unknown>(),
  /** Goes up with every write, also when the draft is thrown away. */
  version: integer().notNull(),
  basedOnId: text(),
  updatedAt: integer().notNull(),
  updatedBy: text(),
  updatedByName: text().notNull(),
});

/** Bookings that used up one use of a promotion; a released one counts no more. */
export const promotionUses = sqliteTable(
  "promotion_uses",
  {
    reservationId: text().primaryKey(),
    promotionId: text().notNull(),
    code: text().notNull(),
    /** Null for a booking without an account. */
    riderId: text(),
    at: integer().notNull(),
    releasedAt: integer(),
  },
  (t) => [
    index("promotion_uses_promotion").on(t.promotionId, t.releasedAt),
    index("promotion_uses_rider").on(t.riderId, t.promotionId, t.releasedAt),
  ],
);
