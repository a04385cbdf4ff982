import { CircleAlert, Clock, MapPin, UserX } from "lucide-react";
import type { ReactNode } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import { classNames } from "../ui/class-names";
import { formatMoment, localDay } from "../ui/moment";
import type { Attention } from "./attention";
import { StripRow, stripItemStyle } from "../office/strip-row";
import { timeUntilPickup } from "../office/words";
import { useOffice } from "../office/calls";

interface AttentionStripProps {
  attention: Attention;
  now: number;
  onOpen: (id: string) => void;
}

/** Trips that need action now; empty when there are none. */
export function AttentionStrip({
  attention: { tripsWithoutDriver, lateTrips },
  ...group
}: AttentionStripProps) {
  if (tripsWithoutDriver.length + lateTrips.length === 0) return null;
  return (
    <section aria-labelledby="attention" className="contents">
      <h2 className="sr-only" id="attention">
        Needs attention
      </h2>
      <div className="contents">
        {lateTrips.length > 0 && (
          <AttentionGroup
            {...group}
            icon={<CircleAlert aria-hidden="true" size={16} />}
            rows={lateTrips}
            tone="danger"
            words={`${lateTrips.length} late`}
          />
        )}
        {tripsWithoutDriver.length > 0 && (
          <AttentionGroup
            {...group}
            icon={<UserX aria-hidden="true" size={16} />}
            rows={tripsWithoutDriver}
            tone="danger"
            words={`${tripsWithoutDriver.length} without a driver`}
          />
        )}
      </div>
    </section>
  );
}

/** Bookings waiting for dispatch that are less urgent. */
export function WaitingStrip({
  attention: { requestedTrips, pendingTrips },
  onShowPending,
  onShowRequests,
  ...group
}: AttentionStripProps & {
  /** Shows every waiting booking. */
  onShowPending: () => void;
  /** Shows every request. */
  onShowRequests: () => void;
}) {
  if (requestedTrips.length + pendingTrips.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="contents">
      <h2 className="sr-only" id="waiting">
        Waiting for dispatch
      </h2>
      <div className="contents">
        {requestedTrips.length > 0 && (
          <AttentionGroup
            {...group}
            icon={<MapPin aria-hidden="true" size={16} />}
            onShowRest={onShowRequests}
            rows={requestedTrips}
            tone="warning"
            words={`${requestedTrips.length} not on the map`}
          />
        )}
        {pendingTrips.length > 0 && (
          <AttentionGroup
            {...group}
            icon={<Clock aria-hidden="true" size={16} />}
            onShowRest={onShowPending}
            rows={pendingTrips}
            tone="warning"
            words={`${pendingTrips.length} to confirm`}
          />
        )}
      </div>
    </section>
  );
}

/** The fields of each trip that a group shows. */
type GroupRow = Pick<ReservationRow, "id" | "pickupAt" | "state" | "willCall"> & {
  passenger: { name: string };
};

/** One kind of trip: the count, and buttons for the first few. */
export function AttentionGroup({
  rows,
  now,
  onOpen,
  ...row
}: {
  words: string;
  icon: ReactNode;
  tone: "danger" | "warning";
  rows: readonly GroupRow[];
  now: number;
  onOpen: (id: string) => void;
  onShowRest?: () => void;
}) {
  const { timeZone } = useOffice();
  return (
    <StripRow {...row} items={rows} keyOf={({ id }) => id}>
      {(trip) => (
        <button
          className={classNames(stripItemStyle, "max-w-full")}
          onClick={() => onOpen(trip.id)}
          type="button"
        >
          <span className="whitespace-nowrap font-medium tabular-nums">
            {timeOfRow(trip, timeZone, now)}
          </span>
          <span className="min-w-0 truncate text-ink-muted">{trip.passenger.name}</span>
        </button>
      )}
    </StripRow>
  );
}

/** Returns "14:30, 12 min late" today, and the date as well on other days. */
function timeOfRow(row: GroupRow, timeZone: string, now: number): string {
  const today = localDay(new Date(now).toISOString(), timeZone);
  const style = localDay(row.pickupAt, timeZone) === today ? "time" : "date-time";
  const until = timeUntilPickup(row, now);
  const time = formatMoment(row.pickupAt, timeZone, style);
  return until?.isSoon ? `${time}, ${until.text}` : time;
}
