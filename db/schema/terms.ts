import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { reservations } from "./reservations";

/** The published versions of the operator's terms. Triggers refuse every change of a version. */
export const termsVersions = sqliteTable("terms_versions", {
  version: integer().primaryKey(),
  /** Both are empty in a version that ends the terms. */
  text: text().notNull(),
  cancellation: text().notNull(),
  publishedAt: integer().notNull(),
  publishedById: text(),
  publishedBy: text().notNull(),
});
export type StoredTerms = typeof termsVersions.$inferSelect;

/** Which version was accepted for a reservation, when and how: at most one for each reservation. */
export const acceptedTerms = sqliteTable(
  "accepted_terms",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    version: integer()
      .notNull()
      .references(() => termsVersions.version),
    /** `ticked` by the rider, `read` to the caller, `sent` with the confirmation, `quote`: accepted with a quote. */
    how: text({ enum: ["ticked", "read", "sent", "quote"] }).notNull(),
    acceptedAt: integer().notNull(),
  },
  (t) => [index("accepted_terms_version").on(t.version)],
);
