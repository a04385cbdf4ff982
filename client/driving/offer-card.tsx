import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { read } from "../api";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Countdown } from "../ui/countdown";
import { Dialog } from "../ui/dialog";
import { FieldError } from "../ui/field";
import { Moment } from "../ui/moment";
import { Money } from "../ui/money";
import { RouteLine } from "../ui/route-line";
import { TextArea } from "../ui/text-area";
import { formatDistance, formatDuration } from "../ui/measure";
import { mobilityWords, serviceWords } from "../ui/trip-words";
import { tell } from "./tell";
/**
 * An open offer: what it is worth, how long it stands, yes or no. An answer that comes too late is
 * refused by the server; the card says so and goes with the next look at the list.
 */
export function OfferCard({
  trip,
  heading: Heading = "h3",
}: {
  trip: Reservation;
  /** Fits the card into the headings of its page. */
  heading?: "h2" | "h3";
}) {
  const router = useRouter();
  const { api, settings } = router.options.context;
  const [busy, setBusy] = useState<"accept" | "decline" | null>(null);
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [ended, setEnded] = useState(false);
  const headingId = `offer-${trip.id}`;

  const answer = async (kind: "accept" | "decline") => {
    setBusy(kind);
    setFailure(null);
    const { id, version } = trip;
    const offered = api.driver.reservations[":id"];
    try {
      if (kind === "accept") {
        await read(offered.acceptance.$post({ param: { id }, json: { version } }));
        void tell("success", `Trip ${trip.number} is yours.`);
      } else {
        const why = reason.trim();
        await read(
          offered.refusal.$post({ param: { id }, json: { version, ...(why && { reason: why }) } }),
        );
        void tell("info", `You declined trip ${trip.number}.`);
      }
      setDeclining(false);
      await router.invalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409 || error.status === 404) {
        setDeclining(false);
        void tell("warning", `Trip ${trip.number}: this offer is no longer open.`);
        await router.invalidate();
      } else setFailure(error.message);
    } finally {
      setBusy(null);
    }
  };

  const mobility = trip.mobility === "ambulatory" ? null : mobilityWords[trip.mobility];
  return (
    <Card aria-labelledby={headingId} className="border-warning/50" role="group">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <Heading className="font-semibold text-lg" id={headingId}>
            <span className="sr-only">Offer, trip {trip.number}: </span>
            <Moment at={trip.pickupAt} timeZone={trip.timeZone} />
          </Heading>
          <p className="text-ink-muted text-sm">
            {serviceWords[trip.serviceType]} · {trip.vehicleClass.name}
            {mobility && ` · ${mobility}`}
          </p>
        </div>
        {trip.offer && (
          <p className="shrink-0 rounded-md bg-warning-surface px-3 py-1 text-center text-warning-ink">
            <span className="block text-xs">{ended ? "Ended" : "Answer within"}</span>
            <span className="block font-semibold text-lg">
              <Countdown
                onEnd={() => {
                  setEnded(true);
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
        <span className="text-ink-muted text-sm">
          {formatDistance(trip.distanceMeters, settings.distanceUnit)},{" "}
          {formatDuration(trip.durationSeconds)}
          {trip.estimate && " (estimate)"}
        </span>
        <span className="font-semibold text-lg">
          <span className="sr-only">Fare: </span>
          <Money currency={trip.currency} minor={trip.fareMinor} />
        </span>
      </p>
      {failure && !declining && (
        <div className="mb-3">
          <FieldError id={undefined}>{failure}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          className="min-w-24 flex-1 !px-3"
          disabled={busy !== null || ended}
          onClick={() => setDeclining(true)}
          size="large"
          variant="secondary"
        >
          Decline
        </Button>
        <Button
          busy={busy === "accept"}
          busyLabel="Accepting…"
          className="min-w-36 flex-[2] !px-3"
          disabled={busy !== null || ended}
          onClick={() => answer("accept")}
          size="large"
        >
          Accept
        </Button>
      </div>
      <Dialog
        actions={
          <>
            <Button onClick={() => setDeclining(false)} variant="secondary">
              Go back
            </Button>
            <Button
              busy={busy === "decline"}
              busyLabel="Declining…"
              onClick={() => answer("decline")}
              variant="danger"
            >
              Decline the offer
            </Button>
          </>
        }
        onClose={() => setDeclining(false)}
        open={declining}
        title={`Decline trip ${trip.number}?`}
      >
        <p className="mb-4">Dispatch will ask another driver.</p>
        <TextArea
          error={failure}
          hint="Only dispatch reads it."
          label="Reason"
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
          optional
          rows={3}
          value={reason}
        />
      </Dialog>
    </Card>
  );
}
