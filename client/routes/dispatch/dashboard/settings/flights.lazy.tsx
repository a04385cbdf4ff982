import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { usePermission } from "../../../../office/use-permission";
import { FlightRulesForm } from "../../../../settings/rules/flight-rules-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/flights")(
  officePage(FlightRules),
);

function FlightRules() {
  const mayChange = usePermission("settings.manage");
  return <FlightRulesForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
