import { useRouter } from "@tanstack/react-router";
import { useId } from "react";
import type { Mobility } from "../../../src/vehicles/class-contract";
import type {
  SaveVehicleClass,
  VehicleClassRecord,
  VehicleIllustration,
} from "../../../src/vehicles/contract";
import { useOffice } from "../../office/calls";
import { Form, FormFailure } from "../../forms/form";
import { useStaffForm } from "../../office/use-staff-form";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { RadioCards } from "../../ui/radio-cards";
import { Sheet } from "../../ui/sheet";
import { TextArea } from "../../ui/text-area";
import { TextField } from "../../ui/text-field";
import { mobilityWords } from "../../ui/trip-words";
import { VehicleArt } from "../../ui/vehicle-art";

const illustrations: readonly [VehicleIllustration, string][] = [
  ["sedan", "Sedan"],
  ["suv", "SUV"],
  ["van", "Van"],
  ["accessible_van", "Accessible van"],
];

const mobilityNeeds = (Object.keys(mobilityWords) as Mobility[]).filter(
  (need) => need !== "ambulatory",
);

/** Adds a vehicle class (`record` is null) or changes one. */
export function ClassSheet({
  record,
  lastPosition,
  onClose,
}: {
  record: VehicleClassRecord | null;
  /** The last position in the order. */
  lastPosition: number;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const formId = useId();
  const form = useStaffForm({
    initialValues: {
      name: record?.name ?? "",
      description: record?.description ?? "",
      passengers: String(record?.passengers ?? ""),
      luggage: String(record?.luggage ?? ""),
      illustration: record?.illustration ?? ("sedan" as const),
      mobility: record?.mobility ?? [],
      active: record?.active ?? true,
    },
    requiredFields: ["name", "passengers", "luggage"],
    send: (typed) => {
      const json: SaveVehicleClass = {
        ...typed,
        passengers: Number(typed.passengers),
        luggage: Number(typed.luggage),
        mobility: [...typed.mobility],
        position: record?.position ?? Math.min(50, lastPosition),
      };
      const path = api.admin["vehicle-classes"];
      return call(
        record ? path[":id"].$put({ param: { id: record.id }, json }) : path.$post({ json }),
      );
    },
    successText: record
      ? "Class saved"
      : "Class added. Add its prices to the draft so that it can be booked",
    onSaved: () => {
      onClose();
      return router.invalidate();
    },
  });
  const { field, typed } = form;

  return (
    <Sheet
      actions={
        <>
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button busy={form.busy} busyLabel="Saving..." form={formId} size="small" type="submit">
            Save
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={record ? record.name : "New class"}
    >
      <Form aria-label={record ? record.name : "New class"} form={form} id={formId}>
        <TextField {...field("name")} autoComplete="off" label="Name" maxLength={40} />
        <TextArea
          {...field("description")}
          hint="Riders see this sentence beside the price."
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
          {...form.choice("illustration")}
          columns={2}
          legend="Picture"
          options={illustrations.map(([value, title]) => ({
            value,
            title: <span className="text-sm">{title}</span>,
            media: <VehicleArt className="w-14" kind={value} />,
          }))}
        />
        <fieldset>
          <legend className="font-medium text-sm">Suitable for passengers with</legend>
          {mobilityNeeds.map((need) => (
            <Checkbox
              checked={typed.mobility.includes(need)}
              key={need}
              label={mobilityWords[need]}
              onChange={(event) =>
                form.set({
                  mobility: event.target.checked
                    ? [...typed.mobility, need]
                    : typed.mobility.filter((each) => each !== need),
                })
              }
            />
          ))}
        </fieldset>
        <Checkbox
          {...form.checkbox("active")}
          hint="If this is off, nobody can book this class. The class keeps its trips, vehicles and prices."
          label="Can be booked"
        />
        <FormFailure form={form} />
      </Form>
    </Sheet>
  );
}
