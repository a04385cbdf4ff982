import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { companies, companyMembers } from "./companies";
import { reservations } from "./reservations";

/** Trips that a manager of the company that pays is asked to approve; those asked for together share a request. */
export const tripApprovals = sqliteTable(
  "trip_approvals",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id),
    requestId: text().notNull(),
    companyId: text()
      .notNull()
      .references(() => companies.id),
    /** What all trips of the request cost when it was asked for, or approved. */
    amountMinor: integer().notNull(),
    /** `closed`: dispatch has decided, or the trip is no longer to be driven. */
    state: text({ enum: ["waiting", "approved", "declined", "unanswered", "closed"] }).notNull(),
    deadlineAt: integer().notNull(),
    createdAt: integer().notNull(),
    answeredAt: integer(),
  },
  (t) => [
    index("trip_approvals_request").on(t.requestId),
    index("trip_approvals_company")
      .on(t.companyId, t.deadlineAt)
      .where(sql`state = 'waiting'`),
    index("trip_approvals_due")
      .on(t.deadlineAt)
      .where(sql`state = 'waiting'`),
  ],
);
export type StoredApproval = typeof tripApprovals.$inferSelect;

/** A manager's link to a request: `/approve/{token}`. It ends with their membership. */
export const approvalLinks = sqliteTable(
  "approval_links",
  {
    /** SHA-256 of the token, which is made of request and member and a key outside the database. */
    tokenHash: text().primaryKey(),
    requestId: text().notNull(),
    memberId: text()
      .notNull()
      .references(() => companyMembers.id, { onDelete: "cascade" }),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("approval_links_request").on(t.requestId),
    index("approval_links_member").on(t.memberId),
  ],
);
