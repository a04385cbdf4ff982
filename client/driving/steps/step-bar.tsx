import { CircleAlert, CircleCheck, CloudOff, type LucideIcon } from "lucide-react";
import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatMoment, localDay } from "../../ui/moment";
import { Spinner } from "../../ui/spinner";
import { lazy, usePreload } from "../../lazy";
import { withRetry } from "../with-retry";
import { nextAction, owesCash } from "../taps/trip-action-rules";
import { serverTime } from "../taps/server-clock";
import { useIsTooEarly } from "./use-is-too-early";
import type { TakeAction, Tap, TakeStep } from "./use-step-actions";
import { type Step, stepWords } from "../words";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";
import type { Say } from "../../words/words";

const BoardingStep = lazy(
  async () => (await import("./boarding-step")).default,
  withRetry(phrase("Reload trip code")),
);
const CashStep = lazy(
  async () => (await import("./cash-step")).default,
  withRetry(phrase("Reload payment")),
);
const StopStep = lazy(
  async () => (await import("./stop-step")).default,
  withRetry(phrase("Reload next stop")),
);
const WaitTimer = lazy(
  async () => (await import("./wait-timer")).default,
  withRetry(phrase("Reload waiting time")),
);
const NoShowButton = lazy(
  async () => (await import("./no-show-button")).NoShowButton,
  withRetry(phrase("Reload no-show report")),
);
const StoppedTaps = lazy(
  async () => (await import("../taps/stopped-taps")).default,
  withRetry(phrase("Reload unsent updates")),
);

/**
 * The main button of a trip, the status of the last tap, and the no-show button. On a phone, it stays in reach of the
 * thumb, above the navigation bar.
 */
export function StepBar({
  trip,
  tap,
  isDisabledBriefly,
  onStep,
  onAction,
  showsNoShow = false,
}: {
  trip: Reservation;
  tap: Tap;
  isDisabledBriefly: boolean;
  onStep: TakeStep;
  onAction: TakeAction;
  showsNoShow?: boolean;
}) {
  const t = useWords();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const act = nextAction(trip);
  const next = act?.kind === "step" ? act.to : null;
  const isSending = tap.phase === "sending";
  const isTooEarly = useIsTooEarly(trip);
  const press = (to: Step) => {
    if (to === "completed") setDialogOpen(true);
    else void onStep(to);
  };
  usePreload(NoShowButton, showsNoShow);
  usePreload(BoardingStep, trip.boarding !== null);
  usePreload(WaitTimer, trip.waitTerms !== null);
  usePreload(CashStep, trip.payment !== "account" && !trip.isCollected);
  usePreload(StopStep, trip.stops.length > 0);
  const boarding = next === "passenger_on_board" ? trip.boarding : null;
  return (
    <div className="grid gap-2">
      <TapStatus tap={tap} timeZone={trip.timeZone} />
      {trip.state === "on_location" && trip.waitTerms && <WaitTimer trip={trip} />}
      {tap.phase === "stopped" ? (
        <StoppedTaps message={tap.message} refusedTaps={tap.droppedTaps} trip={trip} />
      ) : boarding && !boarding.confirmed && !isTooEarly ? (
        <BoardingStep
          boarding={boarding}
          key={trip.id}
          onAction={onAction}
          onStep={onStep}
          refusal={tap.phase === "refused" ? tap.message : null}
          isDisabledBriefly={isDisabledBriefly}
          isSending={isSending}
          trip={trip}
        />
      ) : owesCash(trip) ? (
        <CashStep
          key={`cash ${trip.id}`}
          onAction={onAction}
          isDisabledBriefly={isDisabledBriefly}
          isSending={isSending}
          trip={trip}
        />
      ) : act?.kind === "stop" ? (
        <StopStep
          act={act}
          key={`${act.stop} ${act.action}`}
          onAction={onAction}
          isDisabledBriefly={isDisabledBriefly}
          isSending={isSending}
          trip={trip}
        />
      ) : (
        next && (
          <>
            {isTooEarly && (
              <p className="text-center">
                {t("You can set off from {time}", { time: startText(trip, t) })}
              </p>
            )}
            <Button
              busy={isSending}
              className="!min-h-16"
              disabled={isDisabledBriefly || isTooEarly}
              onClick={() => press(next)}
              size="large"
              wide
            >
              {t.of(stepWords[next])}
            </Button>
          </>
        )
      )}
      {showsNoShow && tap.phase !== "stopped" && trip.state === "on_location" && (
        <NoShowButton
          key={`no-show ${trip.id}`}
          onStep={onStep}
          isDisabledBriefly={isDisabledBriefly}
          trip={trip}
        />
      )}
      <ConfirmDialog
        cancelLabel={t("Not yet")}
        confirmLabel={t("Complete trip")}
        onClose={() => setDialogOpen(false)}
        onConfirm={() => {
          setDialogOpen(false);
          void onStep("completed");
        }}
        open={isDialogOpen}
        title={t("Complete this trip?")}
      >
        {t(
          "Complete the trip only after your passenger has left the vehicle at {place}. This cannot be undone.",
          { place: trip.dropoff.name },
        )}
      </ConfirmDialog>
    </div>
  );
}

/** Returns "15:30" today, "Fri 27 Nov, 15:30" on another day. */
function startText({ startsAt, timeZone }: Reservation, t: Say): string {
  const today = localDay(new Date(serverTime()).toISOString(), timeZone);
  const isToday = localDay(startsAt, timeZone) === today;
  return formatMoment(startsAt, timeZone, isToday ? "time" : "date-time", t);
}

/** Whether the server has the last tap. Screen readers announce changes. */
function TapStatus({ tap, timeZone }: { tap: Tap; timeZone: string }) {
  const t = useWords();
  return (
    <div className="text-center text-sm empty:hidden" role="status">
      {tap.phase === "sending" && (
        <p className="flex items-center justify-center gap-2 text-ink-muted">
          <Spinner /> {t("Sending…")}
        </p>
      )}
      {tap.phase === "kept" && (
        <Notice Icon={CloudOff}>
          {t.count(
            tap.count,
            "Saved on this phone. Will be sent when you are back online.",
            "{n} updates are saved on this phone. They will be sent when you are back online.",
          )}
        </Notice>
      )}
      {tap.phase === "sent" && (
        <p className="flex items-center justify-center gap-2 text-success-ink">
          <CircleCheck aria-hidden="true" size={16} />{" "}
          {t("Sent {time}", { time: formatMoment(tap.at, timeZone, "time", t) })}
        </p>
      )}
      {tap.phase === "changed" && <Notice Icon={CircleAlert}>{tap.message}</Notice>}
    </div>
  );
}

function Notice({ Icon, children }: { Icon: LucideIcon; children: string }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-warning-surface px-3 py-2 text-start text-warning-ink">
      <Icon aria-hidden="true" className="mt-0.5 shrink-0" size={16} />
      <span>{children}</span>
    </p>
  );
}
