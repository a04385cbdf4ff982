import { createLazyFileRoute } from "@tanstack/react-router";
import { InvoiceScreen } from "../../../companies/invoice-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/invoices_/$id")({
  component: InvoicePage,
});

function InvoicePage() {
  const { invoice, role } = Route.useLoaderData();
  return <InvoiceScreen invoice={invoice} key={invoice.id} role={role} />;
}
