import type { ComponentProps } from "react";
import { AvailabilityPanel } from "../../../fleet/drivers/availability-panel";
import { DocumentsPanel } from "../../../fleet/documents/documents-panel";
import type { DriverPart as Part } from "../../../fleet/drivers/driver-page";
import { DriverRatings } from "../../../fleet/drivers/driver-ratings";
import { TripsOf } from "../../../fleet/trips-of";
import { IncidentsOf } from "./-incidents";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { PayPart } from "../../../billing/pay-part";

/** One part of a driver's page. */
export function DriverPart({ api, driver, pay, tab, settings, onChanged }: ComponentProps<Part>) {
  const { id } = driver;
  const { timeZone } = settings;
  switch (tab) {
    case "documents":
      return <DocumentsPanel api={api} id={id} onChanged={onChanged} owner="driver" />;
    case "availability":
      return <AvailabilityPanel api={api} driverId={id} timeZone={timeZone} />;
    case "trips":
      return <TripsOf api={api} id={id} of="driver" timeZone={timeZone} />;
    case "pay":
      return <PayPart api={api} driver={driver} pay={pay} settings={settings} />;
    case "ratings":
      return <DriverRatings api={api} driverId={id} timeZone={timeZone} />;
    case "incidents":
      return (
        <Card className="max-w-3xl text-sm">
          <h2 className="sr-only">Reported from the road</h2>
          <IncidentsOf
            api={api}
            none={
              <EmptyState title="No incidents">
                What this driver reports from the road stands here.
              </EmptyState>
            }
            of={{ driverId: id }}
            timeZone={timeZone}
          />
        </Card>
      );
  }
}
