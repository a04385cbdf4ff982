/** Payments that were started at a provider, and their results. */
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import {
  payLinks,
  paymentAttempts,
  type StoredPaymentAttempt,
  type StoredPayLink,
} from "../../../db/schema/payment-links";
import { savedCards, type StoredCard } from "../../../db/schema/saved-cards";
import { findRow, findRows, insertReturning, updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { readTypedContact } from "../../accounts/contact-queries";
import { SYSTEM_ACTOR, type Deps } from "../../deps";
import { AppError } from "../../errors";
import { payUrl } from "../../payment-providers/pay-url";
import { openProvider } from "../../payment-providers/open-providers";
import {
  type RecordedPayment,
  type PaymentProvider,
  type PaymentRequest,
  ProviderRefusal,
  ProviderKeyRefusedError,
  ProviderNoAnswerError,
  type StartedPayment,
} from "../../payment-providers/provider";
import { formatMoney } from "../../settings/money-rules";
import type { StartPayment } from "../links/link-contract";
import {
  hasOpenCardPayment,
  linkOfToken,
  remainingPayableMinor,
  payerOf,
  providerFor,
  tripsOfPayable,
} from "../links/link-queries";
import { applyProviderFacts, hasRefund } from "./provider-facts-actions";
import { paymentDescription } from "./online-queries";

/** After this time, a payment that the provider doesn't know was never started. */
const UNKNOWN_TO_PROVIDER_MS = 60_000;

/**
 * How long a charge of a saved card is repeated with the same id. The owner isn't present, so a second charge must not
 * follow while the first may only be late. Stripe keeps the id for a day.
 */
const REQUEST_REPEAT_WINDOW_MS = 23 * 3_600_000;

/** Tells whether an attempt may be repeated. After this window its provider would treat it as a new one. */
const isRepeatable = (deps: Deps, { cardId, createdAt }: StoredPaymentAttempt): boolean =>
  cardId === null || createdAt > deps.now() - REQUEST_REPEAT_WINDOW_MS;

/** How long a provider's page is valid: Stripe's shortest time, plus an hour for a slow start. */
const PAGE_LIFETIME_MS = 90 * 60_000;

/**
 * Starts a payment by a link and returns where the payer continues. A payment in progress is continued, in any number
 * of tabs. Throws 404; 409 if the link has ended or is paid, or if a payment of another kind is in progress; 422
 * without a provider or a phone number; 502 if the provider doesn't answer.
 */
export async function startPaymentByLink(
  deps: Deps,
  token: string,
  input: z.output<typeof StartPayment>,
): Promise<{ url: string | null }> {
  const link = linkOfToken(deps, token);
  const phone = phoneOf(deps, input);
  const tipMinor = link.isTip ? tipOf(link, remainingPayableMinor(deps.db, link), input) : null;
  const provider = providerFor(deps, input.method, link);
  if (!provider) throw new AppError("payment.no_provider");
  await endEarlierAttempts(deps, link.id, input.method, tipMinor);
  const { attempt, isNew } = await deps.write((tx) => {
    const currentLink = findRow(tx, payLinks, { id: link.id });
    if (!currentLink || currentLink.end === "revoked" || currentLink.end === "replaced")
      throw new AppError("payment.link_ended");
    const attemptInProgress = liveAttempt(tx, link.id);
    if (attemptInProgress) return { attempt: attemptInProgress, isNew: false };
    const remainingMinor = remainingPayableMinor(tx, currentLink);
    if (currentLink.end === "paid") throw new AppError("payment.paid");
    if (remainingMinor === 0) throw new AppError(link.isTip ? "tip.closed" : "payment.paid");
    if (currentLink.expiresAt <= deps.now()) throw new AppError("payment.link_ended");
    const { method } = input;
    const amountMinor = tipMinor ?? remainingMinor;
    const attempt = insertAttempt(tx, deps, link, { provider, method, phone, amountMinor });
    return { attempt, isNew: true };
  });
  return attempt.state === "open" ? { url: attempt.url } : beginAttempt(deps, attempt, isNew);
}

function insertAttempt(
  tx: Tx,
  deps: Deps,
  { id: linkId, currency }: Pick<StoredPayLink, "id" | "currency">,
  {
    provider: { id: provider, isLive },
    ...attempt
  }: Pick<StoredPaymentAttempt, "method" | "amountMinor"> &
    Partial<Pick<StoredPaymentAttempt, "phone" | "cardId" | "reason">> & {
      provider: PaymentProvider;
    },
): StoredPaymentAttempt {
  const now = deps.now();
  return insertReturning(tx, paymentAttempts, {
    id: crypto.randomUUID(),
    linkId,
    provider,
    isLive,
    currency,
    ...attempt,
    state: "starting",
    createdAt: now,
    expiresAt: now + PAGE_LIFETIME_MS,
  });
}

/**
 * Starts charging a saved card the amount left to pay by a link, inside the caller's transaction. A charge in progress
 * is continued. Throws 409 if a payment by another method is in progress, if the result of a charge by another link is
 * unknown, or if nothing is left to pay.
 */
export function ensureCardAttempt(
  tx: Tx,
  deps: Deps,
  link: StoredPayLink,
  { card, reason = "" }: { card: StoredCard; reason?: string },
): StoredPaymentAttempt {
  const attemptInProgress = liveAttempt(tx, link.id);
  if (attemptInProgress && attemptInProgress.cardId !== card.id)
    throw new AppError("payment.under_way");
  if (attemptInProgress) return attemptInProgress;
  if (tripsOfPayable(tx, link).some(({ id }) => hasOpenCardPayment(tx, id)))
    throw new AppError("card.under_way");
  const provider = openProvider(deps, card.provider);
  if (!provider) throw new AppError("payment.no_provider");
  // Read again inside the transaction, because the link may have been paid since.
  const currentLink = findRow(tx, payLinks, { id: link.id });
  const amountMinor = currentLink?.end === null ? remainingPayableMinor(tx, currentLink) : 0;
  if (amountMinor === 0) throw new AppError("payment.nothing_due");
  const attempt = {
    provider,
    method: "card_online",
    amountMinor,
    cardId: card.id,
    reason,
  } as const;
  return insertAttempt(tx, deps, link, attempt);
}

/**
 * Charges a saved card by an attempt. Returns true if the amount is paid or held, false if the bank refuses. Throws 502
 * if the provider doesn't answer: the caller must retry the same attempt.
 */
export async function chargeCard(deps: Deps, { id }: StoredPaymentAttempt): Promise<boolean> {
  const attempt = findRow(deps.db, paymentAttempts, { id });
  try {
    if (attempt?.state === "starting" && isRepeatable(deps, attempt))
      await beginAttempt(deps, attempt);
    await checkAttempt(deps, id);
  } catch (error) {
    if (error instanceof ProviderNoAnswerError) throw new AppError("payment.no_answer");
    if (!(error instanceof AppError && error.code === "payment.refused")) throw error;
  }
  const stateAfter = findRow(deps.db, paymentAttempts, { id })?.state;
  if (stateAfter === "starting" || stateAfter === "open") throw new AppError("payment.no_answer");
  return stateAfter === "paid" || stateAfter === "held";
}

/** Returns the phone number to charge. Throws 422 with its field if mobile money has none. */
function phoneOf(deps: Deps, { method, phone = "" }: z.output<typeof StartPayment>): string | null {
  if (method !== "mobile_money") return null;
  const contact = readTypedContact(deps, phone);
  if (contact?.type === "phone") return contact.value;
  throw new AppError("request.invalid", {
    fields: { phone: "Enter a valid phone number." },
  });
}

/**
 * Returns the chosen tip. Throws 400 without one, 422 for more than `maxMinor`, which is 0 if the trip accepts no tip
 * any more.
 */
function tipOf(
  { currency }: StoredPayLink,
  maxMinor: number,
  { tipMinor }: z.output<typeof StartPayment>,
): number {
  if (tipMinor === undefined)
    throw new AppError("request.invalid", { fields: { tipMinor: "Enter an amount." } });
  if (maxMinor > 0 && tipMinor > maxMinor)
    throw new AppError("tip.too_much", {
      fields: { tipMinor: `At most ${formatMoney(maxMinor, currency)}.` },
    });
  return tipMinor;
}

/** Returns the attempt of a link that may still be paid. */
export function liveAttempt(tx: Tx | Deps["db"], linkId: string): StoredPaymentAttempt | null {
  const isInProgress = ({ state }: StoredPaymentAttempt) =>
    state === "starting" || state === "open";
  return findRows(tx, paymentAttempts, { linkId }).find(isInProgress) ?? null;
}

/**
 * Checks a payment in progress, and ends it if another method or tip was chosen, so that nobody pays twice. Throws 409
 * if it cannot be ended.
 */
async function endEarlierAttempts(
  deps: Deps,
  linkId: string,
  method: string,
  tipMinor: number | null,
): Promise<void> {
  const attemptInProgress = liveAttempt(deps.db, linkId);
  if (!attemptInProgress) return;
  await checkAttempt(deps, attemptInProgress.id).catch(() => {});
  const runningAttempt = liveAttempt(deps.db, linkId);
  if (!runningAttempt) return;
  if (
    runningAttempt.method === method &&
    (tipMinor ?? runningAttempt.amountMinor) === runningAttempt.amountMinor
  )
    return;
  if (!(await endLiveAttempt(deps, linkId))) throw new AppError("payment.under_way");
}

/** Starts an attempt at the provider and stores the answer. An `isNew` attempt was never requested before. */
async function beginAttempt(
  deps: Deps,
  attempt: StoredPaymentAttempt,
  isNew = false,
): Promise<{ url: string | null }> {
  if (!isRepeatable(deps, attempt)) throw new AppError("payment.no_answer");
  const provider = openProvider(deps, attempt.provider);
  if (!provider) throw new AppError("payment.no_provider");
  const card = cardOf(deps, attempt);
  const request = paymentRequestOf(deps, attempt);
  const startRequest: Promise<StartedPayment> = card
    ? card.vault.charge(request, card).then(({ ref }) => ({ ref, next: { kind: "prompt" } }))
    : provider.start(request);
  const started = await startRequest.catch(async (error: unknown) => {
    if (error instanceof ProviderRefusal || (isNew && error instanceof ProviderKeyRefusedError)) {
      await endRefusedAttempt(deps, attempt.id, error.message);
      deps.log.warning("{provider} refused payment {id}: {reason}", {
        provider: attempt.provider,
        id: attempt.id,
        reason: error.message,
      });
      throw new AppError("payment.refused");
    }
    // The attempt stays unchanged. The next press or the hourly check finds its result.
    if (error instanceof ProviderNoAnswerError) throw new AppError("payment.no_answer");
    throw error;
  });
  return recordAttemptStarted(deps, attempt.id, started);
}

/**
 * Returns the saved card that an attempt charges, or null if the payer uses a page. Throws 422 if the card was removed.
 */
function cardOf(deps: Deps, { cardId, provider }: StoredPaymentAttempt) {
  if (cardId === null) return null;
  const row = findRow(deps.db, savedCards, { id: cardId });
  const vault = openProvider(deps, provider)?.cards;
  if (!vault || !row?.customerRef || !row.methodRef) throw new AppError("card.unknown");
  return { vault, customer: row.customerRef, method: row.methodRef };
}

/** Returns the ids by which a provider knows an attempt. */
export function recordedPaymentOf(deps: Deps, attempt: StoredPaymentAttempt): RecordedPayment {
  const { id, providerRef: ref, currency, cardId } = attempt;
  const card = cardId === null ? undefined : findRow(deps.db, savedCards, { id: cardId });
  return { id, ref, currency, customer: card?.customerRef ?? null };
}

/**
 * Records that a payment has started. Throws 502 if it was given up in the meantime, so that nobody is sent to its
 * page.
 */
async function recordAttemptStarted(
  deps: Deps,
  id: string,
  { ref, next }: StartedPayment,
): Promise<{ url: string | null }> {
  const url = next.kind === "redirect" ? next.url : null;
  await deps.write((tx) => {
    const before = findRow(tx, paymentAttempts, { id });
    if (before?.state === "starting")
      updateRow(tx, paymentAttempts, id, { state: "open", providerRef: ref, url, failure: null });
    // If the payment still arrives, it is found by this reference.
    else if (before?.providerRef === null) updateRow(tx, paymentAttempts, id, { providerRef: ref });
  });
  const state = findRow(deps.db, paymentAttempts, { id })?.state;
  if (state === "failed" || state === "expired") throw new AppError("payment.no_answer");
  return { url };
}

/** Returns the request of an attempt. It is always the same for one attempt, so that it can be repeated safely. */
function paymentRequestOf(deps: Deps, attempt: StoredPaymentAttempt): PaymentRequest {
  const { id, method, amountMinor, currency, expiresAt } = attempt;
  const link = findRow(deps.db, payLinks, { id: attempt.linkId });
  if (!link) throw new AppError("request.not_found");
  const payer = payerOf(deps, link);
  const signedQuery = new URLSearchParams({
    payment: id,
    signature: deps.keys.sign("payment", id),
  });
  return {
    id,
    method,
    amountMinor,
    currency,
    isHold: link.isHold,
    description: paymentDescription(deps, link),
    payer: { ...payer, phone: attempt.phone ?? payer.phone },
    returnUrl: payUrl(deps, link.id),
    callbackUrl: `${deps.config.publicUrl}/backend/payments/${attempt.provider}/webhook?${signedQuery}`,
    expiresAt,
  };
}

/**
 * Marks an attempt as failed after the provider refused it. An attempt that another tab has opened in the meantime
 * stays open.
 */
async function endRefusedAttempt(deps: Deps, id: string, failure: string): Promise<void> {
  await deps.write((tx) =>
    tx
      .update(paymentAttempts)
      .set({ state: "failed", failure, checkedAt: deps.now() })
      .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, "starting")))
      .run(),
  );
}

