import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { OpenForBookingAnswer } from "../../src/desk/open-for-booking-contract";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { NoticeBanner } from "../ui/notice-banner";
import { PlainLink } from "../ui/plain-link";
import { showToast } from "../ui/toasts";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { missingForBookingWords } from "./missing-for-booking-words";

/** Opens the site for business or closes it, and lists what is still missing. */
export function OpeningSwitch({
  initialOpening,
  mayChange,
}: {
  initialOpening: OpenForBookingAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const [opening, setOpening] = useState(initialOpening);
  const { open, missing, version } = opening;
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const missingSteps = missing.filter((step) => step !== "open");
  const toggleOpening = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setOpening(await call(api.admin.settings.opening.$put({ json: { open: !open, version } })));
      showToast("success", open ? "The site is closed" : "You are open for business");
      await router.invalidate();
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <p className="font-medium" role="status">
        {open ? "You are open. The website takes bookings." : "You are not open yet."}
      </p>
      {missingSteps.length > 0 && (
        <div className="mt-3">
          <p className="text-ink-muted text-sm">
            {open
              ? "Bookings still need:"
              : "Bookings still need these, but you can open without them:"}
          </p>
          <ul className="mt-1">
            {missingSteps.map((step) => {
              const { title, detail, href } = missingForBookingWords(step, opening);
              return (
                <li className="py-1.5" key={step}>
                  <PlainLink
                    className="font-medium text-accent-text underline underline-offset-4"
                    href={href}
                  >
                    {title}
                  </PlainLink>
                  <span className="block text-ink-muted text-sm">{detail}</span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {failure && (
        <div className="mt-3">
          <NoticeBanner tone="danger">{failure}</NoticeBanner>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        {mayChange && (
          <Button
            busy={busy}
            onClick={() => void toggleOpening()}
            size="small"
            variant={open ? "secondary" : "primary"}
          >
            {open ? "Close site" : "Open for business"}
          </Button>
        )}
        <PlainLink
          className="inline-flex min-h-9 items-center text-sm underline underline-offset-4 pointer-coarse:min-h-11"
          href="/"
        >
          {open ? "View site" : "Preview site"}
        </PlainLink>
      </div>
      {open && (
        <p className="mt-3 text-ink-muted text-sm">
          <PlainLink
            className="underline underline-offset-4"
            href="/dispatch/dashboard/settings/online"
          >
            Turn off online booking
          </PlainLink>{" "}
          to keep the site without taking bookings.
        </p>
      )}
    </Card>
  );
}
