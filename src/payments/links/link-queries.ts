/** The links for paying trips and invoices: who pays what, and the result. */
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

/** The trip or invoice of a link. */
export type Payable = { reservationId: string } | { invoiceId: string };

/** Returns the link of a token. Throws 404 if there is none. */
export function linkOfToken(deps: Deps, token: string): StoredPayLink {
  const link = findRow(deps.db, payLinks, { tokenHash: hashToken(token) });
  if (!link) throw new AppError("payment.link_unknown");
  return link;
}

/**
 * Returns the only open link of a trip or an invoice, or null. Links for tips don't count. Several vehicles of one
 * booking share a link, but each has its own hold.
 */
export function openLinkOf(db: Db | Tx, payable: Payable): StoredPayLink | null {
  const findOpen = (subject: Payable) =>
    findRows(db, payLinks, subject).find(({ endedAt, isTip }) => endedAt === null && !isTip);
  const ownLink = findOpen(payable);
  if (ownLink) return ownLink;
  const sharedLink = findOpen(sharedPayableOf(db, payable));
  return sharedLink && !sharedLink.isHold ? sharedLink : null;
}

/**
 * Returns the trip or invoice that a link belongs to. For several vehicles of one booking it is the first, on behalf of
 * all.
 */
export function sharedPayableOf(db: Db | Tx, payable: Payable): Payable {
  if ("invoiceId" in payable) return payable;
  const { orderId } = loadTrip(db, { actor: SYSTEM_ACTOR, id: payable.reservationId });
  return orderId === null ? payable : { reservationId: orderId };
}

/** Returns the trips that a link pays for: all vehicles of a booking, but only one for a tip or a hold. */
export function tripsOfPayable(
  db: Db | Tx,
  link: PayLinkSubject & Pick<StoredPayLink, "isTip" | "isHold">,
): StoredTrip[] {
  const { trip } = loadPayLinkSubject(db, link);
  if (!trip) return [];
  return link.isTip || link.isHold ? [trip] : tripsOfBooking(db, trip);
}

/** Returns the link for staff, or null if there is none or it has expired. */
export function readPayLink(deps: Deps, payable: Payable): PayLink | null {
  const link = openLinkOf(deps.db, payable);
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

/** Returns the provider for a method in a currency that can also hold the amount if requested, or null. */
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

/**
 * The providers of each method in order of preference: the operator's own account comes before one through another
 * company.
 */
const providersByMethod: Record<OnlineMethod, readonly PaymentProviderId[]> = {
  card_online: ["stripe", "flutterwave"],
  mobile_money: ["mtn_momo", "flutterwave"],
};

/** Tells whether a provider of payments in a currency is connected. */
export function canPayInCurrency(deps: Deps, currency: string): boolean {
  return methodsOf(deps, { currency, isHold: false }).length > 0;
}

/** Tells whether a payment provider is connected. */
export function canPayOnline(deps: Deps): boolean {
  return PaymentProviderId.options.some((id) => openProvider(deps, id) !== null);
}

/** A link's trip or invoice. */
export type PayLinkSubject = Pick<StoredPayLink, "reservationId" | "invoiceId">;

/** Returns the trip or the invoice of a link. */
export function loadPayLinkSubject(db: Db | Tx, { reservationId, invoiceId }: PayLinkSubject) {
  return reservationId === null
    ? { trip: null, invoice: loadInvoice(db, invoiceId ?? "") }
    : { trip: loadTrip(db, { actor: SYSTEM_ACTOR, id: reservationId }), invoice: null };
}

/** Returns the amount due for the trip or the invoice of a link. */
export function dueMinorOf(db: Db | Tx, of: PayLinkSubject): number {
  const { trip, invoice } = loadPayLinkSubject(db, of);
  if (!trip) return openBalance(db, invoice);
  if (trip.orderId === null) return amountDue(trip);
  // An overpayment of one vehicle is refunded. It doesn't pay for another vehicle.
  return tripsOfBooking(db, trip).reduce((sum, one) => sum + Math.max(0, amountDue(one)), 0);
}

/** Returns the part of the amount due that providers can accept. Less than their smallest unit stays due. */
export function payableMinorOf(
  db: Db | Tx,
  of: PayLinkSubject & Pick<StoredPayLink, "currency">,
): number {
  return payableMinor(dueMinorOf(db, of), of.currency, Math.floor);
}

/** Returns the amount left to pay by a link, which is never more than the link's amount. */
export function remainingPayableMinor(db: Db | Tx, link: StoredPayLink): number {
  if (link.isTip) {
    const { trip } = loadPayLinkSubject(db, link);
    // The current price counts, because it may have been corrected since the link was made.
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

/** Tells whether the result of charging a saved card for a trip is unknown, by any link. */
export function hasOpenCardPayment(db: Db | Tx, reservationId: string): boolean {
  const [attemptRow] = db
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
  return attemptRow !== undefined;
}

/** Returns the newest attempt to pay by a link. */
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

/** Returns who pays by a link: the rider of a trip, or the company of an invoice. */
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

/** Returns the facts for the page of a link. */
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

/** How long a provider's answer is awaited. After that the payer may press again. */
const STARTING_WAIT_MS = 20_000;

function stateOf(
  deps: Deps,
  link: StoredPayLink,
  attempt: StoredPaymentAttempt | null,
  remainingMinor: number,
): PayPage["state"] {
  if (link.end === "paid") return "paid";
  const isStarting =
    attempt?.state === "starting" &&
    (attempt.cardId !== null || attempt.createdAt > deps.now() - STARTING_WAIT_MS);
  if (attempt?.state === "open" || isStarting) return "waiting";
  if (link.end !== null) return "ended";
  // The amount was paid in another way, or the trip no longer accepts tips.
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

/**
 * Returns the URL of a trip that is paid in advance. Returns null if its rider has no account, and for all other links.
 */
function tripUrlOf({ db, config }: Deps, { reservationId }: StoredPayLink): string | null {
  if (reservationId === null || !prepaymentOf(db, reservationId)) return null;
  const { riderId } = loadTrip(db, { actor: { kind: "system" }, id: reservationId });
  return riderId === null ? null : `${config.publicUrl}/trips/${reservationId}`;
}

/** Returns the suggested tips of a trip. */
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
  // The first of several vehicles may be cancelled, so the reason comes from a vehicle that has an amount due.
  const reasonTrip = trips.find((one) => amountDue(one) > 0) ?? trip;
  return trip
    ? {
        what: link.isTip ? "tip" : unpaidReasonOf((reasonTrip ?? trip).state),
        number,
        day: trip.pickupLocal.slice(0, 10),
      }
    : { what: "invoice", number, day: invoice.issuedOn };
}
