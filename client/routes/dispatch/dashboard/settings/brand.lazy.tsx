import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { useMay } from "../../../../office/use-may";
import { BrandForm } from "../../../../settings/brand-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/brand")({
  component: Brand,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Brand() {
  const mayChange = useMay("operator.rule");
  return <BrandForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
