import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import type { FarmOutPage } from "../../src/affiliates/contract";
import { read } from "../api";
import { lazyServed } from "../lazy-served";
import { Card } from "../ui/card";
import { DefinitionList } from "../ui/definition-list";
import { extrasText } from "../ui/extras-text";
import { formatMoment } from "../ui/moment";
import { Money } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { useWords } from "../words/use-words";
import { phrase, type Say } from "../words/words";
import { TrackingFrame } from "./tracking-frame";
import { UnknownLink } from "./unknown-link";

const AffiliateForms = lazyServed(async () => (await import("./affiliate-forms")).AffiliateForms);

/** How often a visible page loads the state of its trip, in ms. */
const REFRESH_MS = 30_000;

/** A trip that an affiliate is offered or drives, and the affiliate's actions. Works without scripts. */
export function AffiliateScreen({ token, loaded }: { token: string; loaded: FarmOutPage }) {
  const t = useWords();
  const { api, settings } = useRouter().options.context;
  const [page, setPage] = useState(loaded);
  const reloadPage = useCallback(
    // Without a network the page keeps what it shows.
    () => read(api.affiliate[":token"].$get({ param: { token } })).then(setPage, () => {}),
    [api, token],
  );
  const { state, tripState, number, costMinor, currency } = page;
  const isLive = state === "open" || state === "accepted";
  useEffect(() => {
    if (!isLive) return;
    const reloadIfVisible = () => void (document.hidden || reloadPage());
    const timer = setInterval(reloadIfVisible, REFRESH_MS);
    document.addEventListener("visibilitychange", reloadIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", reloadIfVisible);
    };
  }, [isLive, reloadPage]);
  const moment = (at: string) => formatMoment(at, settings.timeZone, "date-time", t);
  return (
    <TrackingFrame settings={settings}>
      <Card className="mx-auto grid max-w-xl gap-6">
        <div>
          <h1 className="text-ink-muted text-sm">
            {t("Trip {number} for {brand}", { number, brand: settings.brand })}
          </h1>
          <p className="mt-1 font-semibold text-2xl">
            <Money currency={currency} minor={costMinor} />
          </p>
          {state === "open" && (
            <p className="mt-1 text-ink-muted text-sm">
              {t("Answer by {time}", { time: moment(page.validUntil) })}
            </p>
          )}
        </div>
        <div aria-live="polite" className="grid gap-4 empty:hidden">
          {tripState === null
            ? state !== "open" && (
                <NoticeBanner tone="warning">{endedOfferWords(state, t)}</NoticeBanner>
              )
            : tripStateWords[tripState] && (
                <p className="font-medium text-lg">{t.of(tripStateWords[tripState])}</p>
              )}
          {page.changedAt && tripState === "assigned" && (
            <NoticeBanner tone="warning">
              {t("This trip was changed on {time}. Please check the details.", {
                time: moment(page.changedAt),
              })}
            </NoticeBanner>
          )}
        </div>
        <DefinitionList dense facts={factsOf(page, moment, t)} />
        {isLive && (
          <AffiliateForms reloadPage={reloadPage} onAnswered={setPage} page={page} token={token} />
        )}
      </Card>
    </TrackingFrame>
  );
}

/** The text of each state that concerns the affiliate; others have none. */
const tripStateWords: Partial<
  Record<NonNullable<FarmOutPage["tripState"]>, ReturnType<typeof phrase>>
> = {
  assigned: phrase("This trip is yours"),
  en_route: phrase("On the way to the passenger"),
  on_location: phrase("Waiting for the passenger"),
  passenger_on_board: phrase("Passenger on board"),
  completed: phrase("The trip is completed. Thank you!"),
  settled: phrase("The trip is completed. Thank you!"),
  no_show: phrase("The passenger did not show up"),
};

function factsOf(page: FarmOutPage, moment: (at: string) => string, t: Say) {
  const { pickup, stops, dropoff, passengerPhone } = page;
  const place = ({ name, detail, latitude, longitude }: typeof pickup) => (
    <>
      {name}
      {detail && <span className="block text-ink-muted">{detail}</span>}
      {latitude !== null && longitude !== null && (
        <a
          className="inline-flex min-h-11 items-center text-accent-text underline-offset-4 hover:underline"
          href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
          rel="noreferrer"
          target="_blank"
        >
          {t("Open in maps")}
        </a>
      )}
    </>
  );
  const isRoundTrip = pickup.name === dropoff.name && stops.length === 0;
  return [
    { name: t("Pickup"), value: moment(page.pickupAt) },
    ...(pickup.name ? [{ name: t("From"), value: place(pickup) }] : []),
    ...stops.map((stop) => ({ name: t("Stop"), value: place(stop) })),
    ...(isRoundTrip ? [] : [{ name: t("To"), value: place(dropoff) }]),
    ...(page.hours === null
      ? []
      : [{ name: t("Duration"), value: t.count(page.hours, "{n} hour", "{n} hours") }]),
    ...[
      { name: t("Passenger"), value: page.passengerName },
      { name: t("Flight"), value: page.flightNumber },
      { name: t("Greeting sign"), value: page.greetingSign },
    ].filter(({ value }) => value),
    ...(passengerPhone
      ? [
          {
            name: t("Phone number"),
            value: (
              <a
                className="inline-flex min-h-11 items-center text-accent-text underline-offset-4 hover:underline"
                dir="ltr"
                href={`tel:${passengerPhone}`}
              >
                {passengerPhone}
              </a>
            ),
          },
        ]
      : []),
    { name: t("Passengers"), value: page.passengers },
    { name: t("Bags"), value: page.luggage },
    ...(page.mobility === "ambulatory"
      ? []
      : [{ name: t("Mobility"), value: t.of(mobilityWords[page.mobility]) }]),
    { name: t("Class"), value: t.known(page.vehicleClass, "name") },
    ...(page.extras.length > 0 ? [{ name: t("Extras"), value: extrasText(page.extras, t) }] : []),
    ...(page.note
      ? [
          {
            name: t("Note"),
            value: (
              <span className="whitespace-pre-line break-words" dir="auto">
                {page.note}
              </span>
            ),
          },
        ]
      : []),
  ];
}

const mobilityWords = {
  wheelchair: phrase("Wheelchair"),
  oversized_wheelchair: phrase("Oversized wheelchair"),
  can_transfer: phrase("Can move from a wheelchair to a seat"),
  scooter: phrase("Mobility scooter"),
  stretcher: phrase("Stretcher"),
};

function endedOfferWords(state: Exclude<FarmOutPage["state"], "open">, t: Say): string {
  switch (state) {
    case "declined":
      return t("You declined this trip.");
    case "expired":
      return t("The time to answer has run out.");
    default:
      return t(
        "This trip is no longer yours: it was withdrawn or cancelled. Please don’t send a car.",
      );
  }
}

/** The page of an address that belongs to no offer. */
export function UnknownAffiliateOffer() {
  const t = useWords();
  return <UnknownLink text={t("This link does not exist.")} />;
}
