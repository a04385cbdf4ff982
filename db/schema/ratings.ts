import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/** What the rider said of a trip that was driven: one a trip. Whose it is says the trip. */
export const tripRatings = sqliteTable(
  "trip_ratings",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    /** Who drove: the average of a driver is made of these. */
    driverId: text().references(() => drivers.id),
    /** 1 to 5. */
    stars: integer().notNull(),
    /** The good or bad points, by the names of the contract. */
    chips: text({ mode: "json" }).$type<string[]>().notNull(),
    words: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** When somebody of dispatch looked at it, and who; null until then. */
    seenAt: integer(),
    seenBy: text(),
  },
  (t) => [
    index("trip_ratings_driver").on(t.driverId, t.updatedAt, t.reservationId),
    index("trip_ratings_unseen").on(t.seenAt, t.stars, t.updatedAt),
  ],
);
export type StoredRating = typeof tripRatings.$inferSelect;
