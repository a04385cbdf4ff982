import { ArrowLeft, Maximize2, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import type { Reservation, ReservationRow } from "../../src/reservations/contract";
import { useLazy } from "../lazy";
import { ErrorState } from "../ui/error-state";
import { IconButton } from "../ui/icon-button";
import { Skeleton } from "../ui/skeleton";
import { StateBadge } from "../ui/state-badge";
import type { ActName } from "../trip-acts/allowed-acts";
import { TripPanelActions } from "../trip-acts/trip-panel-actions";
import { PickupTime } from "../trip-acts/pickup-time";
import { PresenceLine, useReportPresence } from "../office/live/presence";
import type { TripIncidents } from "./trip-details";
import { useReservation } from "./use-reservation";

const loadTripDetails = () => import("./trip-details");

/** The id of the heading that gets the focus when the details open. */
export const panelHeadingId = "reservation-heading";

/** The details of one reservation beside the list, or instead of it on a phone. */
export function ReservationPanel({
  id,
  row,
  latestTrip,
  now,
  role,
  busy,
  onAction,
  onClose,
  onOpenPage,
  incidents,
}: {
  id: string;
  /** The list's row, shown until the rest is loaded. */
  row: ReservationRow | null;
  latestTrip: Reservation | null;
  now: number;
  role: AdminRole;
  busy: boolean;
  onAction: (name: ActName, row: ReservationRow) => void;
  onClose: () => void;
  /** Opens the reservation's own page. */
  onOpenPage: () => void;
  incidents: TripIncidents;
}) {
  const { reservation, failure, missing, reload } = useReservation(id, latestTrip);
  const shownRow = reservation ?? row;
  const details = useLazy(loadTripDetails);
  useReportPresence(id);
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reservation starts at its top
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0;
  }, [id]);

  return (
    <section
      aria-labelledby={panelHeadingId}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-surface-raised lg:sticky lg:top-19 lg:h-[calc(100dvh-6.25rem)]"
    >
      <header className="border-line border-b p-3 ps-4">
        <div className="flex items-center gap-2">
          <IconButton
            className="-ms-2 lg:hidden"
            icon={<ArrowLeft aria-hidden="true" size={20} />}
            label="Back to the list"
            onClick={onClose}
          />
          <h2
            className="whitespace-nowrap rounded-sm font-semibold text-base outline-none"
            id={panelHeadingId}
            tabIndex={-1}
          >
            {shownRow ? `Reservation ${shownRow.number}` : "Reservation"}
          </h2>
          {shownRow && (
            <StateBadge late={reservation?.isLateCancellation ?? false} state={shownRow.state} />
          )}
          <IconButton
            className="ms-auto"
            dense
            icon={<Maximize2 aria-hidden="true" size={16} />}
            label="Open page"
            onClick={onOpenPage}
          />
          <IconButton
            className="max-lg:hidden"
            dense
            icon={<X aria-hidden="true" size={18} />}
            label="Close details"
            onClick={onClose}
          />
        </div>
        {shownRow && (
          <>
            <p className="mt-1 text-sm">
              <PickupTime now={now} row={shownRow} style="date-time" />
            </p>
            <div className="mt-3 empty:hidden">
              <TripPanelActions
                busy={busy}
                now={now}
                onAction={(name) => onAction(name, shownRow)}
                role={role}
                row={shownRow}
              />
            </div>
          </>
        )}
        <PresenceLine id={id} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4" ref={body}>
        {missing ? (
          <p className="py-8 text-center text-ink-muted">This reservation does not exist.</p>
        ) : reservation && details ? (
          <details.TripDetails
            busy={busy}
            incidents={incidents}
            onAction={(name) => onAction(name, reservation)}
            reservation={reservation}
            role={role}
          />
        ) : !reservation && failure !== null ? (
          <ErrorState message={failure} onRetry={reload} />
        ) : (
          <div aria-busy="true" className="grid gap-3" role="status">
            <span className="sr-only">Loading</span>
            {[0, 1, 2, 3, 4, 5].map((at) => (
              <Skeleton className={at % 2 === 0 ? "h-4 w-3/5" : "h-4 w-4/5"} key={at} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
