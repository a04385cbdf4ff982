import { useNavigate, useRouter } from "@tanstack/react-router";
import type { Mobility, VehicleClass } from "../../../src/vehicles/class-contract";
import type { VehicleRecord } from "../../../src/vehicles/contract";
import { Checkbox } from "../../ui/checkbox";
import { Plate } from "../../ui/plate";
import { SelectField } from "../../ui/select-field";
import { DateField, TextField } from "../../ui/text-field";
import { useOffice } from "../../office/calls";
import { NO_VIN_FACTS, useVin, VIN_LENGTH } from "./use-vin";
import { RecordForm } from "../../office/record-form";
import { useStaffForm } from "../../office/use-staff-form";
import { useConflictMerge } from "../../office/use-conflict-merge";

const LIST_PATH = "/dispatch/dashboard/VehicleManagement";

/** The labels of what a vehicle can be equipped for. Passengers who walk need no equipment. */
const equipment: readonly [Mobility, string][] = [
  ["can_transfer", "Folded wheelchair (passenger moves to a seat)"],
  ["wheelchair", "Wheelchair"],
  ["oversized_wheelchair", "Oversized wheelchair"],
  ["scooter", "Scooter"],
  ["stretcher", "Stretcher"],
];

const toFormValues = (record: VehicleRecord | null) => ({
  classId: record?.classId ?? "",
  plate: record?.plate ?? "",
  vin: record?.vin ?? "",
  make: record?.make ?? "",
  model: record?.model ?? "",
  year: record ? String(record.year) : "",
  color: record?.color ?? "",
  passengers: record ? String(record.passengers) : "",
  luggage: record ? String(record.luggage) : "",
  state: record?.state ?? ("active" as const),
  insuranceValidUntil: record?.insuranceValidUntil ?? "",
  registrationValidUntil: record?.registrationValidUntil ?? "",
  mobility: record?.mobility ?? [],
});

