/** Links by which trips and invoices are paid: who is asked for what, and what came of it. */
import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { companies } from "../../../db/schema/companies";
import {
  payLinks,
  paymentAttempts,
  type StoredPaymentAttempt,
  type StoredPayLink,
} from "../../../db/schema/payment-links";
import { payments } from "../../../db/schema/payments";
import { riders } from "../../../db/schema/accounts";
import type { StoredTrip } from "../../../db/schema/reservations";
import { findRow, findRows } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { type Deps, SYSTEM_ACTOR } from "../../deps";
import { AppError } from "../../errors";
import type { FareLine } from "../../fares/contract";
import { amountDue } from "../../fares/amount-due-rules";
import { iso } from "../../formats/instants";
import { loadInvoice, openBalance } from "../../invoices/queries";
import { payUrl } from "../../payment-providers/pay-url";
import { payableMinor } from "../../payment-providers/provider-money";
import { openProvider } from "../../payment-providers/open-providers";
import type { PaymentProvider } from "../../payment-providers/provider";
import { type OnlineMethod, PaymentProviderId } from "../../payment-providers/provider-contract";
import { hashToken } from "../../process/keys";
import { offeredTips } from "../../reservations/feedback/feedback-queries";
import { maxTipMinor, acceptsTip } from "../../reservations/feedback/feedback-rules";
import { prepaymentOf } from "../../reservations/prepaying/prepay-queries";
import { isOver } from "../../reservations/rules";
import { loadTrip } from "../../reservations/trip-queries";
import { tripsOfBooking } from "../../reservations/vehicles/vehicle-queries";
import { partsOfPayment } from "../actions";
import { unpaidReasonOf } from "../rules";
import type { PayLink, PayPage } from "./link-contract";

/** What a link is of. */
export type Payable = { reservationId: string } | { invoiceId: string };

/** The link that a token is of. 404 for none. */
export function linkOfToken(deps: Deps, token: string): StoredPayLink {
  const link = findRow(deps.db, payLinks, { tokenHash: hashToken(token) });
  if (!link) throw new AppError("payment.link_unknown");
  return link;
}

/**
 * The one link of a trip or an invoice that has not ended, or null; not that of a tip. Several vehicles of one booking
 * have one link together, but a hold of each.
 */
export function openLinkOf(db: Db | Tx, of: Payable): StoredPayLink | null {
  const open = (subject: Payable) =>
    findRows(db, payLinks, subject).find(({ endedAt, isTip }) => endedAt === null && !isTip);
  const own = open(of);
  if (own) return own;
  const totalOpenMinor = open(sharedPayableOf(db, of));
  return totalOpenMinor && !totalOpenMinor.isHold ? totalOpenMinor : null;
}

/** What a link is made of: of several vehicles of one booking the first, for all of them. */
export function sharedPayableOf(db: Db | Tx, of: Payable): Payable {
  if ("invoiceId" in of) return of;
  const { orderId } = loadTrip(db, { actor: SYSTEM_ACTOR, id: of.reservationId });
  return orderId === null ? of : { reservationId: orderId };
}

/** The trips that a link is for: of several vehicles all of them, but for a tip or a hold. */
export function tripsOfPayable(
  db: Db | Tx,
  link: PayLinkSubject & Pick<StoredPayLink, "isTip" | "isHold">,
): StoredTrip[] {
  const { trip } = loadPayLinkSubject(db, link);
  if (!trip) return [];
  return link.isTip || link.isHold ? [trip] : tripsOfBooking(db, trip);
}

/** As staff see it; null without one, and for one that has expired. */
export function readPayLink(deps: Deps, of: Payable): PayLink | null {
  const link = openLinkOf(deps.db, of);
  if (!link || link.expiresAt <= deps.now()) return null;
  const { id, amountMinor, currency, createdBy } = link;
  return {
    id,
    url: payUrl(deps, id),
    amountMinor,
    currency,
    createdAt: iso(link.createdAt),
    createdBy,
    expiresAt: iso(link.expiresAt),
    sentAt: iso(link.sentAt),
    openedAt: iso(link.openedAt),
  };
}

/** The provider that takes a method in a currency, and can hold it where that is asked, or null. */
export function providerFor(
  deps: Deps,
  method: OnlineMethod,
  { currency, isHold }: Pick<StoredPayLink, "currency" | "isHold">,
): PaymentProvider | null {
  for (const id of providersByMethod[method]) {
    const provider = openProvider(deps, id);
    if (provider?.methods(currency).includes(method) && (provider.canHold || !isHold))
      return provider;
  }
  return null;
}

