/**
 * Webhooks of providers. Each is verified, stored unchanged, answered after the commit, and then processed. A webhook
 * is only a reason to ask the provider, so order and repetition don't matter.
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
import { checkAttempt } from "./attempt-actions";
import { recordDifference } from "./difference-actions";

/** How long webhooks of payments are kept in their original form. */
const WEBHOOK_RETENTION_MS = 30 * 86_400_000;
/** How many webhooks are processed at once: as many as one call may wait for. */
const BATCH_SIZE = 100;

/**
 * Stores a webhook. A repeated one changes nothing. Resolves after the commit. Throws 404 if the provider isn't
 * connected, 400 unless its signature shows that the provider sent it.
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

/**
 * Processes the oldest waiting webhooks, at most `BATCH_SIZE` of them. If a provider doesn't answer, its webhooks stay
 * waiting.
 */
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
  if (attempt) await checkAttempt(deps, attempt.id);
  await deps.write((tx) => {
    // The account may serve other programs too, so only webhooks with a Livery id count.
    if (!attempt && isOwnWebhook(webhook))
      recordDifference(tx, deps, {
        kind: "unknown",
        provider: webhook.provider,
        ref: webhook.ref ?? webhook.eventId,
        foundMinor: 0,
      });
    // A webhook about a saved card or another program's customer names a person and is no longer needed.
    updateRow(tx, paymentWebhooks, webhook.id, {
      processedAt: deps.now(),
      ...(!attempt && { body: "" }),
    });
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

/** Deletes old webhooks. */
export async function sweepWebhooks(deps: Deps): Promise<void> {
  await deps.write((tx) =>
    tx
      .delete(paymentWebhooks)
      .where(lt(paymentWebhooks.receivedAt, deps.now() - WEBHOOK_RETENTION_MS))
      .run(),
  );
}
