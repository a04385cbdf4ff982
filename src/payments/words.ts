/** The texts about the ledger, on screens and in files. Browser-safe. */
import type { PaymentKind, PaymentMethod } from "./contract";

export const methodWords: Record<PaymentMethod, string> = {
  cash: "Cash",
  card_terminal: "Card terminal",
  card_online: "Card online",
  mobile_money: "Mobile money",
  bank_transfer: "Bank transfer",
  cheque: "Cheque",
  voucher: "Voucher",
  other: "Other",
};

export const providerWords: Record<string, string> = {
  stripe: "Stripe",
  flutterwave: "Flutterwave",
  mtn_momo: "MTN MoMo",
};

const kindWords: Record<PaymentKind, string> = {
  charge: "Paid",
  manual: "Paid",
  capture: "Hold captured",
  hold: "Held on the card",
  release: "Hold released",
  refund: "Refunded",
  waiver: "Waived",
};

/** Describes what a row of the ledger did. */
export function entryWords(entry: { kind: PaymentKind; reversed: boolean }): string {
  const words = kindWords[entry.kind];
  return entry.reversed ? `Reversed: ${words.toLowerCase()}` : words;
}
