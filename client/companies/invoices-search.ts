/** Which invoices the screen of all companies shows. */
const invoiceFilters = ["open", "overdue", "paid", "all", "companies"] as const;
export type InvoiceFilter = (typeof invoiceFilters)[number];

/** What the address says; open invoices without a word. */
export function readInvoiceFilter(text: string | undefined): InvoiceFilter {
  return invoiceFilters.find((one) => one === text) ?? "open";
}

/** As the call asks for it. */
export function invoiceQueryOf(filter: Exclude<InvoiceFilter, "companies">) {
  return filter === "all" ? {} : { show: filter };
}
