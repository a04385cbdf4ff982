import { type FormEvent, useState } from "react";
import type { ConfirmationRulesAnswer } from "../../../src/auto-dispatch/confirmation/contract";
import { useOffice } from "../../office/calls";
import { usePermission } from "../../office/use-permission";
import { useStaffActions } from "../../office/use-staff-form";
import { showToast } from "../../ui/toasts";
import { RuleList } from "../rules/rule-list";
import { SettingsForm } from "../settings-form";
import { ConfirmationDryRun } from "./confirmation-dry-run";
import { ConfirmationRuleCard } from "./confirmation-rule-card";
import { isSaved, newRule, readDraft, toDraft } from "./confirmation-rules";

/** The rules by which bookings are confirmed without dispatch, in their order, and a test on the last month. */
export function ConfirmationRulesScreen({ first }: { first: ConfirmationRulesAnswer }) {
  const { api, call, settings } = useOffice();
  const { currency } = settings;
  const mayChange = usePermission("settings.manage");
  const actions = useStaffActions();
  const [saved, setSaved] = useState(first);
  const [draft, setDraft] = useState(() => toDraft(first.rules, currency));
  const calls = api.admin["confirmation-rules"];

  /** Returns the valid rules; otherwise shows their faults. */
  const readRules = () => {
    const { faults, rules } = readDraft(draft, currency);
    if (Object.keys(faults).length === 0) return rules;
    actions.refuse(faults);
    return null;
  };
  const send = async (version: () => Promise<number>) => {
    const rules = readRules();
    if (!rules) return;
    await actions.act(
      "submit",
      async () => call(calls.$put({ json: { rules, version: await version() } })),
      (answer) => {
        showToast("success", "Confirmation rules saved");
        setSaved(answer);
        setDraft(toDraft(answer.rules, currency));
      },
    );
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    await send(async () => saved.version);
  };
  const overwrite = () => send(async () => (await call(calls.$get())).version);
  return (
    <>
      <SettingsForm
        detail="Bookings that match a rule are confirmed automatically, day and night, and the rider is notified. All other bookings wait for dispatch."
        form={{
          ...actions,
          submit,
          markTouched: () => {},
          isUnsaved: () => !isSaved(draft, saved.rules, currency),
        }}
        mayChange={mayChange}
        onOverwrite={overwrite}
        title="Confirmation rules"
      >
        <div>
          <h2 className="text-lg">Rules</h2>
          <p className="mt-1 text-ink-muted text-sm">
            For each booking, the first matching rule applies. Each booking is checked once: as soon
            as it comes in, or as soon as it is paid if a payment is due first.
          </p>
        </div>
        <RuleList
          actions={actions}
          mayChange={mayChange}
          newRule={newRule}
          none="Dispatch confirms every booking until an owner adds a rule."
          onRulesChange={setDraft}
          rules={draft}
        >
          {(rule, place, onChange) => (
            <ConfirmationRuleCard {...{ rule, place, currency, onChange }} answer={saved} />
          )}
        </RuleList>
      </SettingsForm>
      <div className="mt-8 max-w-3xl">
        <ConfirmationDryRun currentRules={readRules} />
      </div>
    </>
  );
}
