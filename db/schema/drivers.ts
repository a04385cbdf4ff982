import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { files } from "./files";
import { vehicles } from "./vehicles";

export const drivers = sqliteTable(
  "drivers",
  {
    id: text().primaryKey(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** Whether the person has only one name. It is stored as the first name, and no last name is missing. */
    hasOneName: integer({ mode: "boolean" }).notNull().default(false),
    email: text(),
    phone: text(),
    /** The language of the driver's pages and messages. Null until the first sign-in. */
    language: text({ enum: languageCodes }),
    state: text({ enum: ["active", "suspended"] }).notNull(),
    /** When, by whom and why the driver was suspended. Null or empty while they are not. */
    suspendedAt: integer(),
    suspendedBy: text().notNull().default(""),
    suspensionReason: text().notNull().default(""),
    /** The vehicle that the driver usually drives. */
    vehicleId: text().references(() => vehicles.id),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("drivers_email").on(t.email),
    uniqueIndex("drivers_phone").on(t.phone),
    // Finds the usual drivers of a vehicle.
    index("drivers_vehicle").on(t.vehicleId),
  ],
);
export type StoredDriver = typeof drivers.$inferSelect;

/** The usual hours of a driver, on the operator's clocks. Without rows, the hours are not known. */
export const driverHours = sqliteTable(
  "driver_hours",
  {
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    /** 1 is Monday, 7 Sunday. */
    weekday: integer().notNull(),
    /** Minutes after midnight. If the end is not after the start, it is on the next day. */
    fromMinute: integer().notNull(),
    untilMinute: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.driverId, t.weekday, t.fromMinute] })],
);

/** Days on which a driver does not drive, including the first and the last. */
export const driverDaysOff = sqliteTable(
  "driver_days_off",
  {
    id: text().primaryKey(),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    /** `2027-03-31`, on the operator's calendar. */
    fromDay: text().notNull(),
    untilDay: text().notNull(),
    note: text().notNull().default(""),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("driver_days_off_driver").on(t.driverId, t.untilDay),
    // Finds all drivers who are away at a time.
    index("driver_days_off_until").on(t.untilDay, t.fromDay),
  ],
);
export type StoredDayOff = typeof driverDaysOff.$inferSelect;

/**
 * Changes to a driver's hours, days off or preferences. The version of a section is the number of its newest
 * row.
 */
export const driverAvailabilityChanges = sqliteTable(
  "driver_availability_changes",
  {
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    section: text({ enum: ["hours", "days_off", "preferences"] }).notNull(),
    /** Counts from 1. */
    version: integer().notNull(),
    at: integer().notNull(),
    actorKind: text({ enum: ["driver", "admin"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    /** The new content, or the days that were added or removed: `AvailabilityChange`. */
    facts: text({ mode: "json" }).$type<unknown>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.driverId, t.section, t.version] })],
);
export type StoredAvailabilityChange = typeof driverAvailabilityChanges.$inferSelect;

/** A driver's preferences. An empty list means none. */
export const driverPreferences = sqliteTable("driver_preferences", {
  driverId: text()
    .primaryKey()
    .references(() => drivers.id),
  serviceTypes: text({ mode: "json" }).$type<string[]>().notNull(),
  zoneIds: text({ mode: "json" }).$type<string[]>().notNull(),
  /** Mobility needs for which the driver is trained and equipped. */
  mobility: text({ mode: "json" }).$type<string[]>().notNull(),
  updatedAt: integer().notNull(),
});
export type StoredDriverPreferences = typeof driverPreferences.$inferSelect;

