import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { invoices } from "./invoices";
import { payments } from "./payments";
import { reservations } from "./reservations";
import { savedCards } from "./saved-cards";

/** Links through which a trip or an invoice is paid online without an account: `/pay/{token}`. */
export const payLinks = sqliteTable(
  "pay_links",
  {
    id: text().primaryKey(),
    /** SHA-256 of the token, which is derived from the id with a key outside the database. */
    tokenHash: text().notNull().unique(),
    reservationId: text().references(() => reservations.id),
    invoiceId: text().references(() => invoices.id),
    amountMinor: integer().notNull(),
    currency: text().notNull(),
    createdAt: integer().notNull(),
    createdByKind: text({ enum: ["rider", "driver", "admin", "system", "partner"] }).notNull(),
    createdById: text(),
    createdBy: text().notNull(),
    expiresAt: integer().notNull(),
    /** When it was last sent. */
    sentAt: integer(),
    /** When it was first opened. */
    openedAt: integer(),
    /** Whether the amount is held on a card and not yet charged. */
    isHold: integer({ mode: "boolean" }).notNull().default(false),
    /** Whether the payer chooses the amount of a tip, up to the amount of the link. */
    isTip: integer({ mode: "boolean" }).notNull().default(false),
    /** How the link ended. `replaced`: by a newer one. */
    end: text({ enum: ["paid", "revoked", "replaced"] }),
    endedAt: integer(),
  },
  (t) => [
    check("pay_links_one_subject", sql`(${t.reservationId} IS NULL) <> (${t.invoiceId} IS NULL)`),
    check("pay_links_amount", sql`${t.amountMinor} > 0`),
    // One open link at a time, so that nobody pays twice.
    uniqueIndex("pay_links_open_trip")
      .on(t.reservationId)
      .where(sql`reservation_id IS NOT NULL AND ended_at IS NULL AND is_tip = 0`),
    uniqueIndex("pay_links_open_tip")
      .on(t.reservationId)
      .where(sql`ended_at IS NULL AND is_tip = 1`),
    uniqueIndex("pay_links_open_invoice")
      .on(t.invoiceId)
      .where(sql`invoice_id IS NOT NULL AND ended_at IS NULL`),
    index("pay_links_trip").on(t.reservationId, t.createdAt),
    index("pay_links_invoice").on(t.invoiceId, t.createdAt),
  ],
);
export type StoredPayLink = typeof payLinks.$inferSelect;

/**
 * Payments that were started at a provider. The id is our name for the payment there. If money moves,
 * `payment_id` is its row of the ledger.
 */
export const paymentAttempts = sqliteTable(
  "payment_attempts",
  {
    /** A UUID of version 4. */
    id: text().primaryKey(),
    linkId: text()
      .notNull()
      .references(() => payLinks.id),
    provider: text({ enum: ["stripe", "flutterwave", "mtn_momo"] }).notNull(),
    method: text({ enum: ["card_online", "mobile_money"] }).notNull(),
    isLive: integer({ mode: "boolean" }).notNull(),
    amountMinor: integer().notNull(),
    currency: text().notNull(),
    /** For mobile money: the number that was charged. */
    phone: text(),
    /** The saved card that was charged without an action of its owner. */
    cardId: text().references(() => savedCards.id, { onDelete: "set null" }),
    /** `starting` until the provider has answered. */
    state: text({
      enum: ["starting", "open", "held", "paid", "failed", "expired", "released"],
    }).notNull(),
    providerRef: text(),
    /** The name of the payment in later webhooks of the provider. */
    moneyRef: text(),
    /** The provider's page. Null if the payer confirms on the phone. */
    url: text(),
    /** Why staff charged a saved card. Empty otherwise. */
    reason: text().notNull().default(""),
    /** Why the payment failed, in the provider's words. */
    failure: text(),
    paymentId: text().references(() => payments.id),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    checkedAt: integer(),
  },
  (t) => [
    uniqueIndex("payment_attempts_live")
      .on(t.linkId)
      .where(sql`state IN ('starting', 'open')`),
    index("payment_attempts_link").on(t.linkId, t.createdAt),
    index("payment_attempts_given_up")
      .on(t.createdAt)
      .where(sql`state IN ('failed', 'expired')`),
    index("payment_attempts_money").on(t.provider, t.moneyRef),
    index("payment_attempts_payment").on(t.paymentId),
    index("payment_attempts_card")
      .on(t.cardId)
      .where(sql`card_id IS NOT NULL`),
  ],
);
export type StoredPaymentAttempt = typeof paymentAttempts.$inferSelect;

/** Webhooks of payment providers as they arrived, for 30 days. Each event is stored once. */
export const paymentWebhooks = sqliteTable(
  "payment_webhooks",
  {
    id: text().primaryKey(),
    provider: text({ enum: ["stripe", "flutterwave", "mtn_momo"] }).notNull(),
    /** The id of the event, the same for each delivery. */
    eventId: text().notNull(),
    type: text().notNull(),
    /** Our name of the payment, if the webhook has it. */
    attemptId: text(),
    ref: text(),
    body: text().notNull(),
    receivedAt: integer().notNull(),
    /** When the event was processed. Null before. */
    processedAt: integer(),
  },
  (t) => [
    uniqueIndex("payment_webhooks_event").on(t.provider, t.eventId),
    index("payment_webhooks_received").on(t.receivedAt),
    index("payment_webhooks_attempt").on(t.attemptId),
    index("payment_webhooks_waiting")
      .on(t.receivedAt)
      .where(sql`processed_at IS NULL`),
  ],
);

/** Differences between a provider and the ledger, for the accountant. */
export const paymentDifferences = sqliteTable(
  "payment_differences",
  {
    id: text().primaryKey(),
    kind: text({
      enum: [
        "amount",
        "currency",
        "unknown",
        "refunded_there",
        "disputed",
        "charged_back",
        "paid_twice",
        "refund_unconfirmed",
        "refund_failed",
        "hold_unconfirmed",
      ],
    }).notNull(),
    provider: text({ enum: ["stripe", "flutterwave", "mtn_momo"] }).notNull(),
    /** The provider's id of the payment. For a refund or the end of a hold, our id, which we sent to the provider. */
    ref: text().notNull(),
    attemptId: text().references(() => paymentAttempts.id),
    reservationId: text().references(() => reservations.id),
    invoiceId: text().references(() => invoices.id),
    /** The expected amount and currency. Null if nothing was expected. */
    expectedMinor: integer(),
    expectedCurrency: text(),
    foundMinor: integer().notNull().default(0),
    foundCurrency: text(),
    foundAt: integer().notNull(),
    resolvedAt: integer(),
    resolvedBy: text(),
    note: text().notNull().default(""),
  },
  (t) => [
    // Each difference is reported once.
    uniqueIndex("payment_differences_once").on(t.provider, t.ref, t.kind, t.foundMinor),
    index("payment_differences_open")
      .on(t.foundAt, t.id)
      .where(sql`resolved_at IS NULL`),
  ],
);
