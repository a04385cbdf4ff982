import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { apiKeys } from "./api-keys";

/** Addresses of other systems that are called when something happens, following Standard Webhooks. */
export const webhookEndpoints = sqliteTable("webhook_endpoints", {
  id: text().primaryKey(),
  url: text().notNull(),
  description: text().notNull(),
  /** The types of events for which the endpoint is called. Null for all. */
  types: text({ mode: "json" }).$type<string[]>(),
  /** The secret that signs the calls, sealed with the server's key. */
  secret: text().notNull(),
  /** The former secret, sealed. Until the given time, calls have its signature too. */
  formerSecret: text(),
  formerSecretUntil: integer(),
  isOn: integer({ mode: "boolean" }).notNull().default(true),
  /**
   * Why the endpoint is off: an owner switched it off, it failed for days, or it answered that it no longer
   * exists.
   */
  offReason: text({ enum: ["owner", "failing", "gone"] }),
  offAt: integer(),
  /** When calls began to fail without a success in between. Null after a success. */
  failingSince: integer(),
  version: integer().notNull().default(1),
  createdAt: integer().notNull(),
  /**
   * The API key of the program that added the endpoint. Null if an owner did. It is called only while the key
   * is in force.
   */
  apiKeyId: text().references(() => apiKeys.id),
});
export type StoredWebhookEndpoint = typeof webhookEndpoints.$inferSelect;

/** Calls to endpoints, written in the transaction of the event. Kept for 30 days. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: text().primaryKey(),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    /** The id of the event, the same for all endpoints and all attempts. */
    eventId: text().notNull(),
    type: text().notNull(),
    /** The JSON of the call, with the data at the time of the event. */
    body: text().notNull(),
    state: text({ enum: ["waiting", "delivered", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer().notNull(),
    createdAt: integer().notNull(),
    /**
     * The last attempt: its time, the status and the start of the answer (or why no answer came), and how long it took.
     */
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
export type StoredWebhookDelivery = typeof webhookDeliveries.$inferSelect;
