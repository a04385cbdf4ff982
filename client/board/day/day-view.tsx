import { type RefObject, useEffect, useState } from "react";
import type { DayTrip } from "../../../src/dispatch/board/day-contract";
import type { ReservationRow } from "../../../src/reservations/contract";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { ErrorState } from "../../ui/error-state";
import { NoticeBanner } from "../../ui/notice-banner";
import { SkeletonRows } from "../../ui/skeleton";
import { showToast } from "../../ui/toasts";
import type { BoardSearch } from "../board-filters";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import type { Act } from "../../trip-acts/use-act";
import { driverName } from "../../office/words";
import { DayMap } from "./day-map";
import { DayTimeline, type SavedScroll } from "./timeline";
import type { Counts } from "./day-data";
import { useDayPlan } from "./use-day-plan";
import { useReassignTrip } from "./use-reassign-trip";

interface DayViewProps {
  api: Api;
  settings: Settings;
  search: BoardSearch;
  /** ms UTC. */
  now: number;
  selectedId: string | null;
  openRowId: string | null;
  /** Read-only for accountants. */
  mayAssign: boolean;
  act: Act;
  savedScroll: RefObject<SavedScroll | null>;
  onSelect: (id: string) => void;
  onOpen: (id: string, moveFocus?: boolean) => void;
  /** The count of each state on the day; null until known. */
  onCounts: (counts: Counts | null) => void;
  /** Asks whether to unassign the driver. */
  onUnassign: (row: ReservationRow) => void;
}

/** The board as a day: the timeline of its drivers, or the map of its pickups. */
export function DayView(props: DayViewProps) {
  const { api, settings, search, act } = props;
  const { call } = useOffice();
  const { plan, counts, failure, refresh } = useDayPlan(search, settings.timeZone);
  const { onCounts } = props;
  useEffect(() => onCounts(counts), [counts, onCounts]);
  const { newDriverByTrip, announcement, reassign } = useReassignTrip({ act, plan, refresh });
  const [requestedMove, setRequestedMove] = useState<{ trip: DayTrip; driverId: string } | null>(
    null,
  );
  const isPhone = useIsNarrow();

  const nameOf = (id: string | null) => {
    const dayDriver = plan?.drivers.find(({ driver }) => driver.id === id);
    return dayDriver ? driverName(dayDriver.driver) : "the driver";
  };
  const reassignTrip = async (trip: DayTrip, driverId: string | null) => {
    if (driverId !== null && trip.state === "assigned") return setRequestedMove({ trip, driverId });
    if (driverId !== null) return reassign(trip, driverId);
    if (trip.state !== "assigned") return;
    try {
      const { reservation } = await call(
        api.admin.reservations[":id"].$get({ param: { id: trip.id } }),
      );
      props.onUnassign(reservation);
    } catch (error) {
      if (error instanceof LeftPageError) return;
      showToast("error", failureText(error));
      await refresh();
    }
  };

  if (plan === null)
    return (
      <div className="rounded-lg border border-line bg-surface-raised">
        {failure === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <ErrorState message={failure} onRetry={refresh} />
        )}
      </div>
    );
  const hasNoMatches = !plan.trips.some(({ matches }) => matches);
  return (
    <>
      {failure !== null && (
        <div className="mb-3">
          <NoticeBanner
            action={
              <Button onClick={refresh} size="small" variant="secondary">
                Try again
              </Button>
            }
            tone="danger"
          >
            The trips of this day may be out of date: {failure}
          </NoticeBanner>
        </div>
      )}
      {plan.more && (
        <div className="mb-3">
          <NoticeBanner tone="warning">
            There are too many trips on this day to show them all. Use the filters to narrow them
            down.
          </NoticeBanner>
        </div>
      )}
      {hasNoMatches && search.view !== "map" && (
        <p className="mb-3 text-ink-muted" role="status">
          No reservations on this day match the filters.
        </p>
      )}
      {search.view === "map" ? (
        <DayMap
          now={props.now}
          onOpen={props.onOpen}
          onSelect={props.onSelect}
          openRowId={props.openRowId}
          plan={plan}
          selectedId={props.selectedId}
        />
      ) : (
        <DayTimeline
          savedScroll={props.savedScroll}
          mayAssign={props.mayAssign}
          newDriverByTrip={newDriverByTrip}
          isNarrow={isPhone}
          now={props.now}
          onDrop={(trip, driverId) => void reassignTrip(trip, driverId)}
          onOpen={props.onOpen}
          onSelect={props.onSelect}
          openRowId={props.openRowId}
          plan={plan}
          announcement={announcement}
          selectedId={props.selectedId}
        />
      )}
      <ConfirmDialog
        confirmLabel="Change driver"
        onClose={() => setRequestedMove(null)}
        onConfirm={() => {
          setRequestedMove(null);
          if (requestedMove) void reassign(requestedMove.trip, requestedMove.driverId);
        }}
        open={requestedMove !== null}
        title={
          requestedMove
            ? `Assign reservation ${requestedMove.trip.number} to ${nameOf(requestedMove.driverId)}?`
            : ""
        }
      >
        {requestedMove && (
          <p>
            {`${nameOf(requestedMove.trip.driverId)} has this trip now and will be told that another driver is taking it. The rider will be told who is coming.`}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

const phoneQuery = "(max-width: 40rem)";

/** Whether the window is phone-sized. This view is never rendered on the server. */
function useIsNarrow(): boolean {
  const [isPhone, setIsPhone] = useState(() => window.matchMedia(phoneQuery).matches);
  useEffect(() => {
    const mediaQuery = window.matchMedia(phoneQuery);
    const updateIsPhone = () => setIsPhone(mediaQuery.matches);
    mediaQuery.addEventListener("change", updateIsPhone);
    return () => mediaQuery.removeEventListener("change", updateIsPhone);
  }, []);
  return isPhone;
}
