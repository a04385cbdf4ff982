/** The parts of a vehicle's page that come after it. */
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { DocumentsPanel } from "../documents/documents-panel";
import { TripsOf } from "../trips-of";
import { MaintenancePanel } from "./maintenance-panel";
import { OutagesPanel } from "./outages-panel";
import type { VehicleTab } from "./tabs";
import { VehicleDrivers } from "./vehicle-drivers";

/** One part of a vehicle's page. */
export function VehiclePart({
  api,
  vehicleId,
  tab,
  settings,
  mayKeep,
  onChanged,
}: {
  api: Api;
  vehicleId: string;
  tab: Exclude<VehicleTab, "details">;
  settings: Settings;
  mayKeep: boolean;
  /** Something is another than the page was loaded with. */
  onChanged: () => void;
}) {
  const { timeZone } = settings;
  const of = { api, mayKeep, vehicleId };
  switch (tab) {
    case "maintenance":
      return (
        <>
          <OutagesPanel {...of} onChanged={onChanged} timeZone={timeZone} />
          <MaintenancePanel {...of} settings={settings} />
        </>
      );
    case "documents":
      return <DocumentsPanel api={api} id={vehicleId} onChanged={onChanged} owner="vehicle" />;
    case "trips":
      return <TripsOf api={api} id={vehicleId} of="vehicle" timeZone={timeZone} />;
    case "drivers":
      return <VehicleDrivers api={api} timeZone={timeZone} vehicleId={vehicleId} />;
  }
}
