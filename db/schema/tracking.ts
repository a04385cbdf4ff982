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

/** Who is on shift: a row while they are. */
export const driverShifts = sqliteTable("driver_shifts", {
  driverId: text()
    .primaryKey()
    .references(() => drivers.id),
  startedAt: integer().notNull(),
});

/** How long each driver was on shift on a day of the operator's: shifts that have ended, cut at midnight. */
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

/** The same of all drivers together, and of each by months (as 2026-11): triggers of the days keep both. */
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

/** Where each driver was last: one row a driver, overwritten. Kept as long as the operator says. */
export const driverPositions = sqliteTable("driver_positions", {
  driverId: text()
    .primaryKey()
    .references(() => drivers.id),
  latitude: real().notNull(),
  longitude: real().notNull(),
  accuracyMeters: real().notNull(),
  /** Degrees clockwise from north; null while standing, or where the phone does not tell. */
  headingDegrees: real(),
  speedMps: real(),
  /** When the phone was there; `receivedAt` is later where there was no network. */
  recordedAt: integer().notNull(),
  receivedAt: integer().notNull(),
});
export type StoredPosition = typeof driverPositions.$inferSelect;

/** The way a trip took, thinned. Kept as long as the operator says. */
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
    /** The token is an HMAC of it, with a key outside the database. */
    id: text().primaryKey(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    /** SHA-256 of the token: what a request is looked up by. */
    tokenHash: text().notNull(),
    createdAt: integer().notNull(),
    /** The rider asked for it, or it went out with the message that the driver is on the way. */
    createdBy: text({ enum: ["rider", "system"] }).notNull(),
    revokedAt: integer(),
    revokedBy: text({ enum: ["rider", "admin"] }),
  },
  (t) => [
    uniqueIndex("tracking_links_token").on(t.tokenHash),
    // One in force for a trip, whatever raced.
    uniqueIndex("tracking_links_in_force")
      .on(t.reservationId)
      .where(sql`revoked_at is null`),
    index("tracking_links_reservation").on(t.reservationId, t.createdAt),
    index("tracking_links_created").on(t.createdAt),
  ],
);
export type StoredLink = typeof trackingLinks.$inferSelect;
