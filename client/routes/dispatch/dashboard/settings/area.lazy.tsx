import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { useMay } from "../../../../office/use-may";
import { AreaForm } from "../../../../settings/area-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/area")({
  component: Area,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Area() {
  const { area, zones } = Route.useLoaderData();
  const mayChange = useMay("operator.rule");
  return <AreaForm first={area} mayChange={mayChange} zones={zones} />;
}
