import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { PaymentRulesScreen } from "../../../../settings/payment-rules/payment-rules-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/payment-rules")(
  officePage(PaymentRulesPage),
);

function PaymentRulesPage() {
  return <PaymentRulesScreen first={Route.useLoaderData()} />;
}
