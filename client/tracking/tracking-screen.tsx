import { useRouter } from "@tanstack/react-router";
import type { TrackedTrip } from "../../src/tracking/contract";
import { LazyMapView } from "../map/lazy-map-view";
import { Avatar } from "../ui/avatar";
import { Card } from "../ui/card";
import { classNames } from "../ui/class-names";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { Plate } from "../ui/plate";
import { ArrivalCountdown } from "../ui/arrival-countdown";
import { LinkExpired } from "./link-expired";
import { isStale, useServerTime } from "../ui/server-time";
import { PositionAge } from "../ui/position-age";
import { TrackingFrame } from "./tracking-frame";
import { countReachedSteps, trackedStatus, trackedSteps } from "./tracking-words";
import { useTrackedTrip } from "./use-tracked-trip";
import { RichSentence, useWords } from "../words/use-words";

/** A trip as its tracking link shows it: its state, the arrival time, and the car. */
export function TrackingScreen({ token, loaded }: { token: string; loaded: TrackedTrip }) {
  const t = useWords();
  const { api, settings } = useRouter().options.context;
  const { trip, isConnectionLost } = useTrackedTrip(api, token, loaded);
  if (!trip) return <LinkExpired />;
  return (
    <TrackingFrame settings={settings}>
      <div className="not-empty:mb-4" role="status">
        {isConnectionLost && (
          <NoticeBanner tone="warning">
            {t("Connection lost. This is the latest we know; we are trying to reconnect.")}
          </NoticeBanner>
        )}
      </div>
      <TrackedTripView timeZone={settings.timeZone} trip={trip} />
    </TrackingFrame>
  );
}

function TrackedTripView({ trip, timeZone }: { trip: TrackedTrip; timeZone: string }) {
  const t = useWords();
  const now = useServerTime(trip.now);
  const { title, detail } = trackedStatus(trip, timeZone, t);
  const { position, arrival, driver, vehicle } = trip;
  const carName =
    driver && vehicle ? `${driver.firstName}${t.known(", ")}${vehicle.plate}` : t("The car");
  return (
    <div
      className={classNames(
        "mx-auto grid items-start gap-4",
        position ? "lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-6" : "max-w-2xl",
      )}
    >
      <Card className="grid gap-5">
        <div aria-live="polite">
          <h1 className="text-xl">{title}</h1>
          <p className="mt-1 text-ink-muted">{detail}</p>
        </div>
        {arrival && position && !isStale(position, now) && (
          <ArrivalCountdown
            arrival={arrival}
            now={now}
            timeZone={timeZone}
            where={trip.state === "passenger_on_board" ? "dropoff" : "pickup"}
          />
        )}
        <Steps trip={trip} />
        {position && <PositionAge now={now} position={position} />}
      </Card>
      {position && (
        <LazyMapView
          car={{ ...position, id: "car", name: carName }}
          className="h-64 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:h-[32rem]"
          label={t("Map of the trip")}
        />
      )}
      {driver && vehicle && (
        <Card className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <span className="max-sm:hidden">
            <Avatar name={driver.firstName} />
          </span>
          <div className="min-w-0 flex-1 basis-32">
            <h2 className="font-semibold text-lg">{driver.firstName}</h2>
            <p className="text-ink-muted text-sm">
              {vehicle.color} {vehicle.make} {vehicle.model}
            </p>
          </div>
          <Plate plate={vehicle.plate} />
        </Card>
      )}
      <div className="grid gap-2 px-1 text-ink-muted text-sm">
        <p>
          {trip.expiresAt ? (
            <RichSentence
              text="This link works until {time}."
              time={<Moment at={trip.expiresAt} style="time" timeZone={timeZone} />}
            />
          ) : (
            t(
              "Anyone with this link can follow the trip. It expires two hours after the trip ends.",
            )
          )}
        </p>
        <noscript>
          <p>{t("Without JavaScript this page does not update: reload it to see the latest.")}</p>
        </noscript>
      </div>
    </div>
  );
}

/** The progress of the trip as a bar. Renders nothing before the driver sets off, or if the trip did not take place. */
function Steps({ trip }: { trip: TrackedTrip }) {
  const t = useWords();
  const reached = countReachedSteps(trip.state);
  if (reached === null || reached === 0) return null;
  const isTripOver = reached === trackedSteps.length;
  return (
    <ol aria-label={t("Progress of the trip")} className="grid grid-cols-4 gap-1.5">
      {trackedSteps.map((step, at) => (
        <li
          aria-current={!isTripOver && at === reached - 1 ? "step" : undefined}
          className={classNames(
            "border-t-4 pt-2 text-xs",
            at < reached ? "border-accent-text" : "border-line text-ink-muted",
            at === reached - 1 && "font-semibold",
          )}
          key={`${step}`}
        >
          {t.of<string>(step)}
          <span className="sr-only">
            {t.known(", ") + (at < reached ? t("reached") : t("still to come"))}
          </span>
        </li>
      ))}
    </ol>
  );
}
