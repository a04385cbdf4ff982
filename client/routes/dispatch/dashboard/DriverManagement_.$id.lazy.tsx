import { createLazyFileRoute, useRouter } from "@tanstack/react-router";
import { HandCoins } from "lucide-react";
import { AvailabilityPanel } from "../../../dispatch/availability-panel";
import { DocumentsPanel } from "../../../dispatch/documents-panel";
import { DriverForm } from "../../../dispatch/driver-form";
import { DriverRatings } from "../../../dispatch/driver-ratings";
import { useMay } from "../../../dispatch/use-may";
import { LateIncidents } from "../../../incidents/late-incidents";
import { ButtonLink } from "../../../ui/button-link";

export const Route = createLazyFileRoute("/dispatch/dashboard/DriverManagement_/$id")({
  component: DriverPage,
});

function DriverPage() {
  const { api, settings } = Route.useRouteContext();
  const { record, vehicles } = Route.useLoaderData();
  const router = useRouter();
  const seesPapers = useMay("papers.judge");
  const keepsHours = useMay("fleet.keep");
  const seesIncidents = useMay("incidents.keep");
  // A licence that was accepted is another date in the form, which starts anew with it.
  const version = record && `${record.id} ${record.licenseId} ${record.licenseValidUntil}`;
  return (
    <>
      <DriverForm api={api} key={version} record={record} vehicles={vehicles} />
      {record && seesPapers && (
        <DocumentsPanel
          api={api}
          id={record.id}
          key={`documents of ${record.id}`}
          onChanged={() => void router.invalidate()}
          owner="driver"
        />
      )}
      {record && keepsHours && (
        <AvailabilityPanel
          api={api}
          driverId={record.id}
          key={`availability of ${record.id}`}
          timeZone={settings.timeZone}
        />
      )}
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
      {record && seesIncidents && (
        <div className="mt-6 text-sm">
          <LateIncidents
            api={api}
            key={`incidents of ${record.id}`}
            of={{ driverId: record.id }}
            timeZone={settings.timeZone}
          />
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
