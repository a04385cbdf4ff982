import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { riders } from "./accounts";

const standingOrderStates = ["active", "paused", "ended"] as const;

/** Trips that repeat: which days, and what is booked on each of them. Gone with the rider. */
export const standingOrders = sqliteTable(
  "standing_orders",
  {
    id: text().primaryKey(),
    /** Goes up with every write: a caller who saw another one gets 409. */
    version: integer().notNull(),
    state: text({ enum: standingOrderStates }).notNull(),
    /** Null for a passenger who has no account: dispatch looks after the order. */
    riderId: text().references(() => riders.id, { onDelete: "cascade" }),
    passengerName: text().notNull(),
    passengerPhone: text(),
    /** The reservation it was made from: a second request for the same finds this row. */
    sourceReservationId: text().notNull(),
    /** `number[]`: 1 is Monday, 7 is Sunday. */
    weekdays: text({ mode: "json" }).$type<number[]>().notNull(),
    everyWeeks: integer().notNull(),
    /** Days on the operator's clocks, `2026-11-23`. */
    startsOn: text().notNull(),
    /** The last day on which a trip may be; null while it goes on. */
    endsOn: text(),
    /** After how many days of the pattern it ends, left out ones among them; null without such an end. */
    endsAfter: integer(),
    /** `07:30` on the operator's clocks. */
    pickupTime: text().notNull(),
    skipHolidays: integer({ mode: "boolean" }).notNull(),
    /** What of a reservation is the same on each day: `OrderTemplate`. */
    template: text({ mode: "json" }).$type<unknown>().notNull(),
    /** The version of the prices that the rider was last notified of. */
    feeScheduleId: text().notNull(),
    /** The last day up to which trips were made. */
    bookedUntil: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    endedAt: integer(),
  },
  (t) => [
    index("standing_orders_rider").on(t.riderId, t.createdAt, t.id),
    index("standing_orders_created").on(t.createdAt, t.id),
    index("standing_orders_state").on(t.state, t.createdAt, t.id),
    index("standing_orders_due").on(t.state, t.bookedUntil, t.id),
    index("standing_orders_phone").on(t.passengerPhone),
    index("standing_orders_source").on(t.sourceReservationId),
  ],
);
export type StoredOrder = typeof standingOrders.$inferSelect;

/** Days of a pattern without a trip: left out by somebody, or no car could be booked on them. */
export const standingOrderExceptions = sqliteTable(
  "standing_order_exceptions",
  {
    standingOrderId: text()
      .notNull()
      .references(() => standingOrders.id, { onDelete: "cascade" }),
    day: text().notNull(),
    kind: text({ enum: ["skipped", "not_bookable"] }).notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.standingOrderId, t.day] })],
);
