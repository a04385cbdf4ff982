import { createLazyFileRoute } from "@tanstack/react-router";
import { VehicleForm } from "../../../fleet/vehicles/vehicle-form";
import { VehiclePage } from "../../../fleet/vehicles/vehicle-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/VehicleManagement_/$id")({
  component: VehicleRoute,
});

function VehicleRoute() {
  const { record, classes } = Route.useLoaderData();
  const { tab } = Route.useSearch();
  if (!record) return <VehicleForm classes={classes} record={null} />;
  return <VehiclePage classes={classes} key={record.id} record={record} tab={tab} />;
}
