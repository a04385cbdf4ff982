import { useCallback } from "react";
import { useOffice } from "../../office/calls";
import { useQuery } from "../../office/use-query";
import { driverName } from "../../office/words";
import { PlainLink } from "../../ui/plain-link";
import { Avatar } from "../../ui/avatar";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { ErrorState } from "../../ui/error-state";
import { Moment } from "../../ui/moment";
import { SkeletonRows } from "../../ui/skeleton";
import { countText } from "../../ui/trip-words";

/** A vehicle's usual drivers, and those who drove it recently. */
export function VehicleDrivers({ vehicleId }: { vehicleId: string }) {
  const { api, call } = useOffice();
  const loadDrivers = useCallback(
    () => call(api.admin.vehicles[":id"].drivers.$get({ param: { id: vehicleId } })),
    [api, call, vehicleId],
  );
  const { answer, failure, load } = useQuery(loadDrivers);
  const drivers = answer?.drivers;
  return (
    <Card className="max-w-3xl" flush>
      {failure !== null && <ErrorState message={failure} onRetry={() => void load()} />}
      {!drivers && failure === null && <SkeletonRows rows={3} />}
      {drivers?.length === 0 && (
        <EmptyState title="No drivers yet">
          Drivers appear here if they usually drive this vehicle or drove it in the last 90 days.
        </EmptyState>
      )}
      {drivers && drivers.length > 0 && (
        <ul aria-label="Drivers of this vehicle" className="divide-y divide-line text-sm">
          {drivers.map(({ driver, state, usual: isUsual, trips, lastAt: lastTripAt }) => (
            <li className="flex items-center gap-3 px-4 py-2.5" key={driver.id}>
              <Avatar name={driverName(driver)} size="small" />
              <span className="min-w-0 flex-1">
                <PlainLink
                  className="inline-block font-medium underline-offset-4 hover:underline pointer-coarse:py-2.5"
                  href={`/dispatch/dashboard/DriverManagement/${driver.id}`}
                >
                  {driverName(driver)}
                </PlainLink>
                <span className="block text-ink-muted">
                  {trips === 0 ? (
                    "No trips in the last 90 days"
                  ) : (
                    <>
                      {`${countText(trips, "trip")} in the last 90 days`}
                      {lastTripAt && (
                        <>
                          {". Last trip: "}
                          <Moment at={lastTripAt} style="day" />
                        </>
                      )}
                    </>
                  )}
                </span>
              </span>
              {isUsual && <Badge tone="accent">Usual vehicle</Badge>}
              {state === "suspended" && <Badge tone="danger">Suspended</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
