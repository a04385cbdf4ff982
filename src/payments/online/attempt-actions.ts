/** Payments that are begun at a provider, and what comes of them. */
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
import { describe } from "./online-queries";

/** What the provider knows nothing of after so long was never begun. */
const UNKNOWN_TO_PROVIDER_MS = 60_000;

/**
 * A saved card is charged without its owner, so a provider that is late is not to be overtaken by a second charge. For
 * so long the same one is asked for again, under its own name: Stripe keeps that for a day.
 */
const REQUEST_REPEAT_WINDOW_MS = 23 * 3_600_000;

/** Whether an attempt may be repeated: later its provider would treat it as a new one. */
const isRepeatable = (deps: Deps, { cardId, createdAt }: StoredPaymentAttempt): boolean =>
  cardId === null || createdAt > deps.now() - REQUEST_REPEAT_WINDOW_MS;

/** A provider's page can be paid on for so long: Stripe's shortest, and an hour's room for a slow start. */
const PAGE_LIFETIME_MS = 90 * 60_000;

/**
 * Begins to pay by a link and says where the payer goes on; a payment that has begun is continued, in however many
 * tabs. 404, 409 when the link has ended, is paid, or a payment of another kind waits, 422 without a provider or a
 * number, 502 when the provider gives no answer.
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
    const live = liveAttempt(tx, link.id);
    if (live) return { attempt: live, isNew: false };
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
 * Begins to charge a saved card what is left to pay by a link, inside the caller's transaction; one that has begun is
 * continued. 409 while a payment by another way is under way, while nobody knows what came of a charge by another link,
 * and when nothing is left to pay.
 */
export function ensureCardAttempt(
  tx: Tx,
  deps: Deps,
  link: StoredPayLink,
  { card, reason = "" }: { card: StoredCard; reason?: string },
): StoredPaymentAttempt {
  const live = liveAttempt(tx, link.id);
  if (live && live.cardId !== card.id) throw new AppError("payment.under_way");
  if (live) return live;
  if (tripsOfPayable(tx, link).some(({ id }) => hasOpenCardPayment(tx, id)))
    throw new AppError("card.under_way");
  const provider = openProvider(deps, card.provider);
  if (!provider) throw new AppError("payment.no_provider");
  // Read again inside the transaction: it may have been paid since.
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
 * Charges a saved card by an attempt: true when the amount is paid or held, false when the bank refuses. 502 when the
 * provider gives no answer: the same attempt is to be tried again.
 */
export async function chargeCard(deps: Deps, { id }: StoredPaymentAttempt): Promise<boolean> {
  const attempt = findRow(deps.db, paymentAttempts, { id });
  try {
    if (attempt?.state === "starting" && isRepeatable(deps, attempt))
      await beginAttempt(deps, attempt);
    await settleAttempt(deps, id);
  } catch (error) {
    if (error instanceof ProviderNoAnswerError) throw new AppError("payment.no_answer");
    if (!(error instanceof AppError && error.code === "payment.refused")) throw error;
  }
  const after = findRow(deps.db, paymentAttempts, { id })?.state;
  if (after === "starting" || after === "open") throw new AppError("payment.no_answer");
  return after === "paid" || after === "held";
}

/** The number that is charged; 422 by its field where mobile money has none. */
function phoneOf(deps: Deps, { method, phone = "" }: z.output<typeof StartPayment>): string | null {
  if (method !== "mobile_money") return null;
  const read = readTypedContact(deps, phone);
  if (read?.type === "phone") return read.value;
  throw new AppError("request.invalid", {
    fields: { phone: "Enter a valid phone number." },
  });
}

/** The tip that was chosen; 400 without one, 422 for more than the trip allows, which is 0 once it takes none. */
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

/** The attempt of a link that may still be paid. */
export function liveAttempt(tx: Tx | Deps["db"], linkId: string): StoredPaymentAttempt | null {
  const live = ({ state }: StoredPaymentAttempt) => state === "starting" || state === "open";
  return findRows(tx, paymentAttempts, { linkId }).find(live) ?? null;
}

/**
 * Checks a payment that has begun, and ends it where another method or tip was chosen: nobody is to pay twice.
 * 409 where it cannot be ended.
 */
async function endEarlierAttempts(
  deps: Deps,
  linkId: string,
  method: string,
  tipMinor: number | null,
): Promise<void> {
  const live = liveAttempt(deps.db, linkId);
  if (!live) return;
  await settleAttempt(deps, live.id).catch(() => {});
  const runningAttempt = liveAttempt(deps.db, linkId);
  if (!runningAttempt) return;
  if (
    runningAttempt.method === method &&
    (tipMinor ?? runningAttempt.amountMinor) === runningAttempt.amountMinor
  )
    return;
  if (!(await endLiveAttempt(deps, linkId))) throw new AppError("payment.under_way");
}

/** Asks the provider to begin, and writes down what it said. One that is `isNew` was never asked for before. */
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
  const startedPayment: Promise<StartedPayment> = card
    ? card.vault.charge(request, card).then(({ ref }) => ({ ref, next: { kind: "prompt" } }))
    : provider.start(request);
  const started = await startedPayment.catch(async (error: unknown) => {
    if (error instanceof ProviderRefusal || (isNew && error instanceof ProviderKeyRefusedError)) {
      await endRefusedAttempt(deps, attempt.id, error.message);
      deps.log.warning("{provider} refused payment {id}: {reason}", {
        provider: attempt.provider,
        id: attempt.id,
        reason: error.message,
      });
      throw new AppError("payment.refused");
    }
    // It stays as it is: the next press, or the hourly look, finds out.
    if (error instanceof ProviderNoAnswerError) throw new AppError("payment.no_answer");
    throw error;
  });
  return openPayment(deps, attempt.id, started);
}

