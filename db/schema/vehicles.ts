import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const vehicleClasses = sqliteTable("vehicle_classes", {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  passengers: integer().notNull(),
  luggage: integer().notNull(),
  /** The drawing of the class. */
  illustration: text({ enum: ["sedan", "suv", "van", "accessible_van"] }).notNull(),
  /** Mobility needs that the class serves, besides walking. */
  mobility: text({ mode: "json" }).$type<string[]>().notNull(),
  position: integer().notNull(),
  active: integer({ mode: "boolean" }).notNull().default(true),
});
export type StoredVehicleClass = typeof vehicleClasses.$inferSelect;

export const vehicles = sqliteTable(
  "vehicles",
  {
    id: text().primaryKey(),
    classId: text()
      .notNull()
      .references(() => vehicleClasses.id),
    plate: text().notNull(),
    /** Vehicle identification number. Null if it is not known. */
    vin: text(),
    make: text().notNull(),
    model: text().notNull(),
    year: integer().notNull(),
    color: text().notNull(),
    passengers: integer().notNull(),
    luggage: integer().notNull(),
    mobility: text({ mode: "json" }).$type<string[]>().notNull(),
    state: text({ enum: ["active", "out_of_service"] }).notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex("vehicles_plate").on(t.plate), index("vehicles_class").on(t.classId)],
);
export type StoredVehicle = typeof vehicles.$inferSelect;

/**
 * Times in which a vehicle is out of service, half open: [startsAt, endsAt). Triggers refuse an active
 * assignment inside one, unless it was lifted.
 */
export const vehicleOutages = sqliteTable(
  "vehicle_outages",
  {
    id: text().primaryKey(),
    vehicleId: text()
      .notNull()
      .references(() => vehicles.id),
    startsAt: integer().notNull(),
    endsAt: integer().notNull(),
    reason: text().notNull(),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull(),
    createdAt: integer().notNull(),
    createdBy: text().notNull(),
    /** When the outage was cancelled before it began. */
    liftedAt: integer(),
  },
  (t) => [index("vehicle_outages_vehicle").on(t.vehicleId, t.endsAt, t.id)],
);
export type StoredVehicleOutage = typeof vehicleOutages.$inferSelect;
