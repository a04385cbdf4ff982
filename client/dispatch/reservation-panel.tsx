import { ArrowLeft, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import { isChangeable } from "../../src/reservations/change-rules";
import type { Reservation, ReservationRow, TimelineEntry } from "../../src/reservations/contract";
import { mayRepeat, stays } from "../../src/reservations/rules";
import type { Settings } from "../../src/settings/contract";
import type { Api } from "../api";
import { LateIncidents } from "../incidents/late-incidents";
import { MapView } from "../map/map-view";
import { tripPins, tripRoute } from "../map/trip-pins";
import { Button } from "../ui/button";
import { Countdown } from "../ui/countdown";
import { ErrorState } from "../ui/error-state";
import { IconButton } from "../ui/icon-button";
import { NoticeBanner } from "../ui/notice-banner";
import { RouteLine } from "../ui/route-line";
import { stayWords } from "../ui/service-facts";
import { Skeleton } from "../ui/skeleton";
import { StateBadge } from "../ui/state-badge";
import { Timeline } from "../ui/timeline";
import { type ActName, mayAct, roleMayAct } from "./allowed-acts";
import { RepeatedTrip } from "./repeated-trip";
import { BoardingNotice } from "./boarding-notice";
import { Part } from "./panel-part";
import { PanelActions } from "./panel-actions";
import { PickupTime } from "./pickup-time";
import { PresenceLine, usePresent } from "./presence";
import { detailTexts, timelineEvents } from "./timeline-events";
import { TripFacts } from "./trip-facts";
import { TripFare } from "./trip-fare";
import { TripRating } from "./trip-rating";
import { LateNoShow } from "./no-show-part";
import { TripMessages } from "./trip-messages";
import { TripTracking } from "./trip-tracking";
import { useReservation } from "./use-reservation";
import { useTracking } from "./use-tracking";
import { driverName, vehicleName } from "./words";

/** Where the focus goes when the details open. */
export const panelHeadingId = "reservation-heading";

/** Everything of one reservation, beside the list; on a phone in its place. */
export function ReservationPanel({
  api,
  settings,
  id,
  row,
  latest,
  now,
  role,
  busy,
  onAct,
  onClose,
}: {
  api: Api;
  settings: Settings;
  id: string;
  /** What the list knows already, shown until the rest is here. */
  row: ReservationRow | null;
  latest: Reservation | null;
  now: number;
  role: AdminRole;
  busy: boolean;
  onAct: (name: ActName, row: ReservationRow) => void;
  onClose: () => void;
}) {
  const { reservation, failure, missing, reload } = useReservation(api, id, latest);
  const known = reservation ?? row;
  usePresent(id);
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
            {known ? `Reservation ${known.number}` : "Reservation"}
          </h2>
          {known && <StateBadge late={reservation?.late ?? false} state={known.state} />}
          <IconButton
            className="ms-auto max-lg:hidden"
            dense
            icon={<X aria-hidden="true" size={18} />}
            label="Close the details"
            onClick={onClose}
          />
        </div>
        {known && (
          <>
            <p className="mt-1 text-sm">
              <PickupTime now={now} row={known} style="date-time" timeZone={settings.timeZone} />
            </p>
            <div className="mt-3 empty:hidden">
              <PanelActions
                busy={busy}
                onAct={(name) => onAct(name, known)}
                role={role}
                row={known}
              />
            </div>
          </>
        )}
        <PresenceLine id={id} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4" ref={body}>
        {missing ? (
          <p className="py-8 text-center text-ink-muted">There is no such reservation.</p>
        ) : reservation ? (
          <Details
            api={api}
            busy={busy}
            onReassign={
              roleMayAct("unassign", role) && mayAct("unassign", reservation.state)
                ? () => onAct("unassign", reservation)
                : null
            }
            onWithdraw={roleMayAct("withdraw", role) ? () => onAct("withdraw", reservation) : null}
            reservation={reservation}
            settings={settings}
          />
        ) : failure !== null ? (
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

const TripOffers = lazy(() => import("./trip-offers"));

function Details({
  api,
  reservation,
  settings,
  busy,
  onReassign,
  onWithdraw,
}: {
  api: Api;
  reservation: Reservation;
  settings: Settings;
  busy: boolean;
  /** Takes the driver off; null where that is not possible. */
  onReassign: (() => void) | null;
  /** Null for a role that may not. */
  onWithdraw: (() => void) | null;
}) {
  const { offer, driver } = reservation;
  const followed = useTracking(api, reservation);
  const car = followed.tracking?.position;
  const pins = tripPins(reservation);
  const change = lastChange(reservation);
  return (
    <div className="grid gap-6 text-sm">
      {offer && (
        <NoticeBanner
          action={
            onWithdraw && (
              <Button disabled={busy} onClick={onWithdraw} size="small" variant="secondary">
                Withdraw
              </Button>
            )
          }
          tone="warning"
        >
          Offered to {driverName(offer.driver)} with {vehicleName(offer.vehicle)}. Answer due in{" "}
          <Countdown until={offer.expiresAt} />.
        </NoticeBanner>
      )}
      {change && (
        <NoticeBanner tone="warning">
          The rider changed this trip. {detailTexts(change.detail).join(" · ")}
        </NoticeBanner>
      )}
      {reservation.timeline.some(({ to }) => to === "offered") && (
        <Suspense>
          <TripOffers api={api} id={reservation.id} timeZone={settings.timeZone} />
        </Suspense>
      )}
      <BoardingNotice api={api} mayConfirm={onWithdraw !== null} reservation={reservation} />
      <div className="grid gap-4">
        <RouteLine
          dense
          dropoff={
            stays(reservation)
              ? { name: stayWords(reservation.serviceType, reservation.hours) }
              : reservation.dropoff
          }
          pickup={reservation.pickup}
          stops={reservation.stops}
        />
        {pins.length > 0 && (
          <MapView
            car={car && { ...car, id: "car", name: driver ? driverName(driver) : "the driver" }}
            className="h-48"
            key={reservation.id}
            label={`Map of reservation ${reservation.number}`}
            pins={pins}
            route={tripRoute(reservation)}
            track={followed.tracking?.track}
          />
        )}
      </div>
      {reservation.note && (
        <Part title="Note">
          <p className="whitespace-pre-line break-words">{reservation.note}</p>
        </Part>
      )}
      <TripFacts reservation={reservation} settings={settings} />
      {reservation.driver && (
        <Part title="Messages">
          <TripMessages api={api} mayWrite={onWithdraw !== null} reservation={reservation} />
        </Part>
      )}
      <TripTracking
        distanceUnit={settings.distanceUnit}
        followed={followed}
        mayRevoke={onWithdraw !== null}
        state={reservation.state}
        timeZone={settings.timeZone}
      />
      {reservation.state === "no_show" && onWithdraw && (
        <LateNoShow api={api} reservation={reservation} settings={settings} />
      )}
      {onWithdraw && reservation.driver && (
        <LateIncidents
          api={api}
          key={`incidents of ${reservation.id}`}
          of={{ reservationId: reservation.id }}
          onReassign={onReassign}
          timeZone={settings.timeZone}
        />
      )}
      <TripFare reservation={reservation} />
      {(reservation.standingOrderId !== null || (onWithdraw && mayRepeat(reservation))) && (
        <Part title="Repeating">
          <RepeatedTrip api={api} settings={settings} trip={reservation} />
        </Part>
      )}
      {(reservation.state === "completed" || reservation.state === "settled") && (
        <TripRating
          api={api}
          id={reservation.id}
          timeZone={settings.timeZone}
          version={reservation.version}
        />
      )}
      <Part title="Timeline">
        <Timeline events={timelineEvents(reservation.timeline, settings.timeZone)} />
      </Part>
    </div>
  );
}

/** What the rider has changed since dispatch or a driver last did something with a trip to come. */
function lastChange({ state, timeline }: Reservation): TimelineEntry | null {
  const last = timeline.at(-1);
  const isChange =
    last?.actor.kind === "rider" && last.from === last.to && !("boarding" in last.detail);
  return isChange && isChangeable(state) ? last : null;
}
