import { useRouter } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useCallback } from "react";
import type { Reservation, ReservationState } from "../../../src/reservations/contract";
import { hasDriver, endsAtPickup } from "../../../src/reservations/rules";
import type { Position, TripTracking } from "../../../src/tracking/contract";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { lazy } from "../../lazy";
import { LazyMapView } from "../../map/lazy-map-view";
import { tripPins, tripRoute } from "../../map/trip-pins";
import { Button } from "../../ui/button";
import { buttonStyle } from "../../ui/button-style";
import { Card } from "../../ui/card";
import { classNames } from "../../ui/class-names";
import { DefinitionList } from "../../ui/definition-list";
import { FareLines } from "../../ui/fare-lines";
import { formatDistance, formatDuration } from "../../ui/measure";
import { formatMoment, Moment } from "../../ui/moment";
import { NoticeBanner } from "../../ui/notice-banner";
import { RouteLine } from "../../ui/route-line";
import { Section } from "../../ui/section";
import { paymentFact, serviceFacts, serviceNote } from "../../ui/service-facts";
import { StateBadge, stateBadges } from "../../ui/state-badge";
import { Timeline } from "../../ui/timeline";
import { extrasText } from "../../ui/extras-text";
import { BackLink } from "./back-link";
import { DriverCard } from "./driver-card";
import { OtherLeg } from "./other-leg";
import { Reconnecting } from "./reconnecting";
import { CarArrival } from "./car-arrival";
import { ShareTrip } from "./share-trip";
import { TripActions } from "./trip-actions";
import { TripProgress } from "./trip-progress";
import { linkedVehicleText } from "./card-facts";
import { entryWords, tripStatus } from "./trip-words";
import { useLiveTrips } from "./use-live-trips";
import { useLastPosition } from "./use-last-position";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";

/** Loads only for a completed trip. */
const FeedbackSection = lazy(
  async () => (await import("./feedback/feedback-section")).FeedbackSection,
);
const Vehicles = lazy(async () => (await import("./vehicles")).default);
const OwnFlight = lazy(async () => (await import("../../ui/own-flight")).default);
const Prepayment = lazy(async () => (await import("./prepayment")).default);
const TripConversation = lazy(async () => (await import("./trip-conversation")).default, {
  failed: function ContactLoadFailed({ retry }) {
    const t = useWords();
    return (
      <Button onClick={retry} variant="secondary" wide>
        {t("Reload contact options")}
      </Button>
    );
  },
});

