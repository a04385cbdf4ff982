import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { reservations } from "./reservations";

/** A vehicle of a quote, and how many people and bags it carries. */
export type QuotedVehicle = { vehicleClassId: string; passengers: number; luggage: number };

/** Quotes that dispatch writes for a request, each version a row: `/quote/{token}`. */
export const tripQuotes = sqliteTable(
  "trip_quotes",
  {
    id: text().primaryKey(),
    /** SHA-256 of the token, which is made of the id and a key outside the database. */
    tokenHash: text().notNull().unique(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    /** Counts up from 1 for each reservation. */
    version: integer().notNull(),
    /** `QuoteItem[]`, which add up to the total. */
    items: text({ mode: "json" }).$type<unknown[]>().notNull(),
    /** Each vehicle of several with what it carries; empty for one of the requested class. */
    vehicles: text({ mode: "json" })
      .$type<QuotedVehicle[]>()
      .notNull()
      .default(sql`'[]'`),
    totalMinor: integer().notNull(),
    currency: text().notNull(),
    /** What dispatch writes to the customer. */
    text: text().notNull(),
    /** The terms that the customer accepts with it. */
    terms: text().notNull(),
    validUntil: integer().notNull(),
    createdAt: integer().notNull(),
    createdById: text(),
    createdBy: text().notNull(),
    /** When its page was first opened. */
    openedAt: integer(),
    /** `replaced` by the next version. */
    state: text({
      enum: ["open", "accepted", "declined", "replaced", "withdrawn", "expired"],
    }).notNull(),
    endedAt: integer(),
    /** The name that was typed to accept it. */
    acceptedBy: text(),
    /** Why it was declined. */
    reason: text().notNull().default(""),
  },
  (t) => [
    check("trip_quotes_total", sql`${t.totalMinor} > 0`),
    uniqueIndex("trip_quotes_version").on(t.reservationId, t.version),
    // One at a time: a customer who has two links can accept one price.
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

/** What customers ask about a quote, and what dispatch answers. */
export const tripQuoteQuestions = sqliteTable(
  "trip_quote_questions",
  {
    /** Counts up, in the order in which they were written. */
    id: integer().primaryKey({ autoIncrement: true }),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    sender: text({ enum: ["customer", "dispatch"] }).notNull(),
    /** Of dispatch; empty for the customer. */
    senderName: text().notNull(),
    body: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index("trip_quote_questions_reservation").on(t.reservationId, t.id)],
);
