import { CarFront, Wrench } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { FleetAttention } from "../../../src/vehicles/maintenance-contract";
import { useOffice } from "../../office/calls";
import { StripRow, stripItemStyle } from "../../office/strip-row";
import { PlainLink } from "../../ui/plain-link";
import { classNames } from "../../ui/class-names";
import { dueWords, nameOf } from "./words";

const nothingDue: FleetAttention = { due: [], trips: [] };
/**
 * Maintenance falls due by the day, and periods out of service are planned a few times a week, so this interval is
 * short enough.
 */
const REFRESH_INTERVAL_MS = 60_000;

/** Trips whose car is out of service, and maintenance that is due. Empty when there are none. */
export function FleetStrip({ onOpen }: { onOpen: (id: string) => void }) {
  const { api, call } = useOffice();
  const [fleetAttention, setFleetAttention] = useState(nothingDue);
  const load = useCallback(async () => {
    try {
      setFleetAttention(await call(api.admin.maintenance.$get()));
    } catch {
      // The board itself reports an unreachable server. This strip loads again in a minute.
    }
  }, [api, call]);
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [load]);
  const { due, trips } = fleetAttention;
  if (due.length + trips.length === 0) return null;
  return (
    <section aria-label="Vehicles" className="contents">
      {trips.length > 0 && (
        <StripRow
          icon={<CarFront aria-hidden="true" size={16} />}
          items={trips}
          keyOf={({ id }) => id}
          tone="danger"
          words={
            trips.length === 1
              ? "1 trip with a vehicle out of service"
              : `${trips.length} trips with a vehicle out of service`
          }
        >
          {(trip) => (
            <button
              className={classNames(stripItemStyle, "max-w-full")}
              onClick={() => onOpen(trip.id)}
              type="button"
            >
              <span className="font-medium tabular-nums">#{trip.number}</span>
              <span className="min-w-0 truncate text-ink-muted">
                {trip.plate}, {trip.reason}
              </span>
            </button>
          )}
        </StripRow>
      )}
      {due.length > 0 && (
        <StripRow
          icon={<Wrench aria-hidden="true" size={16} />}
          items={due}
          keyOf={({ planId }) => planId}
          words={
            due.length === 1
              ? "1 vehicle due for maintenance"
              : `${due.length} maintenance jobs due`
          }
        >
          {(line) => (
            <PlainLink
              className={classNames(stripItemStyle, "max-w-72")}
              href={`/dispatch/dashboard/VehicleManagement/${line.vehicleId}?tab=maintenance`}
            >
              <span className="whitespace-nowrap font-medium">{line.plate}</span>
              <span className="truncate text-ink-muted">
                {nameOf(line)}, {dueWords[line.due.state].toLowerCase()}
              </span>
            </PlainLink>
          )}
        </StripRow>
      )}
    </section>
  );
}
