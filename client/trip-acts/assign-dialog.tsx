import { type FormEvent, useState } from "react";
import type { Candidates } from "../../src/dispatch/contract";
import type { ReservationRow } from "../../src/reservations/contract";
import { refusalText } from "../../src/reservations/refusal-rules";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";
import { LiveRegion } from "../ui/live-region";
import { formatMoney } from "../ui/money";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { SearchField } from "../ui/search-field";
import { SelectField } from "../ui/select-field";
import { SkeletonRows } from "../ui/skeleton";
import { stateBadges } from "../ui/state-badge";
import { DriverChoice } from "./driver-choice";
import { hasOverridableCandidates, OverrideForm } from "./override-form";
import { RankingBreakdown } from "./ranking-breakdown";
import type { Act } from "./use-act";
import { useAssignForm } from "./use-assign-form";
import { useCandidates } from "./use-candidates";
import { usePermission } from "../office/use-permission";
import { answerTimeChoices, type OfferMode, offerModeChoices } from "./offer-mode";
import { driverName, vehicleName } from "../office/words";

/**
 * Assigns a driver and vehicle. Available drivers come first, the others follow with the reason; a driver's usual
 * vehicle is preselected. Typing filters, arrow keys choose, Enter sends the offer.
 */
export function AssignDialog({
  row,
  act,
  onClose,
}: {
  row: ReservationRow;
  act: Act;
  onClose: () => void;
}) {
  const { candidates, failure, reload } = useCandidates(row.id);
  const assignForm = useAssignForm(row, { act, candidates, reload, onClose });
  const { seenRow, hasSeveralDrivers, driver, vehicle } = assignForm;
  const [isOverriding, setIsOverriding] = useState(false);

  return (
    <Dialog onClose={onClose} open title={`Assign driver to reservation ${seenRow.number}`} wide>
      <p className="text-sm">
        <Moment at={seenRow.pickupAt} /> · {seenRow.pickup.name} to {seenRow.dropoff.name} ·{" "}
        {seenRow.vehicleClass.name}
        {candidates?.payMinor != null &&
          ` · the driver earns ${formatMoney(candidates.payMinor, candidates.currency)}`}
      </p>
      {failure !== null && candidates === null ? (
        <ErrorState message={failure} onRetry={reload} />
      ) : candidates === null ? (
        <div className="mt-4">
          <SkeletonRows dense rows={7} />
        </div>
      ) : isOverriding ? (
        <OverrideForm
          act={act}
          candidates={candidates}
          onBack={() => setIsOverriding(false)}
          onOutcome={assignForm.handleOutcome}
          seen={seenRow}
        />
      ) : (
        <AssignForm
          assignForm={assignForm}
          candidates={candidates}
          onClose={onClose}
          onOverride={() => setIsOverriding(true)}
        />
      )}
      <LiveRegion>
        {!hasSeveralDrivers &&
          driver &&
          vehicle &&
          `Selected: ${driverName(driver.driver)} with ${vehicleName(vehicle.vehicle)}`}
      </LiveRegion>
    </Dialog>
  );
}

