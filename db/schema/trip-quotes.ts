import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { reservations } from "./reservations";

/** A vehicle of a quote, and how many people and bags it carries. */
export type QuotedVehicle = { vehicleClassId: string; passengers: number; luggage: number };

/** Quotes that dispatch writes for a request: `/quote/{token}`. Each version is a row. */
export const tripQuotes = sqliteTable(
  "trip_quotes",
  {
    id: text().primaryKey(),
    /** SHA-256 of the token, which is derived from the id with a key outside the database. */
    tokenHash: text().notNull().unique(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    /** The version, from 1 for each reservation. */
    version: integer().notNull(),
    /** `QuoteItem[]` that add up to the total. */
    items: text({ mode: "json" }).$type<unknown[]>().notNull(),
    /**
     * If there are several vehicles: each vehicle with its passengers and bags. Empty for one vehicle of the
     * requested class.
     */
    vehicles: text({ mode: "json" })
      .$type<QuotedVehicle[]>()
      .notNull()
      .default(sql`'[]'`),
    totalMinor: integer().notNull(),
    currency: text().notNull(),
    /** The message of dispatch to the customer. */
    text: text().notNull(),
    /** The terms that the customer accepts with the quote. */
    terms: text().notNull(),
    validUntil: integer().notNull(),
    createdAt: integer().notNull(),
    createdById: text(),
    createdBy: text().notNull(),
    /** When the customer first opened the quote's page. */
    openedAt: integer(),
    /** `replaced`: by the next version. */
    state: text({
      enum: ["open", "accepted", "declined", "replaced", "withdrawn", "expired"],
    }).notNull(),
    endedAt: integer(),
    /** The name that the customer typed to accept the quote. */
    acceptedBy: text(),
    /** The reason for declining the quote. */
    reason: text().notNull().default(""),
  },
  (t) => [
    check("trip_quotes_total", sql`${t.totalMinor} > 0`),
    uniqueIndex("trip_quotes_version").on(t.reservationId, t.version),
    // One open quote at a time, so that a customer with two links can accept only one price.
    uniqueIndex("trip_quotes_open")
      .on(t.reservationId)
      .where(sql`state = 'open'`),
    index("trip_quotes_expiry")
      .on(t.validUntil)
      .where(sql`state = 'open'`),
    index("trip_quotes_created").on(t.createdAt),
  ],
);
export type StoredTripQuote = typeof tripQuotes.$inferSelect;

/** Questions of customers about a quote, and answers of dispatch. */
export const tripQuoteQuestions = sqliteTable(
  "trip_quote_questions",
  {
    /** The order in which they were written. */
    id: integer().primaryKey({ autoIncrement: true }),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    sender: text({ enum: ["customer", "dispatch"] }).notNull(),
    /** The member of staff who wrote it. Empty for the customer. */
    senderName: text().notNull(),
    body: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index("trip_quote_questions_reservation").on(t.reservationId, t.id)],
);