/** Adds a vehicle (`record` is null) and then opens the list, or changes one in place. */
export function VehicleForm({
  record,
  classes,
  openNextPage,
}: {
  record: VehicleRecord | null;
  classes: readonly VehicleClass[];
  /** Opens the next page after the vehicle is added; the list by default. */
  openNextPage?: (() => unknown) | undefined;
}) {
  const { call, api } = useOffice();
  const router = useRouter();
  const navigate = useNavigate();
  const path = api.admin.vehicles[":id"];
  const param = { id: record?.id ?? "" };
  const conflictMerge = useConflictMerge(
    record,
    async () => (await call(path.$get({ param }))).vehicle,
  );
  const form = useStaffForm({
    initialValues: toFormValues(record),
    requiredFields: ["classId", "plate", "make", "model", "year", "color", "passengers", "luggage"],
    send: async (typed) => {
      const json = {
        ...typed,
        vin: typed.vin || null,
        year: Number(typed.year),
        passengers: Number(typed.passengers),
        luggage: Number(typed.luggage),
        insuranceValidUntil: typed.insuranceValidUntil || null,
        registrationValidUntil: typed.registrationValidUntil || null,
      };
      if (!record) return call(api.admin.vehicles.$post({ json }));
      return conflictMerge(
        record,
        async (was) => (await call(path.$put({ param, json: { ...json, was } }))).vehicle,
      );
    },
    successText: record ? "Vehicle saved" : "Vehicle added",
    onSaved: async () => {
      await router.invalidate();
      if (!record) await (openNextPage?.() ?? navigate({ to: LIST_PATH }));
    },
  });
  const { field, typed, set } = form;
  const { mobility } = typed;
  const vin = useVin((facts) => {
    const vinFields = (["make", "model", "year"] as const).filter((name) => facts[name] !== "");
    if (vinFields.length === 0) return NO_VIN_FACTS;
    // Typed values stay; the VIN's values are only shown.
    const emptyFields = vinFields.filter((name) => typed[name].trim() === "");
    const differingFields = vinFields.filter(
      (name) =>
        !emptyFields.includes(name) && typed[name].toLowerCase() !== facts[name].toLowerCase(),
    );
    const vinValues = Object.fromEntries(emptyFields.map((name) => [name, facts[name]]));
    if (emptyFields.length > 0) set(vinValues);
    return [
      emptyFields.length > 0 && `Filled in from the VIN: ${emptyFields.join(", ")}.`,
      differingFields.length > 0 &&
        `According to the VIN: ${differingFields.map((name) => `${name} ${facts[name]}`).join(", ")}.`,
      emptyFields.length + differingFields.length === 0 && "The VIN matches these details.",
    ]
      .filter(Boolean)
      .join(" ");
  });
  /** Chooses a class and fills in its usual seats and equipment, which can be changed. */
  const chooseClass = (classId: string) => {
    const chosen = classes.find(({ id }) => id === classId);
    if (!chosen || record) return set({ classId });
    set({
      classId,
      passengers: typed.passengers || String(chosen.passengers),
      luggage: typed.luggage || String(chosen.luggage),
      mobility: mobility.length > 0 ? mobility : chosen.mobility,
    });
  };

  return (
    <RecordForm
      needs="fleet.manage"
      backLabel="All vehicles"
      returnPath={LIST_PATH}
      hasHeading={record === null}
      preview={openNextPage && <CarPreview typed={typed} />}
      isSetupStep={openNextPage !== undefined}
      form={form}
      title={record ? record.plate : "New vehicle"}
    >
      <SelectField
        {...field("classId")}
        label="Class"
        onChange={(event) => chooseClass(event.target.value)}
      >
        <option value="">Choose a class</option>
        {classes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField {...field("plate")} autoComplete="off" label="Plate" />
      <div>
        <TextField
          {...field("vin")}
          autoCapitalize="characters"
          autoComplete="off"
          label="VIN"
          maxLength={VIN_LENGTH}
          onChange={({ target }) => {
            const text = target.value.toUpperCase().replace(/\s/g, "");
            set({ vin: text });
            if (text !== typed.vin) vin.onTyped(text);
          }}
          optional
        />
        <p className="mt-1 text-ink-muted text-sm empty:hidden" role="status">
          {vin.note}
        </p>
      </div>
      <TextField {...field("make")} autoComplete="off" label="Make" />
      <TextField {...field("model")} autoComplete="off" label="Model" />
      <TextField {...field("year")} autoComplete="off" inputMode="numeric" label="Year" />
      <TextField {...field("color")} autoComplete="off" label="Colour" />
      <TextField
        {...field("passengers")}
        autoComplete="off"
        inputMode="numeric"
        label="Passenger seats"
      />
      <TextField {...field("luggage")} autoComplete="off" inputMode="numeric" label="Bags" />
      <fieldset className="sm:col-span-2">
        <legend className="font-medium text-sm">Equipped for</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {equipment.map(([need, words]) => (
            <Checkbox
              checked={mobility.includes(need)}
              key={need}
              label={words}
              onChange={(event) =>
                set({
                  mobility: event.target.checked
                    ? [...mobility, need]
                    : mobility.filter((each) => each !== need),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <DateField
        {...field("insuranceValidUntil")}
        hint="No trips are assigned after this day."
        label="Insurance valid until"
        optional
      />
      <DateField
        {...field("registrationValidUntil")}
        hint="No trips are assigned after this day."
        label="Registration valid until"
        optional
      />
      <SelectField {...field("state")} label="Status">
        <option value="active">Active</option>
        <option value="out_of_service">Out of service</option>
      </SelectField>
    </RecordForm>
  );
}

/** The car as riders look for it on the street. */
function CarPreview({
  typed: { color, make, model, plate },
}: {
  typed: Pick<ReturnType<typeof toFormValues>, "color" | "make" | "model" | "plate">;
}) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-muted text-xs">What riders see</p>
      <p className="break-words">
        {[color, make, model].join(" ").trim() || "Colour, make and model"}
      </p>
      <Plate plate={plate.trim() || "Plate"} />
    </div>
  );
}
