import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../dispatch/page-failure";
import { PagePending } from "../../../../dispatch/page-pending";
import { useMay } from "../../../../dispatch/use-may";
import { RetentionForm } from "../../../../settings/retention-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/retention")({
  component: Retention,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Retention() {
  const { api } = Route.useRouteContext();
  const mayChange = useMay("operator.rule");
  return <RetentionForm api={api} first={Route.useLoaderData()} mayChange={mayChange} />;
}
