import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
export const places = sqliteTable("places", {
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
});
