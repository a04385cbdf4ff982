import type { ReactNode } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import type { Reservation, TimelineEntry } from "../../src/reservations/contract";
import type { EventKind } from "../../src/reservations/event-contract";
import { isOver, canRepeat, endsAtPickup } from "../../src/reservations/rules";
import type { Api } from "../api";
import { lazy } from "../lazy";
import { LazyMapView } from "../map/lazy-map-view";
import { tripPins, tripRoute } from "../map/trip-pins";
import { Button } from "../ui/button";
import { Countdown } from "../ui/countdown";
import { NoticeBanner } from "../ui/notice-banner";
import { RouteLine } from "../ui/route-line";
import { Timeline } from "../ui/timeline";
import { type ActName, mayAct, canRoleAct } from "../trip-acts/allowed-acts";
import { Part, usePartsLocation } from "../office/panel-part";
import { factTexts, timelineEvents } from "../office/timeline-events";
import { TripFacts } from "./trip-facts";
import { TripFare } from "./trip-fare";
import { useTripTracking } from "./use-trip-tracking";
import { driverName, missingDropoffText, vehicleName } from "../office/words";
import { useOffice } from "../office/calls";

const BoardingNotice = lazy(async () => (await import("./boarding-notice")).BoardingNotice);
const NoShowEvidence = lazy(async () => (await import("./no-show-evidence")).default);
const TripFlight = lazy(async () => (await import("./trip-flight")).default);
const TripMessages = lazy(async () => (await import("./trip-messages")).TripMessages);
const TripTracking = lazy(async () => (await import("./trip-tracking")).TripTracking);
const TripAffiliate = lazy(async () => (await import("./trip-affiliate")).default);
const TripOffers = lazy(async () => (await import("./trip-offers")).default);
const TripRating = lazy(async () => (await import("./trip-rating")).TripRating);
const TripVehicles = lazy(async () => (await import("./trip-vehicles")).default);
const RepeatedTrip = lazy(async () => (await import("./repeated-trip")).RepeatedTrip);

/** Shows the incidents of a trip. */
export type TripIncidents = (props: {
  api: Api;
  of: { reservationId: string };
  timeZone: string;
  /** Reassigns the trip; null if that isn't possible. */
  onReassign: (() => void) | null;
}) => ReactNode;

