/**
 * The journal has an entry for each invoice, credit note and payment. The lines of an entry add up to zero: debits are
 * positive and credits negative. Invoices count as sales on their day, and payments by riders on the day of the
 * payment, tax included. Waivers, holds and releases move no money and have no entry.
 */
import type { FareLine } from "../../fares/contract";
import type { InvoiceKind } from "../../invoices/contract";
import { taxesOf } from "../../invoices/rules";
import type { PaymentMethod } from "../contract";
import { methodWords, providerWords } from "../words";

/** A line of an entry: a positive amount is a debit, a negative one a credit. */
export type JournalLine = { account: string; minor: number };

const RECEIVABLE_ACCOUNT = "Accounts receivable";
const SALES_ACCOUNT = "Sales";
const RIDERS_ACCOUNT = "Rides paid by riders";
const PROVIDER_FEES_ACCOUNT = "Payment provider fees";
const DRIVERS_ACCOUNT = "Money held by drivers";

/** Returns the entry of an invoice, or the opposite entry of a credit note. */
export function invoiceEntry(document: {
  kind: InvoiceKind;
  totalMinor: number;
  lines: readonly { lines: readonly FareLine[] }[];
}): JournalLine[] {
  const sign = document.kind === "invoice" ? 1 : -1;
  const taxes = taxesOf(document.lines).map((tax) => ({
    account: `Tax: ${taxName(tax)}`,
    minor: -sign * tax.amountMinor,
  }));
  const totalMinor = sign * document.totalMinor;
  const taxMinor = taxes.reduce((sum, { minor }) => sum + minor, 0);
  return nonZeroLines([
    { account: RECEIVABLE_ACCOUNT, minor: totalMinor },
    { account: SALES_ACCOUNT, minor: -totalMinor - taxMinor },
    ...taxes,
  ]);
}

/** Returns the entry of a payment or refund, with its provider's fee. */
export function paymentEntry(row: {
  amountMinor: number;
  feeMinor: number | null;
  method: PaymentMethod | null;
  provider: string | null;
  isHeldByDriver: boolean;
  isOfInvoice: boolean;
}): JournalLine[] {
  const { amountMinor, method, provider, isHeldByDriver, isOfInvoice } = row;
  const feeMinor = row.feeMinor ?? 0;
  const account =
    provider !== null
      ? (providerWords[provider] ?? provider)
      : isHeldByDriver
        ? DRIVERS_ACCOUNT
        : methodWords[method ?? "other"];
  return nonZeroLines([
    { account, minor: amountMinor - feeMinor },
    { account: PROVIDER_FEES_ACCOUNT, minor: feeMinor },
    { account: isOfInvoice ? RECEIVABLE_ACCOUNT : RIDERS_ACCOUNT, minor: -amountMinor },
  ]);
}

/** "VAT 18%" */
export function taxName(tax: FareLine): string {
  return tax.kind === "tax" ? `${tax.params.name} ${tax.params.percent}%` : "";
}

function nonZeroLines(lines: JournalLine[]): JournalLine[] {
  return lines.filter(({ minor }) => minor !== 0);
}
