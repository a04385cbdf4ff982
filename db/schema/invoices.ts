import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { companies } from "./companies";
import { reservations } from "./reservations";

/**
 * Invoices and credit notes, each kind numbered without a gap. Everything on the document
 * is kept here as it was: triggers refuse every change and removal.
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
    /** Only of a credit note: the invoice that it takes from. */
    creditsInvoiceId: text(),
    /** `Parties`: who bills whom, with addresses and tax numbers. */
    parties: text({ mode: "json" }).$type<unknown>().notNull(),
    currency: text().notNull(),
    /** The amount to pay; of a credit note the amount credited. Never below zero. */
    totalMinor: integer().notNull(),
    /** Days of the operator's calendar. */
    issuedOn: text().notNull(),
    dueOn: text().notNull(),
    timeZone: text().notNull(),
    /** Why, on a credit note. */
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

/** The trips of an invoice as they stood when it was issued; they name no passenger. */
export const invoiceLines = sqliteTable(
  "invoice_lines",
  {
    id: text().primaryKey(),
    invoiceId: text()
      .notNull()
      .references(() => invoices.id),
    /** `correction` on a later invoice: by how much a trip that one of before bills costs otherwise by now. */
    kind: text({ enum: ["invoice", "correction", "credit_note"] }).notNull(),
    position: integer().notNull(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    reservationNumber: integer().notNull(),
    pickupLocal: text().notNull(),
    pickupName: text().notNull(),
    dropoffName: text().notNull(),
    /** `cancelled` and `no_show` are billed by their fee. */
    ended: text({ enum: ["driven", "cancelled", "no_show"] }).notNull(),
    costCentre: text().notNull(),
    reference: text().notNull(),
    /** Below zero only of a correction. */
    amountMinor: integer().notNull(),
    /** `FareLine[]` that sum to the amount; empty on credit notes from before these told taxes. */
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
 * What is left to pay of each invoice, without credit notes: its total less what was credited and paid. Triggers of
 * `invoices` and `payments` keep it, so that open invoices are listed and summed without adding up their payments.
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
    /** Below zero when a refund is owed. */
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

/** E-mails by which invoices were sent and reminded of. */
export const invoiceMails = sqliteTable(
  "invoice_mails",
  {
    id: text().primaryKey(),
    invoiceId: text()
      .notNull()
      .references(() => invoices.id),
    kind: text({ enum: ["invoice", "reminder"] }).notNull(),
    /** Of a reminder: the rule's days after the due day. */
    afterDays: integer(),
    /** The message in the outbox, which forgets it after a while. */
    outboxId: text().notNull(),
    queuedAt: integer().notNull(),
    queuedBy: text().notNull(),
  },
  (t) => [
    index("invoice_mails_invoice").on(t.invoiceId, t.queuedAt, t.id),
    // Nobody is reminded twice by one rule.
    uniqueIndex("invoice_mails_once")
      .on(t.invoiceId, t.afterDays)
      .where(sql`after_days IS NOT NULL`),
  ],
);
