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
    /** They said that they have one name: it is the first one, and no last name is missing. */
    hasOneName: integer({ mode: "boolean" }).notNull().default(false),
    email: text(),
    phone: text(),
    /** Of their pages and messages; null until the first sign-in. */
    language: text({ enum: languageCodes }),
    state: text({ enum: ["active", "suspended"] }).notNull(),
    /** Since when, by whom and why they are suspended; null, or empty, while they are not. */
    suspendedAt: integer(),
    suspendedBy: text().notNull().default(""),
    suspensionReason: text().notNull().default(""),
    /** The vehicle the driver usually drives. */
    vehicleId: text().references(() => vehicles.id),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("drivers_email").on(t.email),
    uniqueIndex("drivers_phone").on(t.phone),
    // Who usually drives a vehicle.
    index("drivers_vehicle").on(t.vehicleId),
  ],
);
export type StoredDriver = typeof drivers.$inferSelect;

/** When a driver can usually drive, on the operator's clocks; a driver without rows has not said. */
export const driverHours = sqliteTable(
  "driver_hours",
  {
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    /** 1 is Monday, 7 Sunday. */
    weekday: integer().notNull(),
    /** Minutes after midnight; an end that is not after the start is on the next day. */
    fromMinute: integer().notNull(),
    untilMinute: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.driverId, t.weekday, t.fromMinute] })],
);

/** Days on which a driver does not drive, the first and the last included. */
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
    // Who is away in a time, of all drivers.
    index("driver_days_off_until").on(t.untilDay, t.fromDay),
  ],
);
export type StoredDayOff = typeof driverDaysOff.$inferSelect;

/**
 * Who changed a driver's hours, days off or preferences, and when. The number of a section's newest row
 * is the section's version.
 */
export const driverAvailabilityChanges = sqliteTable(
  "driver_availability_changes",
  {
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    section: text({ enum: ["hours", "days_off", "preferences"] }).notNull(),
    /** From 1. */
    version: integer().notNull(),
    at: integer().notNull(),
    actorKind: text({ enum: ["driver", "admin"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    /** The new content, or which days were added or removed: `AvailabilityChange`. */
    facts: text({ mode: "json" }).$type<unknown>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.driverId, t.section, t.version] })],
);
export type StoredAvailabilityChange = typeof driverAvailabilityChanges.$inferSelect;

/** What a driver would rather do; an empty list is no preference. */
export const driverPreferences = sqliteTable("driver_preferences", {
  driverId: text()
    .primaryKey()
    .references(() => drivers.id),
  serviceTypes: text({ mode: "json" }).$type<string[]>().notNull(),
  zoneIds: text({ mode: "json" }).$type<string[]>().notNull(),
  /** Mobility needs the driver is trained and equipped for. */
  mobility: text({ mode: "json" }).$type<string[]>().notNull(),
  updatedAt: integer().notNull(),
});
export type StoredPreferences = typeof driverPreferences.$inferSelect;

export const driverApplications = sqliteTable(
  "driver_applications",
  {
    id: text().primaryKey(),
    status: text({ enum: ["submitted", "incomplete", "approved", "rejected"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** They said that they have one name: it is the first one, and no last name is missing. */
    hasOneName: integer({ mode: "boolean" }).notNull().default(false),
    email: text().notNull(),
    phone: text().notNull(),
    /** The other answers by field name of the form. */
    answers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    missing: text({ mode: "json" }).$type<string[]>().notNull(),
    certified: integer({ mode: "boolean" }).notNull(),
    address: text().notNull(),
    createdAt: integer().notNull(),
    /** The browser it was sent from knows the ticket: sent again, it is the same application. */
    ticketHash: text(),
    /** Grows with each change by the applicant or dispatch. */
    version: integer().notNull().default(1),
    /** When the applicant last changed it; null while it is as it was sent. */
    changedAt: integer(),
    /** What dispatch last asked the applicant for, until they answer. */
    request: text(),
    requestedAt: integer(),
    decidedAt: integer(),
    /** Why it was rejected, as the applicant was told. */
    reason: text(),
    /** The driver it became. */
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
    // Those whose network address is still known.
    index("driver_applications_from")
      .on(t.createdAt)
      .where(sql`address <> ''`),
  ],
);
export type StoredApplication = typeof driverApplications.$inferSelect;

/** The documents and photos of applications, and those uploaded for one that is still to be sent. */
export const driverApplicationFiles = sqliteTable(
  "driver_application_files",
  {
    /** The file's own id. */
    id: text()
      .primaryKey()
      .references(() => files.id),
    /** Null until the application is sent. */
    applicationId: text().references(() => driverApplications.id),
    /** The browser that may still use it; null once it belongs to an application. */
    ticketHash: text(),
    /** Name of the form's field. */
    field: text().notNull(),
    /** What the applicant calls it; only ever shown. */
    name: text().notNull(),
    /** SHA-256 of the file as sent, before it was re-encoded. */
    contentHash: text().notNull(),
    address: text().notNull(),
    createdAt: integer().notNull(),
    state: text({ enum: ["given", "accepted", "refused"] })
      .notNull()
      .default("given"),
    /** Last day it is valid, `2029-01-31`, where dispatch found one. */
    validUntil: text(),
    /** Why it was refused, as the applicant is told. */
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

/** Links by which applicants come back to their application. */
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

/** The log of an application: each action, and by whom. */
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
