import type { ReservationState } from "../../../src/reservations/contract";
import { classNames } from "../../ui/class-names";
import { countReachedSteps, tripSteps } from "./trip-words";
import { useWords } from "../../words/use-words";

/** The progress of a trip as a bar. Renders nothing for a trip that did not take place. */
export function TripProgress({ state }: { state: ReservationState }) {
  const t = useWords();
  const reachedSteps = countReachedSteps(state);
  const isTripOver = state === "completed" || state === "settled";
  if (reachedSteps === null) return null;
  return (
    <ol aria-label={t("Progress of the trip")} className="mt-6 grid grid-cols-6 gap-1.5">
      {tripSteps.map((step, at) => (
        <li
          aria-current={!isTripOver && at === reachedSteps - 1 ? "step" : undefined}
          className={classNames(
            "border-t-4 pt-2 text-xs",
            at < reachedSteps ? "border-accent-text" : "border-line text-ink-muted",
            at === reachedSteps - 1 && !isTripOver
              ? "font-semibold"
              : "max-sm:text-transparent max-sm:select-none",
            isTripOver && "max-sm:pt-0 max-sm:h-1 max-sm:overflow-hidden",
            // On a phone the last label is wider than its column, so it is aligned to the end.
            "max-sm:last:flex max-sm:last:justify-end",
          )}
          key={`${step}`}
        >
          <span className="block whitespace-nowrap">{t.of<string>(step)}</span>
          <span className="sr-only">{at < reachedSteps ? t("reached") : t("still to come")}</span>
        </li>
      ))}
    </ol>
  );
}
