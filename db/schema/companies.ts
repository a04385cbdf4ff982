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

/** Companies that are billed directly: their members ride, and the company pays by invoice. */
export const companies = sqliteTable(
  "companies",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** The lines of the address on invoices. */
    billingAddress: text().notNull(),
    /** Where invoices are sent. Empty if it is not known. */
    billingEmail: text().notNull(),
    taxNumber: text().notNull(),
    paymentTermDays: integer().notNull(),
    /** The most that the company may owe, in `currency`. Null without a limit. */
    creditLimitMinor: integer(),
    /** The operator's currency when the company was added. The limit is in this currency. */
    currency: text().notNull(),
    requiresCostCentre: integer({ mode: "boolean" }).notNull(),
    requiresReference: integer({ mode: "boolean" }).notNull(),
    /** The format of a reference, such as `PO-####`. Empty for any. */
    referencePattern: text().notNull().default(""),
    /**
     * Which trips of the company a manager must approve. `above` means trips that cost more than
     * `approvalAboveMinor`.
     */
    approval: text({ enum: ["never", "always", "above"] })
      .notNull()
      .default("never"),
    approvalAboveMinor: integer(),
    /**
     * How long managers have to answer: a number of hours after the booking, and at the latest a number of hours before
     * the pickup.
     */
    approvalWithinHours: integer().notNull().default(24),
    approvalBeforeHours: integer().notNull().default(2),
    /** What happens to a trip if no manager answers. */
    approvalUnanswered: text({ enum: ["confirm", "cancel"] })
      .notNull()
      .default("cancel"),
    /** Whether dispatch must approve people whom the company invites before they may book. */
    approvesMembers: integer({ mode: "boolean" }).notNull(),
    state: text({ enum: ["active", "suspended"] }).notNull(),
    note: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull(),
    /** `CompanyContact[]`: e-mail addresses that get copies of messages about the company's trips. */
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

/** Cost centres under which a company books its trips. */
export const costCentres = sqliteTable(
  "cost_centres",
  {
    id: text().primaryKey(),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    name: text().notNull(),
    /** A cost centre that is switched off stays on its trips and gets no new ones. */
    active: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex("cost_centres_name").on(t.companyId, sql`${t.name} COLLATE NOCASE`)],
);

/**
 * People who may book on a company's account. They are invited by a contact. The membership belongs to the rider
 * who signs in with this contact.
 */
export const companyMembers = sqliteTable(
  "company_members",
  {
    id: text().primaryKey(),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    /** Null until somebody has signed in with the invited contact. */
    riderId: text().references(() => riders.id, { onDelete: "cascade" }),
    /** The e-mail address or phone number that was invited. */
    identifier: text().notNull(),
    role: text({ enum: ["member", "manager"] }).notNull(),
    /** Null until dispatch has approved the member. */
    approvedAt: integer(),
    invitedAt: integer().notNull(),
    joinedAt: integer(),
    /**
     * The most that the member's trips of one month may cost, by the month of their pickups, in the company's
     * currency. Null without a limit.
     */
    monthlyLimitMinor: integer(),
  },
  (t) => [
    uniqueIndex("company_members_identifier").on(t.companyId, t.identifier),
    uniqueIndex("company_members_company_rider").on(t.companyId, t.riderId),
    index("company_members_rider").on(t.riderId),
    index("company_members_contact").on(t.identifier),
  ],
);
export type StoredCompanyMember = typeof companyMembers.$inferSelect;

/** The log of a company: who changed what, and when. Rows are only added. */
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
    /** A short code of the action: `created`, `member_invited`, `invoice_issued`. */
    act: text().notNull(),
    /** Numbers and names that belong to the company. Nothing names a rider. */
    detail: text({ mode: "json" }).$type<Record<string, string | number>>().notNull(),
  },
  (t) => [
    index("company_events_company").on(t.companyId, t.at, t.id),
    index("company_events_actor").on(t.actorId),
  ],
);

/**
 * The number of a company's trips and their total, in each currency: all trips, open trips (on no invoice, and not
 * cancelled for free) and trips that are ready for the next invoice. Triggers of `reservations` maintain these sums, so
 * that no query has to add up trips.
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
