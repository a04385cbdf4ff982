import { createLazyFileRoute } from "@tanstack/react-router";
import { useMay } from "../../../../office/use-may";
import { WidgetForm } from "../../../../settings/widget-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/widget")(officePage(Widget));

function Widget() {
  const mayChange = useMay("settings.manage");
  return <WidgetForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
