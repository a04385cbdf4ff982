import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import {
  type StoredWebhookDelivery,
  type StoredWebhookEndpoint,
  webhookDeliveries,
  webhookEndpoints,
} from "../../db/schema/webhooks";
import { requireRow } from "../rows";
import type { Deps } from "../deps";
import { fromCursor, olderThan, TimeCursor, toPage } from "../formats/cursors";
import { iso } from "../formats/instants";
import { webhookTypes } from "./event-contract";
import type { Deliveries, DeliveriesQuery, Delivery, Endpoint, Webhooks } from "./contract";

/** Reads all endpoints, or those of an API key, the oldest first; never with a secret. */
export function readWebhooks(deps: Deps, apiKeyId?: string): Webhooks {
  const rows = deps.db
    .select()
    .from(webhookEndpoints)
    .where(apiKeyId === undefined ? undefined : eq(webhookEndpoints.apiKeyId, apiKeyId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
    .all();
  return {
    endpoints: rows.map((row) => toEndpoint(deps, row)),
    types: [...webhookTypes],
  };
}

function toEndpoint({ db, now }: Deps, row: StoredWebhookEndpoint): Endpoint {
  const { createdAt, offAt, failingSince, formerSecretUntil } = row;
  const { id, url, description, types, isOn, offReason, version } = row;
  const { endpointId, state } = webhookDeliveries;
  const countWhere = (is: SQL) =>
    db
      .select({ all: count() })
      .from(webhookDeliveries)
      .where(and(eq(endpointId, id), is))
      .get()?.all ?? 0;
  return {
    ...{ id, url, description, types, isOn, offReason, version },
    createdAt: iso(createdAt),
    offAt: iso(offAt),
    failingSince: iso(failingSince),
    formerSecretUntil:
      formerSecretUntil !== null && formerSecretUntil > now() ? iso(formerSecretUntil) : null,
    // Written as in the indexes, so that SQLite uses them.
    waiting: countWhere(sql`${state} = 'waiting'`),
    failed: countWhere(sql`${state} = 'failed'`),
  };
}

/**
 * Lists the calls of an endpoint, newest first, with what was sent and answered. 404 if the endpoint does not exist.
 */
export function listDeliveries(
  { db }: Deps,
  endpoint: string,
  { cursor, failed, limit }: DeliveriesQuery,
): Deliveries {
  const after = fromCursor(cursor, TimeCursor);
  requireRow(db, webhookEndpoints, { id: endpoint });
  const { id, endpointId, state, createdAt } = webhookDeliveries;
  const rows = db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(endpointId, endpoint),
        failed && sql`${state} = 'failed'`,
        olderThan(after, createdAt, id),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
    .all();
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.createdAt, last.id]);
  return { deliveries: shown.map(toDelivery), nextCursor };
}

/** Converts a call to the form of the log. */
export function toDelivery(row: StoredWebhookDelivery): Delivery {
  const { id, eventId, type, body, state, attempts, status, answer, error, tookMs } = row;
  return {
    ...{ id, eventId, type, body, state, attempts, status, answer, error, tookMs },
    nextAttemptAt: state === "waiting" ? iso(row.nextAttemptAt) : null,
    createdAt: iso(row.createdAt),
    attemptedAt: iso(row.attemptedAt),
  };
}
