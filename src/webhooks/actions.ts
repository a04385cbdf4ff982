/** The owner adds, changes, tests and deletes endpoints, and repeats calls. */
import { and, count, eq, gte, sql } from "drizzle-orm";
import {
  type StoredWebhookDelivery,
  type StoredWebhookEndpoint,
  webhookDeliveries,
  webhookEndpoints,
} from "../../db/schema/webhooks";
import { findRow, insertReturning } from "../../db/rows";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { requireSeenRecord } from "../audit/concurrent-change-queries";
import type { AuditAction } from "../audit/contract";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { requireRow, writeNextVersion } from "../rows";
import type { AddEndpoint, EndpointSecret, ReplayRequest, SaveEndpoint } from "./contract";
import { callEndpoint, isDelivered, outboundOptions, turnOffEndpoint } from "./delivery-actions";
import { TEST_TYPE } from "./event-contract";
import { publicAddresses, RefusedAddressError } from "./public-address";
import { webhookBody } from "./record-actions";
import { FORMER_SECRET_MS } from "./rules";

const MAX_ENDPOINTS = 20;

/** Throws 400 unless the address may be called now; each call checks it again. */
async function assertPublicUrl(deps: Deps, url: string): Promise<void> {
  try {
    await publicAddresses(new URL(url), outboundOptions(deps));
  } catch (error) {
    if (!(error instanceof RefusedAddressError)) throw error;
    throw new AppError("request.invalid", { fields: { url: error.message } });
  }
}

/** Returns a new secret in the format of Standard Webhooks. */
function newSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
}

/**
 * Adds an endpoint, or a program's endpoint with its API key. Its secret is shown only this once. 422 beyond twenty.
 */
export async function addEndpoint(
  deps: Deps,
  actor: Actor,
  input: AddEndpoint,
  apiKeyId: string | null = null,
): Promise<EndpointSecret> {
  await assertPublicUrl(deps, input.url);
  const id = Bun.randomUUIDv7();
  const secret = newSecret();
  await deps.write((tx) => {
    const [countedRow] = tx.select({ all: count() }).from(webhookEndpoints).all();
    if ((countedRow?.all ?? 0) >= MAX_ENDPOINTS) throw new AppError("webhook.too_many");
    const row = insertReturning(tx, webhookEndpoints, {
      ...input,
      ...{ id, apiKeyId },
      secret: deps.keys.encrypt(secret),
      createdAt: deps.now(),
    });
    audit(tx, deps, actor, "webhook.added", row, `Added a webhook at ${hostOf(row)}`);
  });
  return { id, secret };
}

/** Changes an endpoint, or turns it on or off. 404 if it does not exist, 409 if somebody else changed it first. */
export async function saveEndpoint(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, isOn, ...fields }: SaveEndpoint,
): Promise<void> {
  // An endpoint whose name no longer resolves can still be turned off.
  const isUrlChanged = findRow(deps.db, webhookEndpoints, { id })?.url !== fields.url;
  if (isUrlChanged) await assertPublicUrl(deps, fields.url);
  await deps.write((tx) => {
    const before = requireSeenEndpoint(tx, id, version);
    const now = deps.now();
    if (before.isOn && !isOn) turnOffEndpoint(tx, id, "owner", now);
    const row = writeNextVersion(
      tx,
      webhookEndpoints,
      before,
      {
        ...fields,
        isOn,
        ...(isOn && { offReason: null, offAt: null }),
        ...(!before.isOn && isOn && { failingSince: null }),
      },
      "request.conflict",
    );
    const detail = {
      changed: changedNames(savedFields(before), savedFields(row)),
      version: row.version,
    };
    audit(tx, deps, actor, "webhook.changed", row, `Changed the webhook at ${hostOf(row)}`, detail);
  });
}

/** Deletes an endpoint with the log of its calls. 404 if it does not exist, 409 if somebody else changed it first. */
export async function removeEndpoint(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  await deps.write((tx) => {
    const row = requireSeenEndpoint(tx, id, version);
    tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run();
    audit(tx, deps, actor, "webhook.removed", row, `Deleted the webhook at ${hostOf(row)}`);
  });
}