/** Ends the payment in progress of a link if the provider can. Returns true if nothing is left that could be paid. */
export async function endLiveAttempt(deps: Deps, linkId: string): Promise<boolean> {
  const attemptInProgress = liveAttempt(deps.db, linkId);
  if (!attemptInProgress) return true;
  const provider = openProvider(deps, attemptInProgress.provider);
  const recordedPayment = recordedPaymentOf(deps, attemptInProgress);
  const isEnded =
    attemptInProgress.state === "open" &&
    ((await provider?.cancel(recordedPayment).catch(() => false)) ?? false);
  if (isEnded) await expireAttempt(deps, attemptInProgress.id);
  return isEnded;
}

async function expireAttempt(deps: Deps, id: string): Promise<void> {
  const end = { state: "expired", checkedAt: deps.now() } as const;
  await deps.write((tx) => updateRow(tx, paymentAttempts, id, end));
}

/**
 * Asks the provider for the result of an attempt, and stores it in one transaction: rows of the ledger, the link's end,
 * and differences. It may be called at any time and any number of times. Throws `ProviderNoAnswerError` if the provider
 * doesn't answer.
 */
export async function checkAttempt(deps: Deps, id: string): Promise<void> {
  const attempt = findRow(deps.db, paymentAttempts, { id });
  const provider = attempt && openProvider(deps, attempt.provider);
  if (!provider) return;
  let recordedPayment = recordedPaymentOf(deps, attempt);
  if (attempt.state === "starting") {
    // The answer to the start was lost or hasn't arrived yet. The payer isn't asked for money again unless they press.
    const providerPayment = await provider.find(recordedPayment);
    if (providerPayment)
      await recordAttemptStarted(deps, id, { ref: providerPayment.ref, next: { kind: "prompt" } });
    else {
      const expiresAfterMs =
        attempt.cardId === null ? UNKNOWN_TO_PROVIDER_MS : REQUEST_REPEAT_WINDOW_MS;
      if (attempt.createdAt <= deps.now() - expiresAfterMs) await expireAttempt(deps, id);
      return;
    }
    recordedPayment = { ...recordedPayment, ref: providerPayment.ref };
  }
  const facts = await provider.find(recordedPayment);
  if (facts) {
    const refunds = hasRefund(deps, id) ? await provider.listRefunds(recordedPayment) : null;
    await applyProviderFacts(deps, SYSTEM_ACTOR, id, facts, refunds);
    // A late payment must also end the attempt that replaced it, so that nobody pays twice.
    const isPaid = findRow(deps.db, payLinks, { id: attempt.linkId })?.end === "paid";
    if (isPaid) await endLiveAttempt(deps, attempt.linkId);
    return;
  }
  await deps.write((tx) =>
    updateRow(tx, paymentAttempts, id, {
      checkedAt: deps.now(),
      ...(attempt.expiresAt <= deps.now() && attempt.state === "open" && { state: "expired" }),
    }),
  );
}
