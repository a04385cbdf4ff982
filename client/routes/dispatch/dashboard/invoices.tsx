import { createFileRoute } from "@tanstack/react-router";
import {
  type InvoiceFilter,
  readInvoiceFilter,
  invoiceQueryOf,
} from "../../../companies/invoices-search";
import { loadAsStaff } from "../../../office/calls";
import { readFilters } from "../../../ui/list-search";

interface InvoicesSearch {
  show?: InvoiceFilter | undefined;
}

export const Route = createFileRoute("/dispatch/dashboard/invoices")({
  staticData: { isPrivate: true },
  validateSearch: (raw: Record<string, unknown>): InvoicesSearch => {
    const invoiceFilter = readInvoiceFilter(readFilters(raw, "show").show);
    // The key is set even if undefined, because otherwise the old value would stay in the address.
    return { show: invoiceFilter === "open" ? undefined : invoiceFilter };
  },
  loaderDeps: ({ search: { show = "open" } }) => ({ show }),
  gcTime: 0,
  loader: async ({ context: { api }, deps: { show } }) => {
    const [ageing, list] = await Promise.all([
      loadAsStaff(api.admin.ageing.$get()),
      show === "companies"
        ? null
        : loadAsStaff(api.admin.invoices.$get({ query: invoiceQueryOf(show) })),
    ]);
    return { ageing, first: list && { rows: list.invoices, nextCursor: list.nextCursor } };
  },
  head: ({ match }) => ({ meta: [{ title: `Invoices · ${match.context.settings.brand}` }] }),
});
