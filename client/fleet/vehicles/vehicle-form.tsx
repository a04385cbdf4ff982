import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Mobility, VehicleClass } from "../../../src/vehicles/class-contract";
import type { VehicleRecord } from "../../../src/vehicles/contract";
import { mergeEdits } from "../../../src/audit/edit-rules";
import { Checkbox } from "../../ui/checkbox";
import { SelectField } from "../../ui/select-field";
import { DateField, TextField } from "../../ui/text-field";
import { useOffice } from "../../office/calls";
import { useVin, VIN_LENGTH } from "./use-vin";
import { missingFields, RecordForm } from "../../office/record-form";
import { useSave } from "../../office/use-save";
import { useWas } from "../../office/use-was";

const LIST = "/dispatch/dashboard/VehicleManagement";

/** What a vehicle can be equipped for, in words; walking needs nothing. */
const equipment: readonly [Mobility, string][] = [
  ["can_transfer", "Wheelchair folded, passenger changes seats"],
  ["wheelchair", "Wheelchair"],
  ["oversized_wheelchair", "Oversized wheelchair"],
  ["scooter", "Scooter"],
  ["stretcher", "Stretcher"],
];

type Typed = Record<
  | "classId"
  | "plate"
  | "vin"
  | "make"
  | "model"
  | "year"
  | "color"
  | "passengers"
  | "luggage"
  | "state"
  | "insuranceValidUntil"
  | "registrationValidUntil",
  string
>;

const typedOf = (record: VehicleRecord | null): Typed => ({
  classId: record?.classId ?? "",
  plate: record?.plate ?? "",
  vin: record?.vin ?? "",
  make: record?.make ?? "",
  model: record?.model ?? "",
  year: record ? String(record.year) : "",
  color: record?.color ?? "",
  passengers: record ? String(record.passengers) : "",
  luggage: record ? String(record.luggage) : "",
  state: record?.state ?? "active",
  insuranceValidUntil: record?.insuranceValidUntil ?? "",
  registrationValidUntil: record?.registrationValidUntil ?? "",
});

/** Adds a vehicle (`record` null) and goes to the list, or changes one in place. */
export function VehicleForm({
  record,
  classes,
}: {
  record: VehicleRecord | null;
  classes: readonly VehicleClass[];
}) {
  const saving = useSave();
  const { api, call } = useOffice();
  const router = useRouter();
  const navigate = useNavigate();
  const [mobility, setMobility] = useState<readonly Mobility[]>(record?.mobility ?? []);
  const [typed, setTyped] = useState(() => typedOf(record));
  const change = (changes: Partial<Typed>) => {
    setTyped({ ...typed, ...changes });
    saving.clear();
  };
  const vin = useVin((facts) => {
    const told = (["make", "model", "year"] as const).filter((name) => facts[name] !== "");
    // What somebody typed stays: the VIN only says what it says.
    const empty = told.filter((name) => typed[name].trim() === "");
    const other = told.filter(
      (name) => !empty.includes(name) && typed[name].toLowerCase() !== facts[name].toLowerCase(),
    );
    const found = Object.fromEntries(empty.map((name) => [name, facts[name]]));
    if (empty.length > 0) setTyped((old) => ({ ...old, ...found }));
    return [
      empty.length > 0 && `Filled in from the VIN: ${empty.join(", ")}.`,
      other.length > 0 &&
        `The VIN says ${other.map((name) => `${name} ${facts[name]}`).join(", ")}.`,
      empty.length + other.length === 0 && "The VIN fits what is typed.",
    ]
      .filter(Boolean)
      .join(" ");
  });
  const field = (name: keyof Typed) => ({
    dense: true,
    name,
    value: typed[name],
    error: saving.faults[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  /** A class brings its usual seats and equipment; whoever knows better changes them. */
  const choose = (classId: string) => {
    const chosen = classes.find(({ id }) => id === classId);
    if (!chosen || record) return change({ classId });
    change({
      classId,
      passengers: typed.passengers || String(chosen.passengers),
      luggage: typed.luggage || String(chosen.luggage),
    });
    if (mobility.length === 0) setMobility(chosen.mobility);
  };

  const over = useWas(
    record,
    async () =>
      record
        ? (await call(api.admin.vehicles[":id"].$get({ param: { id: record.id } }))).vehicle
        : null,
    (was, now) => {
      setTyped((mine) => mergeEdits(typedOf(was), typedOf(now), mine).merged);
      if (was && now)
        setMobility(
          (mine) =>
            mergeEdits({ of: was.mobility }, { of: now.mobility }, { of: [...mine] }).merged.of,
        );
    },
  );

  const submit = async () => {
    const missing = missingFields(typed, [
      "classId",
      "plate",
      "make",
      "model",
      "year",
      "color",
      "passengers",
      "luggage",
    ]);
    if (Object.keys(missing).length > 0) return saving.refuse(missing);
    const json = {
      ...typed,
      vin: typed.vin || null,
      year: Number(typed.year),
      passengers: Number(typed.passengers),
      luggage: Number(typed.luggage),
      mobility: [...mobility],
      state: typed.state === "out_of_service" ? ("out_of_service" as const) : ("active" as const),
      insuranceValidUntil: typed.insuranceValidUntil || null,
      registrationValidUntil: typed.registrationValidUntil || null,
    };
    if (!record) {
      const added = await saving.save(
        () => call(api.admin.vehicles.$post({ json })),
        "Vehicle added",
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
            ? (await call(api.admin.vehicles[":id"].$put({ param, json: { ...json, was } })))
                .vehicle
            : null,
        ),
      "Vehicle saved",
    );
    if (!saved) return;
    // What is typed while it is saved stays.
    setTyped((mine) => mergeEdits(typed, typedOf(saved), mine).merged);
    setMobility((mine) => (mine === mobility ? saved.mobility : mine));
    await router.invalidate();
  };

  return (
    <RecordForm
      needs="fleet.keep"
      backLabel="All vehicles"
      backTo={LIST}
      headed={record === null}
      onSubmit={() => void submit()}
      saving={saving}
      title={record ? record.plate : "New vehicle"}
    >
      <SelectField
        {...field("classId")}
        label="Class"
        onChange={(event) => choose(event.target.value)}
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
            change({ vin: text });
            if (text !== typed.vin) vin.typed(text);
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
      <TextField {...field("color")} autoComplete="off" label="Color" />
      <TextField
        {...field("passengers")}
        autoComplete="off"
        inputMode="numeric"
        label="Passengers"
      />
      <TextField {...field("luggage")} autoComplete="off" inputMode="numeric" label="Bags" />
      <fieldset className="sm:col-span-2">
        <legend className="font-medium text-sm">Equipped for</legend>
        <div className="grid sm:grid-cols-2">
          {equipment.map(([need, words]) => (
            <Checkbox
              checked={mobility.includes(need)}
              key={need}
              label={words}
              onChange={(event) =>
                setMobility(
                  event.target.checked
                    ? [...mobility, need]
                    : mobility.filter((each) => each !== need),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <DateField
        {...field("insuranceValidUntil")}
        hint="Not assigned past this day."
        label="Insurance valid until"
        optional
      />
      <DateField
        {...field("registrationValidUntil")}
        hint="Not assigned past this day."
        label="Registration valid until"
        optional
      />
      <SelectField {...field("state")} label="State">
        <option value="active">Active</option>
        <option value="out_of_service">Out of service</option>
      </SelectField>
    </RecordForm>
  );
}
