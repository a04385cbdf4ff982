import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { WidgetForm } from "../../../../settings/widget-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/widget")(officePage(Widget));

function Widget() {
  const mayChange = usePermission("settings.manage");
  return <WidgetForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
