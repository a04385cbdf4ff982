import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/** What a driver gave when nobody came: where they stood and what they tried. Kept for a year. */
export const noShows = sqliteTable(
  "no_shows",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    /** When the driver tapped. */
    declaredAt: integer().notNull(),
    /** Null, all three, where the phone gave no position. */
    latitude: real(),
    longitude: real(),
    accuracyMeters: real(),
    /** From the pickup, where that is on the map. */
    distanceMeters: integer(),
    called: integer({ mode: "boolean" }).notNull(),
    /** How often the driver had written to the rider. */
    messages: integer().notNull(),
    photoFileId: text(),
  },
  (t) => [index("no_shows_declared").on(t.declaredAt)],
);
