import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";

/** A rider's rating of a trip: one for each trip. The trip identifies the rider. */
export const tripRatings = sqliteTable(
  "trip_ratings",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    /** The driver of the trip. The driver's average is computed from these rows. */
    driverId: text().references(() => drivers.id),
    /** 1 to 5. */
    stars: integer().notNull(),
    /** The good or bad points, by their names in the contract. */
    chips: text({ mode: "json" }).$type<string[]>().notNull(),
    words: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** When a member of staff looked at the rating, and who. Null before. */
    seenAt: integer(),
    seenBy: text(),
  },
  (t) => [
    index("trip_ratings_driver").on(t.driverId, t.updatedAt, t.reservationId),
    index("trip_ratings_unseen").on(t.seenAt, t.stars, t.updatedAt),
  ],
);
export type StoredRating = typeof tripRatings.$inferSelect;
