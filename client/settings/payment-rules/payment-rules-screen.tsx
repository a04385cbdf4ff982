import { type FormEvent, useState } from "react";
import type { PaymentRulesAnswer } from "../../../src/reservations/prepaying/prepay-contract";
import { useOffice } from "../../office/calls";
import { usePermission } from "../../office/use-permission";
import { useStaffActions } from "../../office/use-staff-form";
import { Card } from "../../ui/card";
import { NoticeBanner } from "../../ui/notice-banner";
import { TextField } from "../../ui/text-field";
import { showToast } from "../../ui/toasts";
import { RuleList } from "../rules/rule-list";
import { SettingsForm } from "../settings-form";
import { PaymentRuleCard } from "./payment-rule-card";
import { isSaved, newRule, readDraft, toDraft } from "./payment-rules";

/** The rules by which riders pay before the trip, in their order, and how long a booking waits for payment. */
export function PaymentRulesScreen({ first }: { first: PaymentRulesAnswer }) {
  const { api, call, settings: operatorSettings } = useOffice();
  const { currency } = operatorSettings;
  const mayChange = usePermission("settings.manage");
  const actions = useStaffActions();
  const [saved, setSaved] = useState(first);
  const [draft, setDraft] = useState(() => toDraft(first.settings, currency));
  const calls = api.admin["payment-rules"];

  const send = async (version: () => Promise<number>) => {
    const { faults, ...typed } = readDraft(draft, currency);
    if (Object.keys(faults).length > 0) return actions.refuse(faults);
    await actions.act(
      "submit",
      async () => call(calls.$put({ json: { ...typed, version: await version() } })),
      (answer) => {
        showToast("success", "Payment rules saved");
        setSaved(answer);
        setDraft(toDraft(answer.settings, currency));
      },
    );
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    await send(async () => saved.version);
  };
  const overwrite = () => send(async () => (await call(calls.$get())).version);
  return (
    <SettingsForm
      detail="When riders pay before the trip, and how much. Without a rule they pay in the car. Trips billed to a company never need a prepayment."
      form={{
        ...actions,
        submit,
        markTouched: () => {},
        isUnsaved: () => !isSaved(draft, saved.settings, currency),
      }}
      mayChange={mayChange}
      onOverwrite={overwrite}
      title="Payment rules"
    >
      {!saved.can.charge && (
        <NoticeBanner tone="info">
          No provider of online payments is connected, so no rule is used. Connect a provider under
          Providers.
        </NoticeBanner>
      )}
      <Card className="!p-4">
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Time to pay</legend>
          <TextField
            className="sm:max-w-sm"
            dense
            error={actions.faults.payWithinMinutes}
            hint="Bookings not paid in this time are cancelled at no cost, and the rider is notified."
            inputMode="numeric"
            label="Time to pay after booking"
            name="payWithinMinutes"
            onChange={({ target }) => setDraft({ ...draft, payWithinMinutes: target.value })}
            suffix="min"
            value={draft.payWithinMinutes}
          />
        </fieldset>
      </Card>
      <div>
        <h2 className="text-lg">Rules</h2>
        <p className="mt-1 text-ink-muted text-sm">
          For each trip, the first matching rule applies. Rules that no connected provider supports
          are skipped.
        </p>
      </div>
      <RuleList
        actions={actions}
        mayChange={mayChange}
        newRule={() => newRule(saved.can.hold ? "hold" : "deposit")}
        none="Riders pay in the car until an owner adds a rule."
        onRulesChange={(rules) => setDraft({ ...draft, rules })}
        rules={draft.rules}
      >
        {(rule, place, onChange) => (
          <PaymentRuleCard {...{ rule, place, currency, onChange }} answer={saved} />
        )}
      </RuleList>
    </SettingsForm>
  );
}
