import { createLazyFileRoute } from "@tanstack/react-router";
import { HandCoins } from "lucide-react";
import { DriverForm } from "../../../dispatch/driver-form";
import { DriverRatings } from "../../../dispatch/driver-ratings";
import { ButtonLink } from "../../../ui/button-link";

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
        <div className="mt-4">
          <ButtonLink
            icon={<HandCoins aria-hidden size={16} />}
            size="small"
            to={`/dispatch/dashboard/payouts/${record.id}`}
            variant="secondary"
          >
            Earnings and payouts
          </ButtonLink>
        </div>
      )}
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
