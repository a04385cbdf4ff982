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

/** The operator's own places: searched before airports and cities. */
export const places = sqliteTable(
  "places",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    kind: text({ enum: placeKinds }).notNull(),
    address: text().notNull(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    /** Other words people type for it. */
    keywords: text().notNull().default(""),
    iata: text(),
    active: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer().notNull(),
    /** Chosen by dispatch; null where the zone follows from the point. */
    zoneId: text().references(() => zones.id, { onDelete: "set null" }),
    /** For drivers: which gate, where to stop. */
    entranceNotes: text().notNull().default(""),
    /** For riders: where the driver waits. */
    pickupInstructions: text().notNull().default(""),
    updatedAt: integer().notNull().default(0),
    /** Goes up with every write: a caller who saw another one gets 409. */
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
    /** "Home", "Work", or what the rider calls it. */
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
