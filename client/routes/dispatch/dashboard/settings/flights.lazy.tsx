import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { useMay } from "../../../../office/use-may";
import { FlightRulesForm } from "../../../../settings/rules/flight-rules-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/flights")(
  officePage(FlightRules),
);

function FlightRules() {
  const mayChange = useMay("settings.manage");
  return <FlightRulesForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
