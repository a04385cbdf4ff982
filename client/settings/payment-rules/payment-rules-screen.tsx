import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { PaymentRulesAnswer } from "../../../src/reservations/prepaying/prepay-contract";
import { useOffice } from "../../office/calls";
import { useMay } from "../../office/use-may";
import { useStaffActs } from "../../office/use-staff-form";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { NoticeBanner } from "../../ui/notice-banner";
import { TextField } from "../../ui/text-field";
import { showToast } from "../../ui/toasts";
import { SettingsForm } from "../settings-form";
import { PaymentRuleCard } from "./payment-rule-card";
import { type DraftRule, isSaved, newRule, readDraft, toDraft } from "./payment-rules";

/** The most rules the server accepts. */
const MOST_RULES = 20;

/** When riders pay before the trip: rules in their order, and how long a booking waits. */
export function PaymentRulesScreen({ first }: { first: PaymentRulesAnswer }) {
  const { api, call, settings: operator } = useOffice();
  const { currency } = operator;
  const mayChange = useMay("settings.manage");
  const acts = useStaffActs();
  const [saved, setSaved] = useState(first);
  const [draft, setDraft] = useState(() => toDraft(first.settings, currency));
  const [openKeys, setOpenKeys] = useState<readonly number[]>([]);
  const calls = api.admin["payment-rules"];
  const { rules } = draft;

  const send = async (version: () => Promise<number>) => {
    const { faults, ...typed } = readDraft(draft, currency);
    if (Object.keys(faults).length > 0) return acts.refuse(faults);
    await acts.act(
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
  const saveOver = () => send(async () => (await call(calls.$get())).version);
  const setRules = (to: DraftRule[]) => setDraft({ ...draft, rules: to });
  const toggle = (key: number) =>
    setOpenKeys(
      openKeys.includes(key) ? openKeys.filter((one) => one !== key) : [...openKeys, key],
    );
  const add = () => {
    const rule = newRule(saved.can.hold ? "hold" : "deposit");
    setRules([...rules, rule]);
    setOpenKeys([...openKeys, rule.key]);
  };
  const move = (at: number, by: -1 | 1) => {
    acts.clear();
    const moved = [...rules];
    moved.splice(at + by, 0, ...moved.splice(at, 1));
    setRules(moved);
  };
  const isWrong = (at: number) =>
    Object.keys(acts.faults).some((name) => name.startsWith(`rules.${at}.`));
  const addButton = mayChange && rules.length < MOST_RULES && (
    <Button
      className="justify-self-start"
      icon={<Plus aria-hidden="true" size={16} />}
      onClick={add}
      size="small"
      variant="secondary"
    >
      Add rule
    </Button>
  );

  return (
    <SettingsForm
      detail="When riders pay before the trip, and how much. Without a rule they pay in the car. Trips that a company pays for are never asked for."
      form={{
        ...acts,
        submit,
        touch: () => {},
        isUnsaved: () => !isSaved(draft, saved.settings, currency),
      }}
      mayChange={mayChange}
      onSaveOver={saveOver}
      title="Payment rules"
    >
      {!saved.can.charge && (
        <NoticeBanner tone="info">
          No provider of online payments is connected, so no rule is used. Connect one under
          Providers.
        </NoticeBanner>
      )}
      <Card className="!p-4">
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Time to pay</legend>
          <TextField
            className="sm:max-w-sm"
            dense
            error={acts.faults.payWithinMinutes}
            hint="A booking that is not paid by then is cancelled, at no cost, and the rider is told."
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
          For each trip, the first rule that fits applies. Rules that no connected provider can
          carry out are skipped.
        </p>
      </div>
      {rules.length === 0 ? (
        <Card flush>
          <EmptyState action={addButton} title="No rules yet">
            Riders pay in the car until an owner adds a rule.
          </EmptyState>
        </Card>
      ) : (
        <ol className="grid gap-3">
          {rules.map((rule, at) => (
            <li key={rule.key}>
              <PaymentRuleCard
                answer={saved}
                at={at}
                currency={currency}
                faults={acts.faults}
                last={at === rules.length - 1}
                mayChange={mayChange}
                onChange={(to) =>
                  setRules(rules.map((one) => (one === rule ? { ...one, ...to } : one)))
                }
                onMove={(by) => move(at, by)}
                onOpen={() => toggle(rule.key)}
                onRemove={() => {
                  acts.clear();
                  setRules(rules.filter((one) => one !== rule));
                }}
                open={openKeys.includes(rule.key) || isWrong(at)}
                rule={rule}
              />
            </li>
          ))}
        </ol>
      )}
      {rules.length > 0 && addButton}
    </SettingsForm>
  );
}
