import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { RegionForm } from "../../../../settings/region-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/region")(
  officePage(RegionSettings),
);

function RegionSettings() {
  const mayChange = usePermission("settings.manage");
  return <RegionForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
