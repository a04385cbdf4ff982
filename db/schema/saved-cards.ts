import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { riders } from "./accounts";
import { reservations } from "./reservations";

/**
 * Cards that riders saved at a provider: the provider's ids, and details by which people recognise a card. Never a
 * card's number.
 */
export const savedCards = sqliteTable(
  "saved_cards",
  {
    /** A UUID of version 4, our name for the card at the provider. */
    id: text().primaryKey(),
    /** Null after the rider has erased their account, until the provider has deleted the card. */
    riderId: text().references(() => riders.id, { onDelete: "set null" }),
    provider: text({ enum: ["stripe"] }).notNull(),
    isLive: integer({ mode: "boolean" }).notNull(),
    /**
     * `opening` while the rider is on the provider's page. `removed` until the provider has deleted the card.
     */
    state: text({ enum: ["opening", "saved", "removed"] }).notNull(),
    /** The provider's id of the page on which the card is entered. */
    setupRef: text(),
    /** The provider's ids of the owner and of the card. */
    customerRef: text(),
    methodRef: text(),
    brand: text().notNull().default(""),
    last4: text().notNull().default(""),
    expMonth: integer().notNull().default(0),
    expYear: integer().notNull().default(0),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("saved_cards_rider").on(t.riderId, t.createdAt),
    index("saved_cards_unfinished")
      .on(t.createdAt)
      .where(sql`state <> 'saved'`),
  ],
);
export type StoredCard = typeof savedCards.$inferSelect;

/**
 * How much may be charged to a saved card for a trip, as the rider agreed at booking: at most one for a trip.
 */
export const cardAgreements = sqliteTable(
  "card_agreements",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    /** Null after the card was deleted. */
    cardId: text().references(() => savedCards.id, { onDelete: "set null" }),
    /** The most that may be charged: the price that the rider saw. */
    mostMinor: integer().notNull(),
    state: text({ enum: ["open", "closed"] }).notNull(),
    /** When the bank refused. From then on the rider gets a link to pay. */
    refusedAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    check("card_agreements_most", sql`${t.mostMinor} > 0`),
    index("card_agreements_open")
      .on(t.reservationId)
      .where(sql`state = 'open'`),
    index("card_agreements_card").on(t.cardId),
  ],
);
export type StoredCardAgreement = typeof cardAgreements.$inferSelect;
