/**
 * Webhooks of providers. Each is verified, stored unchanged, answered after the commit, and then processed. A webhook
 * is only a reason to ask the provider, so order and repetition don't matter.
 */
import { and, eq, lt, or } from "drizzle-orm";
import {
  paymentAttempts,
  paymentWebhooks,
  type StoredPaymentAttempt,
} from "../../../db/schema/payment-links";
import { findRow, updateRow } from "../../../db/rows";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { openProvider } from "../../payment-providers/open-providers";
import {
  ProviderNoAnswerError,
  ProviderUnreadableError,
  WebhookRefusedError,
} from "../../payment-providers/provider";
import { PaymentProviderId } from "../../payment-providers/provider-contract";
import { checkAttempt } from "./attempt-actions";
import { recordDifference } from "./difference-actions";

/** How long webhooks of payments are kept in their original form. */
const WEBHOOK_RETENTION_MS = 30 * 86_400_000;
/** How many webhooks of a provider one pass reads at most. */
const MAX_WEBHOOKS = 10_000;
/** After how many calls in a row without an answer a provider counts as down, and is left alone until the next time. */
export const MAX_UNANSWERED_IN_A_ROW = 3;

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

/** One pass over the waiting webhooks of a provider. */
interface Pass {
  hasStarted: boolean;
  end: Promise<void>;
}

/** The newest pass of each provider, for each database. */
const newestPasses = new WeakMap<Deps["db"], Map<PaymentProviderId, Pass>>();

/**
 * Processes the waiting webhooks of each of the providers, the oldest first. If a provider doesn't answer, its webhooks
 * stay waiting, and those of the others are processed.
 */
export async function processWebhooks(
  deps: Deps,
  providers: readonly PaymentProviderId[] = PaymentProviderId.options,
): Promise<void> {
  await Promise.all(providers.map((provider) => processInTurn(deps, provider)));
}

/** Processes a provider's webhooks after the pass that is running. Joins the pass that waits for it, if there is one. */
function processInTurn(deps: Deps, provider: PaymentProviderId): Promise<void> {
  const passes = newestPasses.get(deps.db) ?? new Map<PaymentProviderId, Pass>();
  newestPasses.set(deps.db, passes);
  const newestPass = passes.get(provider);
  if (newestPass && !newestPass.hasStarted) return newestPass.end;
  const pass: Pass = { hasStarted: false, end: Promise.resolve() };
  const earlierEnd = newestPass?.end.catch(() => {}) ?? Promise.resolve();
  pass.end = earlierEnd.then(() => {
    pass.hasStarted = true;
    return processWebhooksOf(deps, provider);
  });
  passes.set(provider, pass);
  return pass.end;
}

/** Processes each webhook of a provider that is waiting now once, the oldest first. */
async function processWebhooksOf(deps: Deps, provider: PaymentProviderId): Promise<void> {
  const waitingWebhooks = deps.db.$client
    .query<WaitingWebhook, [string, number]>(
      `SELECT id, provider, event_id AS eventId, attempt_id AS attemptId, ref
       FROM payment_webhooks INDEXED BY payment_webhooks_waiting
       WHERE processed_at IS NULL AND provider = ? ORDER BY received_at LIMIT ?`,
    )
    .all(provider, MAX_WEBHOOKS);
  let unansweredInARow = 0;
  for (const webhook of waitingWebhooks) {
    if (unansweredInARow === MAX_UNANSWERED_IN_A_ROW) return;
    try {
      await processWebhook(deps, webhook);
      unansweredInARow = 0;
    } catch (error) {
      unansweredInARow = isUnanswered(error) ? unansweredInARow + 1 : 0;
      deps.log.warning("A webhook of {provider} could not be processed yet: {reason}", {
        provider: webhook.provider,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

/** Tells whether a provider may be down. A provider whose answer cannot be read is up. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ProviderNoAnswerError && !(error instanceof ProviderUnreadableError);

type WaitingWebhook = Pick<
  typeof paymentWebhooks.$inferSelect,
  "id" | "provider" | "eventId" | "attemptId" | "ref"
>;

async function processWebhook(deps: Deps, webhook: WaitingWebhook): Promise<void> {
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

const isOwnWebhook = ({ attemptId }: WaitingWebhook) =>
  attemptId !== null &&
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(attemptId);

function attemptOf(
  deps: Deps,
  { provider, attemptId, ref }: WaitingWebhook,
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
