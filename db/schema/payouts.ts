import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/**
 * A driver's closed weeks, numbered without a gap. Triggers refuse every change and deletion. An amount is what
 * it adds to the operator's debt to the driver, except `heldMinor`, which reduces that debt.
 */
export const driverStatements = sqliteTable(
  "driver_statements",
  {
    id: text().primaryKey(),
    number: integer().notNull(),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    currency: text().notNull(),
    /** The Monday on which the week begins, on the clocks of `timeZone`. */
    monday: text().notNull(),
    timeZone: text().notNull(),
    /** `StatementParties`: the operator and the driver. */
    parties: text({ mode: "json" }).$type<unknown>().notNull(),
    /** The balance carried over from the statement before. */
    openingMinor: integer().notNull(),
    payMinor: integer().notNull(),
    /** The cash that the driver took from passengers and holds. */
    heldMinor: integer().notNull(),
    correctionsMinor: integer().notNull(),
    adjustmentsMinor: integer().notNull(),
    paymentsMinor: integer().notNull(),
    /** The total. Above zero the operator pays the driver; below zero the driver pays the operator. */
    closingMinor: integer().notNull(),
    closedAt: integer().notNull(),
    closedBy: text().notNull(),
  },
  (t) => [
    uniqueIndex("driver_statements_number").on(t.number),
    uniqueIndex("driver_statements_week").on(t.driverId, t.currency, t.monday),
    index("driver_statements_driver").on(t.driverId, t.monday, t.id),
    index("driver_statements_monday").on(t.monday, t.id),
  ],
);
export type StoredStatement = typeof driverStatements.$inferSelect;

/**
 * The trips of a statement. A trip that changes afterwards appears again on a later statement, with the
 * difference. Only number and time identify a trip: no place or passenger is stored.
 */
export const driverStatementLines = sqliteTable(
  "driver_statement_lines",
  {
    id: text().primaryKey(),
    statementId: text()
      .notNull()
      .references(() => driverStatements.id),
    position: integer().notNull(),
    /** `correction` is the difference from earlier statements of the trip. */
    kind: text({ enum: ["trip", "correction"] }).notNull(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    reservationNumber: integer().notNull(),
    pickupLocal: text().notNull(),
    ended: text({ enum: ["driven", "cancelled", "no_show"] }).notNull(),
    payment: text({ enum: ["cash", "card", "account"] }).notNull(),
    /** Whose card terminal was used. It is decided once for each trip. */
    terminal: text({ enum: ["operator", "driver"] }).notNull(),
    /** The amount that the rider was charged. */
    chargedMinor: integer().notNull(),
    payMinor: integer().notNull(),
    heldMinor: integer().notNull(),
    /** `PayLine[]` of the trip at that time. */
    payLines: text({ mode: "json" }).$type<unknown[]>().notNull(),
  },
  (t) => [
    uniqueIndex("driver_statement_lines_position").on(t.statementId, t.position),
    index("driver_statement_lines_reservation").on(t.reservationId),
  ],
);

/**
 * Adjustments, each with its reason, and payments between operator and driver. An entry is never edited, only
 * reversed by another. It is on one statement.
 */
export const driverEntries = sqliteTable(
  "driver_entries",
  {
    id: text().primaryKey(),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    kind: text({
      enum: ["bonus", "damage", "fuel", "correction", "payout", "hand_in"],
    }).notNull(),
    currency: text().notNull(),
    /** What the entry adds to the operator's debt to the driver. */
    amountMinor: integer().notNull(),
    /** The reason for an adjustment. */
    reason: text().notNull(),
    /** The trip that it is about. */
    reservationId: text().references(() => reservations.id),
    /** For a payment: the day, the method, and the bank's reference. */
    paidOn: text(),
    method: text({ enum: ["bank_transfer", "mobile_money", "cash", "cheque", "other"] }),
    reference: text().notNull(),
    /** The entry that this one reverses. */
    reversesId: text(),
    recordedAt: integer().notNull(),
    recordedBy: text().notNull(),
    /** The statement with the entry. Null until its week is closed. */
    statementId: text().references(() => driverStatements.id),
  },
  (t) => [
    index("driver_entries_driver").on(t.driverId, t.recordedAt, t.id),
    index("driver_entries_statement").on(t.statementId, t.recordedAt, t.id),
    index("driver_entries_open")
      .on(t.driverId, t.recordedAt, t.id)
      .where(sql`statement_id IS NULL`),
    uniqueIndex("driver_entries_reverses").on(t.reversesId),
    index("driver_entries_reservation").on(t.reservationId),
  ],
);
export type StoredDriverEntry = typeof driverEntries.$inferSelect;
