import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { invoices } from "./invoices";
import { reservations } from "./reservations";

/** Ways to pay. `card_online` is only for providers. `other` is for records from before the ledger. */
const paymentMethods = [
  "cash",
  "card_terminal",
  "card_online",
  "mobile_money",
  "bank_transfer",
  "cheque",
  "voucher",
  "other",
] as const;

/**
 * The kinds of ledger row. `charge`, `capture` and `manual` bring money in. A `refund` returns it. A `hold`
 * reserves it at a provider until it is captured or released. A `waiver` gives up an amount due.
 */
const paymentKinds = [
  "charge",
  "hold",
  "capture",
  "release",
  "refund",
  "manual",
  "waiver",
] as const;

/**
 * The ledger: all payments, refunds and waivers, for a reservation or an invoice. Triggers refuse every
 * deletion and every change to what has happened. A wrong row is reversed by another of the same kind with the
 * opposite amount. Triggers keep `paid_minor` and `waived_minor` of the reservation equal to its rows.
 */
export const payments = sqliteTable(
  "payments",
  {
    id: text().primaryKey(),
    reservationId: text().references(() => reservations.id),
    invoiceId: text().references(() => invoices.id),
    kind: text({ enum: paymentKinds }).notNull(),
    /** Null only for a waiver. While a row is pending, the provider may still report the method. */
    method: text({ enum: paymentMethods }),
    /**
     * The amount that the row adds: to the amount paid, to the amount waived, or to the amount on hold. Refunds
     * and releases are below zero.
     */
    amountMinor: integer().notNull(),
    currency: text().notNull(),
    /** Only rows of a provider can be pending. They become one of the others once. */
    state: text({ enum: ["pending", "succeeded", "failed", "expired"] }).notNull(),
    /** The provider, such as `stripe`. Null if a person recorded the row. */
    provider: text(),
    /** The provider's id of the payment. */
    providerRef: text(),
    /** The provider's fee, once it is known. */
    feeMinor: integer(),
    /** The row that this row captures, releases or refunds. */
    parentId: text().references((): AnySQLiteColumn => payments.id),
    /** The row that this row reverses. */
    reversesId: text().references((): AnySQLiteColumn => payments.id),
    /** The driver who has the money, or who returned it. Null if the operator has it. */
    heldByDriverId: text().references(() => drivers.id),
    /** A day of the operator's calendar. */
    paidOn: text().notNull(),
    reference: text().notNull().default(""),
    /** The reason for a refund, a waiver or a reversal, or for an amount that differs from the amount due. */
    reason: text().notNull().default(""),
    /** The key of the request, so that it never makes two rows. */
    idempotencyKey: text(),
    recordedByKind: text({ enum: ["rider", "driver", "admin", "system", "partner"] }).notNull(),
    recordedById: text(),
    /** The person who recorded the row. Empty for a rider. */
    recordedBy: text().notNull(),
    createdAt: integer().notNull(),
    /** When a pending row succeeded or failed. */
    concludedAt: integer(),
  },
  (t) => [
    check("payments_one_subject", sql`(${t.reservationId} IS NULL) <> (${t.invoiceId} IS NULL)`),
    check("payments_method", sql`(${t.kind} = 'waiver') = (${t.method} IS NULL)`),
    check("payments_manual_is_done", sql`${t.provider} IS NOT NULL OR ${t.state} = 'succeeded'`),
    index("payments_reservation")
      .on(t.reservationId, t.createdAt, t.id)
      .where(sql`reservation_id IS NOT NULL`),
    index("payments_invoice")
      .on(t.invoiceId, t.createdAt, t.id)
      .where(sql`invoice_id IS NOT NULL`),
    index("payments_provider")
      .on(t.provider, t.providerRef)
      .where(sql`provider_ref IS NOT NULL`),
    index("payments_pending")
      .on(t.createdAt, t.id)
      .where(sql`state = 'pending'`),
    index("payments_day").on(t.paidOn, t.id),
    index("payments_parent")
      .on(t.parentId)
      .where(sql`parent_id IS NOT NULL`),
    uniqueIndex("payments_reverses")
      .on(t.reversesId)
      .where(sql`reverses_id IS NOT NULL`),
    uniqueIndex("payments_idempotency")
      .on(t.idempotencyKey)
      .where(sql`idempotency_key IS NOT NULL`),
  ],
);
export type StoredPayment = typeof payments.$inferSelect;
