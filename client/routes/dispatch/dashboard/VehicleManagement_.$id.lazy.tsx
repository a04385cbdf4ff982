import { createLazyFileRoute, useRouter } from "@tanstack/react-router";
import { DocumentsPanel } from "../../../dispatch/documents-panel";
import { VehicleForm } from "../../../dispatch/vehicle-form";
import { useMay } from "../../../dispatch/use-may";
import { useLate } from "../../../late";

export const Route = createLazyFileRoute("/dispatch/dashboard/VehicleManagement_/$id")({
  component: VehiclePage,
});

const loadPanels = () => import("../../../workshop/panels");

function VehiclePage() {
  const { api, settings } = Route.useRouteContext();
  const { record, classes } = Route.useLoaderData();
  const router = useRouter();
  const seesPapers = useMay("papers.judge");
  const mayKeep = useMay("fleet.keep");
  const late = useLate(loadPanels);
  // A document that was accepted is another date in the form, which starts anew with it.
  const version =
    record && `${record.id} ${record.insuranceValidUntil} ${record.registrationValidUntil}`;
  return (
    <>
      <VehicleForm api={api} classes={classes} key={version} record={record} />
      {record && late && (
        <late.WorkshopPanels
          api={api}
          key={`workshop of ${record.id}`}
          mayKeep={mayKeep}
          settings={settings}
          vehicleId={record.id}
        />
      )}
      {record && seesPapers && (
        <DocumentsPanel
          api={api}
          id={record.id}
          key={`documents of ${record.id}`}
          onChanged={() => void router.invalidate()}
          owner="vehicle"
        />
      )}
    </>
  );
}
