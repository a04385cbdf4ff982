import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { ZonesScreen } from "../../../zones/zones-screen";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement_/zones")(
  officePage(Zones),
);

function Zones() {
  const { settings } = useOffice();
  const { zones, home } = Route.useLoaderData();
  const { role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;
  return <ZonesScreen home={home} role={role} unit={settings.distanceUnit} zones={zones} />;
}
