import { Link, useRouter } from "@tanstack/react-router";
import type { VehicleClassRecord } from "../../../src/vehicles/contract";
import { FormFailure } from "../../forms/form";
import { useOffice } from "../../office/calls";
import { useStaffActions } from "../../office/use-staff-form";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/checkbox";
import { countText } from "../../ui/trip-words";
import { VehicleArt } from "../../ui/vehicle-art";

/** The vehicle classes on offer. Each is saved when ticked, and typed values in the form below stay. */
export function OfferedClasses({ classes }: { classes: readonly VehicleClassRecord[] }) {
  const { api, call } = useOffice();
  const router = useRouter();
  const actions = useStaffActions();
  const setOffered = ({ id, vehicles: _, ...record }: VehicleClassRecord, active: boolean) =>
    void actions.act(
      id,
      () =>
        call(
          api.admin["vehicle-classes"][":id"].$put({ param: { id }, json: { ...record, active } }),
        ),
      () => router.invalidate(),
    );
  return (
    <Card className="mb-4 max-w-5xl">
      <fieldset disabled={actions.busy}>
        <legend className="font-semibold text-base">Classes you offer</legend>
        <div className="mt-2 grid gap-x-6 sm:grid-cols-2">
          {classes.map((record) => (
            <Checkbox
              checked={record.active}
              key={record.id}
              label={
                <span className="flex items-center gap-3">
                  <VehicleArt className="w-16 shrink-0" kind={record.illustration} />
                  <span>
                    {record.name}
                    <span className="block text-ink-muted text-sm">
                      {countText(record.passengers, "passenger")}
                    </span>
                  </span>
                </span>
              }
              name={`class-${record.id}`}
              onChange={({ target }) => setOffered(record, target.checked)}
            />
          ))}
        </div>
        <FormFailure className="mt-3 empty:hidden" form={actions} />
        <p className="mt-2 text-ink-muted text-sm">
          Riders choose from these classes.{" "}
          <Link
            className="font-medium text-accent-text underline"
            to="/dispatch/dashboard/FeeManagement/classes"
          >
            Change or add classes
          </Link>
        </p>
      </fieldset>
    </Card>
  );
}
