import { createLazyFileRoute } from "@tanstack/react-router";
import { DifferencesScreen } from "../../../billing/differences-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/payment-differences")(
  officePage(PaymentDifferences),
);

function PaymentDifferences() {
  const { differences } = Route.useLoaderData();
  const { resolved = false } = Route.useSearch();
  return <DifferencesScreen differences={differences} isResolved={resolved} />;
}
