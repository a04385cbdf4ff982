import type { MaintenanceKind, Plan } from "../../../src/vehicles/maintenance-contract";
import { PromptDialog } from "../../office/prompt-dialog";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../../src/settings/amount-contract";
import { readMoney } from "../../ui/amount";
import { fieldError } from "./field-error";
import { maintenanceKindChoices, metersOf, nameOf, type DistanceUnit } from "./words";

/** The fields of the form that logs maintenance. */
type EntryForm = {
  planId: string;
  kind: MaintenanceKind;
  doneOn: string;
  odometerMeters: string;
  reason: string;
  what: string;
  costMinor: string;
  place: string;
  note: string;
  file?: File;
};

/** Logs maintenance: an item of the schedule, or something else. */
export function EntryDialog({
  plans,
  chosen,
  today,
  unit,
  currency,
  onSave,
  onClose,
}: {
  plans: readonly Plan[];
  /** The item of the schedule, if it is already chosen. */
  chosen: Plan | null;
  today: string;
  unit: DistanceUnit;
  currency: string;
  onSave: (form: EntryForm) => Promise<void>;
  onClose: () => void;
}) {
  const choices = [
    ...plans.map((plan) => [`plan ${plan.id}`, `${nameOf(plan)} (schedule)`] as const),
    ...maintenanceKindChoices.map(
      ([kind, words]) => [kind, `${words}, not on the schedule`] as const,
    ),
  ];
  return (
    <PromptDialog
      fields={[
        {
          name: "kind",
          label: "Type",
          choices,
          ...(chosen && { value: `plan ${chosen.id}` }),
        },
        { name: "doneOn", label: "Done on", type: "date", value: today },
        { name: "what", label: "What was done", maxLength: 200 },
        {
          name: "odometerMeters",
          label: `Odometer (${unit})`,
          type: "number",
          optional: true,
        },
        {
          name: "reason",
          label: "Why is the reading lower?",
          hint: "Needed only if the reading is lower than before, for example after the instrument cluster was replaced.",
          optional: true,
          maxLength: 200,
        },
        { name: "costMinor", label: `Cost (${currency})`, optional: true },
        { name: "place", label: "Where", optional: true, maxLength: 120 },
        { name: "note", label: "Note", optional: true, isMultiline: true, maxLength: 2_000 },
      ]}
      confirmLabel="Add to log"
      successText="Added to the log"
      file={{
        label: "Invoice or photo",
        hint: "PDF, JPG or PNG, up to 10 MB.",
        accept: "application/pdf,image/jpeg,image/png",
      }}
      onClose={onClose}
      onConfirm={async (typed, file) => {
        const meters = metersOf(typed.odometerMeters ?? "", unit);
        if (Number.isNaN(meters)) throw fieldError("odometerMeters", "Enter a whole number.");
        const parsedCost = typed.costMinor
          ? readMoney(typed.costMinor, currency, "en", MAX_BUSINESS_AMOUNT_MINOR)
          : null;
        if (parsedCost && "fault" in parsedCost) throw fieldError("costMinor", parsedCost.fault);
        const plan = plans.find(({ id }) => typed.kind === `plan ${id}`);
        await onSave({
          planId: plan?.id ?? "",
          kind: plan?.kind ?? (typed.kind as MaintenanceKind),
          doneOn: typed.doneOn ?? "",
          odometerMeters: meters === null ? "" : String(meters),
          reason: typed.reason ?? "",
          what: typed.what ?? "",
          costMinor: parsedCost ? String(parsedCost.value) : "",
          place: typed.place ?? "",
          note: typed.note ?? "",
          ...(file && { file }),
        });
      }}
      title="Log maintenance"
    />
  );
}
