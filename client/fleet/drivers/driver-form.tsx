import { fullName } from "../../../src/accounts/name-rules";
import { useNavigate, useRouter } from "@tanstack/react-router";
import type { DriverRecord } from "../../../src/drivers/contract";
import type { VehicleReference } from "../../../src/vehicles/contract";
import { Avatar } from "../../ui/avatar";
import { SelectField } from "../../ui/select-field";
import { LastNameField } from "../../ui/last-name-field";
import { DateField, TextField } from "../../ui/text-field";
import { useOffice } from "../../office/calls";
import { RecordForm } from "../../office/record-form";
import { useStaffForm } from "../../office/use-staff-form";
import { useConflictMerge } from "../../office/use-conflict-merge";

const LIST_PATH = "/dispatch/dashboard/DriverManagement";

const toFormValues = (record: DriverRecord | null) => ({
  firstName: record?.firstName ?? "",
  lastName: record?.lastName ?? "",
  hasOneName: record?.hasOneName ?? false,
  email: record?.email ?? "",
  phone: record?.phone ?? "",
  licenseId: record?.licenseId ?? "",
  licenseValidUntil: record?.licenseValidUntil ?? "",
  vehicleId: record?.vehicleId ?? "",
});

/** Adds a driver (`record` is null) and then opens the list, or changes one in place. */
export function DriverForm({
  record,
  vehicles,
  openNextPage,
}: {
  record: DriverRecord | null;
  vehicles: readonly VehicleReference[];
  /** Opens the next page after the driver is added; the list by default. */
  openNextPage?: (() => unknown) | undefined;
}) {
  const { call, api, settings } = useOffice();
  const router = useRouter();
  const navigate = useNavigate();
  const param = { id: record?.id ?? "" };
  const path = api.admin.drivers[":id"];
  const conflictMerge = useConflictMerge(
    record,
    async () => (await call(path.$get({ param }))).driver,
  );
  const form = useStaffForm({
    initialValues: toFormValues(record),
    requiredFields: ["firstName", "licenseId", "licenseValidUntil"],
    validate: ({ hasOneName, lastName }) => ({
      lastName: !hasOneName && !lastName.trim() && "This field is required.",
    }),
    send: async (typed) => {
      const json = {
        ...typed,
        ...(typed.hasOneName && { lastName: "" }),
        email: typed.email.trim() || null,
        phone: typed.phone.trim() || null,
        vehicleId: typed.vehicleId || null,
      };
      if (!record) return call(api.admin.drivers.$post({ json }));
      return conflictMerge(
        record,
        async (was) => (await call(path.$put({ param, json: { ...json, was } }))).driver,
      );
    },
    successText: record ? "Driver saved" : "Driver added. The driver can sign in now.",
    onSaved: async () => {
      await router.invalidate();
      if (!record) await (openNextPage?.() ?? navigate({ to: LIST_PATH }));
    },
  });
  const { field, typed } = form;

  return (
    <RecordForm
      needs="fleet.manage"
      backLabel="All drivers"
      returnPath={LIST_PATH}
      hasHeading={record === null}
      preview={openNextPage && <DriverPreview brandSlug={settings.brandSlug} typed={typed} />}
      isSetupStep={openNextPage !== undefined}
      form={form}
      title={record ? fullName(record) : "New driver"}
    >
      <TextField {...field("firstName")} autoComplete="off" label="First name" />
      <LastNameField
        {...field("lastName")}
        autoComplete="off"
        hasOneName={typed.hasOneName}
        label="Last name"
        onHasOneName={(hasOneName) => form.set({ hasOneName })}
        checkboxLabel="Only one name"
      />
      <TextField
        {...field("email")}
        autoComplete="off"
        hint="For sign-in and offers. Enter an e-mail address, a phone number, or both."
        label="E-mail"
        type="email"
      />
      <TextField
        {...field("phone")}
        autoComplete="off"
        hint="Include the country code."
        label="Phone"
        type="tel"
      />
      <TextField {...field("licenseId")} autoComplete="off" label="Licence number" />
      <DateField
        {...field("licenseValidUntil")}
        hint="No trips are assigned after this day."
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

/** The driver as riders see them, and the address for signing in. */
function DriverPreview({
  typed,
  brandSlug,
}: {
  typed: Pick<ReturnType<typeof toFormValues>, "firstName" | "lastName" | "email" | "phone">;
  brandSlug: string;
}) {
  const firstName = typed.firstName.trim() || "First name";
  const lastName = typed.lastName.trim();
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-ink-muted text-xs">What riders see</p>
      <p className="flex items-center gap-3 font-semibold text-base">
        <Avatar name={fullName({ firstName, lastName })} />
        <span className="min-w-0 break-words">
          {firstName} {lastName && `${[...lastName][0]}.`}
        </span>
      </p>
      <p className="border-line border-t pt-3">
        <span className="block text-ink-muted text-xs">Sign-in page</span>
        <span className="break-all">/{brandSlug}Driver</span>
        <span className="block break-words text-ink-muted">
          {`The code is sent to ${[typed.email, typed.phone].filter(Boolean).join(" or ") || "the driver"}.`}
        </span>
      </p>
    </div>
  );
}
