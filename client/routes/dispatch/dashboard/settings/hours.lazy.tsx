import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { useMay } from "../../../../office/use-may";
import { HoursForm } from "../../../../settings/hours-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/hours")({
  component: Hours,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Hours() {
  const mayChange = useMay("operator.rule");
  return <HoursForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
