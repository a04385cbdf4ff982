/** The filters of the screen with all companies' invoices. */
const invoiceFilters = ["open", "overdue", "paid", "all", "companies"] as const;
export type InvoiceFilter = (typeof invoiceFilters)[number];

/** Reads the filter from the address; open invoices by default. */
export function readInvoiceFilter(text: string | undefined): InvoiceFilter {
  return invoiceFilters.find((one) => one === text) ?? "open";
}

/** Returns the query of the call for a filter. */
export function invoiceQueryOf(filter: Exclude<InvoiceFilter, "companies">) {
  return filter === "all" ? {} : { show: filter };
}
