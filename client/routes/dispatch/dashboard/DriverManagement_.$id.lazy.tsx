import { createLazyFileRoute } from "@tanstack/react-router";
import { DriverForm } from "../../../dispatch/driver-form";

export const Route = createLazyFileRoute("/dispatch/dashboard/DriverManagement_/$id")({
  component: DriverPage,
});

function DriverPage() {
  const { api } = Route.useRouteContext();
  const { record, vehicles } = Route.useLoaderData();
  return <DriverForm api={api} key={record?.id} record={record} vehicles={vehicles} />;
}
