import { createLazyFileRoute } from "@tanstack/react-router";
import { InvoicesScreen } from "../../../companies/invoices-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/invoices")(officePage(Invoices));

function Invoices() {
  const { show = "open" } = Route.useSearch();
  const { first, ageing } = Route.useLoaderData();
  return <InvoicesScreen ageing={ageing} first={first} shown={show} />;
}
