import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { reservations } from "./reservations";

/** The rules of auto-dispatch: one row, id 1. Without it auto-dispatch does nothing. */
export const autoDispatch = sqliteTable("auto_dispatch", {
  id: integer().primaryKey(),
  on: integer({ mode: "boolean" }).notNull(),
  /** The rules in the format of the contract. */
  rules: text({ mode: "json" }).$type<unknown[]>().notNull(),
  /**
   * Quiet hours on the operator's clocks, such as `22:00`. Auto-dispatch does nothing in them. Null without
   * quiet hours.
   */
  quietFrom: text(),
  quietUntil: text(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** What auto-dispatch did with a trip: one row for each trip, so that it acts only once. */
export const autoDispatchRuns = sqliteTable(
  "auto_dispatch_runs",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    at: integer().notNull(),
    outcome: text({ enum: ["suggested", "offered", "assigned", "nobody", "late"] }).notNull(),
    /** `AutoReasons`. They name drivers, but no riders. */
    reasons: text({ mode: "json" }).$type<unknown>().notNull(),
    /** When auto-dispatch gave up and notified dispatch. Null before. */
    alertedAt: integer(),
  },
  (t) => [index("auto_dispatch_runs_at").on(t.at)],
);

/**
 * Rules that confirm bookings without dispatch: one row, id 1. Without it no booking is confirmed
 * automatically.
 */
export const confirmationRules = sqliteTable("confirmation_rules", {
  id: integer().primaryKey(),
  /** The rules in the format of the contract. The first that matches applies. */
  rules: text({ mode: "json" }).$type<unknown[]>().notNull(),
  /** The time since which there have been rules. Dispatch confirms older bookings. Null while there are no rules. */
  since: integer(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
});
