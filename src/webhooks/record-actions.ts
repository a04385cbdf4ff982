/**
 * Records calls to endpoints in the transaction of their cause, so that a call exists exactly if its cause was
 * committed. The worker makes them; see `worker.ts`. Without an endpoint nothing is recorded.
 */
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { apiKeys } from "../../db/schema/api-keys";
import type { StoredPayment } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks";
import { prepared } from "../../db/prepared";
import { findRow, insertRow } from "../../db/rows";
import type { Tx } from "../../db/writer";
import { iso } from "../formats/instants";
import type { ReservationEvent } from "../reservations/event-contract";
import { PaymentData, ReservationData, type WebhookData, type WebhookType } from "./event-contract";
import { tripEventTypes } from "./rules";

/** The endpoints to call now: those that are on and, for a program's endpoint, whose API key is valid. */
export const endpointsFor = prepared((db) =>
  db
    .select({ id: webhookEndpoints.id, types: webhookEndpoints.types })
    .from(webhookEndpoints)
    .leftJoin(apiKeys, eq(apiKeys.id, webhookEndpoints.apiKeyId))
    .where(
      and(
        eq(webhookEndpoints.isOn, true),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql.placeholder("now"))),
      ),
    )
    .prepare(),
);

/** Records the calls for an event of a trip, after its row was changed. `at` (ms) is when it happened. */
export function recordTripWebhooks(
  tx: Tx,
  event: ReservationEvent,
  { id, at, now }: { id: string; at: number; now: number },
): void {
  const data = () => {
    const row = findRow(tx, reservations, { id });
    return row ? ReservationData.parse({ ...row, pickupAt: iso(row.pickupAt) }) : null;
  };
  for (const type of tripEventTypes(event)) recordWebhook(tx, type, { at, now }, data);
}

/** Records the calls for a row of the ledger, unless it is pending. */
export function recordPaymentWebhooks(tx: Tx, payment: StoredPayment, now: number): void {
  if (payment.state === "pending") return;
  const type = payment.state === "succeeded" ? "payment.recorded" : "payment.failed";
  recordWebhook(tx, type, { at: now, now }, () => PaymentData.parse(payment));
}

/**
 * Records an event for each endpoint that wants its type, inside the caller's transaction. `data` is called only if
 * there is such an endpoint; if it returns null, nothing is recorded.
 */
export function recordWebhook(
  tx: Tx,
  type: WebhookType,
  { at, now }: { at: number; now: number },
  data: () => WebhookData | null,
): void {
  const endpoints = endpointsFor(tx)
    .all({ now })
    .filter(({ types }) => types === null || types.includes(type));
  const webhookData = endpoints.length > 0 ? data() : null;
  if (!webhookData) return;
  const eventId = Bun.randomUUIDv7();
  const body = webhookBody(type, at, webhookData);
  for (const { id } of endpoints)
    insertRow(tx, webhookDeliveries, {
      id: Bun.randomUUIDv7(),
      endpointId: id,
      eventId,
      type,
      body,
      state: "waiting",
      nextAttemptAt: now,
      createdAt: now,
    });
}

/** Returns the body as Standard Webhooks defines it: the type, when it happened, and the data. */
export function webhookBody(type: string, at: number, data: object): string {
  return JSON.stringify({ type, timestamp: iso(at), data });
}
