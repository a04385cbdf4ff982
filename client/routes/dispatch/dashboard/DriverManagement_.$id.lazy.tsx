import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { DriverForm } from "../../../fleet/drivers/driver-form";
import { DriverPage } from "../../../fleet/drivers/driver-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/DriverManagement_/$id")({
  component: OneDriver,
});

function OneDriver() {
  const { api, settings } = Route.useRouteContext();
  const { found, vehicles } = Route.useLoaderData();
  const { tab } = Route.useSearch();
  const { role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;
  if (!found) return <DriverForm api={api} record={null} vehicles={vehicles} />;
  return (
    <DriverPage
      api={api}
      key={found.record.id}
      overview={found.overview}
      record={found.record}
      role={role}
      settings={settings}
      tab={tab}
      vehicles={vehicles}
    />
  );
}
