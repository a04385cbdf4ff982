import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { riders } from "./accounts";

/** Companies that are billed directly: their members ride, the company pays by invoice. */
export const companies = sqliteTable(
  "companies",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** As printed on invoices, in lines. */
    billingAddress: text().notNull(),
    /** Where invoices go; empty when nobody has said. */
    billingEmail: text().notNull(),
    taxNumber: text().notNull(),
    paymentTermDays: integer().notNull(),
    /** The most that may be owed at a time, in `currency`; null without a limit. */
    creditLimitMinor: integer(),
    /** The operator's when the company was added: the limit is in it. */
    currency: text().notNull(),
    requiresCostCentre: integer({ mode: "boolean" }).notNull(),
    requiresReference: integer({ mode: "boolean" }).notNull(),
    /** What a reference looks like, `PO-####`; empty for any. */
    referencePattern: text().notNull().default(""),
    /** Which of its trips a manager approves: with `above` those that cost more. */
    approval: text({ enum: ["never", "always", "above"] })
      .notNull()
      .default("never"),
    approvalAboveMinor: integer(),
    /** How long managers have: from the booking, and up to so long before the pickup. */
    approvalWithinHours: integer().notNull().default(24),
    approvalBeforeHours: integer().notNull().default(2),
    /** What becomes of a trip that nobody answers. */
    approvalUnanswered: text({ enum: ["confirm", "cancel"] })
      .notNull()
      .default("cancel"),
    /** Whom the company itself invites may book only once dispatch has approved them. */
    approvesMembers: integer({ mode: "boolean" }).notNull(),
    state: text({ enum: ["active", "suspended"] }).notNull(),
    note: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** Goes up with every write: a caller who saw another one gets 409. */
    version: integer().notNull(),
    /** `CompanyContact[]`: e-mail addresses that are copied on messages about its trips. */
    contacts: text({ mode: "json" })
      .$type<unknown[]>()
      .notNull()
      .default(sql`'[]'`),
  },
  (t) => [
    uniqueIndex("companies_name").on(sql`${t.name} COLLATE NOCASE`),
    index("companies_list").on(t.name, t.id),
  ],
);
export type StoredCompany = typeof companies.$inferSelect;

/** What a company's trips are booked under in its own books. */
export const costCentres = sqliteTable(
  "cost_centres",
  {
    id: text().primaryKey(),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    /** Switched off it stays on its trips and takes no more of them. */
    active: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex("cost_centres_name").on(t.companyId, sql`${t.name} COLLATE NOCASE`)],
);

/** Who may book on a company's account. Invited by a contact, theirs once they sign in with it. */
export const companyMembers = sqliteTable(
  "company_members",
  {
    id: text().primaryKey(),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    /** Null until somebody has signed in with the contact. */
    riderId: text().references(() => riders.id, { onDelete: "cascade" }),
    /** The e-mail address or phone number that was invited. */
    identifier: text().notNull(),
    role: text({ enum: ["member", "manager"] }).notNull(),
    /** Null while dispatch has still to approve them. */
    approvedAt: integer(),
    invitedAt: integer().notNull(),
    joinedAt: integer(),
    /** The most that their trips of one month of pickups may cost, in the company's currency; null without a limit. */
    monthlyLimitMinor: integer(),
  },
  (t) => [
    uniqueIndex("company_members_identifier").on(t.companyId, t.identifier),
    uniqueIndex("company_members_company_rider").on(t.companyId, t.riderId),
    index("company_members_rider").on(t.riderId),
    index("company_members_contact").on(t.identifier),
  ],
);
export type StoredMember = typeof companyMembers.$inferSelect;

/** Who changed what of a company, and when: appended to, never changed. */
export const companyEvents = sqliteTable(
  "company_events",
  {
    id: text().primaryKey(),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    at: integer().notNull(),
    actorKind: text({ enum: ["rider", "driver", "admin", "system", "partner"] }).notNull(),
    actorId: text(),
    actorName: text().notNull(),
    /** A short word of the slice: `created`, `member_invited`, `invoice_issued`. */
    act: text().notNull(),
    /** Numbers and names of the company's own things; nothing that names a rider. */
    detail: text({ mode: "json" }).$type<Record<string, string | number>>().notNull(),
  },
  (t) => [
    index("company_events_company").on(t.companyId, t.at, t.id),
    index("company_events_actor").on(t.actorId),
  ],
);

/**
 * How many trips a company has and their total, in each currency: all of them, those that are open (on
 * no invoice, and not cancelled for nothing) and those that are ready for the next invoice. Triggers of
 * `reservations` keep it, so that what a company owes is known without adding up its trips.
 */
export const companySums = sqliteTable(
  "company_sums",
  {
    companyId: text()
      .notNull()
      .references(() => companies.id),
    currency: text().notNull(),
    trips: integer().notNull(),
    amountMinor: integer().notNull(),
    openTrips: integer().notNull(),
    openMinor: integer().notNull(),
    readyTrips: integer().notNull(),
    readyMinor: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.currency] })],
);
