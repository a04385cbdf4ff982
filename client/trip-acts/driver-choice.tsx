import type { CandidateDriver, CandidateVehicle } from "../../src/dispatch/contract";
import { refusalText } from "../../src/reservations/refusal-rules";
import { Avatar } from "../ui/avatar";
import { driverName } from "../office/words";

/** The drivers to choose from: available ones first, then the others with the reason. */
export function DriverChoice({
  drivers,
  vehicles,
  chosenId,
  onChoose,
  multipleChoice,
}: {
  drivers: readonly CandidateDriver[];
  vehicles: readonly CandidateVehicle[];
  chosenId: string | null;
  onChoose: (driver: CandidateDriver) => void;
  /** If several can be chosen: the chosen ids in offer order. Null if only one can. */
  multipleChoice: { ids: readonly string[]; isNumbered: boolean } | null;
}) {
  const vehicleTexts = new Map(
    vehicles.map(({ vehicle, className }) => [vehicle.id, `${vehicle.plate} · ${className}`]),
  );
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{multipleChoice ? "Drivers" : "Driver"}</legend>
      <div className="max-h-72 overflow-y-auto rounded-md border border-line">
        {drivers.length === 0 && (
          <p className="px-4 py-6 text-center text-ink-muted text-sm">No driver matches.</p>
        )}
        {drivers.map((candidate) => {
          const { driver, usualVehicleId, refusals, warnings, reasons, score } = candidate;
          const isAssignable = refusals.length === 0;
          const name = driverName(driver);
          return (
            <label
              className={`flex min-h-11 items-center gap-3 border-line border-b px-3 py-1.5 text-sm last:border-0 ${
                isAssignable
                  ? "hover:bg-surface-sunken has-checked:bg-accent-surface"
                  : "text-ink-muted"
              } has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus`}
              key={driver.id}
              ref={(element) => {
                // The search box keeps the focus while arrow keys choose, so the choice must be scrolled into view.
                if (driver.id === chosenId) element?.scrollIntoView?.({ block: "nearest" });
              }}
            >
              <input
                checked={
                  multipleChoice ? multipleChoice.ids.includes(driver.id) : driver.id === chosenId
                }
                className="check"
                disabled={!isAssignable}
                name="driver"
                onChange={() => onChoose(candidate)}
                type={multipleChoice ? "checkbox" : "radio"}
                value={driver.id}
              />
              {multipleChoice?.isNumbered && (
                <span className="w-4 text-center font-medium text-xs tabular-nums">
                  {multipleChoice.ids.includes(driver.id) && (
                    <>
                      <span className="sr-only">Place in the offer order: </span>
                      {multipleChoice.ids.indexOf(driver.id) + 1}
                    </>
                  )}
                </span>
              )}
              <Avatar name={name} size="small" />
              <span className="grid min-w-0 flex-1 gap-x-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
                <span className="min-w-0">
                  <span className="block truncate font-medium">{name}</span>
                  {!isAssignable && (
                    <span className="block text-xs">{refusals.map(refusalText).join(", ")}</span>
                  )}
                  {isAssignable && warnings.length > 0 && (
                    <span className="block text-warning-ink text-xs">{warnings.join(". ")}</span>
                  )}
                  {isAssignable && reasons.length > 0 && (
                    <span className="block text-success-ink text-xs">{reasons.join(". ")}</span>
                  )}
                  {isAssignable && (
                    <span className="block text-ink-muted text-xs">
                      {candidateSummary(candidate)}
                    </span>
                  )}
                </span>
                <span className="text-ink-muted text-xs">
                  {(usualVehicleId && vehicleTexts.get(usualVehicleId)) ?? "No usual vehicle"}
                </span>
              </span>
              {isAssignable && (
                <span className="w-8 text-end font-medium tabular-nums">
                  <span className="sr-only">Score </span>
                  {score}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Returns the most important parts of a score: distance, day's work and rating. */
function candidateSummary({ points }: CandidateDriver): string {
  return points
    .filter(({ part }) => part === "near" || part === "share" || part === "rating")
    .map(({ text }) => text)
    .join(" · ");
}
