/** The tabs of a vehicle's page that load later than the page. */
import { DocumentsPanel } from "../documents/documents-panel";
import { RelatedTrips } from "../related-trips";
import { MaintenancePanel } from "./maintenance-panel";
import { OutagesPanel } from "./outages-panel";
import type { VehicleTab } from "./tabs";
import { VehicleDrivers } from "./vehicle-drivers";
import { useOffice } from "../../office/calls";

/** One tab of a vehicle's page. */
export function VehiclePart({
  vehicleId,
  tab,
  mayManage,
  onChanged,
}: {
  vehicleId: string;
  tab: Exclude<VehicleTab, "details">;
  mayManage: boolean;
  /** Called when data has changed since the page was loaded. */
  onChanged: () => void;
}) {
  const { settings } = useOffice();
  const panelProps = { mayManage, vehicleId };
  switch (tab) {
    case "maintenance":
      return (
        <>
          <OutagesPanel {...panelProps} onChanged={onChanged} />
          <MaintenancePanel {...panelProps} settings={settings} />
        </>
      );
    case "documents":
      return <DocumentsPanel id={vehicleId} onChanged={onChanged} owner="vehicle" />;
    case "trips":
      return <RelatedTrips id={vehicleId} of="vehicle" />;
    case "drivers":
      return <VehicleDrivers vehicleId={vehicleId} />;
  }
}
