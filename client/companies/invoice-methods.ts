import { methodWords } from "../../src/payments/words";

/** The methods of manual payment for invoices, the most usual first. */
export const invoiceMethods = (
  ["bank_transfer", "mobile_money", "card_terminal", "cash", "cheque", "voucher", "other"] as const
).map((method) => [method, methodWords[method]] as const);
