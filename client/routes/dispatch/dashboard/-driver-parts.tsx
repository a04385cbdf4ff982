/** The parts of a driver's page that come after it, and the dialog that suspends. */
import type { DriverOverview } from "../../../../src/desk/fleet-contract";
import type { DriverRecord } from "../../../../src/drivers/contract";
import { AvailabilityPanel } from "../../../fleet/drivers/availability-panel";
import { DocumentsPanel } from "../../../fleet/documents/documents-panel";
import { DriverRatings } from "../../../fleet/drivers/driver-ratings";
import { TripsOf } from "../../../fleet/trips-of";
import { LateIncidents } from "../../../incidents/late-incidents";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { PayPart } from "../../../billing/pay-part";
import type { DriverTab } from "../../../fleet/drivers/tabs";

export { SuspendDialog } from "../../../fleet/drivers/suspend-dialog";

/** One part of a driver's page. */
export function DriverPart({
  driver,
  pay,
  tab,
  onChanged,
}: {
  driver: DriverRecord;
  pay: DriverOverview["pay"];
  tab: Exclude<DriverTab, "overview" | "details">;
  /** Something is another than the page was loaded with. */
  onChanged: () => void;
}) {
  const { id } = driver;

  switch (tab) {
    case "documents":
      return <DocumentsPanel id={id} onChanged={onChanged} owner="driver" />;
    case "availability":
      return <AvailabilityPanel driverId={id} />;
    case "trips":
      return <TripsOf id={id} of="driver" />;
    case "pay":
      return <PayPart driver={driver} pay={pay} />;
    case "ratings":
      return <DriverRatings driverId={id} />;
    case "incidents":
      return (
        <Card className="max-w-3xl text-sm">
          <h2 className="sr-only">Reported from the road</h2>
          <LateIncidents
            none={
              <EmptyState title="No incidents">
                What this driver reports from the road stands here.
              </EmptyState>
            }
            of={{ driverId: id }}
          />
        </Card>
      );
  }
}
