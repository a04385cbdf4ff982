import { useRouter } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import type { TrackingLink, TripTracking } from "../../../src/tracking/contract";
import { type Api, read } from "../../api";
import { useActions } from "../../forms/use-actions";
import { lazy } from "../../lazy";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { formatMoment } from "../../ui/moment";
import { LazyConfirmDialog, LazyPopup } from "../../ui/dialogs";
import { useWords } from "../../words/use-words";

const LinkActions = lazy(async () => (await import("./link-actions")).LinkActions, {
  pending: () => <div className="min-h-11" />,
});

/** The link with which others follow the trip: create, copy, share or stop sharing it. */
export function ShareTrip({
  api,
  trip,
  tracking: { link, linkable },
}: {
  api: Api;
  trip: Reservation;
  tracking: TripTracking;
}) {
  const t = useWords();
  const router = useRouter();
  const headingId = useId();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const path = api.reservations[":id"]["tracking-link"];
  const param = { id: trip.id };

  const settle = () => {
    setDialogOpen(false);
    return router.invalidate();
  };
  const { act, acting, failure, clear } = useActions({ onFailed: settle });

  if (!link && !linkable) return null;
  return (
    <Card aria-labelledby={headingId} role="region">
      <h2 className="font-semibold text-lg" id={headingId}>
        {t("Share your trip")}
      </h2>
      {link ? (
        <SharedLink
          link={link}
          onRevoke={() => setDialogOpen(true)}
          timeZone={trip.timeZone}
          title={t("Trip {number}", { number: trip.number })}
        />
      ) : (
        <>
          <p className="mt-1 mb-4 text-ink-muted">
            {t(
              "Is somebody waiting for you, or worried about you? With a link, they can follow your car without an account. They see the driver’s first name, the plate, where the car is and when it arrives, but not your addresses or the price.",
            )}
          </p>
          <Button
            busy={acting === "make"}
            busyLabel={t("Creating...")}
            onClick={() => void act("make", () => read(path.$post({ param })), settle)}
            variant="secondary"
          >
            {t("Create a link")}
          </Button>
        </>
      )}
      <LazyConfirmDialog
        busy={acting === "revoke"}
        busyLabel={t("Stopping...")}
        cancelLabel={t("Keep sharing")}
        confirmLabel={t("Stop sharing")}
        danger
        onClose={() => setDialogOpen(false)}
        onConfirm={() => void act("revoke", () => read(path.$delete({ param })), settle)}
        open={isDialogOpen}
        title={t("Stop sharing your trip?")}
      >
        {t("The link stops working at once. You can create a new one at any time.")}
      </LazyConfirmDialog>
      <LazyPopup kind="error" onClose={clear} open={failure !== null}>
        {failure}
      </LazyPopup>
    </Card>
  );
}

/** A link, and its actions once they are loaded. */
function SharedLink({
  link,
  title,
  timeZone,
  onRevoke,
}: {
  link: TrackingLink;
  title: string;
  timeZone: string;
  onRevoke: () => void;
}) {
  const t = useWords();
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <p className="mt-1 mb-4 text-ink-muted">
        {t("Anyone with this link can follow your car.")}{" "}
        {link.expiresAt
          ? t("The link works until {time}.", {
              time: formatMoment(link.expiresAt, timeZone, "time"),
            })
          : t("The link expires two hours after the trip.")}
      </p>
      <input
        aria-label={t("Link to your trip")}
        className="control mb-3 text-ellipsis"
        onFocus={(event) => event.currentTarget.select()}
        readOnly
        ref={field}
        type="text"
        value={link.url}
      />
      <LinkActions field={field} onRevoke={onRevoke} title={title} url={link.url} />
    </>
  );
}
