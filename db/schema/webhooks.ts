import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { apiKeys } from "./api-keys";

/** Addresses of others that are called when something happens, by Standard Webhooks. */
export const webhookEndpoints = sqliteTable("webhook_endpoints", {
  id: text().primaryKey(),
  url: text().notNull(),
  description: text().notNull(),
  /** The types of events it is called for; null for all. */
  types: text({ mode: "json" }).$type<string[]>(),
  /** What its calls are signed with, sealed with the server's key. */
  secret: text().notNull(),
  /** The secret before, sealed: calls bear its signature too until then. */
  formerSecret: text(),
  formerSecretUntil: integer(),
  isOn: integer({ mode: "boolean" }).notNull().default(true),
  /** Why it is off: an owner turned it off, it failed for days, or it answered that it is gone. */
  offReason: text({ enum: ["owner", "failing", "gone"] }),
  offAt: integer(),
  /** Since when every call has failed; null after one that succeeded. */
  failingSince: integer(),
  version: integer().notNull().default(1),
  createdAt: integer().notNull(),
  /** The API key whose program added it; null for an owner's. It is called only while the key is in force. */
  apiKeyId: text().references(() => apiKeys.id),
});
export type StoredEndpoint = typeof webhookEndpoints.$inferSelect;

/** Calls to endpoints, written in the transaction of what they tell of. Kept 30 days. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: text().primaryKey(),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    /** The same for all endpoints and all tries. */
    eventId: text().notNull(),
    type: text().notNull(),
    /** The JSON that is sent, as it was when it happened. */
    body: text().notNull(),
    state: text({ enum: ["waiting", "delivered", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer().notNull(),
    createdAt: integer().notNull(),
    /** The last try: when, the status and the start of the answer, or why there is none, and how long it took. */
    attemptedAt: integer(),
    status: integer(),
    answer: text(),
    error: text(),
    tookMs: integer(),
  },
  (t) => [
    index("webhook_deliveries_due")
      .on(t.endpointId, t.nextAttemptAt)
      .where(sql`state = 'waiting'`),
    index("webhook_deliveries_failed")
      .on(t.endpointId, t.createdAt, t.id)
      .where(sql`state = 'failed'`),
    index("webhook_deliveries_endpoint").on(t.endpointId, t.createdAt, t.id),
    index("webhook_deliveries_created").on(t.createdAt),
  ],
);
export type StoredDelivery = typeof webhookDeliveries.$inferSelect;
