import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { ServiceAreaForm } from "../../../../settings/service-area-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/area")(officePage(Area));

function Area() {
  const { area, zones } = Route.useLoaderData();
  const mayChange = usePermission("settings.manage");
  return <ServiceAreaForm first={area} mayChange={mayChange} zones={zones} />;
}
