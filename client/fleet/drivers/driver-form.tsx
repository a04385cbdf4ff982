import { fullName } from "../../../src/accounts/name-rules";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { DriverRecord } from "../../../src/drivers/contract";
import type { VehicleRef } from "../../../src/vehicles/contract";
import { mergeEdits } from "../../../src/audit/edit-rules";
import { SelectField } from "../../ui/select-field";
import { LastNameField } from "../../ui/last-name-field";
import { DateField, TextField } from "../../ui/text-field";
import { useOffice } from "../../office/calls";
import { missingFields, RecordForm } from "../../office/record-form";
import { useSave } from "../../office/use-save";
import { useWas } from "../../office/use-was";

const LIST = "/dispatch/dashboard/DriverManagement";

type Typed = Record<
  "firstName" | "lastName" | "email" | "phone" | "licenseId" | "licenseValidUntil" | "vehicleId",
  string
> & { hasOneName: boolean };

const typedOf = (record: DriverRecord | null): Typed => ({
  firstName: record?.firstName ?? "",
  lastName: record?.lastName ?? "",
  hasOneName: record?.hasOneName ?? false,
  email: record?.email ?? "",
  phone: record?.phone ?? "",
  licenseId: record?.licenseId ?? "",
  licenseValidUntil: record?.licenseValidUntil ?? "",
  vehicleId: record?.vehicleId ?? "",
});

/** Adds a driver (`record` null) and goes to the list, or changes one in place. */
export function DriverForm({
  record,
  vehicles,
}: {
  record: DriverRecord | null;
  vehicles: readonly VehicleRef[];
}) {
  const saving = useSave();
  const { api, call } = useOffice();
  const router = useRouter();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(() => typedOf(record));
  const field = (name: Exclude<keyof Typed, "hasOneName">) => ({
    dense: true,
    name,
    value: typed[name],
    error: saving.faults[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value });
      saving.clear();
    },
  });

  const over = useWas(
    record,
    async () =>
      record
        ? (await call(api.admin.drivers[":id"].$get({ param: { id: record.id } }))).driver
        : null,
    (was, now) => {
      setTyped((mine) => mergeEdits(typedOf(was), typedOf(now), mine).merged);
    },
  );

  const submit = async () => {
    const missing = missingFields(typed, [
      "firstName",
      ...(typed.hasOneName ? [] : (["lastName"] as const)),
      "licenseId",
      "licenseValidUntil",
    ]);
    if (Object.keys(missing).length > 0) return saving.refuse(missing);
    const json = {
      ...typed,
      ...(typed.hasOneName && { lastName: "" }),
      email: typed.email.trim() || null,
      phone: typed.phone.trim() || null,
      vehicleId: typed.vehicleId || null,
    };
    if (!record) {
      const added = await saving.save(
        () => call(api.admin.drivers.$post({ json })),
        "Driver added. They can sign in now.",
      );
      if (!added) return;
      await router.invalidate();
      return navigate({ to: LIST });
    }
    const param = { id: record.id };
    const saved = await saving.save(
      () =>
        over(async (was) =>
          was
            ? (await call(api.admin.drivers[":id"].$put({ param, json: { ...json, was } }))).driver
            : null,
        ),
      "Driver saved",
    );
    if (!saved) return;
    // What is typed while it is saved stays.
    setTyped((mine) => mergeEdits(typed, typedOf(saved), mine).merged);
    await router.invalidate();
  };

  return (
    <RecordForm
      needs="fleet.keep"
      backLabel="All drivers"
      backTo={LIST}
      headed={record === null}
      onSubmit={() => void submit()}
      saving={saving}
      title={record ? fullName(record) : "New driver"}
    >
      <TextField {...field("firstName")} autoComplete="off" label="First name" />
      <LastNameField
        {...field("lastName")}
        autoComplete="off"
        hasOneName={typed.hasOneName}
        label="Last name"
        onHasOneName={(hasOneName) => {
          setTyped({ ...typed, hasOneName });
          saving.clear();
        }}
        tick="The driver has one name"
      />
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
