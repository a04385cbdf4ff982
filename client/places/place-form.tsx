import { useNavigate, useRouter } from "@tanstack/react-router";
import type { PlaceRecord } from "../../src/places/own-contract";
import type { Zone } from "../../src/zones/contract";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { useOffice } from "../office/calls";
import { placeKindWords, placeKinds } from "./place-words";
import { PointFields } from "./point-fields";
import { missingFields, RecordForm } from "../office/record-form";
import { readPoint, typedOf } from "./typed-point";
import { useSave } from "../office/use-save";
import { useTyped } from "../office/use-typed";

const LIST = "/dispatch/dashboard/places";

/** The form's texts of a place; of a new one, empty. */
function typedPlace(record: PlaceRecord | null) {
  return {
    name: record?.name ?? "",
    kind: record?.kind ?? ("address" as const),
    address: record?.address ?? "",
    keywords: record?.keywords ?? "",
    iata: record?.iata ?? "",
    zoneId: record?.zoneId ?? "",
    entranceNotes: record?.entranceNotes ?? "",
    pickupInstructions: record?.pickupInstructions ?? "",
    active: record?.active === false ? "off" : "on",
    ...(record ? typedOf(record) : { latitude: "", longitude: "" }),
  };
}

/** Adds a place (`record` null) or changes one; back to the list once it is saved. */
export function PlaceForm({
  record,
  zones,
}: {
  record: PlaceRecord | null;
  zones: readonly Pick<Zone, "id" | "name">[];
}) {
  const router = useRouter();
  const saving = useSave(() => router.invalidate());
  const { api, call } = useOffice();
  const navigate = useNavigate();
  const [typed, setTyped] = useTyped(record, typedPlace);
  const change = (changes: Partial<typeof typed>) => {
    setTyped((old) => ({ ...old, ...changes }));
    saving.clear();
  };
  const field = (name: Exclude<keyof typeof typed, "kind">) => ({
    dense: true,
    name,
    value: typed[name],
    error: saving.faults[name] ?? null,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const { latitude, longitude } = typed;

  const submit = async () => {
    const { point, faults } = readPoint({ latitude, longitude });
    const missing = missingFields(typed, ["name", "address"]);
    if (!point || Object.keys(missing).length > 0) return saving.refuse({ ...missing, ...faults });
    const json = {
      ...typed,
      ...point,
      iata: typed.kind === "airport" ? typed.iata.trim() || null : null,
      zoneId: typed.zoneId || null,
      active: typed.active === "on",
    };
    const saved = await saving.save(
      () =>
        record
          ? call(
              api.admin.places[":id"].$put({
                param: { id: record.id },
                json: { ...json, version: record.version },
              }),
            )
          : call(api.admin.places.$post({ json })),
      record ? "Place saved" : "Place added",
    );
    if (!saved) return;
    await router.invalidate();
    await navigate({ to: LIST });
  };

  return (
    <RecordForm
      needs="places.keep"
      backLabel="All places"
      backTo={LIST}
      onSubmit={() => void submit()}
      saving={saving}
      title={record ? record.name : "New place"}
    >
      <TextField {...field("name")} autoComplete="off" label="Name" maxLength={200} />
      <SelectField
        dense
        error={saving.faults.kind ?? null}
        label="Kind"
        name="kind"
        onChange={(event) => {
          const kind = placeKinds.find((each) => each === event.target.value);
          if (kind) change({ kind });
        }}
        value={typed.kind}
      >
        {placeKinds.map((kind) => (
          <option key={kind} value={kind}>
            {placeKindWords[kind]}
          </option>
        ))}
      </SelectField>
      {typed.kind === "airport" && (
        <TextField
          {...field("iata")}
          autoComplete="off"
          hint="The three letters on tickets."
          label="IATA code"
          maxLength={3}
          optional
        />
      )}
      <div className="sm:col-span-2">
        <TextField {...field("address")} autoComplete="off" label="Address" maxLength={300} />
      </div>
      <div className="sm:col-span-2">
        <PointFields
          faults={saving.faults}
          name={typed.name}
          onFound={({ name, detail, kind, iata }) =>
            change({
              name: typed.name || name,
              address: typed.address || detail,
              // What it is, the list knows; a city is no place to be picked up at.
              ...(!record && kind !== "city" && { kind, iata: iata ?? "" }),
            })
          }
          onTyped={change}
          typed={{ latitude, longitude }}
        />
      </div>
      <SelectField
        {...field("zoneId")}
        hint="For prices. Without a choice it is the zone around the point."
        label="Zone"
      >
        <option value="">By the point</option>
        {zones.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field("keywords")}
        autoComplete="off"
        hint="Other words people type for it."
        label="Also known as"
        maxLength={300}
        optional
      />
      <TextArea
        {...field("pickupInstructions")}
        hint="Riders read this: where the driver waits."
        label="Where to meet"
        maxLength={1000}
        optional
        rows={3}
      />
      <TextArea
        {...field("entranceNotes")}
        hint="Drivers read this: which gate, where to stop."
        label="Notes for drivers"
        maxLength={1000}
        optional
        rows={3}
      />
      <SelectField {...field("active")} label="State">
        <option value="on">In use</option>
        <option value="off">Switched off</option>
      </SelectField>
    </RecordForm>
  );
}
