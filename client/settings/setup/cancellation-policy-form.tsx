import {
  cancellationPresets,
  type PresetName,
  presetNames,
  matchingPreset,
} from "../../../src/fares/cancellation-preset-rules";
import type { FeeDraftAnswer } from "../../../src/fares/fee-contract";
import { cancellationText } from "../../../src/content/operator-facts-rules";
import { useOffice } from "../../office/calls";
import { useStaffForm } from "../../office/use-staff-form";
import { Card } from "../../ui/card";
import { RadioCards } from "../../ui/radio-cards";
import { SettingsForm } from "../settings-form";
import { useSetupStep } from "../setup-step-context";

const words: Record<PresetName, { title: string; detail: string }> = {
  flexible: { title: "Flexible", detail: "Free until an hour before the pickup." },
  moderate: { title: "Moderate", detail: "Free until a day before the pickup." },
  strict: { title: "Strict", detail: "Free until three days before the pickup." },
};

/** Cancellation as one of three policies. The price list has every tier. */
export function CancellationPolicyForm({
  first: { schedule, version },
}: {
  first: Pick<FeeDraftAnswer, "schedule" | "version">;
}) {
  const { api, call } = useOffice();
  const step = useSetupStep();
  const form = useStaffForm({
    initialValues: { preset: matchingPreset(schedule.cancellation) ?? ("own" as const) },
    send: ({ preset }) => {
      const cancellation = preset === "own" ? schedule.cancellation : cancellationPresets[preset];
      return call(
        api.admin.fees.draft.$put({ json: { version, schedule: { ...schedule, cancellation } } }),
      );
    },
    successText: "The policy is in your draft price list",
    onSaved: () => step?.next(),
  });
  const { preset } = form.typed;
  const cancellation = preset === "own" ? schedule.cancellation : cancellationPresets[preset];
  return (
    <SettingsForm
      detail="What riders pay for a late cancellation. The policy applies as soon as your prices are published. Riders see it before they book."
      form={form}
      mayChange
      preview={
        <>
          <p className="mb-2 text-ink-muted text-xs">What riders see</p>
          <p className="text-sm">{cancellationText({ ...schedule, cancellation })}</p>
        </>
      }
      title="Cancellation policy"
    >
      <Card>
        <RadioCards
          legend="Cancellation policy"
          isLegendHidden
          {...form.choice("preset")}
          options={[
            ...presetNames.map((value) => ({ value, ...words[value] })),
            ...(matchingPreset(schedule.cancellation) === null
              ? [
                  {
                    value: "own" as const,
                    title: "Keep current policy",
                    detail: "Your own cancellation tiers.",
                  },
                ]
              : []),
          ]}
        />
      </Card>
    </SettingsForm>
  );
}
