import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The actions of dispatch, by whom and when. Triggers refuse every change and removal; each row
 * holds the hash of the one before it and a keyed hash over both, so that a row that was changed or
 * taken out behind the triggers is found. No rider is named here.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    /** Counts up from 1 without a gap: the place in the chain. */
    number: integer().primaryKey(),
    at: integer().notNull(),
    actorKind: text({ enum: ["admin", "driver", "partner", "rider", "system"] }).notNull(),
    /** Null for the system, and for whom nothing may lead to. */
    actorId: text(),
    /** As they were called then. */
    actorName: text().notNull(),
    action: text().notNull(),
    subjectKind: text().notNull(),
    subjectId: text(),
    summary: text().notNull(),
    /** An object as JSON, kept as it was hashed. */
    detail: text().notNull(),
    previous: text().notNull(),
    hash: text().notNull(),
    /** The address of a sign-in, kept for 30 days and therefore not hashed. */
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

/** The end of the chain, one row, signed: so that rows taken from the end are missed. */
export const auditHead = sqliteTable("audit_head", {
  id: integer().primaryKey(),
  number: integer().notNull(),
  hash: text().notNull(),
  signature: text().notNull(),
});
