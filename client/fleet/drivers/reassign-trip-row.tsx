import type { CandidateDriver } from "../../../src/dispatch/contract";
import type { AffectedTrip } from "../../../src/dispatch/suspension/suspension-contract";
import { driverName } from "../../office/words";
import { Button } from "../../ui/button";
import { Moment } from "../../ui/moment";
import { SelectField } from "../../ui/select-field";
import type { Pair, SuggestedPair } from "./use-suggestions";

/** A trip of the suspended driver, and the choice of a driver who takes it over. Nobody is preselected. */
export function ReassignTripRow({
  trip,
  suggestedPair,
  chosen,
  error,
  onChoose,
  onSuggest,
}: {
  trip: AffectedTrip;
  /** Undefined until the suggestions are requested. */
  suggestedPair: SuggestedPair | undefined;
  chosen: Pair | null;
  error: string | undefined;
  onChoose: (pair: Pair | null) => void;
  onSuggest: () => void;
}) {
  const drivers = suggestedPair?.drivers ?? [];
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
      {suggestedPair ? (
        <SelectField
          dense
          error={error ?? suggestedPair.failure ?? null}
          label={`Assign trip ${trip.number} to`}
          labelHidden
          name={trip.id}
          onChange={({ target }) => {
            const foundDriver = drivers.find(({ driver }) => driver.id === target.value);
            onChoose(
              foundDriver
                ? { driverId: foundDriver.driver.id, vehicleId: foundDriver.vehicleId }
                : null,
            );
          }}
          value={chosen?.driverId ?? ""}
        >
          <option value="">
            {suggestedPair.busy
              ? "Looking for drivers..."
              : drivers.length === 0
                ? "No driver available: leave unassigned"
                : "Leave unassigned"}
          </option>
          {drivers.map((found) => (
            <option key={found.driver.id} value={found.driver.id}>
              {driverName(found.driver)} · {found.plate} · {candidateSummary(found)}
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