/** The first that is connected takes it: an account of one's own before one through another company. */
const providersByMethod: Record<OnlineMethod, readonly PaymentProviderId[]> = {
  card_online: ["stripe", "flutterwave"],
  mobile_money: ["mtn_momo", "flutterwave"],
};

/** Whether anything is connected that takes payments in a currency. */
export function canPayInCurrency(deps: Deps, currency: string): boolean {
  return methodsOf(deps, { currency, isHold: false }).length > 0;
}

/** Whether a payment provider is connected. */
export function canPayOnline(deps: Deps): boolean {
  return PaymentProviderId.options.some((id) => openProvider(deps, id) !== null);
}

/** A link's trip or invoice. */
export type PayLinkSubject = Pick<StoredPayLink, "reservationId" | "invoiceId">;

/** The trip or the invoice that a link is of. */
export function loadPayLinkSubject(db: Db | Tx, { reservationId, invoiceId }: PayLinkSubject) {
  return reservationId === null
    ? { trip: null, invoice: loadInvoice(db, invoiceId ?? "") }
    : { trip: loadTrip(db, { actor: SYSTEM_ACTOR, id: reservationId }), invoice: null };
}

/** What is due of what a link is of. */
export function dueMinorOf(db: Db | Tx, of: PayLinkSubject): number {
  const { trip, invoice } = loadPayLinkSubject(db, of);
  if (!trip) return openBalance(db, invoice);
  if (trip.orderId === null) return amountDue(trip);
  // What is overpaid of one vehicle is refunded, and pays for no other.
  return tripsOfBooking(db, trip).reduce((sum, one) => sum + Math.max(0, amountDue(one)), 0);
}

/** The part of it that providers can take: less than their smallest unit stays due. */
export function payableMinorOf(
  db: Db | Tx,
  of: PayLinkSubject & Pick<StoredPayLink, "currency">,
): number {
  return payableMinor(dueMinorOf(db, of), of.currency, Math.floor);
}

/** What is left to pay of what a link is for: never more than it was made for. */
export function remainingPayableMinor(db: Db | Tx, link: StoredPayLink): number {
  if (link.isTip) {
    const { trip } = loadPayLinkSubject(db, link);
    // By the price as it is now: it may have been corrected since the link was made.
    return link.end === null && trip && acceptsTip(trip)
      ? maxTipMinor(trip.fareLines as FareLine[])
      : 0;
  }
  if (link.isHold) {
    const { trip } = loadPayLinkSubject(db, link);
    return link.end === "paid" || !trip || isOver(trip.state) ? 0 : link.amountMinor;
  }
  return Math.max(0, Math.min(link.amountMinor, payableMinorOf(db, link)));
}

/** Whether nobody knows yet what came of a charge of a saved card for a trip, by whichever link. */
export function hasOpenCardPayment(db: Db | Tx, reservationId: string): boolean {
  const [foundAttempt] = db
    .select({ id: paymentAttempts.id })
    .from(payLinks)
    .innerJoin(paymentAttempts, eq(paymentAttempts.linkId, payLinks.id))
    .where(
      and(
        eq(payLinks.reservationId, reservationId),
        isNotNull(paymentAttempts.cardId),
        inArray(paymentAttempts.state, ["starting", "open"]),
      ),
    )
    .limit(1)
    .all();
  return foundAttempt !== undefined;
}

/** The newest attempt to pay by a link. */
export function newestAttempt(db: Db | Tx, linkId: string): StoredPaymentAttempt | null {
  return (
    db
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.linkId, linkId))
      .orderBy(desc(paymentAttempts.createdAt), sql`rowid DESC`)
      .limit(1)
      .all()[0] ?? null
  );
}

/** Who pays by a link: the rider of a trip, the company of an invoice. */
export function payerOf(
  deps: Deps,
  link: StoredPayLink,
): { name: string | null; email: string | null; phone: string | null } {
  const { trip, invoice } = loadPayLinkSubject(deps.db, link);
  if (!trip) {
    const company = findRow(deps.db, companies, { id: invoice.companyId });
    return { name: company?.name ?? null, email: company?.billingEmail ?? null, phone: null };
  }
  const rider = trip.riderId === null ? undefined : findRow(deps.db, riders, { id: trip.riderId });
  return {
    name: trip.passengerName || null,
    email: rider?.email ?? null,
    phone: rider?.phone ?? trip.passengerPhone,
  };
}

