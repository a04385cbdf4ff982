import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { audiences } from "./accounts";

/** E-mail and SMS waiting to be sent, written in the same transaction as what they tell of. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text().primaryKey(),
    channel: text({ enum: ["email", "sms"] }).notNull(),
    kind: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** AES-256-GCM with a key outside the database; wiped when sent. */
    body: text(),
    state: text({ enum: ["waiting", "kept", "sent", "failed", "expired"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer().notNull(),
    /** Not sent after this; null for messages that never go stale. */
    expiresAt: integer(),
    lastError: text(),
    createdAt: integer().notNull(),
    sentAt: integer(),
  },
  (t) => [
    index("outbox_due").on(t.state, t.nextAttemptAt),
    index("outbox_created").on(t.createdAt, t.id),
  ],
);

/** What the bell shows. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: text().primaryKey(),
    audience: text({ enum: audiences }).notNull(),
    accountId: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** A path in the reader's own area; null when there is nothing to open. */
    href: text(),
    createdAt: integer().notNull(),
    readAt: integer(),
  },
  (t) => [
    index("notifications_account").on(t.audience, t.accountId, t.createdAt, t.id),
    index("notifications_unread").on(t.audience, t.accountId, t.readAt),
  ],
);
