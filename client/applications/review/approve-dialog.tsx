import { FormDialog } from "../../forms/form-dialog";
import { useStaffForm } from "../../office/use-staff-form";
import type { ApplicationRecord } from "../../../src/drivers/application-review-contract";
import type { VehicleClass } from "../../../src/vehicles/class-contract";
import { SelectField } from "../../ui/select-field";
import { DateField, TextField } from "../../ui/text-field";
import { applicantName } from "./words";
import { useOffice } from "../../office/calls";

/** Creates a driver and a vehicle from an application. Asks for the details that only dispatch knows. */
export function ApproveDialog({
  application,
  classes,
  onApproved,
  onClose,
}: {
  application: ApplicationRecord;
  classes: readonly VehicleClass[];
  onApproved: (application: ApplicationRecord) => void;
  onClose: () => void;
}) {
  const { id, answers, version, files } = application;
  const { api, call } = useOffice();
  const licence = files.find(({ field }) => field === "drivingCertificate");
  const seatCount = Number(answers.seatingCapacity ?? 0);
  const classOf = (classId: string) => classes.find((each) => each.id === classId);
  const form = useStaffForm({
    initialValues: {
      "vehicle.classId": "",
      "vehicle.plate": answers.plateNumber ?? "",
      // One of the seats is the driver's.
      "vehicle.passengers": seatCount > 1 ? String(seatCount - 1) : "",
      "vehicle.luggage": "",
      licenseValidUntil: licence?.validUntil ?? answers.licenseExpiryDate ?? "",
      "vehicle.insuranceValidUntil": answers.insuranceExpiry ?? "",
      "vehicle.registrationValidUntil": answers.expiryDate ?? "",
    },
    requiredFields: [
      "vehicle.classId",
      "vehicle.plate",
      "vehicle.passengers",
      "vehicle.luggage",
      "licenseValidUntil",
    ],
    send: (typed) => {
      const vehicle = {
        classId: typed["vehicle.classId"],
        plate: typed["vehicle.plate"],
        passengers: Number(typed["vehicle.passengers"]),
        luggage: Number(typed["vehicle.luggage"]),
        mobility: classOf(typed["vehicle.classId"])?.mobility ?? [],
        insuranceValidUntil: typed["vehicle.insuranceValidUntil"] || null,
        registrationValidUntil: typed["vehicle.registrationValidUntil"] || null,
      };
      const json = { version, licenseValidUntil: typed.licenseValidUntil, vehicle };
      return call(api.admin["driver-applications"][":id"].approval.$post({ param: { id }, json }));
    },
    successText: `${applicantName(answers)} can now drive for you`,
    onSaved: (answer) => onApproved(answer.application),
  });
  const choose = (classId: string) => {
    const { typed } = form;
    const chosenClass = classOf(classId);
    form.set({
      "vehicle.classId": classId,
      "vehicle.passengers": typed["vehicle.passengers"] || String(chosenClass?.passengers ?? ""),
      "vehicle.luggage": typed["vehicle.luggage"] || String(chosenClass?.luggage ?? ""),
    });
  };

  return (
    <FormDialog
      busyLabel="Approving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Approve application"
      title={`Approve ${applicantName(answers)}`}
      wide
    >
      <p className="text-ink-muted">
        {`The driver will be notified and can sign in right away. This vehicle will join your fleet: ${[answers.color, answers.make, answers.model, answers.year].filter(Boolean).join(" ")}.`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...form.field("vehicle.classId")}
          label="Vehicle class"
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">Choose a class</option>
          {classes.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </SelectField>
        <TextField {...form.field("vehicle.plate")} autoComplete="off" label="Plate" />
        <TextField
          {...form.field("vehicle.passengers")}
          autoComplete="off"
          inputMode="numeric"
          label="Passengers"
        />
        <TextField
          {...form.field("vehicle.luggage")}
          autoComplete="off"
          inputMode="numeric"
          label="Bags"
        />
        <DateField
          {...form.field("licenseValidUntil")}
          hint="No trips are assigned after this day."
          label="Licence valid until"
        />
        <DateField
          {...form.field("vehicle.insuranceValidUntil")}
          label="Insurance valid until"
          optional
        />
        <DateField
          {...form.field("vehicle.registrationValidUntil")}
          label="Registration valid until"
          optional
        />
      </div>
    </FormDialog>
  );
}
