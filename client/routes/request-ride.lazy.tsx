import { createLazyFileRoute } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { RideForm } from "../site/ride-form";
import { SitePage } from "../site/site-page";
import { ButtonLink } from "../ui/button-link";
import { Glyph } from "../ui/glyph";

export const Route = createLazyFileRoute("/request-ride")({ component: RequestRide });

/** A ride: its price at once and on into the booking, or a call back. */
function RequestRide() {
  const { api, settings, posted } = Route.useRouteContext();
  const { page } = Route.useLoaderData();
  const { sent: wasSent } = Route.useSearch();
  const [sent, setSent] = useState(false);
  const { heading, lead, sections } = page;
  const { phone, bookingClosed } = settings;
  return (
    <SitePage operator={settings} sections={sections}>
      <div className="border-line border-b bg-surface-raised">
        <div className="mx-auto grid max-w-6xl gap-10 px-4 py-10 sm:px-6 md:py-16 lg:grid-cols-[1fr_28rem] lg:items-start lg:gap-20">
          <div className="min-w-0">
            <h1 className="break-words text-xl md:text-2xl">{heading}</h1>
            {lead && <p className="mt-4 max-w-xl break-words text-ink-muted text-lg">{lead}</p>}
            {phone && (
              <p className="mt-6 text-ink-muted">
                For a ride within the hour, call{" "}
                <a
                  className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
                  href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
                >
                  {phone}
                </a>
                .
              </p>
            )}
          </div>
          <div className="min-w-0 rounded-xl border border-line bg-surface p-4 shadow-sm sm:p-6">
            {sent || wasSent ? (
              <Asked focused={sent} />
            ) : bookingClosed === null ? (
              <RideForm
                api={api}
                onAsked={() => setSent(true)}
                posted={posted}
                settings={settings}
              />
            ) : (
              <>
                <h2 className="text-lg">Booking is closed</h2>
                <p className="mt-2 whitespace-pre-line break-words text-ink-muted">
                  {bookingClosed}
                </p>
              </>
            )}
          </div>
        </div>
      </div>
    </SitePage>
  );
}

/** What stands where the form was. */
function Asked({
  focused,
}: {
  /** It took the form's place under somebody's hands: reading goes on here. */
  focused: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <div className="grid justify-items-start gap-4">
      <span className="grid size-12 place-content-center rounded-full bg-success-surface text-success-ink">
        <Glyph d="M20 6 9 17l-5-5" size={24} />
      </span>
      <h2 className="text-lg outline-none" ref={heading} tabIndex={-1}>
        Thank you. We call you back.
      </h2>
      <p className="text-ink-muted">
        Dispatch has your request and answers with the price. Nothing is booked before you say so.
      </p>
      <ButtonLink to="/" variant="secondary">
        Back to the home page
      </ButtonLink>
    </div>
  );
}
