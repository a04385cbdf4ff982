import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { files } from "./files";
import { vehicles } from "./vehicles";

/** Kinds of regular maintenance. `own` has a name. */
const maintenanceKinds = ["service", "tyres", "brakes", "inspection", "cleaning", "own"] as const;

/** Maintenance that is due at an interval of months, of metres driven, or of both, whichever comes first. */
export const maintenancePlans = sqliteTable(
  "maintenance_plans",
  {
    id: text().primaryKey(),
    vehicleId: text()
      .notNull()
      .references(() => vehicles.id),
    kind: text({ enum: maintenanceKinds }).notNull(),
    /** The name of an own kind. Empty for the others. */
    name: text().notNull(),
    everyMonths: integer(),
    everyMeters: integer(),
    /** The day and odometer reading from which the interval counts until the log has an entry for the plan. */
    fromDay: text(),
    fromMeters: integer(),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull(),
    createdAt: integer().notNull(),
    /** When dispatch ended the plan. */
    endedAt: integer(),
  },
  (t) => [index("maintenance_plans_vehicle").on(t.vehicleId, t.createdAt)],
);
export type StoredMaintenancePlan = typeof maintenancePlans.$inferSelect;

/** The maintenance log of a vehicle. A wrong entry is struck out, never rewritten. */
export const maintenanceEntries = sqliteTable(
  "maintenance_entries",
  {
    id: text().primaryKey(),
    vehicleId: text()
      .notNull()
      .references(() => vehicles.id),
    planId: text().references(() => maintenancePlans.id),
    kind: text({ enum: maintenanceKinds }).notNull(),
    /** `2026-11-21` on the operator's calendar. */
    doneOn: text().notNull(),
    odometerMeters: integer(),
    what: text().notNull(),
    costMinor: integer(),
    currency: text(),
    place: text().notNull(),
    note: text().notNull(),
    /** The invoice or a photo. */
    fileId: text().references(() => files.id),
    createdAt: integer().notNull(),
    createdBy: text().notNull(),
    struckAt: integer(),
  },
  (t) => [
    index("maintenance_entries_vehicle").on(t.vehicleId, t.doneOn, t.id),
    index("maintenance_entries_file").on(t.fileId),
    index("maintenance_entries_plan").on(t.planId, t.doneOn, t.id),
  ],
);
export type StoredMaintenanceEntry = typeof maintenanceEntries.$inferSelect;

/** Odometer readings of a vehicle. */
export const odometerReadings = sqliteTable(
  "odometer_readings",
  {
    id: text().primaryKey(),
    vehicleId: text()
      .notNull()
      .references(() => vehicles.id),
    meters: integer().notNull(),
    readAt: integer().notNull(),
    source: text({ enum: ["dispatch", "maintenance"] }).notNull(),
    /** Why the reading does not fit those around it. Empty if it fits. */
    reason: text().notNull(),
    createdBy: text().notNull(),
    createdAt: integer().notNull(),
    /** The entry of the log that contained the reading. */
    entryId: text().references(() => maintenanceEntries.id),
  },
  (t) => [
    index("odometer_readings_vehicle").on(t.vehicleId, t.readAt, t.id),
    index("odometer_readings_entry").on(t.entryId),
  ],
);
export type StoredOdometerReading = typeof odometerReadings.$inferSelect;
