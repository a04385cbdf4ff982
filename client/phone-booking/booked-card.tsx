import { unpinnedStops } from "../trip-acts/allowed-acts";
import { Link, useNavigate } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PhoneBookingAnswer } from "../../src/dispatch/phone-booking/phone-contract";
import { canRepeat } from "../../src/reservations/rules";
import { lazy } from "../lazy";
import { RepeatTripButton } from "../repeating/repeat-trip-button";
import { Button } from "../ui/button";
import { buttonStyle } from "../ui/button-style";
import { Kbd } from "../ui/kbd";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { amountText } from "./draft";
import { useOffice } from "../office/calls";

const PayLinkActions = lazy(
  async () => (await import("../trip-acts/pay-link-acts")).PayLinkActions,
);

/** The booked trip: its number to read aloud, the confirmations sent, and next actions. */
export function BookedCard({
  bookedTrip,
  onNext,
  onAssign,
  onQuote,
}: {
  bookedTrip: PhoneBookingAnswer;
  onNext: () => void;
  onAssign: (() => void) | null;
  /** Opens the form for a quote; null if the trip isn't a request. */
  onQuote: (() => void) | null;
}) {
  const { api, timeZone } = useOffice();
  const navigate = useNavigate();
  const { reservation: trip, rider, notified } = bookedTrip;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isInOutbox = notified.some(({ hasProvider }) => !hasProvider);
  return (
    <section
      aria-label="Booked"
      className="grid max-w-160 gap-4 rounded-lg border border-line bg-surface-raised p-6"
    >
      <CircleCheck aria-hidden="true" className="text-success-ink" size={28} />
      <div>
        <h2 className="text-lg outline-none" ref={heading} tabIndex={-1}>
          {trip.onRequest
            ? `Request ${trip.number} is saved`
            : `Reservation ${trip.number} is confirmed`}
        </h2>
        <p className="mt-1 text-ink-muted">
          {formatMoment(trip.pickupAt, timeZone, "date-time")}, {trip.pickup.name} to{" "}
          {trip.dropoff.name}, {trip.passenger.name}
          {trip.onRequest ? "" : `, ${amountText(trip.fareMinor, trip.currency)}`}
          {trip.otherLeg?.leads === "back" &&
            `. The return trip is reservation ${trip.otherLeg.number}.`}
        </p>
      </div>
      <p>
        {notified.length === 0
          ? "No confirmation was sent."
          : isInOutbox
            ? `The confirmation ${notified.map(channelText).join(" and ")} is waiting in the outbox.`
            : `The confirmation was sent ${notified.map(channelText).join(" and ")}.`}
        {rider.isNew && " We created a rider account for this caller."}
      </p>
      {isInOutbox && (
        <NoticeBanner tone="warning">
          No provider is set up for these messages. They will be sent once you set up a provider.
        </NoticeBanner>
      )}
      {trip.onRequest && (
        <NoticeBanner tone="info">
          {unpinnedStops(trip).length > 0
            ? "Send a quote, or put the described place on the map to set the price."
            : "Send a quote, or open the request and choose “Set price”."}
        </NoticeBanner>
      )}
      {!trip.onRequest && trip.payment !== "account" && <PayLinkActions reservation={trip} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onNext} size="small">
          <span className="flex items-center gap-2">
            Next booking <Kbd>N</Kbd>
          </span>
        </Button>
        {onAssign && (
          <Button onClick={onAssign} size="small" variant="secondary">
            <span className="flex items-center gap-2">
              Assign driver <Kbd>A</Kbd>
            </span>
          </Button>
        )}
        {onQuote && (
          <Button onClick={onQuote} size="small" variant="secondary">
            Make a quote
          </Button>
        )}
        {canRepeat(trip) && !trip.order && (
          <RepeatTripButton
            loadCalls={({ dispatchCalls }) => dispatchCalls(api)}
            onRepeated={({ id }) =>
              void navigate({ to: "/dispatch/dashboard/standing-orders/$id", params: { id } })
            }
            size="small"
            trip={trip}
          />
        )}
        <Link
          className={buttonStyle("quiet", "small")}
          search={{ open: trip.id, state: "all" }}
          to="/dispatch/dashboard/reservation"
        >
          Show on board
        </Link>
      </div>
    </section>
  );
}

function channelText({ channel, contact }: PhoneBookingAnswer["notified"][number]): string {
  return channel === "sms" ? `by SMS to ${contact}` : `by e-mail to ${contact}`;
}
