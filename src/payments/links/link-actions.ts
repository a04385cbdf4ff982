/** Creates, sends and revokes payment links on behalf of staff. */
import type { z } from "zod";
import { payTokenOf, payUrl } from "../../payment-providers/pay-url";
import { companies } from "../../../db/schema/companies";
import { payLinks, type StoredPayLink } from "../../../db/schema/payment-links";
import { findRow, insertRow, updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { queueMessage, queueRiderMessage } from "../../notifications/outbox";
import { invoicePayLink, tripPayLink } from "../../notifications/texts/payment-texts";
import { hashToken } from "../../process/keys";
import { loadInvoice } from "../../invoices/queries";
import { prepaymentOf } from "../../reservations/prepaying/prepay-queries";
import { loadTrip } from "../../reservations/trip-queries";
import { formatMoney } from "../../settings/money-rules";
import { readOperator } from "../../settings/queries";
import { endLiveAttempt, liveAttempt } from "../online/attempt-actions";
import type { MakePayLink } from "./link-contract";
import { endLink } from "./link-end-actions";
import {
  loadPayLinkSubject,
  openLinkOf,
  type Payable,
  sharedPayableOf,
  payableMinorOf,
} from "./link-queries";

/** How long a trip's link is valid. */
const TRIP_LINK_LIFETIME_MS = 14 * 86_400_000;
/** How long an invoice's link is valid. Companies pay late. */
const INVOICE_LINK_LIFETIME_MS = 90 * 86_400_000;

/**
 * Creates the link of a trip or an invoice for all or part of the amount due, and replaces an earlier link. Throws 404,
 * 409 if nothing is due, 422 for more than is due.
 */
export async function makePayLink(
  deps: Deps,
  actor: Actor,
  payable: Payable,
  { amountMinor, send }: z.output<typeof MakePayLink>,
): Promise<void> {
  const { replacedLink } = await deps.write((tx) => {
    const links = makePayLinkInTransaction(tx, deps, actor, payable, amountMinor);
    const { link } = links;
    const amount = formatMoney(link.amountMinor, link.currency);
    auditPayLink(tx, deps, actor, payable, `Asked for ${amount} by link`);
    if (send) sendLinkMessage(tx, deps, link);
    return links;
  });
  // A page of the replaced link that is still open must not take a payment any more.
  if (replacedLink) await endLiveAttempt(deps, replacedLink.id);
}

/**
 * Does the same as `makePayLink` inside the caller's transaction. The caller must then end the payment that was started
 * by the link `before`.
 */
export function makePayLinkInTransaction(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  payable: Payable,
  amountMinor: number | undefined,
): { link: StoredPayLink; replacedLink: StoredPayLink | null } {
  const replacedLink = openLinkOf(tx, payable);
  // The result of the charge isn't known yet, and the charge cannot be ended.
  if (replacedLink && liveAttempt(tx, replacedLink.id)?.cardId)
    throw new AppError("card.under_way");
  if (replacedLink) endLink(tx, deps, replacedLink.id, "replaced");
  const newPayLink = newLinkRow(tx, deps, actor, sharedPayableOf(tx, payable));
  const dueMinor = payableMinorOf(tx, newPayLink);
  if (dueMinor <= 0) throw new AppError("payment.nothing_due");
  if (amountMinor !== undefined && amountMinor > dueMinor)
    throw new AppError("payment.link_too_much", {
      fields: { amountMinor: `At most ${formatMoney(dueMinor, newPayLink.currency)}.` },
    });
  const link = { ...newPayLink, amountMinor: amountMinor ?? dueMinor };
  insertRow(tx, payLinks, link);
  return { link, replacedLink };
}

/**
 * Returns the link for the whole amount due on an invoice, inside the caller's transaction: the current link if it is
 * valid for some time, else a new one. The caller must end the payment of the link `replacedLinkId`.
 */
export function ensureInvoiceLink(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  invoiceId: string,
  dueMinor: number,
): { id: string; replacedLinkId: string | null } {
  const payable = { invoiceId };
  const openLink = openLinkOf(tx, payable);
  const canReuseLink =
    openLink &&
    openLink.expiresAt >= deps.now() + TRIP_LINK_LIFETIME_MS &&
    openLink.amountMinor >= dueMinor;
  if (canReuseLink) {
    updateRow(tx, payLinks, openLink.id, { sentAt: deps.now() });
    return { id: openLink.id, replacedLinkId: null };
  }
  if (openLink) endLink(tx, deps, openLink.id, "replaced");
  const link = {
    ...newLinkRow(tx, deps, actor, payable),
    amountMinor: dueMinor,
    sentAt: deps.now(),
  };
  insertRow(tx, payLinks, link);
  return { id: link.id, replacedLinkId: openLink?.id ?? null };
}

/** Returns a new link for a trip or an invoice, which isn't stored yet. */
export function newLinkRow(tx: Tx, deps: Deps, actor: Actor, payable: Payable) {
  const now = deps.now();
  const id = Bun.randomUUIDv7();
  const { currency } =
    "reservationId" in payable
      ? loadTrip(tx, { actor, id: payable.reservationId })
      : loadInvoice(tx, payable.invoiceId);
  return {
    id,
    tokenHash: hashToken(payTokenOf(deps.keys, id)),
    reservationId: null,
    invoiceId: null,
    ...payable,
    currency,
    createdAt: now,
    createdByKind: actor.kind,
    createdById: actor.id,
    createdBy: actor.name,
    expiresAt: now + ("invoiceId" in payable ? INVOICE_LINK_LIFETIME_MS : TRIP_LINK_LIFETIME_MS),
    sentAt: null,
    openedAt: null,
    isHold: false,
    isTip: false,
    end: null,
    endedAt: null,
  };
}

/** Sends the current link again. Throws 404 if there is none. */
export async function sendPayLink(deps: Deps, actor: Actor, payable: Payable): Promise<void> {
  await deps.write((tx) => {
    const link = requireValidLink(tx, deps, payable);
    sendLinkMessage(tx, deps, link);
    auditPayLink(tx, deps, actor, payable, "Sent the payment link again");
  });
}

/**
 * Revokes the current link, so that nobody can pay by it any more. Throws 404 if there is none, 409 while the result of
 * charging a saved card through it is unknown.
 */
export async function revokePayLink(deps: Deps, actor: Actor, payable: Payable): Promise<void> {
  const id = await deps.write((tx) => {
    const link = requireValidLink(tx, deps, payable);
    if (liveAttempt(tx, link.id)?.cardId) throw new AppError("card.under_way");
    endLink(tx, deps, link.id, "revoked");
    auditPayLink(tx, deps, actor, payable, "Revoked the payment link");
    return link.id;
  });
  await endLiveAttempt(deps, id);
}

/** Records when somebody first opens the link. */
export async function markLinkOpened(deps: Deps, link: StoredPayLink): Promise<void> {
  if (link.openedAt !== null) return;
  await deps.write((tx) => updateRow(tx, payLinks, link.id, { openedAt: deps.now() }));
}

function requireValidLink(tx: Tx, deps: Deps, payable: Payable): StoredPayLink {
  const link = openLinkOf(tx, payable);
  if (!link || link.expiresAt <= deps.now()) throw new AppError("request.not_found");
  return link;
}

/** Puts the link into the outbox: for a rider on their chosen channels, for a company to the address for invoices. */
export function sendLinkMessage(tx: Tx, deps: Deps, link: StoredPayLink): void {
  const { brand } = readOperator(deps);
  const url = payUrl(deps, link.id);
  updateRow(tx, payLinks, link.id, { sentAt: deps.now() });
  const { trip, invoice } = loadPayLinkSubject(tx, link);
  if (!trip) {
    const company = findRow(tx, companies, { id: invoice.companyId });
    if (!company?.billingEmail) throw new AppError("invoice.no_email");
    const amount = formatMoney(link.amountMinor, link.currency);
    queueMessage(tx, deps, {
      to: { type: "email", value: company.billingEmail },
      message: invoicePayLink({ brand, number: String(invoice.number), amount, url }),
    });
    return;
  }
  const to = { riderId: trip.riderId, phone: trip.passengerPhone };
  queueRiderMessage(tx, deps, to, (language) =>
    tripPayLink({
      language,
      brand,
      number: trip.number,
      amount: formatMoney(link.amountMinor, link.currency, language),
      url,
      linkKind: !link.isHold
        ? "payLink"
        : prepaymentOf(tx, trip.id)?.state === "held"
          ? "moreHoldLink"
          : "holdLink",
    }),
  );
}

function auditPayLink(tx: Tx, deps: Deps, actor: Actor, payable: Payable, summary: string): void {
  appendAudit(tx, deps, {
    actor,
    action: "payment.link",
    subject:
      "reservationId" in payable
        ? { kind: "trip", id: payable.reservationId }
        : { kind: "invoice", id: payable.invoiceId },
    summary,
  });
}
