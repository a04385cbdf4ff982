/** Which invoices the screen of all companies shows. */
const shown = ["open", "overdue", "paid", "all", "companies"] as const;
export type InvoiceFilter = (typeof shown)[number];

/** What the address says; open invoices without a word. */
export function readInvoiceFilter(text: string | undefined): InvoiceFilter {
  return shown.find((one) => one === text) ?? "open";
}

/** As the call asks for it. */
export function invoiceQueryOf(filter: Exclude<InvoiceFilter, "companies">) {
  return filter === "all" ? {} : { show: filter };
}
