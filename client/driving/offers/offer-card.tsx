import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Countdown } from "../../ui/countdown";
import { Moment } from "../../ui/moment";
import { formatMoney, Money } from "../../ui/money";
import { RouteLine } from "../../ui/route-line";
import { lengthText } from "../trip/length-text";
import { mobilityWords, serviceWords } from "../../ui/trip-words";
import { lazy, usePreload } from "../../lazy";
import { withRetry } from "../with-retry";
import type { Act, TripAction } from "../taps/trip-action-rules";
import { serverTime } from "../taps/server-clock";
import { tapsOf } from "../taps/tap-rules";
import { useTaps } from "../taps/taps";
import { notify } from "../../ui/notify";
import { REPEATED_TAP_MS } from "../steps/use-step-actions";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const DeclineDialog = lazy(
  async () => (await import("./decline-dialog")).DeclineDialog,
  withRetry(phrase("Reload offer")),
);

/**
 * An open offer with the driver's pay, its countdown, and buttons to accept or decline. The server refuses a late
 * answer. The card then says so, and disappears when the list reloads.
 */
export function OfferCard({
  trip,
  level: Heading = "h3",
}: {
  trip: Reservation;
  /** The heading level on its page. */
  level?: "h2" | "h3";
}) {
  const t = useWords();
  const router = useRouter();
  const { api, settings } = router.options.context;
  const { taps, isOffline, add } = useTaps();
  const [isDeclining, setIsDeclining] = useState(false);
  // Once opened, it stays mounted to keep the typed text.
  const [wasDeclineOpened, setWasDeclineOpened] = useState(false);
  usePreload(DeclineDialog);
  const [hasEnded, setHasEnded] = useState(false);
  const isAnswering = useRef(false);
  const headingId = `offer-${trip.id}`;
  const tappedKind = tapsOf(taps, trip.id).at(-1)?.act.kind ?? null;

  const offerExpiresAt = trip.offer?.expiresAt;
  // Tell dispatch that the driver has seen the offer. A failure needs no action from the driver.
  useEffect(() => {
    if (!offerExpiresAt) return;
    const reportSeen = async () => {
      const answer = await api.driver.reservations[":id"].sighting.$post({
        param: { id: trip.id },
      });
      // Read the answer, because an unread one holds its connection open.
      await answer.text();
    };
    void reportSeen().catch(() => {});
  }, [api, offerExpiresAt, trip.id]);

  // Ignore a second tap just after the first, which would answer an offer that is already answered.
  const answer = async (act: Exclude<Act, TripAction>): Promise<boolean> => {
    if (isAnswering.current) return false;
    isAnswering.current = true;
    const isStored = await add(trip, act);
    setTimeout(() => {
      isAnswering.current = false;
    }, REPEATED_TAP_MS);
    return isStored;
  };
  const decline = async (reason: string) => {
    if (await answer({ kind: "decline", reason })) setIsDeclining(false);
  };

  const mobility = trip.mobility === "ambulatory" ? null : t.known(mobilityWords[trip.mobility]);
  return (
    <Card aria-labelledby={headingId} className="border-warning/50" role="group">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <Heading className="font-semibold text-lg" id={headingId}>
            <span className="sr-only">{t("Offer, trip {number}:", { number: trip.number })} </span>
            <Moment at={trip.pickupAt} timeZone={trip.timeZone} />
          </Heading>
          <p className="text-ink-muted text-sm">
            {t.known(serviceWords[trip.serviceType])} · {t.known(trip.vehicleClass.name, "name")}
            {mobility && ` · ${mobility}`}
          </p>
        </div>
        {trip.offer && (
          <p className="shrink-0 rounded-md bg-warning-surface px-3 py-1 text-center text-warning-ink">
            <span className="block text-xs">{hasEnded ? t("Expired") : t("Answer within")}</span>
            <span className="block font-semibold text-lg">
              <Countdown
                now={serverTime}
                onEnd={() => {
                  setHasEnded(true);
                  void notify(
                    "info",
                    t("Trip {number}: the offer has expired.", { number: trip.number }),
                  );
                  void router.invalidate();
                }}
                until={trip.offer.expiresAt}
              />
            </span>
          </p>
        )}
      </div>
      <div className="my-4">
        <RouteLine dropoff={trip.dropoff} pickup={trip.pickup} stops={trip.stops} />
      </div>
      <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-ink-muted text-sm">{lengthText(trip, settings.distanceUnit, t)}</span>
        {trip.payMinor !== null && (
          <span className="font-semibold text-lg">
            {t("You earn {amount}", { amount: formatMoney(trip.payMinor, trip.currency, t) })}
          </span>
        )}
        {trip.fareMinor > 0 && (
          <span className="text-ink-muted text-sm">
            {t("Fare:")} <Money currency={trip.currency} minor={trip.fareMinor} />
          </span>
        )}
      </p>
      <p className="mb-3 text-sm text-warning-ink empty:hidden" role="status">
        {tappedKind !== null &&
          isOffline &&
          t(
            "Your answer is saved on this phone and will be sent when you are back online. It counts only if it arrives before the offer expires.",
          )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          className="min-w-24 flex-1 !px-3"
          disabled={tappedKind !== null || hasEnded}
          onClick={() => {
            setWasDeclineOpened(true);
            setIsDeclining(true);
          }}
          size="large"
          variant="secondary"
        >
          {t("Decline")}
        </Button>
        <Button
          busy={tappedKind === "accept"}
          busyLabel={t("Accepting…")}
          className="min-w-36 flex-[2] !px-3"
          disabled={tappedKind !== null || hasEnded}
          onClick={() => void answer({ kind: "accept" })}
          size="large"
        >
          {t.in("an offer", "Accept")}
        </Button>
      </div>
      {wasDeclineOpened && (
        <DeclineDialog
          busy={tappedKind === "decline"}
          onClose={() => setIsDeclining(false)}
          onDecline={(reason) => void decline(reason)}
          open={isDeclining}
          trip={trip}
        />
      )}
    </Card>
  );
}
