import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/** Drivers on shift: a row exists while a driver is on shift. */
export const driverShifts = sqliteTable("driver_shifts", {
  driverId: text()
    .primaryKey()
    .references(() => drivers.id),
  startedAt: integer().notNull(),
});

/** How long each driver was on shift on a day, for shifts that have ended. A shift is split at midnight. */
export const driverShiftDays = sqliteTable(
  "driver_shift_days",
  {
    day: text().notNull(),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    seconds: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.driverId] })],
);

/**
 * How long all drivers together were on shift on a day, and each driver in a month (such as 2026-11). Triggers of
 * `driver_shift_days` update both.
 */
export const shiftDays = sqliteTable("shift_days", {
  day: text().primaryKey(),
  seconds: integer().notNull(),
});
export const driverShiftMonths = sqliteTable(
  "driver_shift_months",
  {
    month: text().notNull(),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    seconds: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.month, t.driverId] })],
);

/** The last position of each driver: one row, overwritten. Kept as long as the operator chooses. */
export const driverPositions = sqliteTable("driver_positions", {
  driverId: text()
    .primaryKey()
    .references(() => drivers.id),
  latitude: real().notNull(),
  longitude: real().notNull(),
  accuracyMeters: real().notNull(),
  /** Degrees clockwise from north. Null while the car stands still, or if the phone does not report it. */
  headingDegrees: real(),
  speedMps: real(),
  /** When the phone was there. `receivedAt` is later if the phone had no network. */
  recordedAt: integer().notNull(),
  receivedAt: integer().notNull(),
});
export type StoredDriverPosition = typeof driverPositions.$inferSelect;

/** Points of the route that a trip took, thinned out. Kept as long as the operator chooses. */
export const trackPoints = sqliteTable(
  "track_points",
  {
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    recordedAt: integer().notNull(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    headingDegrees: real(),
  },
  (t) => [
    primaryKey({ columns: [t.reservationId, t.recordedAt] }),
    index("track_points_recorded").on(t.recordedAt),
  ],
);

/** Links that show a trip without a sign-in. The token itself is stored nowhere. */
export const trackingLinks = sqliteTable(
  "tracking_links",
  {
    /** The link's token is an HMAC of this id, with a key outside the database. */
    id: text().primaryKey(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    /** SHA-256 of the token, by which a request finds this row. */
    tokenHash: text().notNull(),
    createdAt: integer().notNull(),
    /** Whether the rider requested the link, or it was sent with the message that the driver is on the way. */
    createdBy: text({ enum: ["rider", "system"] }).notNull(),
    revokedAt: integer(),
    revokedBy: text({ enum: ["rider", "admin"] }),
  },
  (t) => [
    uniqueIndex("tracking_links_token").on(t.tokenHash),
    // A trip has at most one link in force, even if two transactions race.
    uniqueIndex("tracking_links_in_force")
      .on(t.reservationId)
      .where(sql`revoked_at is null`),
    index("tracking_links_reservation").on(t.reservationId, t.createdAt),
    index("tracking_links_created").on(t.createdAt),
  ],
);
export type StoredTrackingLink = typeof trackingLinks.$inferSelect;
