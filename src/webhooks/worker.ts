/**
 * Makes the waiting calls. Each endpoint has its own small limit of concurrent calls, so that a slow one delays no
 * other. Only calls that are about to be made are read, however many wait.
 */
import { and, asc, eq, lte, sql } from "drizzle-orm";
import { type StoredWebhookDelivery, webhookDeliveries } from "../../db/schema/webhooks";
import type { Deps } from "../deps";
import { deliver, recordDeliveryOutcome, outboundOptions } from "./delivery-actions";
import type { Outcome, OutboundOptions } from "./post-webhook";
import { endpointsFor } from "./record-actions";

/** How many calls are made to one endpoint at a time. */
const MAX_CONCURRENT_DELIVERIES = 2;
const POLL_MS = 1_000;
/** How long stopping waits for calls in progress. */
const STOP_TIMEOUT_MS = 5_000;

/** Creates this server's worker; it does nothing until `start`. */
export function createWebhookWorker(deps: Deps, outbound?: OutboundOptions) {
  const callsInProgress = new Map<string, { endpointId: string; ended: Promise<void> }>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStopped = false;

  function wake(): void {
    if (isStopped) return;
    try {
      for (const { id } of endpointsFor(deps.db).all({ now: deps.now() }))
        for (const delivery of dueDeliveries(id)) startCall(delivery);
    } catch (error) {
      deps.log.error("Webhooks could not be read: {error}", { error: String(error) });
    }
  }

  /** Returns the next due calls of an endpoint, as many as its limit still allows. */
  function dueDeliveries(endpointId: string): StoredWebhookDelivery[] {
    const inProgressCount = callsInProgress
      .values()
      .filter((one) => one.endpointId === endpointId)
      .toArray().length;
    if (inProgressCount >= MAX_CONCURRENT_DELIVERIES) return [];
    return (
      deps.db
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.endpointId, endpointId),
            // Written as in the index, so that SQLite uses it.
            sql`${webhookDeliveries.state} = 'waiting'`,
            lte(webhookDeliveries.nextAttemptAt, deps.now()),
          ),
        )
        .orderBy(asc(webhookDeliveries.nextAttemptAt))
        // The rows include the calls in progress, so more are read.
        .limit(MAX_CONCURRENT_DELIVERIES + inProgressCount)
        .all()
        .filter(({ id }) => !callsInProgress.has(id))
        .slice(0, MAX_CONCURRENT_DELIVERIES - inProgressCount)
    );
  }

  function startCall(delivery: StoredWebhookDelivery): void {
    const ended = makeCall(delivery).finally(() => {
      callsInProgress.delete(delivery.id);
      wake();
    });
    callsInProgress.set(delivery.id, { endpointId: delivery.endpointId, ended });
  }

  /** Makes a call once, and keeps its place until the outcome is recorded, for example if the disk is full. */
  async function makeCall(delivery: StoredWebhookDelivery): Promise<void> {
    let outcome: Outcome | null = null;
    do {
      try {
        outcome ??= await deliver(deps, delivery, outbound ?? outboundOptions(deps));
        if (outcome) await recordDeliveryOutcome(deps, delivery, outcome);
        return;
      } catch (error) {
        deps.log.error("Webhook {id} could not be processed: {error}", {
          id: delivery.id,
          error: error instanceof Error ? error.message : String(error),
        });
        await Bun.sleep(POLL_MS);
      }
    } while (!isStopped);
  }

  return {
    /** Looks for waiting calls now. */
    wake,
    start: () => {
      timer ??= setInterval(wake, POLL_MS);
      wake();
    },
    /** Stops: no new call is begun, and calls in progress get 5 s to finish. */
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      const calls = callsInProgress.values().map(({ ended }) => ended);
      await Promise.race([Promise.allSettled(calls), Bun.sleep(STOP_TIMEOUT_MS)]);
    },
  };
}
