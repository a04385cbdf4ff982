import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { reservations } from "./reservations";

/** When riders are asked to pay before the trip: one row, id 1; without it never. */
export const paymentRules = sqliteTable("payment_rules", {
  id: integer().primaryKey(),
  /** The rules, as in the contract; the first that matches applies. */
  rules: text({ mode: "json" }).$type<unknown[]>().notNull(),
  /** A booking that waits for its payment is cancelled after so many minutes. */
  payWithinMinutes: integer().notNull(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** What a trip's rider is asked to pay before it, and what came of that: at most one for a trip. */
export const prepayments = sqliteTable(
  "prepayments",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    /** `hold` keeps the amount on a card until the trip ends. */
    take: text({ enum: ["hold", "deposit", "all"] }).notNull(),
    /** The most that may be taken by it: what the rider has agreed to. */
    amountMinor: integer().notNull(),
    /**
     * `later`: not requested yet. `lapsed`: not paid in time. `closed`: the trip has ended, and what was held is captured
     * or released.
     */
    state: text({ enum: ["later", "waiting", "held", "paid", "lapsed", "closed"] }).notNull(),
    /** What is held now. */
    heldMinor: integer().notNull().default(0),
    /** When it is asked for, of one that is not asked for at booking. */
    requestAt: integer(),
    /** Until when it must be paid, or the booking is cancelled; null where that does not happen. */
    payBy: integer(),
    /** When the rider was notified; null before. */
    notifiedAt: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    check("prepayments_amount", sql`${t.amountMinor} > 0 AND ${t.heldMinor} >= 0`),
    index("prepayments_open")
      .on(t.state, t.reservationId)
      .where(sql`state IN ('later', 'waiting', 'held', 'paid')`),
  ],
);
export type StoredPrepayment = typeof prepayments.$inferSelect;
