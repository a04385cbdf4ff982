import { useRouter } from "@tanstack/react-router";
import { CalendarClock, Phone, Plane, Presentation } from "lucide-react";
import { Fragment, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { LazyMapView } from "../../map/lazy-map-view";
import { tripPins, tripRoute } from "../../map/trip-pins";
import { read } from "../../api";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";
import { PageHeader } from "../../ui/page-header";
import { serviceNote } from "../../ui/service-facts";
import { StateBadge } from "../../ui/state-badge";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { buttonStyle } from "../../ui/button-style";
import { isOver, nextStep, endsAtPickup } from "../../../src/reservations/rules";
import { currentStopNumber, stopVisits } from "../../../src/reservations/waiting/stop-rules";
import { isTracked } from "../../../src/reservations/links/link-rules";
import { lazy, usePreload } from "../../lazy";
import { withRetry } from "../with-retry";
import { SharingStatus } from "../position/sharing-status";
import { StepBar } from "../steps/step-bar";
import { owesCash } from "../taps/trip-action-rules";
import { TripMessages } from "./trip-messages";
import { TripPlace } from "./trip-place";
import { useStepActions } from "../steps/use-step-actions";
import { stateSentences } from "../words";
import { PdfLink } from "../../ui/pdf-link";
import { useWords } from "../../words/use-words";
import { phrase, type Say } from "../../words/words";

const OwnFlight = lazy(async () => (await import("../../ui/own-flight")).default);
const FoundItemButton = lazy(async () => (await import("../found-item-button")).FoundItemButton);
const GreetingSign = lazy(
  async () => (await import("./greeting-sign")).default,
  withRetry(phrase("Reload greeting sign")),
);
const IncidentButton = lazy(
  async () => (await import("../incident-button")).IncidentButton,
  withRetry(phrase("Reload incident report")),
);
const TripExpenses = lazy(
  async () => (await import("../expenses/trip-expenses")).TripExpenses,
  withRetry(phrase("Reload expenses")),
);
const TripDetails = lazy(
  async () => (await import("./trip-details")).TripDetails,
  withRetry(phrase("Reload trip details"), 8),
);
const OfferCard = lazy(
  async () => (await import("../offers/offer-card")).OfferCard,
  withRetry(phrase("Reload offer"), 5),
);

/** Returns the text of the trip's progress through its stops. */
function stopProgressText({ stops, timeline }: Reservation, n: number, t: Say): string {
  const isAtStop = stopVisits(stops.length, timeline)[n - 1]?.standing === "here";
  const stop = { n, all: stops.length, name: stops[n - 1]?.name ?? "" };
  return isAtStop
    ? t("You are at stop {n} of {all}, {name}.", stop)
    : t("On the way to stop {n} of {all}, {name}.", stop);
}

/** The screen of one trip: passenger, places, notes and the main button. */
export function TripScreen({
  loaded,
  distanceUnit,
}: {
  loaded: Reservation;
  distanceUnit: "km" | "mi";
}) {
  const t = useWords();
  const { trip, tap, isDisabledBriefly: isPaused, takeStep, takeAction } = useStepActions(loaded);
  const visits = stopVisits(trip.stops.length, trip.timeline);
  const stopNumber = currentStopNumber(visits);
  const hasNextStep = nextStep(trip.state) !== null;
  const isOnBoard = trip.state === "passenger_on_board";
  const isTripOver = isOver(trip.state);
  const { api, settings } = useRouter().options.context;
  const [isSignShown, setSignShown] = useState(false);
  const showsSign = trip.serviceType === "airport_pickup" && hasNextStep && !isOnBoard;
  usePreload(GreetingSign, showsSign);
  return (
    <>
      <PageHeader
        actions={<StateBadge late={trip.isLateCancellation} state={trip.state} />}
        detail={
          isOnBoard && stopNumber !== null
            ? stopProgressText(trip, stopNumber, t)
            : t.of(stateSentences[trip.state])
        }
        title={t("Trip {number}", { number: trip.number })}
      />
      {isTracked(trip.state) && (
        <div className="-mt-2 mb-4">
          <SharingStatus />
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-4">
          {trip.state === "offered" && <OfferCard level="h2" trip={trip} />}
          <Card>
            <p className="flex items-center gap-2 font-semibold text-lg">
              <CalendarClock aria-hidden="true" className="text-ink-faint" size={20} />
              <Moment at={trip.pickupAt} timeZone={trip.timeZone} />
            </p>
            <Passenger over={isTripOver} trip={trip} />
            {showsSign && (
              <Button
                className="mb-4"
                icon={<Presentation aria-hidden="true" size={20} />}
                onClick={() => setSignShown(true)}
                variant="secondary"
                wide
              >
                {t("Show the greeting sign")}
              </Button>
            )}
            {isSignShown && (
              <GreetingSign
                brand={settings.brand}
                name={trip.details.greetingSign ?? trip.passenger.name}
                onClose={() => setSignShown(false)}
              />
            )}
            {trip.note && (
              <div className="mb-4 rounded-md bg-warning-surface px-4 py-3 text-warning-ink">
                <h2 className="font-semibold text-sm">{t("Note")}</h2>
                <p className="whitespace-pre-line break-words">{trip.note}</p>
              </div>
            )}
            {trip.flightNumber && (
              <div className="mb-4 flex gap-2">
                <Plane aria-hidden="true" className="text-ink-faint" size={20} />
                <div>
                  {t("Flight")} <bdi className="font-medium">{trip.flightNumber}</bdi>
                  <OwnFlight
                    key={trip.id}
                    load={() =>
                      read(api.driver.reservations[":id"].flight.$get({ param: { id: trip.id } }))
                    }
                    of={loaded}
                    timeZone={trip.timeZone}
                  />
                </div>
              </div>
            )}
            <TripPlace
              isCurrent={hasNextStep && !isOnBoard}
              notes={[trip.entranceNotes.pickup, trip.pickupInstructions]}
              isDone={isTripOver || isOnBoard}
              stop={trip.pickup}
              timeZone={trip.timeZone}
              words={t.in("for the driver", "Pickup")}
            />
            <hr className="my-4 border-line" />
            {trip.stops.map((stop, at) => (
              <Fragment key={`${stop.latitude} ${stop.longitude} ${stop.name}`}>
                <TripPlace
                  isCurrent={isOnBoard && at + 1 === stopNumber}
                  isDone={isTripOver}
                  stop={stop}
                  timeZone={trip.timeZone}
                  visit={visits[at]}
                  words={t("Stop {number}", { number: at + 1 })}
                />
                <hr className="my-4 border-line" />
              </Fragment>
            ))}
            {endsAtPickup(trip) ? (
              <p className="font-semibold text-lg">
                {serviceNote(trip.serviceType, trip.hours, t)}
              </p>
            ) : (
              <TripPlace
                isCurrent={isOnBoard && stopNumber === null}
                notes={[trip.entranceNotes.dropoff]}
                isDone={isTripOver}
                stop={trip.dropoff}
                timeZone={trip.timeZone}
                words={t.in("for the driver", "Drop-off")}
              />
            )}
          </Card>
          {trip.state !== "offered" && <TripExpenses trip={trip} />}
          {trip.state !== "offered" && <IncidentButton trip={trip} />}
          {(hasNextStep || isTripOver) && (
            <div className="tall-bar sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 border-line border-t bg-surface px-4 py-3 md:static md:mx-0 md:border-0 md:p-0">
              <StepBar
                onAction={takeAction}
                onStep={takeStep}
                isDisabledBriefly={isPaused}
                tap={tap}
                trip={trip}
                showsNoShow
              />
              {isTripOver && trip.state !== "cancelled" && <FoundItemButton tripId={trip.id} />}
              {isTripOver && !owesCash(trip) && (
                <ButtonLink
                  className="mt-2"
                  size="large"
                  to="/driver/dashboard"
                  variant="secondary"
                  wide
                >
                  {t("Go to Home")}
                </ButtonLink>
              )}
            </div>
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          {trip.state !== "offered" && <TripMessages isOver={isTripOver} trip={trip} />}
          <LazyMapView
            className="h-56"
            label={t("Map of trip {number}", { number: trip.number })}
            pins={tripPins(trip)}
            route={tripRoute(trip)}
          />
          {(hasNextStep || trip.state === "completed") && (
            <PdfLink
              className={buttonStyle("secondary", "large")}
              href={`/backend/driver/reservations/${trip.id}/waybill.pdf`}
            >
              {t("Waybill (PDF)")}
            </PdfLink>
          )}
          <TripDetails distanceUnit={distanceUnit} trip={trip} />
        </div>
      </div>
    </>
  );
}

/** The passenger, with a call button until the trip ends. After that, dispatch handles contact. */
function Passenger({ trip, over: isTripOver }: { trip: Reservation; over: boolean }) {
  const t = useWords();
  const { name, phone } = trip.passenger;
  const { settings } = useRouter().options.context;
  const number = phone ?? settings.phone;
  return (
    <div className="my-4 flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="text-ink-muted text-sm">{t("Passenger")}</p>
        <p className="break-words font-medium text-lg">{name}</p>
      </div>
      {number && !isTripOver && (
        <a className={buttonStyle("secondary")} href={`tel:${number}`}>
          <Phone aria-hidden="true" size={18} />
          {phone ? t("Call {name}", { name: name.split(" ")[0] ?? name }) : t("Call dispatch")}
        </a>
      )}
      {number && !phone && !isTripOver && (
        <p className="w-full text-ink-muted text-sm">
          {t(
            "Dispatch will put you through to your passenger. Give dispatch the trip number {number}.",
            {
              number: trip.number,
            },
          )}
        </p>
      )}
    </div>
  );
}
