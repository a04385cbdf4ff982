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

/** How money is paid. `card_online` is taken by a provider alone; `other` is of records from before the ledger. */
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
 * What a row of the ledger does: `charge`, `capture` and `manual` bring money, a `refund` returns it, a `hold`
 * reserves it at a provider until it is captured or released, a `waiver` gives up what is due.
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
 * The ledger: all payments, refunds and waivers, for a reservation or an invoice. Rows are never removed,
 * and triggers refuse every change to what has happened: a wrong row is reversed by another of the same kind with
 * the opposite amount. Triggers keep `paid_minor` and `waived_minor` of the reservation equal to its rows.
 */
export const payments = sqliteTable(
  "payments",
  {
    id: text().primaryKey(),
    reservationId: text().references(() => reservations.id),
    invoiceId: text().references(() => invoices.id),
    kind: text({ enum: paymentKinds }).notNull(),
    /** Null of a waiver alone. While a row is pending its provider may still learn it. */
    method: text({ enum: paymentMethods }),
    /** What it adds to the amount paid (of a waiver given up, of a hold reserved): refunds and releases are below zero. */
    amountMinor: integer().notNull(),
    currency: text().notNull(),
    /** Only rows of a provider are ever pending, and become one of the others once. */
    state: text({ enum: ["pending", "succeeded", "failed", "expired"] }).notNull(),
    /** `stripe` and so on; null of what people record. */
    provider: text(),
    /** The provider's name for it. */
    providerRef: text(),
    /** What the provider keeps of it, once that is known. */
    feeMinor: integer(),
    /** The row that it captures, releases or refunds. */
    parentId: text().references((): AnySQLiteColumn => payments.id),
    /** The row that it reverses. */
    reversesId: text().references((): AnySQLiteColumn => payments.id),
    /** The driver who has the money, or who handed it back; null where it is the operator's. */
    heldByDriverId: text().references(() => drivers.id),
    /** The day of the operator's calendar. */
    paidOn: text().notNull(),
    reference: text().notNull().default(""),
    /** Why, of a refund, a waiver, a reversal, and of an amount that differs from the amount due. */
    reason: text().notNull().default(""),
    /** The same request never makes two rows. */
    idempotencyKey: text(),
    recordedByKind: text({ enum: ["rider", "driver", "admin", "system", "partner"] }).notNull(),
    recordedById: text(),
    /** Empty of a rider. */
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
