import type { MaintenanceKind, Plan, SavePlan } from "../../../src/vehicles/maintenance-contract";
import { PromptDialog } from "../../office/prompt-dialog";
import { fieldError } from "./field-error";
import { maintenanceKindChoices, metersOf, type DistanceUnit, writeDistance } from "./words";

/** Adds an item to the schedule (`plan` is null) or changes one. */
export function PlanDialog({
  plan,
  unit,
  onSave,
  onFailed,
  onClose,
}: {
  plan: Plan | null;
  unit: DistanceUnit;
  onSave: (input: SavePlan) => Promise<void>;
  onFailed: () => unknown;
  onClose: () => void;
}) {
  return (
    <PromptDialog
      fields={[
        {
          name: "kind",
          label: "Type",
          choices: maintenanceKindChoices,
          value: plan?.kind ?? "service",
        },
        {
          name: "name",
          label: "Name",
          hint: "Needed if you chose “Other” above.",
          optional: true,
          maxLength: 60,
          value: plan?.name ?? "",
        },
        {
          name: "everyMonths",
          label: "Due every (months)",
          type: "number",
          optional: true,
          value: plan?.everyMonths ? String(plan.everyMonths) : "",
        },
        {
          name: "everyMeters",
          label: `Due every (${unit})`,
          hint: "If you enter both, the job is due at whichever comes first.",
          type: "number",
          optional: true,
          value: writeDistance(plan?.everyMeters ?? null, unit),
        },
        {
          name: "fromDay",
          label: "Last done on",
          hint: "If this job was never done, enter the day when the vehicle was new.",
          type: "date",
          optional: true,
          value: plan?.fromDay ?? "",
        },
        {
          name: "fromMeters",
          label: `Last done at (${unit})`,
          type: "number",
          optional: true,
          value: writeDistance(plan?.fromMeters ?? null, unit),
        },
      ]}
      confirmLabel="Save"
      successText="Schedule saved"
      onClose={onClose}
      onFailed={onFailed}
      onConfirm={async (typed) => {
        const readDistance = (name: "everyMeters" | "fromMeters") => {
          const meters = metersOf(typed[name] ?? "", unit);
          if (Number.isNaN(meters)) throw fieldError(name, "Enter a whole number.");
          return meters;
        };
        await onSave({
          kind: typed.kind as MaintenanceKind,
          name: typed.name ?? "",
          everyMonths: typed.everyMonths ? Number(typed.everyMonths) : null,
          everyMeters: readDistance("everyMeters"),
          fromDay: typed.fromDay || null,
          fromMeters: readDistance("fromMeters"),
        });
      }}
      title={plan ? "Change schedule entry" : "Add to schedule"}
    />
  );
}
