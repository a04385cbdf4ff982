/** Payments by companies for their invoices. */
import type { z } from "zod";
import { payments, type StoredPayment } from "../../db/schema/payments";
import type { StoredInvoice } from "../../db/schema/invoices";
import { findRow } from "../../db/rows";
import type { Tx } from "../../db/writer";
import { logOnCompany } from "../companies/actions";
import { loadCompany } from "../companies/queries";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { loadInvoice, openBalance } from "../invoices/queries";
import { runOncePerKey } from "../reservations/idempotency-actions";
import { childPaymentsOf, type NewPayment, writePayment } from "./actions";
import type { RecordCompanyPayment, RecordInvoicePayment } from "./contract";
import { today } from "./trip-payment-actions";

/**
 * Records a payment of an invoice. With a key, a repeated request counts once. Throws 404 if the invoice doesn't exist,
 * 422 `invoice.too_much` for more than is owed.
 */
export async function recordInvoicePayment(
  deps: Deps,
  actor: Actor & { id: string },
  invoiceId: string,
  input: z.output<typeof RecordInvoicePayment>,
  key: string | null,
): Promise<void> {
  const request = { accountId: actor.id, key, body: { invoiceId, payment: input } };
  const by = { actor, now: deps.now() };
  await deps.write((tx) =>
    runOncePerKey(tx, request, by.now, () => {
      const invoice = loadInvoice(tx, invoiceId);
      if (invoice.kind !== "invoice") throw new AppError("request.not_found");
      if (input.amountMinor > openBalance(tx, invoice))
        throw new AppError("invoice.too_much", {
          fields: { amountMinor: "This is more than is left to pay on the invoice." },
        });
      return recordPaymentOnInvoice(deps, tx, invoice, { kind: "manual", ...input }, by).id;
    }),
  );
}

/**
 * Records one payment of a company for several invoices: either a row for each, or none. With a key, a repeated request
 * counts once. Throws 404 if the company or an invoice doesn't exist, 422 for an invoice of another company or
 * currency, and `invoice.too_much` for more than is owed on one, by its index in `parts`.
 */
export async function recordCompanyPayment(
  deps: Deps,
  actor: Actor & { id: string },
  companyId: string,
  input: z.output<typeof RecordCompanyPayment>,
  key: string | null,
): Promise<void> {
  const { parts, currency, ...paid } = input;
  const request = { accountId: actor.id, key, body: { companyId, payment: input } };
  const by = { actor, now: deps.now() };
  await deps.write((tx) =>
    runOncePerKey(tx, request, by.now, () => {
      loadCompany(tx, companyId);
      for (const [at, { invoiceId, amountMinor }] of parts.entries()) {
        const invoice = loadInvoice(tx, invoiceId);
        const refusal = invoicePaymentRefusal(tx, invoice, { companyId, currency, amountMinor });
        if (refusal) {
          const error = new AppError(refusal);
          throw new AppError(refusal, { fields: { [`parts.${at}.amountMinor`]: error.message } });
        }
        recordPaymentOnInvoice(deps, tx, invoice, { kind: "manual", ...paid, amountMinor }, by);
      }
      return companyId;
    }),
  );
}

function invoicePaymentRefusal(
  tx: Tx,
  invoice: StoredInvoice,
  request: { companyId: string; currency: string; amountMinor: number },
) {
  if (invoice.kind !== "invoice") return "request.not_found";
  if (invoice.companyId !== request.companyId) return "invoice.other_company";
  if (invoice.currency !== request.currency) return "invoice.other_currency";
  return request.amountMinor > openBalance(tx, invoice) ? "invoice.too_much" : null;
}

/**
 * Reverses a payment by a separate row. Throws 404 if it doesn't exist, 409 if it was already reversed or is a
 * provider's.
 */
export async function reverseInvoicePayment(
  deps: Deps,
  actor: Actor,
  invoiceId: string,
  paymentId: string,
): Promise<void> {
  await deps.write((tx) => {
    const invoice = loadInvoice(tx, invoiceId);
    const originalPayment = findRow(tx, payments, { id: paymentId });
    if (originalPayment?.invoiceId !== invoiceId || originalPayment.reversesId !== null)
      throw new AppError("request.not_found");
    if (originalPayment.provider !== null) throw new AppError("payment.of_provider");
    if (childPaymentsOf(tx, paymentId).some(({ reversesId }) => reversesId === paymentId))
      throw new AppError("invoice.reversed");
    const { kind, method, amountMinor, reference } = originalPayment;
    recordPaymentOnInvoice(
      deps,
      tx,
      invoice,
      {
        kind,
        method,
        amountMinor: -amountMinor,
        reversesId: paymentId,
        paidOn: today(deps),
        reference,
      },
      { actor, now: deps.now() },
    );
  });
}

/** Writes a row of an invoice and, unless it is pending or replayed, adds it to the company's log. */
export function recordPaymentOnInvoice(
  deps: Deps,
  tx: Tx,
  invoice: StoredInvoice,
  entry: Omit<NewPayment, "reservationId" | "invoiceId" | "currency">,
  by: { actor: Actor; now: number },
): StoredPayment {
  const { id: invoiceId, currency } = invoice;
  const { payment, isNew } = writePayment(tx, { ...entry, invoiceId, currency }, by);
  if (isNew && payment.state === "succeeded") logInvoicePayment(deps, tx, invoice, payment, by);
  return payment;
}

/** Adds a row of an invoice that counts to the company's log. */
export function logInvoicePayment(
  deps: Deps,
  tx: Tx,
  { number, companyId }: StoredInvoice,
  { kind, amountMinor, currency }: StoredPayment,
  { actor, now }: { actor: Actor; now: number },
): void {
  const isOutgoing = amountMinor < 0;
  logOnCompany(tx, deps, {
    companyId,
    actor,
    at: now,
    act: !isOutgoing
      ? "payment_recorded"
      : kind === "refund"
        ? "payment_refunded"
        : "payment_reversed",
    detail: { invoice: number, amountMinor, currency },
  });
}
