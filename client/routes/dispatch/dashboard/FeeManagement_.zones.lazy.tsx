import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";
import { ZonesScreen } from "../../../zones/zones-screen";
import { useOffice } from "../../../office/calls";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement_/zones")({
  component: Zones,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Zones() {
  const { settings } = useOffice();
  const { zones, home } = Route.useLoaderData();
  const { role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;
  return <ZonesScreen home={home} role={role} unit={settings.distanceUnit} zones={zones} />;
}