/** One trip, live: its state, driver, time and places, and the price with its lines. */
export function TripScreen({
  api,
  trip,
  tracking,
  settings,
  isJustBooked,
}: {
  api: Api;
  trip: Reservation;
  tracking: TripTracking;
  settings: Settings;
  isJustBooked: boolean;
}) {
  const t = useWords();
  const router = useRouter();
  const { lastPosition, onPosition } = useLastPosition(trip, tracking);
  const isConnectionLost = useLiveTrips(
    api,
    useCallback(() => void router.invalidate(), [router]),
    onPosition,
  );
  const status = tripStatus(trip, settings.brand, t);
  // Until there is a car to follow, the trip itself comes first.
  const showsShareFirst = hasDriver(trip.state) || tracking.link !== null;
  const share = <ShareTrip api={api} tracking={tracking} trip={trip} />;
  const entries = trip.timeline;
  return (
    <>
      <BackLink to="/trips">{t("All trips")}</BackLink>
      <Reconnecting isConnectionLost={isConnectionLost} />
      {isJustBooked && trip.state === "pending" && trip.prepayment?.state !== "waiting" && (
        <div className="mb-4 flex items-start gap-4 rounded-lg bg-success-surface p-4 text-success-ink">
          <CircleCheck aria-hidden="true" className="mt-0.5 shrink-0" size={24} />
          <p>
            <strong className="block font-semibold">{t("Booked. Thank you!")}</strong>
            {t("This page updates automatically. Come back to it whenever you like.")}
          </p>
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <div className="grid gap-4">
          <Card>
            <div className="flex flex-wrap items-center justify-between gap-2 text-ink-muted text-sm">
              <span>
                {t("Trip {number}", { number: trip.number })}
                {trip.order && ` · ${linkedVehicleText(trip.order, t)}`}
              </span>
              <StateBadge late={trip.isLateCancellation} state={trip.state} viewer="rider" />
            </div>
            <div aria-live="polite">
              <h1 className="mt-3 text-xl">{status.title}</h1>
              <p className="mt-1 text-ink-muted empty:hidden">{status.detail}</p>
            </div>
            {trip.bookedBy && (
              <p className="mt-1 text-ink-muted">
                {t("Booked by {name}", { name: trip.bookedBy })}
              </p>
            )}
            {trip.quoteUrl && (
              <a className={classNames(buttonStyle(), "mt-4")} href={trip.quoteUrl}>
                {t("See the new price")}
              </a>
            )}
            {lastPosition && (
              <CarArrival lastPosition={lastPosition} state={trip.state} timeZone={trip.timeZone} />
            )}
            <TripProgress state={trip.state} />
          </Card>
          {trip.billing?.awaitsApprovalUntil && (
            <NoticeBanner tone="warning">
              {t("{company} must approve this trip by {time}.", {
                company: trip.billing.company.name,
                time: formatMoment(trip.billing.awaitsApprovalUntil, trip.timeZone, "date-time", t),
              })}
            </NoticeBanner>
          )}
          {trip.prepayment && <Prepayment api={api} isJustBooked={isJustBooked} trip={trip} />}
          {(trip.state === "completed" || trip.state === "settled") && (
            <FeedbackSection api={api} trip={trip} />
          )}
          {trip.vehicles && <Vehicles trip={trip} />}
          <OtherLeg api={api} trip={trip} />
          <DriverCard trip={trip} />
          {trip.driver && <TripConversation api={api} settings={settings} trip={trip} />}
          {showsShareFirst && share}
        </div>
        <TripDetails
          api={api}
          car={lastPosition?.position ?? null}
          settings={settings}
          trip={trip}
        />
        <div className="grid gap-4 lg:col-start-1">
          {!showsShareFirst && share}
          <TripActions api={api} settings={settings} trip={trip} />
          <Section title={t("What happened")}>
            <Timeline
              events={entries.toReversed().map((entry) => {
                const { title, detail } = entryWords(entry, trip, t);
                const { Icon, tone } = stateBadges[entry.to];
                return {
                  id: entry.id,
                  title,
                  detail,
                  icon: Icon,
                  tone,
                  at: <Moment at={entry.at} timeZone={trip.timeZone} />,
                };
              })}
            />
          </Section>
        </div>
      </div>
    </>
  );
}

/** The states in which a trip's price isn't charged. */
const statesWithoutTrip: readonly ReservationState[] = ["cancelled", "no_show", "rejected"];

/** The time, places, passenger, and price lines. */
function TripDetails({
  api,
  trip,
  settings,
  car,
}: {
  api: Api;
  trip: Reservation;
  settings: Settings;
  /** The car's position, while the rider may see it. */
  car: Position | null;
}) {
  const t = useWords();
  const isOnePlace = endsAtPickup(trip);
  const pins = tripPins(trip);
  return (
    <div className="grid gap-4 lg:row-span-2">
      <Card>
        <h2 className="mb-4 font-semibold text-lg">
          <time dateTime={trip.pickupAt}>
            {formatMoment(trip.pickupAt, trip.timeZone, "weekday", t)}
            {t.known(", ")}
            {trip.willCall
              ? t("when you call")
              : formatMoment(trip.pickupAt, trip.timeZone, "time")}
          </time>
        </h2>
        {pins.length > 0 && (
          <LazyMapView
            car={car && { ...car, id: "car", name: trip.driver?.firstName ?? t("your driver") }}
            className="mb-4 h-56 sm:h-72"
            label={t("Map of trip {number}", { number: trip.number })}
            pins={pins}
            route={tripRoute(trip)}
          />
        )}
        <RouteLine
          dropoff={
            isOnePlace
              ? { name: serviceNote(trip.serviceType, trip.hours, t) }
              : { name: trip.dropoff.name, detail: trip.dropoff.detail }
          }
          pickup={{ name: trip.pickup.name, detail: trip.pickup.detail }}
          stops={trip.stops}
        />
        <div className="mt-4 border-line border-t pt-2">
          <DefinitionList
            facts={[
              ...(trip.pickupInstructions
                ? [{ name: t("Where to meet"), value: trip.pickupInstructions }]
                : []),
              { name: t("Passenger"), value: trip.passenger.name },
              { name: t("Car"), value: t.known(trip.vehicleClass.name, "name") },
              { name: t("Capacity"), value: capacityText(trip, t) },
              ...(isOnePlace || trip.onRequest
                ? []
                : [
                    {
                      name: t("Distance"),
                      value: distanceText(trip, settings.distanceUnit, t),
                    },
                  ]),
              ...(trip.extras.length > 0
                ? [{ name: t("Extras"), value: extrasText(trip.extras, t) }]
                : []),
              ...serviceFacts(trip.details, t),
              paymentFact(trip, t),
              ...(trip.terms
                ? [
                    {
                      name: t("Terms"),
                      value: (
                        <a
                          className="text-accent-text underline underline-offset-4"
                          href={`/terms/${trip.terms.version}`}
                        >
                          {formatMoment(trip.terms.acceptedAt, trip.timeZone, "date-time", t)}
                        </a>
                      ),
                    },
                  ]
                : []),
              ...(trip.flightNumber
                ? [
                    {
                      name: t("Flight"),
                      value: (
                        <>
                          {trip.flightNumber}
                          <OwnFlight
                            key={trip.id}
                            load={() =>
                              read(api.reservations[":id"].flight.$get({ param: { id: trip.id } }))
                            }
                            of={trip}
                            timeZone={trip.timeZone}
                          />
                        </>
                      ),
                    },
                  ]
                : []),
              ...(trip.note ? [{ name: t("Note"), value: trip.note }] : []),
            ]}
          />
        </div>
      </Card>
      <Card>
        <h2 className="mb-2 font-semibold text-lg">{t("Price")}</h2>
        {trip.onRequest ? (
          <p className="text-ink-muted">
            {statesWithoutTrip.includes(trip.state)
              ? t("No price was agreed.")
              : t("On request. We’ll tell you the price before anything is agreed.")}
          </p>
        ) : (
          <FareLines
            currency={trip.currency}
            estimate={trip.estimate && !isOnePlace}
            lines={trip.lines}
            totalLabel={statesWithoutTrip.includes(trip.state) ? t("Agreed price") : t("Total")}
            totalMinor={trip.fareMinor}
          />
        )}
        {(trip.cancellationFeeMinor ?? 0) > 0 && trip.feeLines.length > 0 && (
          <div className="mt-4 border-line border-t pt-2">
            <FareLines
              currency={trip.currency}
              lines={trip.feeLines}
              totalLabel={t("To pay")}
              totalMinor={trip.cancellationFeeMinor ?? 0}
            />
          </div>
        )}
      </Card>
    </div>
  );
}

function capacityText({ passengers, luggage }: Reservation, t: Say): string {
  return t.list([
    t.count(passengers, "{n} passenger", "{n} passengers"),
    t.count(luggage, "{n} suitcase", "{n} suitcases"),
  ]);
}

/** Distance and duration. */
function distanceText(
  { distanceMeters, durationSeconds, estimate }: Reservation,
  unit: Settings["distanceUnit"],
  t: Say,
): string {
  const text = `${formatDistance(distanceMeters, unit, t)}${t.known(", ")}${formatDuration(durationSeconds, t)}`;
  return estimate ? `${text} ${t("(estimate)")}` : text;
}