/** The fields for who gets the offer, how, and for how long. */
function AssignForm({
  assignForm,
  candidates,
  onClose,
  onOverride,
}: AssignFormProps & { candidates: Candidates; onClose: () => void; onOverride: () => void }) {
  const mayOverride = usePermission("assignment.override");
  const {
    seenRow,
    assignableDrivers,
    driver,
    hasSeveralDrivers,
    offeredPairs,
    isReady,
    busy,
    send,
  } = assignForm;
  return (
    <form
      method="post"
      className="mt-4 grid gap-4 text-ink"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (isReady) void send("offer");
      }}
    >
      <SearchField
        autoComplete="off"
        autoFocus
        dense
        label="Find a driver"
        {...assignForm.filterField}
      />
      <DriverChoice
        chosenId={assignForm.choice?.driverId ?? null}
        drivers={assignForm.shownDrivers}
        onChoose={assignForm.choose}
        multipleChoice={
          hasSeveralDrivers
            ? { ids: assignForm.pickedDriverIds, isNumbered: assignForm.offerMode === "in_turn" }
            : null
        }
        vehicles={candidates.vehicles}
      />
      {hasSeveralDrivers ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <p role="status">
            {`${offeredPairs.length} of ${assignableDrivers.length} available drivers selected`}
          </p>
          <Button onClick={assignForm.pickSuitableDrivers} size="small" variant="quiet">
            Select all available
          </Button>
        </div>
      ) : (
        driver && (
          <RankingBreakdown candidate={driver} rank={assignableDrivers.indexOf(driver) + 1} />
        )
      )}
      <OfferFields assignForm={assignForm} />
      {!hasSeveralDrivers && <VehicleField assignForm={assignForm} candidates={candidates} />}
      <AssignNotices assignForm={assignForm} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button className="sm:me-auto" onClick={onClose} size="small" variant="quiet">
          Go back
        </Button>
        {mayOverride && seenRow.state === "confirmed" && hasOverridableCandidates(candidates) && (
          <Button onClick={onOverride} size="small" variant="quiet">
            Override a rule
          </Button>
        )}
        {!hasSeveralDrivers && (
          <Button
            busy={busy === "assign"}
            busyLabel="Assigning..."
            disabled={!isReady}
            onClick={() => void send("assign")}
            size="small"
            variant="secondary"
          >
            Assign directly
          </Button>
        )}
        <Button
          busy={busy === "offer"}
          busyLabel="Sending..."
          disabled={!isReady}
          size="small"
          type="submit"
        >
          {hasSeveralDrivers && offeredPairs.length !== 1 ? "Send offers" : "Send offer"}
        </Button>
      </div>
    </form>
  );
}

interface AssignFormProps {
  assignForm: ReturnType<typeof useAssignForm>;
}

function OfferFields({
  assignForm: { offerMode, answerSeconds, setOfferMode, setAnswerSeconds },
}: AssignFormProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        dense
        label="Offer to"
        name="asking"
        onChange={(event) => setOfferMode(event.target.value as OfferMode)}
        value={offerMode}
      >
        {offerModeChoices.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField
        dense
        label="Time to answer"
        name="seconds"
        onChange={(event) => setAnswerSeconds(event.target.value)}
        value={answerSeconds}
      >
        {answerTimeChoices.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function VehicleField({
  assignForm: { choice, chooseVehicle },
  candidates,
}: AssignFormProps & { candidates: Candidates }) {
  return (
    <SelectField
      dense
      label="Vehicle"
      name="vehicle"
      onChange={(event) => chooseVehicle(event.target.value)}
      value={choice?.vehicleId ?? ""}
    >
      {choice === null && <option value="">No vehicle can take this trip</option>}
      {candidates.vehicles.map(({ vehicle: car, className, passengers, refusals }) => (
        <option disabled={refusals.length > 0} key={car.id} value={car.id}>
          {`${vehicleName(car)} · ${className}, ${passengers} seats`}
          {refusals.length > 0 && ` – ${refusals.map(refusalText).join("; ")}`}
        </option>
      ))}
    </SelectField>
  );
}

/**
 * Shows why the trip can't be assigned, warnings about the chosen pair, and what assigning does first: confirm the
 * booking, or withdraw the open offer.
 */
function AssignNotices({
  assignForm: { seenRow, assignmentWarnings, canAssign, hasSeveralDrivers, error },
}: AssignFormProps) {
  return (
    <>
      <div className="grid gap-2 empty:hidden" role="alert">
        {!canAssign && (
          <NoticeBanner tone="warning">
            {`This reservation is now “${stateBadges[seenRow.state].words}” and can no longer be assigned to a driver.`}
          </NoticeBanner>
        )}
        {error && <NoticeBanner tone="danger">{error}</NoticeBanner>}
        {canAssign && !hasSeveralDrivers && assignmentWarnings.length > 0 && (
          <NoticeBanner tone="warning">{`${assignmentWarnings.join(". ")}.`}</NoticeBanner>
        )}
      </div>
      {canAssign && seenRow.state !== "confirmed" && (
        <p className="text-ink-muted text-sm">
          {seenRow.state === "pending"
            ? "This booking is not confirmed yet. Assigning a driver confirms it."
            : "The open offer will be withdrawn first."}
        </p>
      )}
    </>
  );
}
