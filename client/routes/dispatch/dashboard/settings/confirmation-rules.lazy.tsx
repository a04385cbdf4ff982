import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { ConfirmationRulesScreen } from "../../../../settings/confirmation/confirmation-rules-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/confirmation-rules")(
  officePage(ConfirmationRulesPage),
);

function ConfirmationRulesPage() {
  return <ConfirmationRulesScreen first={Route.useLoaderData()} />;
}
