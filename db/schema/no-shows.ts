import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/** A driver's report of a no-show: where they stood and what they tried. Kept for a year. */
export const noShows = sqliteTable(
  "no_shows",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    /** When the driver tapped No-show. */
    declaredAt: integer().notNull(),
    /** All three are null if the phone gave no position. */
    latitude: real(),
    longitude: real(),
    accuracyMeters: real(),
    /** The distance from the pickup, if the pickup is on the map. */
    distanceMeters: integer(),
    called: integer({ mode: "boolean" }).notNull(),
    /** How many messages the driver had sent to the rider. */
    messages: integer().notNull(),
    photoFileId: text(),
  },
  (t) => [index("no_shows_declared").on(t.declaredAt)],
);
