import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { reservations } from "./reservations";

/** What auto-dispatch may do: one row, id 1; without it nothing. */
export const autoDispatch = sqliteTable("auto_dispatch", {
  id: integer().primaryKey(),
  on: integer({ mode: "boolean" }).notNull(),
  /** As the contract has them. */
  rules: text({ mode: "json" }).$type<unknown[]>().notNull(),
  /** `22:00` on the operator's clocks; between these it does nothing. Null without quiet hours. */
  quietFrom: text(),
  quietUntil: text(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** What it did with a trip: a row a trip, so that it acts once, whatever happens in between. */
export const autoDispatchRuns = sqliteTable(
  "auto_dispatch_runs",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    at: integer().notNull(),
    outcome: text({ enum: ["suggested", "offered", "assigned", "nobody", "late"] }).notNull(),
    /** `AutoReasons`, of drivers and not of riders. */
    reasons: text({ mode: "json" }).$type<unknown>().notNull(),
    /** When it gave up and told dispatch; null as long as it has not. */
    alertedAt: integer(),
  },
  (t) => [index("auto_dispatch_runs_at").on(t.at)],
);

/** When bookings are confirmed without dispatch: one row, id 1; without it never. */
export const confirmationRules = sqliteTable("confirmation_rules", {
  id: integer().primaryKey(),
  /** The rules, as in the contract; the first that matches applies. */
  rules: text({ mode: "json" }).$type<unknown[]>().notNull(),
  /** Since when there are rules: older bookings are dispatch's. Null while there are none. */
  since: integer(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
});
