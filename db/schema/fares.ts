import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * The versions of the operator's price list. The newest version that has started is in force. A published
 * version never changes. One that has not started can be withdrawn. If the operator's currency changes, all are
 * withdrawn.
 */
export const feeSchedules = sqliteTable(
  "fee_schedules",
  {
    id: text().primaryKey(),
    /** The number that people use for the version. It counts from 1. */
    number: integer().notNull(),
    startsAt: integer().notNull(),
    /** A `FeeSchedule` of the fares slice. */
    schedule: text({ mode: "json" }).$type<unknown>().notNull(),
    reason: text().notNull(),
    /** The member of staff who published it. Null if Livery itself did. */
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
export type StoredFeeSchedule = typeof feeSchedules.$inferSelect;

/** The one draft, id 1, shared by all of dispatch. */
export const feeDraft = sqliteTable("fee_draft", {
  id: integer().primaryKey(),
  /** A `FeeSchedule`. Null if the draft does not differ from the version in force. */
  schedule: text({ mode: "json" }).$type<unknown>(),
  /** Increases with every write, also when the draft is discarded. */
  version: integer().notNull(),
  basedOnId: text(),
  updatedAt: integer().notNull(),
  updatedBy: text(),
  updatedByName: text().notNull(),
});

/** Bookings that used a promotion. A released use no longer counts. */
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
