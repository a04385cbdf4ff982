import type { FlightRule, FlightRules } from "../../../src/flights/contract";
import { defaultRule } from "../../../src/flights/rules";
import { useOffice } from "../../office/calls";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/checkbox";
import { SelectField } from "../../ui/select-field";
import { TextField } from "../../ui/text-field";
import { fieldReaders, createKey } from "./rule-drafts";
import { SettingsForm } from "../settings-form";
import { useSettingsForm } from "../use-settings-form";

const minuteFields = [
  ["domesticMinutes", "Domestic: from landing to pickup"],
  ["internationalMinutes", "International: from landing to pickup"],
  ["bagsMinutes", "Extra time for bags"],
  ["domesticCheckInMinutes", "Domestic: from airport drop-off to departure"],
  ["internationalCheckInMinutes", "International: from airport drop-off to departure"],
] as const;
type MinuteField = (typeof minuteFields)[number][0];

const modes: readonly (readonly [FlightRule["mode"], string])[] = [
  ["off", "Leave pickups as they are"],
  ["propose", "Propose the new pickup to dispatch"],
  ["move", "Move the pickup if the driver can take the new time"],
];

/** A rule with its minutes as text. */
type Draft = Omit<FlightRule, MinuteField> & Record<MinuteField, string> & { key: number };

const MAX_MINUTES = 360;
/** The most rules there can be. Keys of added rules are higher than this. */
const MAX_RULES = 50;

const toDraft = (rule: FlightRule, key: number): Draft => ({
  ...rule,
  ...(Object.fromEntries(minuteFields.map(([name]) => [name, String(rule[name])])) as Record<
    MinuteField,
    string
  >),
  key,
});

/** Returns the parsed rules, and faults by field name. */
function readRules(drafts: readonly Draft[]): {
  rules: FlightRule[];
  faults: Record<string, string>;
} {
  const faults: Record<string, string> = {};
  const { readWholeNumber: whole } = fieldReaders(faults);
  const seenAirports = new Set<string>();
  const rules = drafts.map(({ key, ...draft }, at) => {
    const airport = draft.airport.trim().toUpperCase();
    if (at > 0 && !/^[A-Z]{3}$/.test(airport))
      faults[`${key}.airport`] = "Enter the airport’s three letters, such as KGL.";
    else if (seenAirports.has(airport))
      faults[`${key}.airport`] = "This airport has a rule already.";
    seenAirports.add(airport);
    const minutes = (name: MinuteField) =>
      whole(`${key}.${name}`, draft[name], 0, MAX_MINUTES) ?? 0;
    return {
      ...draft,
      airport,
      domesticMinutes: minutes("domesticMinutes"),
      internationalMinutes: minutes("internationalMinutes"),
      bagsMinutes: minutes("bagsMinutes"),
      domesticCheckInMinutes: minutes("domesticCheckInMinutes"),
      internationalCheckInMinutes: minutes("internationalCheckInMinutes"),
    };
  });
  return { rules, faults };
}

/** The rules by which pickups follow flights, at all airports and at single ones. */
export function FlightRulesForm({ first, mayChange }: { first: FlightRules; mayChange: boolean }) {
  const { api, call } = useOffice();
  const form = useSettingsForm<{ drafts: Draft[] }>({
    first: {
      version: first.version,
      rules: { drafts: first.rules.map((rule, at) => toDraft(rule, at)) },
    },
    validate: ({ drafts }) => readRules(drafts).faults,
    send: ({ drafts, version }) =>
      call(api.admin.settings.flights.$put({ json: { rules: readRules(drafts).rules, version } })),
    successText: "Rules for flights saved",
  });
  const { drafts } = form.typed;
  const change = (key: number, changes: Partial<Draft>) => {
    form.clearFaults(Object.keys(changes).map((name) => `${key}.${name}`));
    form.set({ drafts: drafts.map((each) => (each.key === key ? { ...each, ...changes } : each)) });
  };
  return (
    <SettingsForm
      detail="When a flight is at least 15 minutes early or late, these rules move the pickup. The passenger and the driver are notified once."
      form={form}
      mayChange={mayChange}
      title="Flights"
    >
      {first.questions && (
        <p className="mb-4 text-ink-muted text-sm">
          {`${first.questions.used} of today’s ${first.questions.limit} requests to the provider are used.`}
        </p>
      )}
      {drafts.map((draft, at) => (
        <Card key={draft.key}>
          <fieldset className="grid min-w-0 gap-4" disabled={!mayChange}>
            <legend className="float-start mb-3 w-full font-semibold text-base">
              {at === 0 ? "All airports" : draft.airport || "Another airport"}
            </legend>
            <div className="clear-both grid gap-4 sm:grid-cols-2">
              {at > 0 && (
                <TextField
                  autoCapitalize="characters"
                  dense
                  error={form.fault(`${draft.key}.airport`)}
                  label="Airport"
                  maxLength={3}
                  name={`${draft.key}.airport`}
                  onChange={({ target }) => change(draft.key, { airport: target.value })}
                  placeholder="KGL"
                  value={draft.airport}
                />
              )}
              <SelectField
                dense
                label="When the flight changes"
                name={`${draft.key}.mode`}
                onChange={({ target }) =>
                  change(draft.key, {
                    mode: modes.find(([mode]) => mode === target.value)?.[0] ?? "off",
                  })
                }
                value={draft.mode}
              >
                {modes.map(([mode, words]) => (
                  <option key={mode} value={mode}>
                    {words}
                  </option>
                ))}
              </SelectField>
              {minuteFields.map(([name, label]) => (
                <TextField
                  dense
                  error={form.fault(`${draft.key}.${name}`)}
                  inputMode="numeric"
                  key={name}
                  label={label}
                  name={`${draft.key}.${name}`}
                  onChange={({ target }) => change(draft.key, { [name]: target.value })}
                  suffix="min"
                  value={draft[name]}
                />
              ))}
            </div>
            <Checkbox
              checked={draft.repricesHours}
              hint="If you don’t tick this, the agreed fare stays."
              label="When a pickup moves, time-of-day surcharges change with it"
              name={`${draft.key}.repricesHours`}
              onChange={({ target }) => change(draft.key, { repricesHours: target.checked })}
            />
            {at > 0 && mayChange && (
              <Button
                className="justify-self-start"
                onClick={() => form.set({ drafts: drafts.filter(({ key }) => key !== draft.key) })}
                size="small"
                variant="quiet"
              >
                Remove rule
              </Button>
            )}
          </fieldset>
        </Card>
      ))}
      {mayChange && (
        <Button
          className="justify-self-start"
          onClick={() =>
            form.set({
              drafts: [
                ...drafts,
                toDraft(
                  { ...(readRules(drafts).rules[0] ?? defaultRule), airport: "" },
                  MAX_RULES + createKey(),
                ),
              ],
            })
          }
          size="small"
          variant="secondary"
        >
          Add airport
        </Button>
      )}
    </SettingsForm>
  );
}
