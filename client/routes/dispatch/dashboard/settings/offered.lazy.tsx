import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { ServicesForm } from "../../../../settings/services-form";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/offered")(
  officePage(OfferedServicesPage),
);

function OfferedServicesPage() {
  const mayChange = usePermission("settings.manage");
  return <ServicesForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
