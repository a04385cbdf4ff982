import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { useMay } from "../../../../office/use-may";
import { WidgetForm } from "../../../../settings/widget-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/widget")({
  component: Widget,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Widget() {
  const mayChange = useMay("operator.rule");
  return <WidgetForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
