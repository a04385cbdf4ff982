import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { useMay } from "../../../../office/use-may";
import { RetentionForm } from "../../../../settings/retention-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/retention")({
  component: Retention,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Retention() {
  const mayChange = useMay("operator.rule");
  return <RetentionForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
