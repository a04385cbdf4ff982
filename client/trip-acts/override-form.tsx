import { useState } from "react";
import type { Candidates } from "../../src/dispatch/contract";
import { overrideConsequence, isOverridable } from "../../src/dispatch/rules";
import type { ReservationRow } from "../../src/reservations/contract";
import type { Refusal } from "../../src/reservations/refusal-contract";
import { refusalText } from "../../src/reservations/refusal-rules";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import type { Act, ActOutcome } from "./use-act";
import { driverName, vehicleName } from "../office/words";
import { useStaffForm } from "../office/use-staff-form";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { ApiError } from "../api-error";
import { useOffice } from "../office/calls";

const MAX_REASON_LENGTH = 500;

type WithRefusals = { refusals: readonly Refusal[] };

const isAssignableByOverride = ({ refusals }: WithRefusals) =>
  refusals.length === 0 || isOverridable(refusals);

/** Returns whether an owner can override a rule for any driver or vehicle. */
export function hasOverridableCandidates({ drivers, vehicles }: Candidates): boolean {
  const all: WithRefusals[] = [...drivers, ...vehicles];
  return (
    drivers.some(isAssignableByOverride) &&
    vehicles.some(isAssignableByOverride) &&
    all.some(({ refusals }) => isOverridable(refusals))
  );
}

/** Assigns against a rule, for owners: shows the overridden rule and the consequence, and asks for the reason. */
export function OverrideForm({
  seen,
  candidates,
  act,
  onBack,
  onOutcome,
}: {
  seen: ReservationRow;
  candidates: Candidates;
  act: Act;
  onBack: () => void;
  /** Called with the outcome. The form shows failures. */
  onOutcome: (outcome: ActOutcome) => void;
}) {
  const { api } = useOffice();
  const drivers = candidates.drivers.filter(isAssignableByOverride);
  const vehicles = candidates.vehicles.filter(isAssignableByOverride);
  const usualVehicle = vehicles.find(({ vehicle }) => vehicle.id === drivers[0]?.usualVehicleId);
  const [initial] = useState({
    driver: drivers[0]?.driver.id ?? "",
    vehicle: (usualVehicle ?? vehicles[0])?.vehicle.id ?? "",
    reason: "",
  });
  const form = useStaffForm({
    initialValues: initial,
    validate: ({ reason }) => ({ reason: reason.trim().length < 3 && "Give a short reason." }),
    send: async ({ reason }) => {
      if (!driver || !vehicle || refusals.length === 0) return;
      const json = {
        driverId: driver.driver.id,
        vehicleId: vehicle.vehicle.id,
        reason: reason.trim(),
        refusals,
      };
      const outcome = await act(
        seen,
        (version) =>
          api.admin.reservations[":id"].override.$post({
            param: { id: seen.id },
            json: { version, ...json },
          }),
        `${driverName(driver.driver)} is assigned`,
      );
      onOutcome(outcome);
      if (outcome.kind === "failed" || outcome.kind === "stale")
        throw new ApiError(409, "reservation.stale", outcome.text);
    },
  });
  // A driver who is no longer available isn't in the list, so the first one is shown and sent.
  const driver =
    drivers.find((candidate) => candidate.driver.id === form.typed.driver) ?? drivers[0];
  const vehicle =
    vehicles.find((candidate) => candidate.vehicle.id === form.typed.vehicle) ?? vehicles[0];
  const refusals = [...(driver?.refusals ?? []), ...(vehicle?.refusals ?? [])];

  return (
    <Form aria-label="Override a rule" className="mt-4 grid gap-4 text-ink text-sm" form={form}>
      <p className="text-ink-muted">
        The override applies to this trip only. As the owner, you are responsible for it. You can’t
        override a suspension, overlapping trips, a vehicle out of service, or an expired licence,
        insurance or registration.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...form.field("driver")}
          autoFocus
          label="Driver"
          value={driver?.driver.id ?? ""}
        >
          {drivers.map((candidate) => (
            <option key={candidate.driver.id} value={candidate.driver.id}>
              {driverName(candidate.driver)}
              {refusalsText(candidate)}
            </option>
          ))}
        </SelectField>
        <SelectField {...form.field("vehicle")} label="Vehicle" value={vehicle?.vehicle.id ?? ""}>
          {vehicles.map((candidate) => (
            <option key={candidate.vehicle.id} value={candidate.vehicle.id}>
              {vehicleName(candidate.vehicle)}
              {refusalsText(candidate)}
            </option>
          ))}
        </SelectField>
      </div>
      <div role="status">
        {refusals.length === 0 ? (
          <NoticeBanner tone="neutral">
            No rule stops this driver and vehicle. Go back and assign them directly.
          </NoticeBanner>
        ) : (
          <NoticeBanner tone="warning">
            <p className="font-semibold">You are overriding:</p>
            <ul className="mt-1 grid list-disc gap-1 ps-4">
              {refusals.map((refusal) => (
                <li key={refusalText(refusal)}>
                  {refusalText(refusal)}. {overrideConsequence(refusal.code)}
                </li>
              ))}
            </ul>
          </NoticeBanner>
        )}
      </div>
      <TextArea
        {...form.field("reason")}
        hint="Your reason and your name stay in the timeline and the audit log for good. Do not name the rider."
        label="Reason"
        maxLength={MAX_REASON_LENGTH}
        rows={3}
      />
      <FormFailure form={form} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button className="sm:me-auto" onClick={onBack} size="small" variant="quiet">
          Back to list
        </Button>
        <SubmitButton
          busyLabel="Assigning..."
          disabled={form.busy || refusals.length === 0}
          form={form}
          size="small"
          variant="danger"
        >
          Override and assign
        </SubmitButton>
      </div>
    </Form>
  );
}

function refusalsText({ refusals }: WithRefusals): string {
  return refusals.length > 0 ? ` – ${refusals.map(refusalText).join("; ")}` : "";
}
