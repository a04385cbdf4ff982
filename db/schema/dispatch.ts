import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";
import { vehicles } from "./vehicles";

/**
 * Who drives what, when. While `active`, triggers refuse a second row of the same driver or
 * vehicle whose time overlaps: times are half open, [startsAt, endsAt).
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
    /** The refusals that an owner has overridden for it; null of every other. */
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
    /** `queued` until those before it in turn have answered; `taken` when another was faster. */
    state: text({
      enum: ["open", "queued", "accepted", "declined", "expired", "withdrawn", "taken"],
    }).notNull(),
    /** Why the driver declined, as they typed it. */
    reason: text().notNull().default(""),
    /** Why else it was not accepted: `WithdrawalReason`, or what the driver was refused for when their turn came. */
    withdrawalReason: text({
      enum: ["trip_changed", "assigned_to_another", "driver_unavailable", "out_of_time"],
    }),
    refusals: text({ mode: "json" }).$type<unknown[]>(),
    createdAt: integer().notNull(),
    /** Of a queued one nothing: its time begins with its turn. */
    expiresAt: integer().notNull(),
    answeredAt: integer(),
    /** Its place among those that were asked with it, from 0. */
    position: integer().notNull().default(0),
    /** How long the driver has from the moment they are asked. */
    answerSeconds: integer().notNull().default(0),
    /** The reservation's version when the offer was sent; other drivers' answers since then do not change the trip. */
    sinceVersion: integer().notNull().default(1),
    /** When the driver had it before their eyes; null until then. */
    seenAt: integer(),
  },
  (t) => [
    index("offers_open").on(t.state, t.expiresAt),
    index("offers_driver").on(t.driverId, t.state, t.createdAt),
    index("offers_reservation").on(t.reservationId, t.createdAt),
  ],
);
export type StoredOffer = typeof offers.$inferSelect;

/**
 * The boarding of a trip: a row exists once somebody has done something about it, and is deleted when the passenger
 * boards.
 */
export const boardings = sqliteTable("boardings", {
  reservationId: text()
    .primaryKey()
    .references(() => reservations.id),
  /** The rider insists on the boarding code. */
  onlyWithCode: integer({ mode: "boolean" }).notNull().default(false),
  wrongCodes: integer().notNull().default(0),
  /** The driver asked dispatch to confirm the passenger, with the reason. */
  askedAt: integer(),
  askedReason: text().notNull().default(""),
  confirmedAt: integer(),
});

/** Which forgotten step a driver was reminded of: once for each trip, driver and step. */
export const stepReminders = sqliteTable(
  "step_reminders",
  {
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    /** The state in which the trip was left. */
    step: text({ enum: ["assigned", "on_location", "passenger_on_board"] }).notNull(),
    remindedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.reservationId, t.driverId, t.step] })],
);
