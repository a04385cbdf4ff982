import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";
import { vehicles } from "./vehicles";

/**
 * Which driver and vehicle drive a trip, and when. Triggers refuse a second `active` row of the same driver or
 * vehicle with an overlapping time. Times are half open: [startsAt, endsAt).
 */
export const assignments = sqliteTable(
  "assignments",
  {
    id: text().primaryKey(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    vehicleId: text()
      .notNull()
      .references(() => vehicles.id),
    startsAt: integer().notNull(),
    endsAt: integer().notNull(),
    active: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
    endedAt: integer(),
    /** The refusals that an owner has overridden. Null without an override. */
    overridden: text({ mode: "json" }).$type<unknown[]>(),
  },
  (t) => [
    index("assignments_driver").on(t.driverId, t.active, t.startsAt),
    index("assignments_vehicle").on(t.vehicleId, t.active, t.startsAt),
    index("assignments_reservation").on(t.reservationId, t.active),
  ],
);

export const offers = sqliteTable(
  "offers",
  {
    id: text().primaryKey(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    vehicleId: text()
      .notNull()
      .references(() => vehicles.id),
    /** `queued` until the drivers before this one have answered. `taken` if another driver was faster. */
    state: text({
      enum: ["open", "queued", "accepted", "declined", "expired", "withdrawn", "taken"],
    }).notNull(),
    /** The reason that the driver typed for declining. */
    reason: text().notNull().default(""),
    /**
     * Why the offer ended without an answer: `WithdrawalReason`, or why the driver was refused when their turn
     * came.
     */
    withdrawalReason: text({
      enum: ["trip_changed", "assigned_to_another", "driver_unavailable", "out_of_time"],
    }),
    refusals: text({ mode: "json" }).$type<unknown[]>(),
    createdAt: integer().notNull(),
    /** When the offer expires. Not valid while the offer is queued, because its time starts with its turn. */
    expiresAt: integer().notNull(),
    answeredAt: integer(),
    /** The position among the drivers of the same offer, from 0. */
    position: integer().notNull().default(0),
    /** How long the driver has to answer, from the start of their turn. */
    answerSeconds: integer().notNull().default(0),
    /** The reservation's version when the offer was sent; other drivers' answers since then do not change the trip. */
    sinceVersion: integer().notNull().default(1),
    /** When the driver saw the offer. Null before. */
    seenAt: integer(),
  },
  (t) => [
    index("offers_open").on(t.state, t.expiresAt),
    index("offers_driver").on(t.driverId, t.state, t.createdAt),
    index("offers_reservation").on(t.reservationId, t.createdAt),
  ],
);
export type StoredOffer = typeof offers.$inferSelect;

/** The boarding of a trip. A row exists from the first action until the passenger boards. */
export const boardings = sqliteTable("boardings", {
  reservationId: text()
    .primaryKey()
    .references(() => reservations.id),
  /** Whether the rider insists on the boarding code. */
  onlyWithCode: integer({ mode: "boolean" }).notNull().default(false),
  wrongCodes: integer().notNull().default(0),
  /** When the driver asked dispatch to confirm the passenger, and the reason. */
  askedAt: integer(),
  askedReason: text().notNull().default(""),
  confirmedAt: integer(),
});

/** Reminders of forgotten steps: one for each trip, driver and step. */
export const stepReminders = sqliteTable(
  "step_reminders",
  {
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    /** The state in which the trip stayed. */
    step: text({ enum: ["assigned", "on_location", "passenger_on_board"] }).notNull(),
    remindedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.reservationId, t.driverId, t.step] })],
);
