import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/**
 * Expenses of a trip: tolls, parking and the like. A driver proposes, dispatch decides who bears it; what is
 * approved is a line among those of the fare, the fee and the pay.
 */
export const expenses = sqliteTable(
  "expenses",
  {
    id: text().primaryKey(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    /** Who paid it; null where dispatch added it to a trip without a driver. */
    driverId: text().references(() => drivers.id),
    kind: text({ enum: ["toll", "parking", "other"] }).notNull(),
    /** What another expense was for: the bill says it. */
    name: text().notNull(),
    /** What the driver says they paid. */
    claimedMinor: integer().notNull(),
    /** The approved amount; until then the claimed one. */
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
