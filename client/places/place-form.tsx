import { useNavigate, useRouter } from "@tanstack/react-router";
import type { PlaceRecord } from "../../src/places/operator-place-contract";
import type { Zone } from "../../src/zones/contract";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { useOffice } from "../office/calls";
import { placeKindWords, placeKinds } from "./place-words";
import { PointFields } from "../map/point-fields";
import { FieldFaults } from "../forms/use-actions";
import { RecordForm } from "../office/record-form";
import { readPoint, toTypedPoint } from "../map/point-text";
import { useStaffForm } from "../office/use-staff-form";

const LIST_PATH = "/dispatch/dashboard/places";

/** Returns the form's values of a place; empty for a new one. */
function placeFormValues(record: PlaceRecord | null) {
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
    ...(record ? toTypedPoint(record) : { latitude: "", longitude: "" }),
  };
}

/** Adds a place (`record` null) or changes one, then returns to the list. */
export function PlaceForm({
  record,
  zones,
}: {
  record: PlaceRecord | null;
  zones: readonly Pick<Zone, "id" | "name">[];
}) {
  const router = useRouter();
  const { call, api } = useOffice();
  const navigate = useNavigate();
  const form = useStaffForm({
    initialValues: placeFormValues(record),
    requiredFields: ["name", "address"],
    validate: (typed) => readPoint(typed).faults,
    send: (typed) => {
      const { point } = readPoint(typed);
      if (!point) throw new FieldFaults(readPoint(typed).faults);
      const json = {
        ...typed,
        ...point,
        iata: typed.kind === "airport" ? typed.iata.trim() || null : null,
        zoneId: typed.zoneId || null,
        active: typed.active === "on",
      };
      if (!record) return call(api.admin.places.$post({ json }));
      const { id, version } = record;
      return call(api.admin.places[":id"].$put({ param: { id }, json: { ...json, version } }));
    },
    successText: record ? "Place saved" : "Place added",
    onSaved: async () => {
      await router.invalidate();
      await navigate({ to: LIST_PATH });
    },
  });
  const { field, typed } = form;
  const { latitude, longitude } = typed;

  return (
    <RecordForm
      needs="places.manage"
      backLabel="All places"
      returnPath={LIST_PATH}
      form={form}
      title={record ? record.name : "New place"}
    >
      <TextField {...field("name")} autoComplete="off" label="Name" maxLength={200} />
      <SelectField {...field("kind")} label="Kind">
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
          hint="The airport’s three letters, as on tickets."
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
          faults={form.faults}
          name={typed.name}
          onPlaceChosen={({ name, detail, kind, iata }) =>
            form.set({
              name: typed.name || name,
              address: typed.address || detail,
              // A new place takes its kind from the search result. A city isn't a place for a pickup.
              ...(!record && kind !== "city" && { kind, iata: iata ?? "" }),
            })
          }
          onTyped={form.set}
          typed={{ latitude, longitude }}
        />
      </div>
      <SelectField
        {...field("zoneId")}
        hint="Prices use this zone. If you choose none, prices use the zone that contains the point."
        label="Zone"
      >
        <option value="">Zone that contains the point</option>
        {zones.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field("keywords")}
        autoComplete="off"
        hint="Other names that people type."
        label="Also known as"
        maxLength={300}
        optional
      />
      <TextArea
        {...field("pickupInstructions")}
        hint="Tells riders where the driver waits."
        label="Where to meet"
        maxLength={1000}
        optional
        rows={3}
      />
      <TextArea
        {...field("entranceNotes")}
        hint="Tells drivers which gate to use and where to stop."
        label="Notes for drivers"
        maxLength={1000}
        optional
        rows={3}
      />
      <SelectField {...field("active")} label="State">
        <option value="on">Active</option>
        <option value="off">Inactive</option>
      </SelectField>
    </RecordForm>
  );
}