/** A link as its page shows it. */
export function readPayPage(deps: Deps, link: StoredPayLink): PayPage {
  const { db } = deps;
  const attempt = newestAttempt(db, link.id);
  const remainingMinor = remainingPayableMinor(db, link);
  const state = stateOf(deps, link, attempt, remainingMinor);
  const isOpen = state === "open";
  return {
    ...subjectOf(deps, link),
    isHold: link.isHold,
    tipChoices: link.isTip && isOpen ? tipChoicesOf(db, link) : [],
    tripUrl: tripUrlOf(deps, link),
    amountMinor:
      link.isTip && attempt && !isOpen ? attempt.amountMinor : remainingMinor || link.amountMinor,
    currency: link.currency,
    state,
    methods: isOpen ? methodsOf(deps, link) : [],
    waiting: state === "waiting" && attempt ? { method: attempt.method, url: attempt.url } : null,
    hasFailed: isOpen && attempt?.state === "failed",
    phone: isOpen ? payerOf(deps, link).phone : null,
    receipt: state === "paid" ? receiptOf(db, attempt) : null,
  };
}

/** Longer than this no answer of a provider is waited for: the payer may press again. */
const PROVIDER_TIMEOUT_MS = 20_000;

function stateOf(
  deps: Deps,
  link: StoredPayLink,
  attempt: StoredPaymentAttempt | null,
  remainingMinor: number,
): PayPage["state"] {
  if (link.end === "paid") return "paid";
  const isStarting =
    attempt?.state === "starting" &&
    (attempt.cardId !== null || attempt.createdAt > deps.now() - PROVIDER_TIMEOUT_MS);
  if (attempt?.state === "open" || isStarting) return "waiting";
  if (link.end !== null) return "ended";
  // Paid in another way in the meantime; a tip of a trip that takes none any more.
  if (remainingMinor === 0) return link.isTip ? "ended" : "paid";
  return link.expiresAt <= deps.now() ? "expired" : "open";
}

function methodsOf(
  deps: Deps,
  link: Pick<StoredPayLink, "currency" | "isHold">,
): PayPage["methods"] {
  return (["card_online", "mobile_money"] as const).flatMap((method) => {
    const provider = providerFor(deps, method, link);
    if (!provider) return [];
    return [{ method, needsPhone: method === "mobile_money", isTest: !provider.isLive }];
  });
}

/** The trip's page, for one whose rider has an account. */
function tripUrlOf({ db, config }: Deps, { reservationId }: StoredPayLink): string | null {
  if (reservationId === null || !prepaymentOf(db, reservationId)) return null;
  const { riderId } = loadTrip(db, { actor: { kind: "system" }, id: reservationId });
  return riderId === null ? null : `${config.publicUrl}/trips/${reservationId}`;
}

/** What to offer of a trip's tip. */
function tipChoicesOf(db: Db, link: StoredPayLink): PayPage["tipChoices"] {
  const { trip } = loadPayLinkSubject(db, link);
  return trip
    ? offeredTips(db, trip).map((choice) => ({
        ...choice,
        tipMinor: payableMinor(choice.tipMinor, link.currency),
      }))
    : [];
}

function receiptOf(db: Db, attempt: StoredPaymentAttempt | null): PayPage["receipt"] {
  const row = attempt?.paymentId && findRow(db, payments, { id: attempt.paymentId });
  if (!row) return null;
  return {
    amountMinor: partsOfPayment(db, row).reduce((sum, part) => sum + part.amountMinor, 0),
    method: attempt.method,
    paidAt: iso(row.createdAt),
    reference: row.reference,
  };
}

function subjectOf(deps: Deps, link: StoredPayLink): Pick<PayPage, "what" | "number" | "day"> {
  const { trip, invoice } = loadPayLinkSubject(deps.db, link);
  const trips = tripsOfPayable(deps.db, link);
  const number = trip ? trips.map((one) => one.number).join(", ") : String(invoice.number);
  // Of several vehicles the first may be cancelled, and the others are what is paid.
  const paid = trips.find((one) => amountDue(one) > 0) ?? trip;
  return trip
    ? {
        what: link.isTip ? "tip" : unpaidReasonOf((paid ?? trip).state),
        number,
        day: trip.pickupLocal.slice(0, 10),
      }
    : { what: "invoice", number, day: invoice.issuedOn };
}
