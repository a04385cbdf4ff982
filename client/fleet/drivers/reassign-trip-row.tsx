import type { CandidateDriver } from "../../../src/dispatch/contract";
import type { AffectedTrip } from "../../../src/dispatch/suspension/suspension-contract";
import { driverName } from "../../office/words";
import { Button } from "../../ui/button";
import { Moment } from "../../ui/moment";
import { SelectField } from "../../ui/select-field";
import type { DriverAndVehicle, TripSuggestions } from "./use-suggestions";

/** A trip of the suspended driver, and the choice of a driver who takes it over. Nobody is preselected. */
export function ReassignTripRow({
  trip,
  suggestions,
  chosen,
  error,
  onChoose,
  onSuggest,
}: {
  trip: AffectedTrip;
  /** Undefined until the suggestions are requested. */
  suggestions: TripSuggestions | undefined;
  chosen: DriverAndVehicle | null;
  error: string | undefined;
  onChoose: (pair: DriverAndVehicle | null) => void;
  onSuggest: () => void;
}) {
  const drivers = suggestions?.drivers ?? [];
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_15rem] sm:items-center">
      <div className="min-w-0">
        <p className="break-words">
          {trip.pickup} to {trip.dropoff}
        </p>
        <p className="text-ink-muted">
          {trip.number} · <Moment at={trip.pickupAt} /> · {trip.vehicleClass}
          {trip.state === "en_route" && " · on the way"}
        </p>
      </div>
      {suggestions ? (
        <SelectField
          dense
          error={error ?? suggestions.failure ?? null}
          label={`Assign trip ${trip.number} to`}
          labelHidden
          name={trip.id}
          onChange={({ target }) => {
            const candidate = drivers.find(({ driver }) => driver.id === target.value);
            onChoose(
              candidate ? { driverId: candidate.driver.id, vehicleId: candidate.vehicleId } : null,
            );
          }}
          value={chosen?.driverId ?? ""}
        >
          <option value="">
            {suggestions.busy
              ? "Looking for drivers..."
              : drivers.length === 0
                ? "No driver available: leave unassigned"
                : "Leave unassigned"}
          </option>
          {drivers.map((candidate) => (
            <option key={candidate.driver.id} value={candidate.driver.id}>
              {driverName(candidate.driver)} · {candidate.plate} · {candidateSummary(candidate)}
            </option>
          ))}
        </SelectField>
      ) : (
        <div className="flex items-center justify-between gap-2">
          <span className="text-ink-muted">Leave unassigned</span>
          <Button
            aria-label={`Suggest drivers for trip ${trip.number}`}
            onClick={onSuggest}
            size="small"
            variant="secondary"
          >
            Suggest drivers
          </Button>
        </div>
      )}
    </li>
  );
}

/** Returns the reasons for a driver's rank, as far as a line has room. */
function candidateSummary({ score, suits: isSuitable, warnings }: CandidateDriver): string {
  return isSuitable ? `${score} points` : `${score} points, ${(warnings[0] ?? "").toLowerCase()}`;
}
