import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { vehicles } from "./vehicles";

export const drivers = sqliteTable(
  "drivers",
  {
    id: text().primaryKey(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text(),
    phone: text(),
    state: text({ enum: ["active", "suspended"] }).notNull(),
    licenseId: text().notNull(),
    licenseExpiresAt: integer().notNull(),
    /** The vehicle the driver usually drives. */
    vehicleId: text().references(() => vehicles.id),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex("drivers_email").on(t.email), uniqueIndex("drivers_phone").on(t.phone)],
);

export const driverApplications = sqliteTable(
  "driver_applications",
  {
    id: text().primaryKey(),
    status: text({ enum: ["submitted", "incomplete", "approved", "rejected"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    /** The other answers by field name of the form. */
    answers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    missing: text({ mode: "json" }).$type<string[]>().notNull(),
    certified: integer({ mode: "boolean" }).notNull(),
    address: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("driver_applications_status").on(t.status, t.createdAt),
    index("driver_applications_address").on(t.address, t.createdAt),
  ],
);
