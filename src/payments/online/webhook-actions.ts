/**
 * Webhooks of providers: proven, stored as they came, answered once that is committed, and then looked into. What one
 * says is only a reason to ask the provider, so that order and repetition do not matter.
 */
import { and, asc, eq, isNull, lt, or } from "drizzle-orm";
import {
  paymentAttempts,
  paymentWebhooks,
  type StoredPaymentAttempt,
} from "../../../db/schema/payment-links";
import { findRow, updateRow } from "../../../db/rows";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { openProvider } from "../../payment-providers/open-providers";
import { WebhookRefusedError } from "../../payment-providers/provider";
import type { PaymentProviderId } from "../../payment-providers/provider-contract";
import { settleAttempt } from "./attempt-actions";
import { recordDifference } from "./difference-actions";

/** Webhooks are kept as they came for so long. */
const WEBHOOK_RETENTION_MS = 30 * 86_400_000;
/** As many are looked into at once as one call may wait for. */
const BATCH_SIZE = 100;

/**
 * Stores a webhook; a repeated one changes nothing. 404 when the provider is not connected, 400 unless its signature
 * shows that the provider sent it. Resolves after the commit.
 */
export async function receiveWebhook(
  deps: Deps,
  id: PaymentProviderId,
  webhook: { body: string; headers: Headers; query: URLSearchParams },
): Promise<void> {
  const provider = openProvider(deps, id);
  if (!provider) throw new AppError("request.not_found");
  const event = await provider.readWebhook(webhook).catch((error: unknown) => {
    if (!(error instanceof WebhookRefusedError)) throw error;
    deps.log.warning("A webhook of {provider} was refused: {reason}", {
      provider: id,
      reason: error.message,
    });
    throw new AppError("payment.webhook_refused");
  });
  const { eventId, type, paymentId, ref } = event;
  await deps.write((tx) =>
    tx
      .insert(paymentWebhooks)
      .values({
        id: Bun.randomUUIDv7(),
        provider: id,
        eventId,
        type,
        attemptId: paymentId,
        ref,
        body: webhook.body,
        receivedAt: deps.now(),
      })
      .onConflictDoNothing()
      .run(),
  );
}

/** Looks into all webhooks that wait; those whose provider is silent go on waiting. */
export async function processWebhooks(deps: Deps): Promise<void> {
  const waitingWebhooks = deps.db
    .select()
    .from(paymentWebhooks)
    .where(isNull(paymentWebhooks.processedAt))
    .orderBy(asc(paymentWebhooks.receivedAt))
    .limit(BATCH_SIZE)
    .all();
  for (const webhook of waitingWebhooks) {
    try {
      await processWebhook(deps, webhook);
    } catch (error) {
      deps.log.warning("A webhook of {provider} could not be processed yet: {reason}", {
        provider: webhook.provider,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

type StoredWebhook = typeof paymentWebhooks.$inferSelect;

async function processWebhook(deps: Deps, webhook: StoredWebhook): Promise<void> {
  const attempt = attemptOf(deps, webhook);
  if (attempt) await settleAttempt(deps, attempt.id);
  await deps.write((tx) => {
    // An account may be used by others too: only what bears a name of ours is ours.
    if (!attempt && isOwnWebhook(webhook))
      recordDifference(tx, deps, {
        kind: "unknown",
        provider: webhook.provider,
        ref: webhook.ref ?? webhook.eventId,
        foundMinor: 0,
      });
    updateRow(tx, paymentWebhooks, webhook.id, { processedAt: deps.now() });
  });
}

const isOwnWebhook = ({ attemptId }: StoredWebhook) =>
  attemptId !== null &&
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(attemptId);

function attemptOf(
  deps: Deps,
  { provider, attemptId, ref }: StoredWebhook,
): StoredPaymentAttempt | null {
  const namedAttempt =
    attemptId === null ? undefined : findRow(deps.db, paymentAttempts, { id: attemptId });
  if (namedAttempt) return namedAttempt.provider === provider ? namedAttempt : null;
  if (ref === null) return null;
  return (
    deps.db
      .select()
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.provider, provider),
          or(eq(paymentAttempts.moneyRef, ref), eq(paymentAttempts.providerRef, ref)),
        ),
      )
      .all()[0] ?? null
  );
}

/** Deletes webhooks after their time. */
export async function sweepWebhooks(deps: Deps): Promise<void> {
  await deps.write((tx) =>
    tx
      .delete(paymentWebhooks)
      .where(lt(paymentWebhooks.receivedAt, deps.now() - WEBHOOK_RETENTION_MS))
      .run(),
  );
}
