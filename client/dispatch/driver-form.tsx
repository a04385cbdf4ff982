import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { DriverRecord } from "../../src/drivers/contract";
import type { VehicleRef } from "../../src/vehicles/contract";
import type { Api } from "../api";
import { SelectField } from "../ui/select-field";
import { DateField, TextField } from "../ui/text-field";
import { useStaffCall } from "./calls";
import { missingFields, RecordForm } from "./record-form";
import { useSave } from "./use-save";

const LIST = "/dispatch/dashboard/DriverManagement";

type Typed = Record<
  "firstName" | "lastName" | "email" | "phone" | "licenseId" | "licenseValidUntil" | "vehicleId",
  string
>;

/** Adds a driver (`record` null) and goes to the list, or changes one in place. */
export function DriverForm({
  api,
  record,
  vehicles,
}: {
  api: Api;
  record: DriverRecord | null;
  vehicles: readonly VehicleRef[];
}) {
  const saving = useSave();
  const call = useStaffCall();
  const router = useRouter();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Typed>(() => ({
    firstName: record?.firstName ?? "",
    lastName: record?.lastName ?? "",
    email: record?.email ?? "",
    phone: record?.phone ?? "",
    licenseId: record?.licenseId ?? "",
    licenseValidUntil: record?.licenseValidUntil ?? "",
    vehicleId: record?.vehicleId ?? "",
  }));
  const field = (name: keyof Typed) => ({
    dense: true,
    name,
    value: typed[name],
    error: saving.faults[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value });
      saving.clear();
    },
  });

  const submit = async () => {
    const missing = missingFields(typed, [
      "firstName",
      "lastName",
      "licenseId",
      "licenseValidUntil",
    ]);
    if (Object.keys(missing).length > 0) return saving.refuse(missing);
    const json = {
      ...typed,
      email: typed.email.trim() || null,
      phone: typed.phone.trim() || null,
      vehicleId: typed.vehicleId || null,
    };
    const saved = await saving.save(
      () =>
        record
          ? call(api.admin.drivers[":id"].$put({ param: { id: record.id }, json }))
          : call(api.admin.drivers.$post({ json })),
      record ? "Driver saved" : "Driver added. They can sign in now.",
    );
    if (!saved) return;
    await router.invalidate();
    if (!record) await navigate({ to: LIST });
  };

  return (
    <RecordForm
      needs="fleet.keep"
      backLabel="All drivers"
      backTo={LIST}
      headed={record === null}
      onSubmit={() => void submit()}
      saving={saving}
      title={record ? `${record.firstName} ${record.lastName}` : "New driver"}
    >
      <TextField {...field("firstName")} autoComplete="off" label="First name" />
      <TextField {...field("lastName")} autoComplete="off" label="Last name" />
      <TextField
        {...field("email")}
        autoComplete="off"
        hint="To sign in and for offers: this, a phone number, or both."
        label="Email"
        type="email"
      />
      <TextField
        {...field("phone")}
        autoComplete="off"
        hint="With its country code, such as +250 788 123 456."
        label="Phone"
        type="tel"
      />
      <TextField {...field("licenseId")} autoComplete="off" label="Licence number" />
      <DateField
        {...field("licenseValidUntil")}
        hint="Nobody is assigned past this day."
        label="Licence valid until"
      />
      <SelectField {...field("vehicleId")} label="Usual vehicle">
        <option value="">None</option>
        {vehicles.map((vehicle) => (
          <option key={vehicle.id} value={vehicle.id}>
            {vehicle.plate}, {vehicle.make} {vehicle.model}
          </option>
        ))}
      </SelectField>
    </RecordForm>
  );
}
