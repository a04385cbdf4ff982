import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { reservations } from "./reservations";

/** Rules for payment before the trip: one row, id 1. Without it riders are not asked to pay before. */
export const paymentRules = sqliteTable("payment_rules", {
  id: integer().primaryKey(),
  /** The rules in the format of the contract. The first that matches applies. */
  rules: text({ mode: "json" }).$type<unknown[]>().notNull(),
  /** A booking that waits for its payment is cancelled after this time. */
  payWithinMinutes: integer().notNull(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** The prepayment of a trip and its state: at most one for each trip. */
export const prepayments = sqliteTable(
  "prepayments",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    /** `hold` keeps the amount on a card until the trip ends. */
    take: text({ enum: ["hold", "deposit", "all"] }).notNull(),
    /** The most that may be taken, as the rider has agreed. */
    amountMinor: integer().notNull(),
    /**
     * `later`: not requested yet. `lapsed`: not paid in time. `closed`: the trip has ended, and the hold is
     * captured or released.
     */
    state: text({ enum: ["later", "waiting", "held", "paid", "lapsed", "closed"] }).notNull(),
    /** The amount that is held now. */
    heldMinor: integer().notNull().default(0),
    /** When the prepayment will be requested, if not at booking. */
    requestAt: integer(),
    /** The booking is cancelled if it is not paid by this time. Null if it is not cancelled. */
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
