/** What comes after the form on a vehicle's page: its parts come after the page too. */
import { MaintenancePanel, type MaintenancePanelProps } from "./maintenance-panel";
import { OutagesPanel } from "./outages-panel";

/** When a vehicle is out of service, what it needs, and what was done to it. */
export function WorkshopPanels(props: MaintenancePanelProps) {
  const { api, vehicleId, settings, mayKeep } = props;
  return (
    <>
      <OutagesPanel
        api={api}
        mayKeep={mayKeep}
        timeZone={settings.timeZone}
        vehicleId={vehicleId}
      />
      <MaintenancePanel {...props} />
    </>
  );
}
