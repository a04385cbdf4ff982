import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { riders } from "./accounts";

const standingOrderStates = ["active", "paused", "ended"] as const;

/** Repeating trips: the pattern of days, and what is booked on each of them. Deleted with the rider. */
export const standingOrders = sqliteTable(
  "standing_orders",
  {
    id: text().primaryKey(),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull(),
    state: text({ enum: standingOrderStates }).notNull(),
    /** Null for a passenger without an account. Dispatch then manages the order. */
    riderId: text().references(() => riders.id, { onDelete: "cascade" }),
    passengerName: text().notNull(),
    passengerPhone: text(),
    /** The reservation that the order was made from. A second request for the same reservation finds this row. */
    sourceReservationId: text().notNull(),
    /** `number[]`: 1 is Monday, 7 is Sunday. */
    weekdays: text({ mode: "json" }).$type<number[]>().notNull(),
    everyWeeks: integer().notNull(),
    /** Days on the operator's clocks, `2026-11-23`. */
    startsOn: text().notNull(),
    /** The last possible day of a trip. Null if the order has no end. */
    endsOn: text(),
    /** The order ends after this many days of the pattern, including skipped ones. Null without such an end. */
    endsAfter: integer(),
    /** `07:30` on the operator's clocks. */
    pickupTime: text().notNull(),
    skipHolidays: integer({ mode: "boolean" }).notNull(),
    /** The columns of a reservation that are the same on each day: `OrderTemplate`. */
    template: text({ mode: "json" }).$type<unknown>().notNull(),
    /** The version of the price list that the rider was last notified of. */
    feeScheduleId: text().notNull(),
    /** Trips are booked up to this day. */
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
export type StoredStandingOrder = typeof standingOrders.$inferSelect;

/** Days of the pattern without a trip: they were skipped, or no car could be booked. */
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
