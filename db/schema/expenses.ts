import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/**
 * Expenses of a trip, such as tolls and parking. A driver claims one, and dispatch decides who bears it. An
 * approved expense is a line of the fare, the fee or the driver's pay.
 */
export const expenses = sqliteTable(
  "expenses",
  {
    id: text().primaryKey(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    /** The driver who paid it. Null if dispatch added it to a trip without a driver. */
    driverId: text().references(() => drivers.id),
    kind: text({ enum: ["toll", "parking", "other"] }).notNull(),
    /** What an expense of the kind "other" was for. It appears on the bill. */
    name: text().notNull(),
    /** The amount that the driver claims. */
    claimedMinor: integer().notNull(),
    /** The approved amount. Before the approval, the claimed one. */
    amountMinor: integer().notNull(),
    currency: text().notNull(),
    photoFileId: text(),
    state: text({ enum: ["proposed", "approved", "declined"] }).notNull(),
    chargesCustomer: integer({ mode: "boolean" }).notNull(),
    paysDriver: integer({ mode: "boolean" }).notNull(),
    /** Why it was declined. */
    reason: text().notNull(),
    createdAt: integer().notNull(),
    addedBy: text().notNull(),
    decidedAt: integer(),
    decidedBy: text(),
  },
  (t) => [
    check("expenses_amounts", sql`${t.claimedMinor} > 0 AND ${t.amountMinor} > 0`),
    check(
      "expenses_only_approved_count",
      sql`${t.state} = 'approved' OR (${t.chargesCustomer} = 0 AND ${t.paysDriver} = 0)`,
    ),
    index("expenses_reservation").on(t.reservationId, t.createdAt),
    index("expenses_waiting")
      .on(t.createdAt, t.id)
      .where(sql`state = 'proposed'`),
  ],
);
export type StoredExpense = typeof expenses.$inferSelect;
