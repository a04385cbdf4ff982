/** Checks everything that is open at providers, and so finds what webhooks missed. */
import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { paymentAttempts, paymentDifferences } from "../../../db/schema/payment-links";
import { payments } from "../../../db/schema/payments";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { openProvider } from "../../payment-providers/open-providers";
import { ProviderNoAnswerError } from "../../payment-providers/provider";
import { PaymentProviderId } from "../../payment-providers/provider-contract";
import { deleteRemovedCards } from "../cards/card-actions";
import { checkAttempt } from "./attempt-actions";
import type { Reconciliation } from "./online-contract";
import { finishRefunds } from "./refund-actions";
import {
  isUnanswered,
  MAX_UNANSWERED_IN_A_ROW,
  processWebhooks,
  sweepWebhooks,
} from "./webhook-actions";

/** How long an abandoned attempt is checked, because it may still be paid on a page that stayed open. */
const RECHECK_WINDOW_MS = 3 * 86_400_000;
/**
 * How long a received payment is checked once a day: it may be refunded at the provider or disputed, and a refund may
 * fail.
 */
const PAID_RECHECK_WINDOW_MS = 30 * 86_400_000;
const PAID_RECHECK_INTERVAL_MS = 86_400_000;
/** How many received payments a run checks, starting with those that were not checked for longest. */
const MAX_RECHECKED_PAYMENTS = 200;
/**
 * How long a disputed payment is checked once a day. An open dispute is checked every hour. Banks decide most disputes
 * within three months.
 */
const DISPUTE_WINDOW_MS = 180 * 86_400_000;

/**
 * Checks every open payment and refund, and once a day those that were received. Returns what that found. Deletes old
 * webhooks.
 */
export async function reconcilePayments(deps: Deps): Promise<Reconciliation> {
  const countBefore = countDifferences(deps);
  await processWebhooks(deps);
  const attempts = deps.db
    .select({ id: paymentAttempts.id, provider: paymentAttempts.provider })
    .from(paymentAttempts)
    .where(
      or(
        // A hold may expire, or be captured at the provider.
        inArray(paymentAttempts.state, ["starting", "open", "held"]),
        and(
          inArray(paymentAttempts.state, ["failed", "expired"]),
          gt(paymentAttempts.createdAt, deps.now() - RECHECK_WINDOW_MS),
        ),
        inArray(paymentAttempts.id, disputedAttempts(deps, isNull(paymentDifferences.resolvedAt))),
      ),
    )
    .orderBy(asc(paymentAttempts.createdAt))
    .all();
  const attemptIds = new Set(attempts.map(({ id }) => id));
  attempts.push(...paidAttempts(deps).filter(({ id }) => !attemptIds.has(id)));
  const unansweredCounts = new Map<PaymentProviderId, number>();
  let checkedCount = 0;
  for (const { id, provider } of attempts) {
    const unansweredInARow = unansweredCounts.get(provider) ?? 0;
    if (unansweredInARow === MAX_UNANSWERED_IN_A_ROW) continue;
    try {
      await checkAttempt(deps, id);
      checkedCount += 1;
      if (unansweredInARow > 0) unansweredCounts.set(provider, 0);
    } catch (error) {
      if (error instanceof ProviderNoAnswerError)
        unansweredCounts.set(provider, isUnanswered(error) ? unansweredInARow + 1 : 0);
      deps.log.warning("Payment {id} at {provider} could not be checked: {reason}", {
        id,
        provider,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  await finishRefunds(deps);
  await deleteRemovedCards(deps);
  await sweepWebhooks(deps);
  return {
    checkedCount,
    silent: [...unansweredCounts.keys()],
    differences: countDifferences(deps) - countBefore,
  };
}

/** Selects payments that were disputed. */
function disputedAttempts({ db, now }: Deps, extraCondition?: SQL) {
  const { attemptId, kind, foundAt } = paymentDifferences;
  return db
    .select({ id: attemptId })
    .from(paymentDifferences)
    .where(and(eq(kind, "disputed"), gt(foundAt, now() - DISPUTE_WINDOW_MS), extraCondition));
}

/** Selects payments that a provider has refunded recently, because such a refund can still fail. */
function refundedAttempts({ db, now }: Deps) {
  const paid = alias(payments, "paid");
  const since = new Date(now() - PAID_RECHECK_WINDOW_MS).toISOString().slice(0, 10);
  return db
    .select({ id: paymentAttempts.id })
    .from(payments)
    .innerJoin(paid, eq(paid.id, payments.parentId))
    .innerJoin(
      paymentAttempts,
      or(
        eq(paymentAttempts.paymentId, paid.id),
        eq(paymentAttempts.paymentId, paid.parentId),
        eq(paymentAttempts.moneyRef, paid.providerRef),
      ),
    )
    .where(
      and(eq(payments.kind, "refund"), isNotNull(payments.provider), gte(payments.paidOn, since)),
    );
}

/** Returns received payments that were not checked for a day. */
function paidAttempts(deps: Deps) {
  const { id, provider, state, createdAt, checkedAt } = paymentAttempts;
  const connectedProviders = PaymentProviderId.options.filter(
    (one) => openProvider(deps, one) !== null,
  );
  return deps.db
    .select({ id, provider })
    .from(paymentAttempts)
    .where(
      and(
        eq(state, "paid"),
        inArray(provider, connectedProviders),
        or(
          gt(createdAt, deps.now() - PAID_RECHECK_WINDOW_MS),
          inArray(id, disputedAttempts(deps)),
          inArray(id, refundedAttempts(deps)),
        ),
        lte(checkedAt, deps.now() - PAID_RECHECK_INTERVAL_MS),
      ),
    )
    .orderBy(asc(checkedAt))
    .limit(MAX_RECHECKED_PAYMENTS)
    .all();
}

function countDifferences({ db }: Deps): number {
  return db.select({ n: count() }).from(paymentDifferences).get()?.n ?? 0;
}

/** Like `reconcilePayments`, on the request of a person. */
export async function reconcileManually(deps: Deps, actor: Actor): Promise<Reconciliation> {
  const reconciliation = await reconcilePayments(deps);
  await deps.write((tx) =>
    appendAudit(tx, deps, {
      actor,
      action: "payment.reconciled",
      subject: { kind: "settings", id: "payments" },
      summary: `Checked ${reconciliation.checkedCount} open payments with providers`,
    }),
  );
  return reconciliation;
}
