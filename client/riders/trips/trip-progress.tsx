import type { ReservationState } from "../../../src/reservations/contract";
import { classNames } from "../../ui/class-names";
import { stepsReached, tripSteps } from "./trip-words";

/** How far a trip is, as a bar; nothing for a trip that came to nothing. */
export function TripProgress({ state }: { state: ReservationState }) {
  const reached = stepsReached(state);
  if (reached === null) return null;
  return (
    <ol aria-label="Progress of the trip" className="mt-6 grid grid-cols-6 gap-1.5">
      {tripSteps.map((step, at) => (
        <li
          aria-current={at === reached - 1 ? "step" : undefined}
          className={classNames(
            "border-t-4 pt-2 text-xs",
            at < reached ? "border-accent-text" : "border-line text-ink-muted",
            at === reached - 1 ? "font-semibold" : "max-sm:text-transparent max-sm:select-none",
          )}
          key={step}
        >
          <span className="block whitespace-nowrap">{step}</span>
          <span className="sr-only">{at < reached ? "reached" : "still to come"}</span>
        </li>
      ))}
    </ol>
  );
}