/** The parts of a reservation, in one column beside the board and in two on its own page. */
export function TripDetails({
  reservation,
  busy,
  role,
  onAction,
  incidents: Incidents,
  children,
}: {
  reservation: Reservation;
  busy: boolean;
  role: AdminRole;
  onAction: (name: ActName) => void;
  incidents: TripIncidents;
  /** The parts that only the page has, beside the fare. */
  children?: ReactNode;
}) {
  const { api, settings } = useOffice();
  const isFullPage = usePartsLocation() === "page";
  const { offer, driver } = reservation;
  const mayManageTrips = canRoleAct("withdraw", role);
  const onReassign =
    canRoleAct("unassign", role) && mayAct("unassign", reservation.state)
      ? () => onAction("unassign")
      : null;
  const tripTracking = useTripTracking(reservation);
  const car = tripTracking.tracking?.position;
  const pins = tripPins(reservation);
  const riderChange = lastChange(reservation);
  const override = overrideOf(reservation);
  const notices = (
    <>
      {offer && (
        <NoticeBanner
          action={
            mayManageTrips && (
              <Button
                disabled={busy}
                onClick={() => onAction("withdraw")}
                size="small"
                variant="secondary"
              >
                Withdraw offer
              </Button>
            )
          }
          tone="warning"
        >
          {`Offered to ${driverName(offer.driver)} with ${vehicleName(offer.vehicle)}. Answer due in `}
          <Countdown until={offer.expiresAt} />.
        </NoticeBanner>
      )}
      {riderChange && (
        <NoticeBanner tone="warning">
          The rider changed this trip. {factTexts(riderChange).join(" · ")}
        </NoticeBanner>
      )}
      {override && (
        <NoticeBanner tone="warning">
          {`${override.by} overrode a rule: ${override.what}. “${override.reason}”`}
        </NoticeBanner>
      )}
    </>
  );
  const offers = reservation.timeline.some(({ to }) => to === "offered") && (
    <TripOffers id={reservation.id} />
  );
  const affiliate = reservation.timeline.some(
    ({ event }) => event.kind === "offered" && event.affiliate,
  ) && <TripAffiliate reservation={reservation} />;
  const boarding = reservation.boarding && (
    <BoardingNotice mayConfirm={mayManageTrips} reservation={reservation} />
  );
  const routeView = (
    <div className="grid gap-4">
      <RouteLine
        dense
        dropoff={
          endsAtPickup(reservation)
            ? { name: missingDropoffText(reservation) }
            : reservation.dropoff
        }
        pickup={reservation.pickup}
        stops={reservation.stops}
      />
      {pins.length > 0 && (
        <LazyMapView
          car={car && { ...car, id: "car", name: driver ? driverName(driver) : "the driver" }}
          className={isFullPage ? "h-72" : "h-48"}
          key={reservation.id}
          label={`Map of reservation ${reservation.number}`}
          pins={pins}
          route={tripRoute(reservation)}
          track={tripTracking.tracking?.track}
        />
      )}
    </div>
  );
  const note = reservation.note && (
    <Part title="Note">
      <p className="whitespace-pre-line break-words">{reservation.note}</p>
    </Part>
  );
  const facts = (
    <>
      {reservation.vehicles && (
        <TripVehicles reservation={reservation} vehicles={reservation.vehicles} />
      )}
      <TripFacts reservation={reservation} />
    </>
  );
  const flight = reservation.flightNumber && (
    <TripFlight
      key={`flight of ${reservation.id}`}
      mayChange={mayManageTrips}
      reservation={reservation}
    />
  );
  const messages = reservation.driver && (
    <Part title="Messages">
      <TripMessages mayManageTrips={mayManageTrips} reservation={reservation} />
    </Part>
  );
  const tracking = (
    <TripTracking
      distanceUnit={settings.distanceUnit}
      tripTracking={tripTracking}
      mayRevoke={mayManageTrips}
      state={reservation.state}
    />
  );
  const noShowAndIncidents = (
    <>
      {reservation.state === "no_show" && mayManageTrips && (
        <NoShowEvidence key={reservation.id} reservation={reservation} />
      )}
      {mayManageTrips && reservation.driver && (
        <Incidents
          api={api}
          key={`incidents of ${reservation.id}`}
          of={{ reservationId: reservation.id }}
          onReassign={onReassign}
          timeZone={settings.timeZone}
        />
      )}
    </>
  );
  const fare = <TripFare mayReverse={canRoleAct("refund", role)} reservation={reservation} />;
  const repeating = (reservation.standingOrderId !== null ||
    (mayManageTrips && canRepeat(reservation))) && (
    <Part title="Repeating">
      <RepeatedTrip trip={reservation} />
    </Part>
  );
  const rating = mayManageTrips &&
    (reservation.state === "completed" || reservation.state === "settled") && (
      <TripRating id={reservation.id} version={reservation.version} />
    );
  const timeline = (
    <Part title="Timeline">
      <Timeline events={timelineEvents(reservation.timeline, settings.timeZone)} />
    </Part>
  );
  if (!isFullPage)
    return (
      <div className="grid gap-6 text-sm">
        {notices}
        {offers}
        {affiliate}
        {boarding}
        {routeView}
        {flight}
        {note}
        {facts}
        {messages}
        {tracking}
        {noShowAndIncidents}
        {fare}
        {repeating}
        {rating}
        {timeline}
      </div>
    );
  const column = "grid min-w-0 content-start gap-4";
  return (
    <div className="grid gap-4 text-sm">
      <div className="grid gap-4 empty:hidden">
        {notices}
        {boarding}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className={column}>
          <Part title="Route">{routeView}</Part>
          {note}
          {facts}
          {messages}
          {timeline}
        </div>
        <div className={column}>
          {flight}
          {fare}
          {children}
          {offers}
          {affiliate}
          {tracking}
          {noShowAndIncidents}
          {repeating}
          {rating}
        </div>
      </div>
    </div>
  );
}

/** Returns the rule that an owner overrode to assign the current driver. */
function overrideOf({ driver, timeline }: Reservation) {
  const lastAssignment = timeline.findLast(({ event }) => event.kind === "assigned");
  const overrideText = lastAssignment?.facts?.find(({ name }) => name === "overridden")?.text;
  return (
    driver &&
    lastAssignment &&
    overrideText && {
      by: lastAssignment.actor.name,
      what: overrideText,
      reason: lastAssignment.reason,
    }
  );
}

/** The riders' events that don't change the trip. */
const neutralEvents: readonly EventKind[] = ["boarding_chosen", "quote_declined", "quote_question"];

/** Returns the rider's last change of an upcoming trip since dispatch or the driver last acted on it. */
function lastChange({ state, timeline }: Reservation): TimelineEntry | null {
  const lastEntry = timeline.at(-1);
  const isChange =
    lastEntry?.actor.kind === "rider" &&
    lastEntry.from === lastEntry.to &&
    !neutralEvents.includes(lastEntry.event.kind);
  return isChange && !isOver(state) && state !== "passenger_on_board" ? lastEntry : null;
}