/** Gives an endpoint a new secret, which is shown only this once. The previous secret stays valid for another day. */
export async function changeSecret(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number,
): Promise<EndpointSecret> {
  const secret = newSecret();
  await deps.write((tx) => {
    const before = requireSeenEndpoint(tx, id, version);
    const row = writeNextVersion(
      tx,
      webhookEndpoints,
      before,
      {
        secret: deps.keys.encrypt(secret),
        formerSecret: before.secret,
        formerSecretUntil: deps.now() + FORMER_SECRET_MS,
      },
      "request.conflict",
    );
    const summary = `Changed the secret of the webhook at ${hostOf(row)}`;
    audit(tx, deps, actor, "webhook.secret_changed", row, summary, { version: row.version });
  });
  return { id, secret };
}

/** Calls an endpoint now, even if it is off, and returns the result. 404 if it does not exist. */
export async function testEndpoint(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<StoredWebhookDelivery> {
  const endpoint = requireRow(deps.db, webhookEndpoints, { id });
  const now = deps.now();
  const call = {
    id: Bun.randomUUIDv7(),
    endpointId: id,
    eventId: Bun.randomUUIDv7(),
    type: TEST_TYPE,
    body: webhookBody(TEST_TYPE, now, {}),
    createdAt: now,
    nextAttemptAt: now,
    attempts: 0,
  };
  const outcome = await callEndpoint(deps, endpoint, call, outboundOptions(deps));
  return await deps.write((tx) => {
    // The endpoint may have been deleted during the call.
    requireRow(tx, webhookEndpoints, { id });
    audit(tx, deps, actor, "webhook.tested", endpoint, `Tested the webhook at ${hostOf(endpoint)}`);
    return insertReturning(tx, webhookDeliveries, {
      ...call,
      ...outcome,
      attempts: 1,
      attemptedAt: deps.now(),
      state: isDelivered(outcome) ? "delivered" : "failed",
    });
  });
}

/**
 * Repeats calls with their original ids and bodies, and returns how many. 404 if the endpoint or call does not exist,
 * 422 while the endpoint is off.
 */
export function replayDeliveries(
  deps: Deps,
  actor: Actor,
  endpointId: string,
  request: ReplayRequest,
): Promise<number> {
  return deps.write((tx) => {
    const endpoint = requireRow(tx, webhookEndpoints, { id: endpointId });
    if (!endpoint.isOn) throw new AppError("webhook.off");
    const { id, state, createdAt } = webhookDeliveries;
    const deliveryCondition =
      "deliveryId" in request
        ? eq(id, request.deliveryId)
        : // Written as in the index, so that SQLite uses it.
          and(sql`${state} = 'failed'`, gte(createdAt, Date.parse(request.failedSince)));
    const requeuedDeliveries = tx
      .update(webhookDeliveries)
      .set({ state: "waiting", attempts: 0, nextAttemptAt: deps.now() })
      .where(and(eq(webhookDeliveries.endpointId, endpointId), deliveryCondition))
      .returning({ id })
      .all();
    if ("deliveryId" in request && requeuedDeliveries.length === 0)
      throw new AppError("request.not_found");
    if (requeuedDeliveries.length > 0)
      audit(tx, deps, actor, "webhook.replayed", endpoint, `Resent events to ${hostOf(endpoint)}`, {
        events: requeuedDeliveries.length,
      });
    return requeuedDeliveries.length;
  });
}

function requireSeenEndpoint(tx: Tx, id: string, version: number): StoredWebhookEndpoint {
  const row = requireRow(tx, webhookEndpoints, { id });
  requireSeenRecord(tx, subjectOf(id), row, version);
  return row;
}

const subjectOf = (id: string) => ({ kind: "settings" as const, id: `webhooks/${id}` });

/** The part of an address that may be logged; the rest may contain a secret of the receiver. */
const hostOf = ({ url }: Pick<StoredWebhookEndpoint, "url">) => new URL(url).host;

const savedFields = ({ url, description, types, isOn }: StoredWebhookEndpoint) => ({
  url,
  description,
  types,
  isOn,
});

function audit(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: AuditAction,
  { id }: { id: string },
  summary: string,
  detail: Record<string, string | number> = {},
): void {
  appendAudit(tx, deps, { actor, action, subject: subjectOf(id), summary, detail });
}
