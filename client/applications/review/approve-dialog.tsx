import type { FormEvent } from "react";
import { useState } from "react";
import type { ApplicationRecord } from "../../../src/drivers/review-contract";
import type { VehicleClass } from "../../../src/vehicles/class-contract";
import type { Api } from "../../api";
import { useStaffCall } from "../../office/calls";
import { missingFields } from "../../office/record-form";
import { useSave } from "../../office/use-save";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { NoticeBanner } from "../../ui/notice-banner";
import { SelectField } from "../../ui/select-field";
import { DateField, TextField } from "../../ui/text-field";
import { applicantName } from "./words";

/** Makes a driver and a vehicle of an application: asks for what only dispatch knows. */
export function ApproveDialog({
  api,
  application,
  classes,
  onApproved,
  onClose,
}: {
  api: Api;
  application: ApplicationRecord;
  classes: readonly VehicleClass[];
  onApproved: (application: ApplicationRecord) => void;
  onClose: () => void;
}) {
  const { id, answers, version, files } = application;
  const call = useStaffCall();
  const saving = useSave();
  const licence = files.find(({ field }) => field === "drivingCertificate");
  const seats = Number(answers.seatingCapacity ?? 0);
  const [typed, setTyped] = useState({
    classId: "",
    plate: answers.plateNumber ?? "",
    // Of the seats, one is the driver's.
    passengers: seats > 1 ? String(seats - 1) : "",
    luggage: "",
    licenseValidUntil: licence?.validUntil ?? answers.licenseExpiryDate ?? "",
    insuranceValidUntil: answers.insuranceExpiry ?? "",
    registrationValidUntil: answers.expiryDate ?? "",
  });
  const change = (changes: Partial<typeof typed>) => {
    setTyped({ ...typed, ...changes });
    saving.clear();
  };
  const field = (name: keyof typeof typed) => ({
    dense: true,
    name,
    value: typed[name],
    error: saving.faults[name] ?? saving.faults[`vehicle.${name}`],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const chosen = classes.find((each) => each.id === typed.classId);
  const choose = (classId: string) => {
    const next = classes.find((each) => each.id === classId);
    change({
      classId,
      passengers: typed.passengers || String(next?.passengers ?? ""),
      luggage: typed.luggage || String(next?.luggage ?? ""),
    });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = missingFields(typed, [
      "classId",
      "plate",
      "passengers",
      "luggage",
      "licenseValidUntil",
    ]);
    if (Object.keys(missing).length > 0) return saving.refuse(missing);
    const json = {
      version,
      licenseValidUntil: typed.licenseValidUntil,
      vehicle: {
        classId: typed.classId,
        plate: typed.plate,
        passengers: Number(typed.passengers),
        luggage: Number(typed.luggage),
        mobility: chosen?.mobility ?? [],
        insuranceValidUntil: typed.insuranceValidUntil || null,
        registrationValidUntil: typed.registrationValidUntil || null,
      },
    };
    const done = await saving.save(
      () => call(api.admin["driver-applications"][":id"].approval.$post({ param: { id }, json })),
      `${applicantName(answers)} can drive for you now`,
    );
    if (done) onApproved(done.application);
  };

  return (
    <Dialog onClose={onClose} open title={`Approve ${applicantName(answers)}`} wide>
      <form
        method="post"
        className="mt-2 grid gap-4 text-ink text-sm sm:grid-cols-2"
        noValidate
        onSubmit={(event) => void submit(event)}
        ref={saving.ref}
      >
        <p className="text-ink-muted sm:col-span-2">
          {`The driver can sign in at once and is told so. The vehicle joins your fleet: ${[answers.color, answers.make, answers.model, answers.year].filter(Boolean).join(" ")}.`}
        </p>
        <SelectField
          {...field("classId")}
          label="Class of the vehicle"
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">Choose a class</option>
          {classes.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </SelectField>
        <TextField {...field("plate")} autoComplete="off" label="Plate" />
        <TextField
          {...field("passengers")}
          autoComplete="off"
          inputMode="numeric"
          label="Passengers"
        />
        <TextField {...field("luggage")} autoComplete="off" inputMode="numeric" label="Bags" />
        <DateField
          {...field("licenseValidUntil")}
          hint="Not assigned past this day."
          label="Licence valid until"
        />
        <DateField {...field("insuranceValidUntil")} label="Insurance valid until" optional />
        <DateField {...field("registrationValidUntil")} label="Registration valid until" optional />
        <div className="empty:hidden sm:col-span-2" role="alert">
          {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
          {saving.faults.email && <NoticeBanner tone="danger">{saving.faults.email}</NoticeBanner>}
          {saving.faults.phone && <NoticeBanner tone="danger">{saving.faults.phone}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:col-span-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button busy={saving.busy} busyLabel="Approving..." size="small" type="submit">
            Approve
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
