import { createLazyFileRoute } from "@tanstack/react-router";
import { sortByUrgency, withoutDuplicates } from "../../../driving/agenda";
import { lazy } from "../../../lazy";
import { withRetry } from "../../../driving/with-retry";
import { NextTrip } from "../../../driving/trip/next-trip";
import { OfferSoundSwitch } from "../../../driving/offers/offer-sound-switch";
import { ShiftCard } from "../../../driving/shift-card";
import { RideTable } from "../../../driving/ride-table";
import { ButtonLink } from "../../../ui/button-link";
import { PageHeader } from "../../../ui/page-header";
import { Section } from "../../../ui/section";
import { useWords } from "../../../words/use-words";
import { phrase } from "../../../words/words";

const OfferCard = lazy(
  async () => (await import("../../../driving/offers/offer-card")).OfferCard,
  withRetry(phrase("Reload offer"), 5),
);
const MyIncidentList = lazy(
  async () => (await import("../../../driving/my-incidents")).MyIncidentList,
  withRetry(phrase("Reload incident reports")),
);
const IncidentButton = lazy(
  async () => (await import("../../../driving/incident-button")).IncidentButton,
  withRetry(phrase("Reload incident report")),
);

export const Route = createLazyFileRoute("/driver/dashboard/")({ component: DriverHome });

function DriverHome() {
  const t = useWords();
  const { today, future, trip, offers, incidents } = Route.useLoaderData();
  const { settings } = Route.useRouteContext();
  const rows = withoutDuplicates([...today.reservations, ...future.reservations]);
  return (
    <>
      <PageHeader title={t("Ride Requests")} />
      {(trip || offers.length > 0) && (
        <div className="mb-8 grid items-start gap-8 lg:grid-cols-2 lg:gap-6">
          {trip && (
            <Section title={trip.state === "assigned" ? t("Next trip") : t("Current trip")}>
              <NextTrip key={trip.id} loaded={trip} />
            </Section>
          )}
          {offers.length > 0 && (
            <section aria-labelledby="offers" className="min-w-0">
              <h2 className="mb-4 text-lg" id="offers">
                {t.count(offers.length, "{n} offer for you", "{n} offers for you")}
              </h2>
              <div className="grid gap-4">
                {sortByUrgency(offers).map((offer) => (
                  <OfferCard key={`${offer.id} ${offer.version}`} trip={offer} />
                ))}
              </div>
            </section>
          )}
        </div>
      )}
      <ShiftCard timeZone={settings.timeZone} />
      <OfferSoundSwitch />
      <Section title={t("Today and later")}>
        <RideTable
          caption={t("Ride requests, today and later")}
          hint={t("Offers and trips appear here as soon as dispatch sends them.")}
          rows={rows}
          timeZone={settings.timeZone}
        />
        {future.nextCursor !== null && (
          <div className="mt-4 text-center">
            <ButtonLink to="/driver/dashboard/requests/future" variant="secondary">
              {t("All future rides")}
            </ButtonLink>
          </div>
        )}
      </Section>
      <div className="mt-6">
        <IncidentButton trip={null} />
      </div>
      {incidents.incidents.length > 0 && (
        <MyIncidentList first={incidents} timeZone={settings.timeZone} />
      )}
    </>
  );
}
