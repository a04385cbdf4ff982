/** Payments at providers: differences, refunds, and the check of open payments. */
import { z } from "zod";
import { PaymentProviderId } from "../../payment-providers/provider-contract";
import { line } from "../../settings/text-contract";
import { MAX_BUSINESS_AMOUNT_MINOR, MAX_PRICE_MINOR } from "../../settings/amount-contract";

const minor = z.number().int();

export const DifferenceKind = z.enum([
  "amount",
  "currency",
  "unknown",
  "refunded_there",
  "disputed",
  "charged_back",
  "paid_twice",
  "refund_unconfirmed",
  "refund_failed",
  "hold_unconfirmed",
]);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

/** A difference between a provider and the ledger. */
export const PaymentDifference = z.object({
  id: z.string(),
  kind: DifferenceKind,
  title: z.string(),
  detail: z.string(),
  provider: PaymentProviderId,
  /** The provider's id of the payment. For a refund or the end of a hold, Livery's id, which was sent to it. */
  reference: z.string(),
  trip: z.object({ id: z.string(), number: minor }).nullable(),
  invoice: z.object({ id: z.string(), number: minor }).nullable(),
  expected: z.object({ amountMinor: minor, currency: z.string() }).nullable(),
  found: z.object({ amountMinor: minor, currency: z.string() }).nullable(),
  foundAt: z.iso.datetime(),
  resolved: z.object({ at: z.iso.datetime(), by: z.string(), note: z.string() }).nullable(),
});
export type PaymentDifference = z.infer<typeof PaymentDifference>;

export const DifferencesQuery = z.object({ resolved: z.enum(["true", "false"]).default("false") });

export const DifferenceList = z.object({
  differences: z.array(PaymentDifference),
});
export type DifferenceList = z.infer<typeof DifferenceList>;

export const ResolveDifference = z.object({
  note: line.min(1, "Say what was done.").max(200),
});
export type ResolveDifference = z.infer<typeof ResolveDifference>;

/** The result of a check of open payments. */
export const Reconciliation = z.object({
  checkedCount: minor,
  /** Providers that did not answer about at least one payment. */
  silent: z.array(PaymentProviderId),
  differences: minor,
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** Refunds all or part of a payment that a provider took. */
export const RefundOnline = z.object({
  version: minor.min(1),
  amountMinor: minor.min(1, "Enter an amount above zero.").max(MAX_PRICE_MINOR),
  reason: line.max(200).min(1, "This field is required."),
  lowersPay: z.boolean().default(false),
});
export type RefundOnline = z.input<typeof RefundOnline>;

/** Refunds an overpayment of an invoice, from one of its payments. */
export const RefundInvoice = RefundOnline.pick({ reason: true }).extend({
  amountMinor: minor.min(1, "Enter an amount above zero.").max(MAX_BUSINESS_AMOUNT_MINOR),
});
export type RefundInvoice = z.input<typeof RefundInvoice>;
