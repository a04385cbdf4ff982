import { createLazyFileRoute } from "@tanstack/react-router";
import { VehicleForm } from "../../../dispatch/vehicle-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/VehicleManagement_/$id")({
  component: VehiclePage,
});

function VehiclePage() {
  const { api } = Route.useRouteContext();
  const { record, classes } = Route.useLoaderData();
  return <VehicleForm api={api} classes={classes} key={record?.id} record={record} />;
}
