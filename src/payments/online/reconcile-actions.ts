/** Looks through all that is open at providers: what a webhook missed is found here. */
import { and, asc, eq, gt, inArray, isNull, lte, or } from "drizzle-orm";
import { paymentAttempts, paymentDifferences } from "../../../db/schema/payment-links";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { openProvider } from "../../payment-providers/open-providers";
import { ProviderNoAnswer } from "../../payment-providers/provider";
import { PaymentProviderId } from "../../payment-providers/provider-contract";
import { forgetCards } from "../cards/card-actions";
import { settleAttempt } from "./attempt-actions";
import type { Reconciliation } from "./online-contract";
import { finishRefunds } from "./refund-actions";
import { processWebhooks, sweepWebhooks } from "./webhook-actions";

/** An abandoned attempt may still be paid, on a page that stayed open: it is checked for so long. */
const RECHECK_WINDOW_MS = 3 * 86_400_000;
/** A payment that has arrived may be refunded there, or disputed: it is checked once a day for so long, */
const PAID_RECHECK_WINDOW_MS = 30 * 86_400_000;
const PAID_RECHECK_INTERVAL_MS = 86_400_000;
/** and so many at a time, those that were not checked for longest first. */
const MAX_RECHECKED_PAYMENTS = 200;
/** Banks decide most disputes within three months. */
const DISPUTE_MS = 180 * 86_400_000;

/**
 * Fetches every open payment and refund once, once a day those that have arrived, and says what that found. Webhooks
 * after their time are deleted.
 */
export async function reconcilePayments(deps: Deps): Promise<Reconciliation> {
  const before = openDifferences(deps);
  await processWebhooks(deps);
  const { attemptId, kind, foundAt } = paymentDifferences;
  const disputed = deps.db
    .select({ id: attemptId })
    .from(paymentDifferences)
    .where(and(eq(kind, "disputed"), gt(foundAt, deps.now() - DISPUTE_MS)));
  const attempts = deps.db
    .select({ id: paymentAttempts.id, provider: paymentAttempts.provider })
    .from(paymentAttempts)
    .where(
      or(
        // A hold may run out, or be taken at the provider.
        inArray(paymentAttempts.state, ["starting", "open", "held"]),
        and(
          inArray(paymentAttempts.state, ["failed", "expired"]),
          gt(paymentAttempts.createdAt, deps.now() - RECHECK_WINDOW_MS),
        ),
        inArray(paymentAttempts.id, disputed),
      ),
    )
    .orderBy(asc(paymentAttempts.createdAt))
    .all();
  const known = new Set(attempts.map(({ id }) => id));
  attempts.push(...paidAttempts(deps).filter(({ id }) => !known.has(id)));
  const silent = new Set<PaymentProviderId>();
  for (const { id, provider } of attempts) {
    // One that is down is not asked for each of its payments.
    if (silent.has(provider)) continue;
    try {
      await settleAttempt(deps, id);
    } catch (error) {
      if (error instanceof ProviderNoAnswer) silent.add(provider);
      deps.log.warning("Payment {id} at {provider} could not be checked: {reason}", {
        id,
        provider,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  await finishRefunds(deps);
  await forgetCards(deps);
  await sweepWebhooks(deps);
  return {
    looked: attempts.length,
    silent: [...silent],
    differences: openDifferences(deps) - before,
  };
}

/** Payments that have arrived and were not checked for a day. */
function paidAttempts(deps: Deps) {
  const { id, provider, state, createdAt, checkedAt } = paymentAttempts;
  const connected = PaymentProviderId.options.filter((one) => openProvider(deps, one) !== null);
  return deps.db
    .select({ id, provider })
    .from(paymentAttempts)
    .where(
      and(
        eq(state, "paid"),
        inArray(provider, connected),
        gt(createdAt, deps.now() - PAID_RECHECK_WINDOW_MS),
        lte(checkedAt, deps.now() - PAID_RECHECK_INTERVAL_MS),
      ),
    )
    .orderBy(asc(checkedAt))
    .limit(MAX_RECHECKED_PAYMENTS)
    .all();
}

function openDifferences(deps: Deps): number {
  const open = deps.db
    .select({ id: paymentDifferences.id })
    .from(paymentDifferences)
    .where(isNull(paymentDifferences.resolvedAt))
    .all();
  return open.length;
}

/** As `reconcilePayments`, when somebody asks for it. */
export async function reconcileManually(deps: Deps, actor: Actor): Promise<Reconciliation> {
  const found = await reconcilePayments(deps);
  await deps.write((tx) =>
    appendAudit(tx, deps, {
      actor,
      action: "payment.reconciled",
      subject: { kind: "settings", id: "payments" },
      summary: `Checked ${found.looked} open payments with providers`,
    }),
  );
  return found;
}