/** The saved card that an attempt charges; null for one whose payer is at a page. 422 for one that is gone. */
function cardOf(deps: Deps, { cardId, provider }: StoredPaymentAttempt) {
  if (cardId === null) return null;
  const row = findRow(deps.db, savedCards, { id: cardId });
  const vault = openProvider(deps, provider)?.cards;
  if (!vault || !row?.customerRef || !row.methodRef) throw new AppError("card.unknown");
  return { vault, customer: row.customerRef, method: row.methodRef };
}

/** Under what a provider knows an attempt. */
export function recordedPaymentOf(deps: Deps, attempt: StoredPaymentAttempt): RecordedPayment {
  const { id, providerRef: ref, currency, cardId } = attempt;
  const card = cardId === null ? undefined : findRow(deps.db, savedCards, { id: cardId });
  return { id, ref, currency, customer: card?.customerRef ?? null };
}

/** Records that it has begun. 502 when it was given up while the provider was asked: nobody is sent to its page. */
async function openPayment(
  deps: Deps,
  id: string,
  { ref, next }: StartedPayment,
): Promise<{ url: string | null }> {
  const url = next.kind === "redirect" ? next.url : null;
  await deps.write((tx) => {
    const before = findRow(tx, paymentAttempts, { id });
    if (before?.state === "starting")
      updateRow(tx, paymentAttempts, id, { state: "open", providerRef: ref, url, failure: null });
    // A payment that still arrives is found by this reference.
    else if (before?.providerRef === null) updateRow(tx, paymentAttempts, id, { providerRef: ref });
  });
  const state = findRow(deps.db, paymentAttempts, { id })?.state;
  if (state === "failed" || state === "expired") throw new AppError("payment.no_answer");
  return { url };
}

/** The same each time for one attempt, so that asking again is harmless. */
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
    description: describe(deps, link),
    payer: { ...payer, phone: attempt.phone ?? payer.phone },
    returnUrl: payUrl(deps, link.id),
    callbackUrl: `${deps.config.publicUrl}/backend/payments/${attempt.provider}/webhook?${signedQuery}`,
    expiresAt,
  };
}

/** A refused attempt has not begun; one that another tab has opened in the meantime has. */
async function endRefusedAttempt(deps: Deps, id: string, failure: string): Promise<void> {
  await deps.write((tx) =>
    tx
      .update(paymentAttempts)
      .set({ state: "failed", failure, checkedAt: deps.now() })
      .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, "starting")))
      .run(),
  );
}

/** Ends what has begun by a link, where the provider can; true when nothing is left that could be paid. */
export async function endLiveAttempt(deps: Deps, linkId: string): Promise<boolean> {
  const live = liveAttempt(deps.db, linkId);
  if (!live) return true;
  const provider = openProvider(deps, live.provider);
  const knownPayment = recordedPaymentOf(deps, live);
  const isEnded =
    live.state === "open" && ((await provider?.cancel(knownPayment).catch(() => false)) ?? false);
  if (isEnded) await expireAttempt(deps, live.id);
  return isEnded;
}

async function expireAttempt(deps: Deps, id: string): Promise<void> {
  const end = { state: "expired", checkedAt: deps.now() } as const;
  await deps.write((tx) => updateRow(tx, paymentAttempts, id, end));
}

/**
 * Asks the provider what became of an attempt and writes that down, in one transaction: rows of the ledger, the
 * link's end, differences. May be called at any time, any number of times. Throws `ProviderNoAnswerError` when the
 * provider gives no answer.
 */
export async function settleAttempt(deps: Deps, id: string): Promise<void> {
  const attempt = findRow(deps.db, paymentAttempts, { id });
  const provider = attempt && openProvider(deps, attempt.provider);
  if (!provider) return;
  let known = recordedPaymentOf(deps, attempt);
  if (attempt.state === "starting") {
    // The answer to its beginning was lost, or is on its way. Nobody is asked for money again unless they press.
    const foundPayment = await provider.find(known);
    if (foundPayment)
      await openPayment(deps, id, { ref: foundPayment.ref, next: { kind: "prompt" } });
    else {
      const expiresAfterMs =
        attempt.cardId === null ? UNKNOWN_TO_PROVIDER_MS : REQUEST_REPEAT_WINDOW_MS;
      if (attempt.createdAt <= deps.now() - expiresAfterMs) await expireAttempt(deps, id);
      return;
    }
    known = { ...known, ref: foundPayment.ref };
  }
  const facts = await provider.find(known);
  if (facts) {
    const refunds = hasRefund(deps, id) ? await provider.listRefunds(known) : null;
    await applyProviderFacts(deps, SYSTEM_ACTOR, id, facts, refunds);
    // It was late: what was begun in its place is not to be paid too.
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
