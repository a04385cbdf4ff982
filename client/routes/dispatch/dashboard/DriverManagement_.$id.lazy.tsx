import { createLazyFileRoute } from "@tanstack/react-router";
import { DriverForm } from "../../../dispatch/driver-form";
import { DriverRatings } from "../../../dispatch/driver-ratings";

export const Route = createLazyFileRoute("/dispatch/dashboard/DriverManagement_/$id")({
  component: DriverPage,
});

function DriverPage() {
  const { api, settings } = Route.useRouteContext();
  const { record, vehicles } = Route.useLoaderData();
  return (
    <>
      <DriverForm api={api} key={record?.id} record={record} vehicles={vehicles} />
      {record && (
        <DriverRatings
          api={api}
          driverId={record.id}
          key={`ratings of ${record.id}`}
          timeZone={settings.timeZone}
        />
      )}
    </>
  );
}
