import type { ComponentProps } from "react";
import { AvailabilityPanel } from "../../../fleet/drivers/availability-panel";
import { DocumentsPanel } from "../../../fleet/documents/documents-panel";
import type { DriverPart as Part } from "../../../fleet/drivers/driver-page";
import { DriverRatings } from "../../../fleet/drivers/driver-ratings";
import { RelatedTrips } from "../../../fleet/related-trips";
import { RelatedIncidents } from "./-incidents";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { PayPart } from "../../../billing/pay-part";

/** One part of a driver's page. */
export function DriverPart({ driver, pay, tab, onChanged }: ComponentProps<Part>) {
  const { id } = driver;

  switch (tab) {
    case "documents":
      return <DocumentsPanel id={id} onChanged={onChanged} owner="driver" />;
    case "availability":
      return <AvailabilityPanel driverId={id} />;
    case "trips":
      return <RelatedTrips id={id} of="driver" />;
    case "pay":
      return <PayPart driver={driver} pay={pay} />;
    case "ratings":
      return <DriverRatings driverId={id} />;
    case "incidents":
      return (
        <Card className="max-w-3xl text-sm">
          <h2 className="sr-only">Reported by this driver</h2>
          <RelatedIncidents
            emptyContent={
              <EmptyState title="No incidents">
                Incidents that this driver reports appear here.
              </EmptyState>
            }
            of={{ driverId: id }}
          />
        </Card>
      );
  }
}
