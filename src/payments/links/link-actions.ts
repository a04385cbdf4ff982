/** Staff ask for money by a link, send it and revoke it. */
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

/** A trip's link can be paid by for so long, */
const TRIP_LINK_LIFETIME_MS = 14 * 86_400_000;
/** and an invoice's, which companies pay late, for so long. */
const INVOICE_LINK_LIFETIME_MS = 90 * 86_400_000;

/**
 * Makes the link of a trip or an invoice, in place of an earlier one, for all that is due or a part of it. 404, 409
 * when nothing is due, 422 for more than that.
 */
export async function makePayLink(
  deps: Deps,
  actor: Actor,
  of: Payable,
  { amountMinor, send }: z.output<typeof MakePayLink>,
): Promise<void> {
  const { before } = await deps.write((tx) => {
    const madeLink = makePayLinkInTransaction(tx, deps, actor, of, amountMinor);
    const { link } = madeLink;
    const amount = formatMoney(link.amountMinor, link.currency);
    note(tx, deps, actor, of, `Asked for ${amount} by link`);
    if (send) sendLinkMessage(tx, deps, link);
    return madeLink;
  });
  // An old page that is still open cannot take a payment any more.
  if (before) await endLiveAttempt(deps, before.id);
}

/** As `makePayLink`, inside the caller's transaction, which ends the payment begun by the link `before`. */
export function makePayLinkInTransaction(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  of: Payable,
  amountMinor: number | undefined,
): { link: StoredPayLink; before: StoredPayLink | null } {
  const before = openLinkOf(tx, of);
  // Nobody knows yet what came of it, and it cannot be ended.
  if (before && liveAttempt(tx, before.id)?.cardId) throw new AppError("card.under_way");
  if (before) endLink(tx, deps, before.id, "replaced");
  const newPayLink = newLinkRow(tx, deps, actor, sharedPayableOf(tx, of));
  const dueMinor = payableMinorOf(tx, newPayLink);
  if (dueMinor <= 0) throw new AppError("payment.nothing_due");
  if (amountMinor !== undefined && amountMinor > dueMinor)
    throw new AppError("payment.link_too_much", {
      fields: { amountMinor: `At most ${formatMoney(dueMinor, newPayLink.currency)}.` },
    });
  const link = { ...newPayLink, amountMinor: amountMinor ?? dueMinor };
  insertRow(tx, payLinks, link);
  return { link, before };
}

/**
 * The link by which all that is due of an invoice can be paid, inside the caller's transaction: the one in force while
 * it serves for some time, else a new one. `replacedLinkId` is that of one before, whose payment is to be ended.
 */
export function ensureInvoiceLink(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  invoiceId: string,
  dueMinor: number,
): { id: string; replacedLinkId: string | null } {
  const of = { invoiceId };
  const before = openLinkOf(tx, of);
  const canReuseLink =
    before &&
    before.expiresAt >= deps.now() + TRIP_LINK_LIFETIME_MS &&
    before.amountMinor >= dueMinor;
  if (canReuseLink) {
    updateRow(tx, payLinks, before.id, { sentAt: deps.now() });
    return { id: before.id, replacedLinkId: null };
  }
  if (before) endLink(tx, deps, before.id, "replaced");
  const link = { ...newLinkRow(tx, deps, actor, of), amountMinor: dueMinor, sentAt: deps.now() };
  insertRow(tx, payLinks, link);
  return { id: link.id, replacedLinkId: before?.id ?? null };
}

/** A link that is not written yet, of what it is made for. */
export function newLinkRow(tx: Tx, deps: Deps, actor: Actor, of: Payable) {
  const now = deps.now();
  const id = Bun.randomUUIDv7();
  const { currency } =
    "reservationId" in of
      ? loadTrip(tx, { actor, id: of.reservationId })
      : loadInvoice(tx, of.invoiceId);
  return {
    id,
    tokenHash: hashToken(payTokenOf(deps.keys, id)),
    reservationId: null,
    invoiceId: null,
    ...of,
    currency,
    createdAt: now,
    createdByKind: actor.kind,
    createdById: actor.id,
    createdBy: actor.name,
    expiresAt: now + ("invoiceId" in of ? INVOICE_LINK_LIFETIME_MS : TRIP_LINK_LIFETIME_MS),
    sentAt: null,
    openedAt: null,
    isHold: false,
    isTip: false,
    end: null,
    endedAt: null,
  };
}

/** Sends the link in force once more. 404 without one. */
export async function sendPayLink(deps: Deps, actor: Actor, of: Payable): Promise<void> {
  await deps.write((tx) => {
    const link = inForce(tx, deps, of);
    sendLinkMessage(tx, deps, link);
    note(tx, deps, actor, of, "Sent the payment link again");
  });
}

/**
 * Ends the link in force: nobody can pay by it any more. 404 without one, 409 while nobody knows what came of a saved
 * card that is charged by it.
 */
export async function revokePayLink(deps: Deps, actor: Actor, of: Payable): Promise<void> {
  const id = await deps.write((tx) => {
    const link = inForce(tx, deps, of);
    if (liveAttempt(tx, link.id)?.cardId) throw new AppError("card.under_way");
    endLink(tx, deps, link.id, "revoked");
    note(tx, deps, actor, of, "Revoked the payment link");
    return link.id;
  });
  await endLiveAttempt(deps, id);
}

/** Notes that somebody has opened the link, the first time. */
export async function markLinkOpened(deps: Deps, link: StoredPayLink): Promise<void> {
  if (link.openedAt !== null) return;
  await deps.write((tx) => updateRow(tx, payLinks, link.id, { openedAt: deps.now() }));
}

function inForce(tx: Tx, deps: Deps, of: Payable): StoredPayLink {
  const link = openLinkOf(tx, of);
  if (!link || link.expiresAt <= deps.now()) throw new AppError("request.not_found");
  return link;
}

/** Puts the link into the outbox: for the rider as they chose, for a company where its invoices go. */
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

function note(tx: Tx, deps: Deps, actor: Actor, of: Payable, summary: string): void {
  appendAudit(tx, deps, {
    actor,
    action: "payment.link",
    subject:
      "reservationId" in of
        ? { kind: "trip", id: of.reservationId }
        : { kind: "invoice", id: of.invoiceId },
    summary,
  });
}
