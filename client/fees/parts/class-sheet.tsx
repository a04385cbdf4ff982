import { useRouter } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { Mobility } from "../../../src/vehicles/class-contract";
import type {
  SaveVehicleClass,
  VehicleClassRecord,
  VehicleIllustration,
} from "../../../src/vehicles/contract";
import { useOffice } from "../../office/calls";
import { missingFields } from "../../office/record-form";
import { useSave } from "../../office/use-save";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { NoticeBanner } from "../../ui/notice-banner";
import { RadioCards } from "../../ui/radio-cards";
import { Sheet } from "../../ui/sheet";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { mobilityWords } from "../../ui/trip-words";
import { VehicleArt } from "../../ui/vehicle-art";

const drawings: readonly [VehicleIllustration, string][] = [
  ["sedan", "Sedan"],
  ["suv", "SUV"],
  ["van", "Van"],
  ["accessible_van", "Accessible van"],
];

const needs = (Object.keys(mobilityWords) as Mobility[]).filter((need) => need !== "ambulatory");

/** Adds a vehicle class (`record` null) or changes one. */
export function ClassSheet({
  record,
  last,
  onClose,
}: {
  record: VehicleClassRecord | null;
  /** The place after all others. */
  last: number;
  onClose: () => void;
}) {
  const saving = useSave();
  const { api, call } = useOffice();
  const router = useRouter();
  const formId = useId();
  const [typed, setTyped] = useState({
    name: record?.name ?? "",
    description: record?.description ?? "",
    passengers: String(record?.passengers ?? ""),
    luggage: String(record?.luggage ?? ""),
  });
  const [illustration, setIllustration] = useState<VehicleIllustration>(
    record?.illustration ?? "sedan",
  );
  const [mobility, setMobility] = useState<readonly Mobility[]>(record?.mobility ?? []);
  const [active, setActive] = useState(record?.active ?? true);
  const field = (name: keyof typeof typed) => ({
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
    const missing = missingFields(typed, ["name", "passengers", "luggage"]);
    if (Object.keys(missing).length > 0) return saving.refuse(missing);
    const json: SaveVehicleClass = {
      name: typed.name,
      description: typed.description,
      passengers: Number(typed.passengers),
      luggage: Number(typed.luggage),
      illustration,
      mobility: [...mobility],
      position: record?.position ?? Math.min(50, last),
      active,
    };
    const path = api.admin["vehicle-classes"];
    const saved = await saving.save(
      () =>
        call(record ? path[":id"].$put({ param: { id: record.id }, json }) : path.$post({ json })),
      record ? "Class saved" : "Class added: it needs prices in the draft before it can be booked",
    );
    if (!saved) return;
    onClose();
    await router.invalidate();
  };

  return (
    <Sheet
      actions={
        <>
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button busy={saving.busy} busyLabel="Saving..." form={formId} size="small" type="submit">
            Save
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={record ? record.name : "New class"}
    >
      <form
        method="post"
        aria-label={record ? record.name : "New class"}
        className="grid gap-4"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        ref={saving.ref}
      >
        <TextField {...field("name")} autoComplete="off" label="Name" maxLength={40} />
        <TextArea
          {...field("description")}
          hint="One sentence that riders read beside the price."
          label="Description"
          maxLength={160}
          optional
          rows={2}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField {...field("passengers")} inputMode="numeric" label="Passengers" />
          <TextField {...field("luggage")} inputMode="numeric" label="Bags" />
        </div>
        <RadioCards<VehicleIllustration>
          columns={2}
          legend="Drawing"
          name="illustration"
          onValue={setIllustration}
          options={drawings.map(([value, title]) => ({
            value,
            title: <span className="text-sm">{title}</span>,
            media: <VehicleArt className="w-14" kind={value} />,
          }))}
          value={illustration}
        />
        <fieldset>
          <legend className="font-medium text-sm">Takes passengers with</legend>
          {needs.map((need) => (
            <Checkbox
              checked={mobility.includes(need)}
              key={need}
              label={mobilityWords[need]}
              onChange={(event) =>
                setMobility(
                  event.target.checked
                    ? [...mobility, need]
                    : mobility.filter((each) => each !== need),
                )
              }
            />
          ))}
        </fieldset>
        <Checkbox
          checked={active}
          hint="Switched off, nobody can book it any more. Trips, vehicles and prices in it stay."
          label="Can be booked"
          onChange={(event) => setActive(event.target.checked)}
        />
        <div className="empty:hidden" role="alert">
          {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
        </div>
      </form>
    </Sheet>
  );
}
