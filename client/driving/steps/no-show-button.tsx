import { useEffect, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { minutesToWait } from "../../../src/reservations/waiting/no-show-rules";
import { Button } from "../../ui/button";
import { lazy, usePreload } from "../../lazy";
import { withRetry } from "../with-retry";
import { serverTime } from "../taps/server-clock";
import type { TakeStep } from "./use-step-actions";
import { stepWords } from "../words";
import { phrase } from "../../words/words";
import { useWords } from "../../words/use-words";

const NoShowSheet = lazy(
  async () => (await import("./no-show-sheet")).NoShowSheet,
  withRetry(phrase("Reload no-show report")),
);

const TICK_MS = 1_000;

/** The button to report a no-show. It shows how long the driver still has to wait. */
export function NoShowButton({
  trip,
  isDisabledBriefly,
  onStep,
}: {
  trip: Reservation;
  /** Whether no step can be taken right now. */
  isDisabledBriefly: boolean;
  onStep: TakeStep;
}) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const minutes = useMinutesToWait(trip);
  usePreload(NoShowSheet);
  return (
    <>
      <Button disabled={isDisabledBriefly} onClick={() => setOpen(true)} variant="quiet" wide>
        {t.of(stepWords.no_show)}{" "}
        {minutes > 0 && (
          <span className="font-normal text-ink-muted tabular-nums">
            {t("in {minutes} min", { minutes })}
          </span>
        )}
      </Button>
      {open && (
        <NoShowSheet minutes={minutes} onClose={() => setOpen(false)} onStep={onStep} trip={trip} />
      )}
    </>
  );
}

/** Returns the whole minutes left to wait, by the server's clock. */
function useMinutesToWait({ noShow, pickupAt, landedAt }: Reservation): number {
  const minutesLeft = () =>
    noShow?.arrivedAt
      ? minutesToWait(
          {
            pickupAt: Date.parse(pickupAt),
            arrivedAt: Date.parse(noShow.arrivedAt),
            landedAt: landedAt === null ? null : Date.parse(landedAt),
            waitMinutes: noShow.waitMinutes,
          },
          serverTime(),
        )
      : 0;
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return minutesLeft();
}
