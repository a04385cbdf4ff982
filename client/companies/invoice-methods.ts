import { methodWords } from "../../src/payments/words";

/** How invoices are paid by hand, the usual way first. */
export const invoiceMethods = (
  ["bank_transfer", "mobile_money", "card_terminal", "cash", "cheque", "voucher", "other"] as const
).map((method) => [method, methodWords[method]] as const);
