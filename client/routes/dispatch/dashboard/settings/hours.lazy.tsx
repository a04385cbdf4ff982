import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { HoursForm } from "../../../../settings/hours-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/hours")(officePage(Hours));

function Hours() {
  const mayChange = usePermission("settings.manage");
  return <HoursForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
