import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { riders } from "./accounts";
import { zones } from "./zones";

export const placeKinds = [
  "airport",
  "hotel",
  "hospital",
  "station",
  "sight",
  "district",
  "address",
] as const;

/** The operator's own places. Searches list them before airports and cities. */
export const places = sqliteTable(
  "places",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    kind: text({ enum: placeKinds }).notNull(),
    address: text().notNull(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    /** Other words that people type for the place. */
    keywords: text().notNull().default(""),
    iata: text(),
    active: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer().notNull(),
    /** The zone that dispatch chose. Null if the zone follows from the point. */
    zoneId: text().references(() => zones.id, { onDelete: "set null" }),
    /** A note for drivers: which gate, where to stop. */
    entranceNotes: text().notNull().default(""),
    /** A note for riders: where the driver waits. */
    pickupInstructions: text().notNull().default(""),
    updatedAt: integer().notNull().default(0),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull().default(1),
  },
  (t) => [index("places_name").on(t.name, t.id), index("places_point").on(t.latitude, t.longitude)],
);
export type StoredPlace = typeof places.$inferSelect;

/** Places that riders have saved; deleted with the rider. */
export const savedPlaces = sqliteTable(
  "saved_places",
  {
    id: text().primaryKey(),
    riderId: text()
      .notNull()
      .references(() => riders.id, { onDelete: "cascade" }),
    /** The rider's name for the place, such as "Home" or "Work". */
    label: text().notNull(),
    name: text().notNull(),
    detail: text().notNull(),
    kind: text({ enum: [...placeKinds, "city"] }).notNull(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("saved_places_rider").on(t.riderId, t.label)],
);
