import { useRouter } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useCallback } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { hasDriver } from "../../../src/reservations/rules";
import type { TripTracking } from "../../../src/tracking/contract";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { lazy } from "../../lazy";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { StateBadge, stateLook } from "../../ui/state-badge";
import { Timeline } from "../../ui/timeline";
import { BackLink } from "./back-link";
import { DriverCard } from "./driver-card";
import { OtherWay } from "./other-way";
import { Reconnecting } from "./reconnecting";
import { SeenCar } from "./seen-car";
import { ShareTrip } from "./share-trip";
import { TripActions } from "./trip-actions";
import { TripDetails } from "./trip-details";
import { TripProgress } from "./trip-progress";
import { entryWords, tripNews } from "./trip-words";
import { useLiveTrips } from "./use-live-trips";
import { useSeenCar } from "./use-seen-car";
import { useWords } from "../../words/use-words";

/** Nothing of it is in the page before there is a trip that is over. */
const AfterTrip = lazy(async () => (await import("./after/after-trip")).AfterTrip);
const TripTalk = lazy(async () => (await import("./trip-talk")).default, {
  failed: function TalkMissing({ again }) {
    const t = useWords();
    return (
      <Button onClick={again} variant="secondary" wide>
        {t("Try again: call or write to your driver")}
      </Button>
    );
  },
});

/** One trip, live: what happens now, who drives, where and when, what it costs and why. */
export function TripScreen({
  api,
  trip,
  tracking,
  settings,
  justBooked,
}: {
  api: Api;
  trip: Reservation;
  tracking: TripTracking;
  settings: Settings;
  justBooked: boolean;
}) {
  const t = useWords();
  const router = useRouter();
  const { seen, onPosition } = useSeenCar(trip, tracking);
  const lost = useLiveTrips(
    api,
    useCallback(() => void router.invalidate(), [router]),
    onPosition,
  );
  const news = tripNews(trip, settings.brand, t);
  // Before there is a car to follow, the trip itself comes first.
  const shareFirst = hasDriver(trip.state) || tracking.link !== null;
  const share = <ShareTrip api={api} tracking={tracking} trip={trip} />;
  const entries = trip.timeline;
  return (
    <>
      <BackLink to="/trips">{t("All trips")}</BackLink>
      <Reconnecting lost={lost} />
      {justBooked && trip.state === "pending" && (
        <div className="mb-4 flex items-start gap-4 rounded-lg bg-success-surface p-4 text-success-ink">
          <CircleCheck aria-hidden="true" className="mt-0.5 shrink-0" size={24} />
          <p>
            <strong className="block font-semibold">{t("Booked. Thank you!")}</strong>
            {t("This page follows your trip by itself; come back to it whenever you like.")}
          </p>
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <div className="grid gap-4">
          <Card>
            <div className="flex flex-wrap items-center justify-between gap-2 text-ink-muted text-sm">
              <span>{t("Trip {number}", { number: trip.number })}</span>
              <StateBadge late={trip.late} state={trip.state} viewer="rider" />
            </div>
            <div aria-live="polite">
              <h1 className="mt-3 text-xl">{news.title}</h1>
              <p className="mt-1 text-ink-muted">{news.detail}</p>
            </div>
            {seen && <SeenCar seen={seen} state={trip.state} timeZone={trip.timeZone} />}
            <TripProgress state={trip.state} />
          </Card>
          {(trip.state === "completed" || trip.state === "settled") && (
            <AfterTrip api={api} trip={trip} />
          )}
          <OtherWay api={api} trip={trip} />
          <DriverCard trip={trip} />
          {trip.driver && <TripTalk api={api} settings={settings} trip={trip} />}
          {shareFirst && share}
        </div>
        <TripDetails car={seen?.position ?? null} settings={settings} trip={trip} />
        <div className="grid gap-4 lg:col-start-1">
          {!shareFirst && share}
          <TripActions api={api} settings={settings} trip={trip} />
          <Section title={t("What happened")}>
            <Timeline
              events={entries.toReversed().map((entry) => {
                const { title, detail } = entryWords(entry, trip, t);
                const { Icon, tone } = stateLook[entry.to];
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
