import { createLazyFileRoute } from "@tanstack/react-router";
import { VehicleForm } from "../../../fleet/vehicles/vehicle-form";
import { VehiclePage } from "../../../fleet/vehicles/vehicle-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/VehicleManagement_/$id")({
  component: OneVehicle,
});

function OneVehicle() {
  const { api, settings } = Route.useRouteContext();
  const { record, classes } = Route.useLoaderData();
  const { tab } = Route.useSearch();
  if (!record) return <VehicleForm api={api} classes={classes} record={null} />;
  return (
    <VehiclePage
      api={api}
      classes={classes}
      key={record.id}
      record={record}
      settings={settings}
      tab={tab}
    />
  );
}
