import { createLazyFileRoute } from "@tanstack/react-router";
import { InvoiceScreen } from "../../../companies/invoice-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/invoices_/$id")({
  component: InvoicePage,
});

function InvoicePage() {
  const { api, settings } = Route.useRouteContext();
  const { invoice, role } = Route.useLoaderData();
  return (
    <InvoiceScreen
      api={api}
      invoice={invoice}
      key={invoice.id}
      role={role}
      timeZone={settings.timeZone}
    />
  );
}
