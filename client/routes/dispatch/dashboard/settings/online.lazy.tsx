import { createLazyFileRoute } from "@tanstack/react-router";
import { usePermission } from "../../../../office/use-permission";
import { OnlineBookingForm } from "../../../../settings/online-booking-form";
import { useOffice } from "../../../../office/calls";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/online")(
  officePage(OnlineBookingPage),
);

function OnlineBookingPage() {
  const { settings } = useOffice();
  const mayChange = usePermission("settings.manage");
  return (
    <OnlineBookingForm first={Route.useLoaderData()} mayChange={mayChange} phone={settings.phone} />
  );
}
