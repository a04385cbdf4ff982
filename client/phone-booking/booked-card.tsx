import { unpinned } from "../trip-acts/allowed-acts";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import type { PhoneBookingAnswer } from "../../src/dispatch/phone-booking/phone-contract";
import { Button } from "../ui/button";
import { buttonStyle } from "../ui/button-style";
import { Kbd } from "../ui/kbd";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { spokenMoney } from "./draft";
import { useOffice } from "../office/calls";

/** It is booked: the number to read aloud, what went out, and what comes next. */
export function BookedCard({
  booked,
  onNext,
  onAssign,
}: {
  booked: PhoneBookingAnswer;
  onNext: () => void;
  onAssign: (() => void) | null;
}) {
  const { timeZone } = useOffice();
  const { reservation: trip, rider, told } = booked;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isKept = told.some(({ carried }) => !carried);
  return (
    <section
      aria-label="Booked"
      className="grid max-w-160 gap-4 rounded-lg border border-line bg-surface-raised p-6"
    >
      <CircleCheck aria-hidden="true" className="text-success-ink" size={28} />
      <div>
        <h2 className="text-lg outline-none" ref={heading} tabIndex={-1}>
          {trip.onRequest
            ? `Request ${trip.number} is taken down`
            : `Reservation ${trip.number} is confirmed`}
        </h2>
        <p className="mt-1 text-ink-muted">
          {formatMoment(trip.pickupAt, timeZone, "date-time")}, {trip.pickup.name} to{" "}
          {trip.dropoff.name}, {trip.passenger.name}
          {trip.onRequest ? "" : `, ${spokenMoney(trip.fareMinor, trip.currency)}`}
        </p>
      </div>
      <p>
        {told.length === 0
          ? "No confirmation was sent."
          : isKept
            ? `The confirmation ${told.map(words).join(" and ")} is kept in the outbox.`
            : `The confirmation goes out ${told.map(words).join(" and ")}.`}
        {rider.isNew && " This number is a new rider now."}
      </p>
      {isKept && (
        <NoticeBanner tone="warning">
          No provider carries these messages yet: nobody gets them until one is set up.
        </NoticeBanner>
      )}
      {trip.onRequest && (
        <NoticeBanner tone="info">
          {unpinned(trip).length > 0
            ? "Pin the place that was given in words, then name the price."
            : "Name the price: open the request, then choose Name the price."}
        </NoticeBanner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onNext} size="small">
          <span className="flex items-center gap-2">
            Next booking <Kbd>N</Kbd>
          </span>
        </Button>
        {onAssign && (
          <Button onClick={onAssign} size="small" variant="secondary">
            <span className="flex items-center gap-2">
              Assign a driver <Kbd>A</Kbd>
            </span>
          </Button>
        )}
        <Link
          className={buttonStyle("quiet", "small")}
          search={{ open: trip.id, state: "all" }}
          to="/dispatch/dashboard/reservation"
        >
          Open it on the board
        </Link>
      </div>
    </section>
  );
}

function words({ channel, contact }: PhoneBookingAnswer["told"][number]): string {
  return channel === "sms" ? `by SMS to ${contact}` : `by e-mail to ${contact}`;
}
