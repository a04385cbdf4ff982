import type { ReservationRow } from "../../../src/reservations/contract";
import { PlainLink } from "../../plain-link";
import { Glyph } from "../../ui/glyph";
import { Moment } from "../../ui/moment";
import { RouteLine } from "../../ui/route-line";
import { StateBadge } from "../../ui/state-badge";
import { TripPrice } from "../../ui/trip-price";

/** One trip in a list; the whole card leads to it. */
export function TripCard({ trip, timeZone }: { trip: ReservationRow; timeZone: string }) {
  return (
    <PlainLink
      ahead
      className="block rounded-lg border border-line bg-surface-raised p-4 shadow-sm transition hover:border-line-strong sm:p-5"
      href={`/trips/${trip.id}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold text-lg">
          <Moment at={trip.pickupAt} timeZone={timeZone} />
        </span>
        <StateBadge state={trip.state} viewer="rider" />
      </div>
      <div className="mt-3">
        <RouteLine
          dense
          dropoff={
            trip.serviceType === "hourly" ? { name: "By the hour" } : { name: trip.dropoff.name }
          }
          pickup={{ name: trip.pickup.name }}
          stops={trip.stops.map(({ name }) => ({ name }))}
        />
      </div>
      <div className="mt-3 flex items-center gap-2 border-line border-t pt-3 text-ink-muted text-sm">
        <span className="min-w-0 flex-1 truncate">
          {trip.vehicleClass.name}
          {trip.driver && ` · ${trip.driver.firstName}`}
          {trip.vehicle && ` · ${trip.vehicle.plate}`}
        </span>
        <TripPrice className="font-medium text-ink" trip={trip} />
        <Glyph className="rtl:rotate-180" d="M9 18l6-6-6-6" size={18} />
      </div>
    </PlainLink>
  );
}
