/** Calls an endpoint and records the outcome. */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import {
  type StoredWebhookDelivery,
  type StoredWebhookEndpoint,
  webhookDeliveries,
  webhookEndpoints,
} from "../../db/schema/webhooks";
import { findRow, updateRow } from "../../db/rows";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { type Deps, SYSTEM_ACTOR } from "../deps";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { resolveName } from "./public-address";
import { type Outcome, type OutboundOptions, postWebhook } from "./post-webhook";
import { TURN_OFF_AFTER_MS, retryDelayMs } from "./rules";

/** Returns how endpoints are reached; only tests change this. */
export function outboundOptions({ config }: Pick<Deps, "config">): OutboundOptions {
  return { resolve: resolveName, allowsLoopback: config.allowsLoopback };
}

/** Calls an endpoint once, signed with its secret and, for a day after a change, also with the previous one. */
export async function callEndpoint(
  deps: Deps,
  endpoint: StoredWebhookEndpoint,
  { eventId, body, attempts }: Pick<StoredWebhookDelivery, "eventId" | "body" | "attempts">,
  outbound: OutboundOptions,
): Promise<Outcome> {
  // Loaded for the first call.
  const { Webhook } = await import("standardwebhooks");
  const at = new Date(deps.now());
  const { secret, formerSecret, formerSecretUntil } = endpoint;
  const isFormerValid = formerSecret !== null && (formerSecretUntil ?? 0) > at.getTime();
  const secrets = decryptSecrets(deps, isFormerValid ? [secret, formerSecret] : [secret]);
  if (!secrets)
    return {
      status: null,
      answer: null,
      error: SECRET_LOST_MESSAGE,
      tookMs: 0,
      retryAfterMs: null,
    };
  const signatures = secrets.map((one) => new Webhook(one).sign(eventId, at, body));
  return postWebhook(
    new URL(endpoint.url),
    {
      headers: {
        "webhook-id": eventId,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": signatures.join(" "),
      },
      body,
      attempt: attempts + 1,
    },
    outbound,
  );
}

const SECRET_LOST_MESSAGE =
  "The webhook’s secret was encrypted with another key. Change the secret.";

function decryptSecrets({ keys }: Deps, encryptedSecrets: readonly string[]): string[] | null {
  try {
    return encryptedSecrets.map((one) => keys.decrypt(one));
  } catch {
    return null;
  }
}

/** Returns whether an endpoint has accepted an event. */
export function isDelivered({ status }: Pick<Outcome, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Makes a waiting call; null if its endpoint has been turned off. */
export async function deliver(
  deps: Deps,
  delivery: StoredWebhookDelivery,
  outbound: OutboundOptions,
): Promise<Outcome | null> {
  const endpoint = findRow(deps.db, webhookEndpoints, { id: delivery.endpointId });
  if (!endpoint?.isOn) return null;
  const outcome = await callEndpoint(deps, endpoint, delivery, outbound);
  const { status, error } = outcome;
  const delivered = isDelivered(outcome);
  deps.tally.count("livery_webhooks_total", `outcome="${delivered ? "delivered" : "failed"}"`);
  if (!delivered)
    deps.log.warning("Webhook {id} was not delivered to {host}: {reason}", {
      id: delivery.id,
      host: new URL(endpoint.url).host,
      reason: error ?? `The server answered ${status}.`,
    });
  return outcome;
}

/**
 * Records the outcome of a call. A failed call is postponed, or given up after the last attempt. An endpoint that has
 * failed for days or answers that it no longer exists is turned off. If the server is killed before the outcome is
 * recorded, the call is repeated with the same id: at least once, not exactly once.
 */
export async function recordDeliveryOutcome(
  deps: Deps,
  { id, endpointId, attempts: before }: StoredWebhookDelivery,
  { retryAfterMs, ...outcome }: Outcome,
): Promise<void> {
  const delivered = isDelivered(outcome);
  await deps.write((tx) => {
    const now = deps.now();
    const attempts = before + 1;
    const pauseMs = retryDelayMs(attempts, Math.random(), retryAfterMs);
    if (delivered) clearFailures(tx, endpointId);
    else recordFailure(tx, deps, endpointId, outcome.status === 410 ? "gone" : "failing");
    // No calls wait for an endpoint that has been turned off.
    const waits = pauseMs !== null && findRow(tx, webhookEndpoints, { id: endpointId })?.isOn;
    updateRow(tx, webhookDeliveries, id, {
      ...outcome,
      state: delivered ? "delivered" : waits ? "waiting" : "failed",
      attempts,
      attemptedAt: now,
      nextAttemptAt: now + (pauseMs ?? 0),
    });
  });
}

function clearFailures(tx: Tx, id: string): void {
  tx.update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(eq(webhookEndpoints.id, id), isNotNull(webhookEndpoints.failingSince)))
    .run();
}

/**
 * Records that an endpoint has failed. If it no longer exists or has failed for days, turns it off and notifies the
 * owners.
 */
function recordFailure(tx: Tx, deps: Deps, id: string, reason: "gone" | "failing"): void {
  const endpoint = findRow(tx, webhookEndpoints, { id });
  if (!endpoint?.isOn) return;
  const now = deps.now();
  const failingSince = endpoint.failingSince ?? now;
  if (reason === "failing" && now - failingSince < TURN_OFF_AFTER_MS) {
    if (endpoint.failingSince === null) updateRow(tx, webhookEndpoints, id, { failingSince });
    return;
  }
  updateRow(tx, webhookEndpoints, id, { failingSince, version: endpoint.version + 1 });
  turnOffEndpoint(tx, id, reason, now);
  recordStaffNews(tx, deps, "webhook_off", id, null);
  appendAudit(tx, deps, {
    actor: SYSTEM_ACTOR,
    action: "webhook.turned_off",
    subject: { kind: "settings", id: `webhooks/${id}` },
    summary:
      reason === "gone"
        ? `Turned off a webhook of ${new URL(endpoint.url).host}, which answered that it no longer exists`
        : `Turned off a webhook of ${new URL(endpoint.url).host}, which failed for five days`,
  });
}

/** Turns an endpoint off inside the caller's transaction. Its waiting calls count as failed, and can be repeated. */
export function turnOffEndpoint(
  tx: Tx,
  id: string,
  offReason: NonNullable<StoredWebhookEndpoint["offReason"]>,
  now: number,
): void {
  updateRow(tx, webhookEndpoints, id, { isOn: false, offReason, offAt: now });
  tx.update(webhookDeliveries)
    .set({ state: "failed" })
    // Written as in the index, so that SQLite uses it.
    .where(and(eq(webhookDeliveries.endpointId, id), sql`${webhookDeliveries.state} = 'waiting'`))
    .run();
}
