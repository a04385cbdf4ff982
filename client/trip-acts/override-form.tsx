import { type FormEvent, useState } from "react";
import type { Candidates } from "../../src/dispatch/contract";
import { consequenceOf, isOverridable } from "../../src/dispatch/rules";
import type { ReservationRow } from "../../src/reservations/contract";
import type { Refusal } from "../../src/reservations/refusal-contract";
import { refusalText } from "../../src/reservations/refusal-rules";
import type { Api } from "../api";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import type { Act, ActOutcome } from "./use-acts";
import { useFormFocus } from "../office/use-form-focus";
import { driverName, vehicleName } from "../office/words";

const REASON_LENGTH = 500;

type Refused = { refusals: readonly Refusal[] };

const isPossible = ({ refusals }: Refused) => refusals.length === 0 || isOverridable(refusals);

/** Whether an owner can override anything for some driver or vehicle. */
export function hasOverridable({ drivers, vehicles }: Candidates): boolean {
  const all: Refused[] = [...drivers, ...vehicles];
  return (
    drivers.some(isPossible) &&
    vehicles.some(isPossible) &&
    all.some(({ refusals }) => isOverridable(refusals))
  );
}

/** An owner's assignment against a refusal: what is overridden, what follows from it, and why. */
export function OverrideForm({
  api,
  seen,
  candidates,
  act,
  onBack,
  onSettled,
}: {
  api: Api;
  seen: ReservationRow;
  candidates: Candidates;
  act: Act;
  onBack: () => void;
  /** Told how it went; what stays open says the rest. */
  onSettled: (outcome: ActOutcome) => void;
}) {
  const form = useFormFocus();
  const drivers = candidates.drivers.filter(isPossible);
  const vehicles = candidates.vehicles.filter(isPossible);
  const [driverId, setDriverId] = useState(drivers[0]?.driver.id ?? "");
  const [vehicleId, setVehicleId] = useState(
    () =>
      vehicles.find(({ vehicle }) => vehicle.id === drivers[0]?.usualVehicleId)?.vehicle.id ??
      vehicles[0]?.vehicle.id ??
      "",
  );
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Who is not to be had any more has left the list: what it then shows is what is sent.
  const driver = drivers.find((found) => found.driver.id === driverId) ?? drivers[0];
  const vehicle = vehicles.find((found) => found.vehicle.id === vehicleId) ?? vehicles[0];
  const refusals = [...(driver?.refusals ?? []), ...(vehicle?.refusals ?? [])];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!driver || !vehicle || refusals.length === 0) return;
    if (reason.trim().length < 3) {
      setMissing(true);
      return form.focus("reason");
    }
    setBusy(true);
    setFailure(null);
    const outcome = await act(
      seen,
      (version) =>
        api.admin.reservations[":id"].override.$post({
          param: { id: seen.id },
          json: {
            version,
            driverId: driver.driver.id,
            vehicleId: vehicle.vehicle.id,
            reason: reason.trim(),
            refusals,
          },
        }),
      `${driverName(driver.driver)} is assigned`,
    );
    setBusy(false);
    if (outcome.kind === "failed" || outcome.kind === "stale") setFailure(outcome.text);
    onSettled(outcome);
  };

  return (
    <form
      method="post"
      aria-label="Override a refusal"
      className="mt-4 grid gap-4 text-ink text-sm"
      noValidate
      onSubmit={submit}
      ref={form.ref}
    >
      <p className="text-ink-muted">
        For this trip only, and as an owner you answer for it. Suspended drivers, two trips at once,
        vehicles out of service and expired licences, insurances and registrations stay refused.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          autoFocus
          dense
          label="Driver"
          name="driver"
          onChange={(event) => setDriverId(event.target.value)}
          value={driver?.driver.id ?? ""}
        >
          {drivers.map((found) => (
            <option key={found.driver.id} value={found.driver.id}>
              {driverName(found.driver)}
              {against(found)}
            </option>
          ))}
        </SelectField>
        <SelectField
          dense
          label="Vehicle"
          name="vehicle"
          onChange={(event) => setVehicleId(event.target.value)}
          value={vehicle?.vehicle.id ?? ""}
        >
          {vehicles.map((found) => (
            <option key={found.vehicle.id} value={found.vehicle.id}>
              {vehicleName(found.vehicle)}
              {against(found)}
            </option>
          ))}
        </SelectField>
      </div>
      <div role="status">
        {refusals.length === 0 ? (
          <NoticeBanner tone="neutral">
            Nothing stands against these two. Go back and assign them directly.
          </NoticeBanner>
        ) : (
          <NoticeBanner tone="warning">
            <p className="font-semibold">This is overridden:</p>
            <ul className="mt-1 grid list-disc gap-1 ps-4">
              {refusals.map((refusal) => (
                <li key={refusalText(refusal)}>
                  {refusalText(refusal)}. {consequenceOf(refusal.code)}
                </li>
              ))}
            </ul>
          </NoticeBanner>
        )}
      </div>
      <TextArea
        dense
        error={missing ? "Say why, in a few words." : null}
        hint="The timeline and the audit log keep it for good, with your name: name no rider in it."
        label="Reason"
        maxLength={REASON_LENGTH}
        name="reason"
        onChange={(event) => {
          setReason(event.target.value);
          setMissing(false);
        }}
        rows={3}
        value={reason}
      />
      <div className="empty:hidden" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button className="sm:me-auto" onClick={onBack} size="small" variant="quiet">
          Back to the list
        </Button>
        <Button
          busy={busy}
          busyLabel="Assigning..."
          disabled={refusals.length === 0}
          size="small"
          type="submit"
          variant="danger"
        >
          Override and assign
        </Button>
      </div>
    </form>
  );
}

function against({ refusals }: Refused): string {
  return refusals.length > 0 ? ` – ${refusals.map(refusalText).join("; ")}` : "";
}
