import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { companies, companyMembers } from "./companies";
import { reservations } from "./reservations";

/** Trips that a manager of the paying company must approve. Trips that were sent together share a request. */
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
    /** The total of all trips of the request when it was sent, or approved. */
    amountMinor: integer().notNull(),
    /** `closed`: dispatch has decided, or the trip will not be driven. */
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
export type StoredTripApproval = typeof tripApprovals.$inferSelect;

/** A manager's link to a request: `/approve/{token}`. It ends with the membership. */
export const approvalLinks = sqliteTable(
  "approval_links",
  {
    /** SHA-256 of the token, which is derived from request and member with a key outside the database. */
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