export const driverApplications = sqliteTable(
  "driver_applications",
  {
    id: text().primaryKey(),
    status: text({ enum: ["submitted", "incomplete", "approved", "rejected"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** Whether the person has only one name. It is stored as the first name, and no last name is missing. */
    hasOneName: integer({ mode: "boolean" }).notNull().default(false),
    email: text().notNull(),
    phone: text().notNull(),
    /** The other answers, by the names of the form's fields. */
    answers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    missing: text({ mode: "json" }).$type<string[]>().notNull(),
    certified: integer({ mode: "boolean" }).notNull(),
    address: text().notNull(),
    createdAt: integer().notNull(),
    /**
     * Hash of the ticket of the browser that sent the application. A second application with this ticket counts as the
     * same one.
     */
    ticketHash: text(),
    /** Increases with each change by the applicant or dispatch. */
    version: integer().notNull().default(1),
    /** When the applicant last changed it. Null if it is unchanged since it was sent. */
    changedAt: integer(),
    /** The latest question of dispatch to the applicant, until it is answered. */
    request: text(),
    requestedAt: integer(),
    decidedAt: integer(),
    /** The reason for rejecting it, as the applicant reads it. */
    reason: text(),
    /** The driver that was created from the application. */
    driverId: text().references(() => drivers.id),
  },
  (t) => [
    index("driver_applications_status").on(t.status, t.createdAt, t.id),
    index("driver_applications_created").on(t.createdAt, t.id),
    index("driver_applications_address").on(t.address, t.createdAt),
    index("driver_applications_email").on(t.email, t.createdAt),
    index("driver_applications_phone").on(t.phone, t.createdAt),
    index("driver_applications_driver").on(t.driverId),
    uniqueIndex("driver_applications_ticket").on(t.ticketHash),
    // Applications whose network address is still stored.
    index("driver_applications_from")
      .on(t.createdAt)
      .where(sql`address <> ''`),
  ],
);
export type StoredApplication = typeof driverApplications.$inferSelect;

/** The documents and photos of applications, including uploads for one that is not yet sent. */
export const driverApplicationFiles = sqliteTable(
  "driver_application_files",
  {
    /** The file's own id. */
    id: text()
      .primaryKey()
      .references(() => files.id),
    /** Null until the application is sent. */
    applicationId: text().references(() => driverApplications.id),
    /** Hash of the ticket of the browser that may use the file. Null once it belongs to an application. */
    ticketHash: text(),
    /** Name of the form's field. */
    field: text().notNull(),
    /** The applicant's name for the file. It is only displayed. */
    name: text().notNull(),
    /** SHA-256 of the uploaded file, before it was encoded again. */
    contentHash: text().notNull(),
    address: text().notNull(),
    createdAt: integer().notNull(),
    state: text({ enum: ["given", "accepted", "refused"] })
      .notNull()
      .default("given"),
    /** The last day on which it is valid, such as `2029-01-31`, if dispatch found one. */
    validUntil: text(),
    /** The reason for refusing it, as the applicant reads it. */
    reason: text(),
  },
  (t) => [
    uniqueIndex("driver_application_files_field").on(t.applicationId, t.field),
    uniqueIndex("driver_application_files_ticket").on(t.ticketHash, t.field),
    index("driver_application_files_address").on(t.address, t.createdAt),
    index("driver_application_files_from")
      .on(t.createdAt)
      .where(sql`address <> ''`),
    index("driver_application_files_waiting")
      .on(t.createdAt)
      .where(sql`application_id IS NULL`),
  ],
);
export type StoredApplicationFile = typeof driverApplicationFiles.$inferSelect;

/** Links through which applicants return to their application. */
export const driverApplicationLinks = sqliteTable(
  "driver_application_links",
  {
    tokenHash: text().primaryKey(),
    applicationId: text()
      .notNull()
      .references(() => driverApplications.id),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [
    index("driver_application_links_application").on(t.applicationId, t.createdAt),
    index("driver_application_links_expiry").on(t.expiresAt),
  ],
);

/** The log of an application: each action, and who did it. */
export const driverApplicationEvents = sqliteTable(
  "driver_application_events",
  {
    id: text().primaryKey(),
    applicationId: text()
      .notNull()
      .references(() => driverApplications.id),
    at: integer().notNull(),
    actorKind: text({ enum: ["applicant", "admin", "system"] }).notNull(),
    actorId: text(),
    actorName: text().notNull(),
    act: text({
      enum: [
        "sent",
        "changed",
        "file_accepted",
        "file_refused",
        "file_reopened",
        "asked",
        "rejected",
        "approved",
      ],
    }).notNull(),
    words: text().notNull(),
    detail: text({ mode: "json" }).$type<Record<string, string | number>>().notNull(),
  },
  (t) => [index("driver_application_events_application").on(t.applicationId, t.at, t.id)],
);
export type StoredApplicationEvent = typeof driverApplicationEvents.$inferSelect;
