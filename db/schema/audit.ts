import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The audit log: the actions of staff. Triggers refuse every change and deletion. Each row holds the hash of the row
 * before it and a keyed hash of both, so a row that was changed or deleted despite the triggers is found. No row names
 * a rider.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    /** The position in the chain, counted from 1 without a gap. */
    number: integer().primaryKey(),
    at: integer().notNull(),
    actorKind: text({ enum: ["admin", "driver", "partner", "rider", "system"] }).notNull(),
    /** Null for the system, and for people to whom nothing may link. */
    actorId: text(),
    /** The name of the member of staff at that time. */
    actorName: text().notNull(),
    action: text().notNull(),
    subjectKind: text().notNull(),
    subjectId: text(),
    summary: text().notNull(),
    /** A JSON object, stored exactly as it was hashed. */
    detail: text().notNull(),
    previous: text().notNull(),
    hash: text().notNull(),
    /** The network address of a sign-in. It is deleted after 30 days and therefore not hashed. */
    address: text(),
  },
  (t) => [
    index("audit_log_at").on(t.at),
    index("audit_log_actor").on(t.actorId, t.at),
    index("audit_log_action").on(t.action, t.at),
    index("audit_log_subject").on(t.subjectKind, t.subjectId, t.at),
    index("audit_log_address")
      .on(t.at)
      .where(sql`${t.address} IS NOT NULL`),
  ],
);

/** The signed end of the chain, in one row. It shows when rows are missing at the end. */
export const auditHead = sqliteTable("audit_head", {
  id: integer().primaryKey(),
  number: integer().notNull(),
  hash: text().notNull(),
  signature: text().notNull(),
});
