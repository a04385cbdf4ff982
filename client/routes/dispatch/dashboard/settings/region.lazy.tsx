import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { useMay } from "../../../../office/use-may";
import { RegionForm } from "../../../../settings/region-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/region")({
  component: Region,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Region() {
  const mayChange = useMay("operator.rule");
  return <RegionForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
