import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { companies } from "./companies";
import { reservations } from "./reservations";

/**
 * Invoices and credit notes. Each kind is numbered without a gap. A row stores everything on the document;
 * triggers refuse every change and deletion.
 */
export const invoices = sqliteTable(
  "invoices",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["invoice", "credit_note"] }).notNull(),
    number: integer().notNull(),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    /** For a credit note: the invoice that it corrects. */
    creditsInvoiceId: text(),
    /** `Parties`: who bills whom, with addresses and tax numbers. */
    parties: text({ mode: "json" }).$type<unknown>().notNull(),
    currency: text().notNull(),
    /** The amount to pay. For a credit note, the amount credited. Never below zero. */
    totalMinor: integer().notNull(),
    /** Days of the operator's calendar. */
    issuedOn: text().notNull(),
    dueOn: text().notNull(),
    timeZone: text().notNull(),
    /** The reason for a credit note. */
    reason: text().notNull(),
    issuedAt: integer().notNull(),
    issuedBy: text().notNull(),
  },
  (t) => [
    uniqueIndex("invoices_number").on(t.kind, t.number),
    index("invoices_company").on(t.companyId, t.issuedAt, t.id),
    index("invoices_issued").on(t.issuedAt, t.id),
    index("invoices_credits").on(t.creditsInvoiceId),
  ],
);
export type StoredInvoice = typeof invoices.$inferSelect;

/** The trips of an invoice as they were when it was issued. They name no passenger. */
export const invoiceLines = sqliteTable(
  "invoice_lines",
  {
    id: text().primaryKey(),
    invoiceId: text()
      .notNull()
      .references(() => invoices.id),
    /** `correction`: the difference between a trip's current price and the amount that an earlier invoice billed. */
    kind: text({ enum: ["invoice", "correction", "credit_note"] }).notNull(),
    position: integer().notNull(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    reservationNumber: integer().notNull(),
    pickupLocal: text().notNull(),
    pickupName: text().notNull(),
    dropoffName: text().notNull(),
    /** `cancelled` and `no_show` trips are billed by their fee. */
    ended: text({ enum: ["driven", "cancelled", "no_show"] }).notNull(),
    costCentre: text().notNull(),
    reference: text().notNull(),
    /** Below zero only for a correction. */
    amountMinor: integer().notNull(),
    /** `FareLine[]` that add up to the amount. Empty on old credit notes without taxes. */
    fareLines: text({ mode: "json" }).$type<unknown[]>().notNull(),
  },
  (t) => [
    uniqueIndex("invoice_lines_position").on(t.invoiceId, t.position),
    uniqueIndex("invoice_lines_once")
      .on(t.reservationId)
      .where(sql`${t.kind} = 'invoice'`),
    index("invoice_lines_reservation").on(t.reservationId),
  ],
);

/**
 * The open balance of each invoice: its total minus credits and payments. Credit notes have no balance. Triggers of
 * `invoices` and `payments` update it, so that open invoices are listed and summed without adding up their payments.
 */
export const invoiceBalances = sqliteTable(
  "invoice_balances",
  {
    invoiceId: text()
      .primaryKey()
      .references(() => invoices.id),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    currency: text().notNull(),
    issuedAt: integer().notNull(),
    dueOn: text().notNull(),
    creditedMinor: integer().notNull(),
    paidMinor: integer().notNull(),
    /** Below zero if a refund is owed. */
    balanceMinor: integer().notNull(),
  },
  (t) => [
    index("invoice_balances_due").on(t.dueOn),
    index("invoice_balances_open")
      .on(t.dueOn, t.invoiceId)
      .where(sql`balance_minor > 0`),
    index("invoice_balances_owed")
      .on(t.companyId, t.dueOn, t.invoiceId)
      .where(sql`balance_minor > 0`),
    index("invoice_balances_paid")
      .on(t.issuedAt, t.invoiceId)
      .where(sql`balance_minor <= 0`),
  ],
);

/** E-mails with invoices and reminders. */
export const invoiceMails = sqliteTable(
  "invoice_mails",
  {
    id: text().primaryKey(),
    invoiceId: text()
      .notNull()
      .references(() => invoices.id),
    kind: text({ enum: ["invoice", "reminder"] }).notNull(),
    /** For a reminder: the days after the due day by the rule. */
    afterDays: integer(),
    /** The message in the outbox, which is deleted there after a while. */
    outboxId: text().notNull(),
    queuedAt: integer().notNull(),
    queuedBy: text().notNull(),
  },
  (t) => [
    index("invoice_mails_invoice").on(t.invoiceId, t.queuedAt, t.id),
    // Each rule sends at most one reminder for an invoice.
    uniqueIndex("invoice_mails_once")
      .on(t.invoiceId, t.afterDays)
      .where(sql`after_days IS NOT NULL`),
  ],
);
