import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { OnlineForm } from "../../../../settings/online-form";
import { useOffice } from "../../../../office/calls";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/online")(
  officePage(OnlineBookingPage),
);

function OnlineBookingPage() {
  const { settings } = useOffice();
  const mayChange = usePermission("settings.manage");
  return <OnlineForm first={Route.useLoaderData()} mayChange={mayChange} phone={settings.phone} />;
}
