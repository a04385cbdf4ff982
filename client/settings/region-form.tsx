import { useEffect, useState } from "react";
import { countries } from "../../src/accounts/phone-countries";
import type { RegionRulesAnswer } from "../../src/desk/region-contract";
import type { Api } from "../api";
import { useStaffCall } from "../dispatch/calls";
import { Card } from "../ui/card";
import { SelectField } from "../ui/select-field";
import { RegionDialog } from "./region-dialog";
import { SettingsForm } from "./settings-form";
import { useTopic } from "./use-topic";

const byName = [...countries].sort((a, b) => a.name.localeCompare(b.name, "en"));

type Choice = { code: string; words: string };

const plain = (code: string): Choice => ({ code, words: code.replaceAll("_", " ") });

/**
 * Time zones and currencies to choose from. Which there are and what they are called is the browser's to
 * say, and no two say quite the same: the server's page has the chosen ones by their codes alone.
 */
function useChoices(timeZone: string, currency: string) {
  const [all, setAll] = useState<{ zones: Choice[]; currencies: Choice[] } | null>(null);
  useEffect(() => {
    const names = new Intl.DisplayNames("en", { type: "currency" });
    setAll({
      zones: Intl.supportedValuesOf("timeZone").map(plain),
      currencies: Intl.supportedValuesOf("currency").map((code) => ({
        code,
        words: `${code} · ${names.of(code) ?? code}`,
      })),
    });
  }, []);
  const withChosen = (choices: readonly Choice[], chosen: string) =>
    choices.some(({ code }) => code === chosen) ? choices : [plain(chosen), ...choices];
  return {
    zones: withChosen(all?.zones ?? [], timeZone),
    currencies: withChosen(all?.currencies ?? [], currency),
  };
}

/** Where the operator is at home, and what it counts in. */
export function RegionForm({
  api,
  first,
  mayChange,
}: {
  api: Api;
  first: RegionRulesAnswer;
  /** False for a role that only reads. */
  mayChange: boolean;
}) {
  const call = useStaffCall();
  const { rules, change, saving, submit, saveOver } = useTopic({
    api,
    first,
    load: () => call(api.admin.settings.region.$get()),
    send: (json) => call(api.admin.settings.region.$put({ json })),
    done: "Country and units are saved",
  });
  // What is to be saved once it is confirmed: what was typed, or that over somebody else's.
  const [asked, setAsked] = useState<(() => Promise<void>) | null>(null);
  const { settled } = first;
  const recounts = (["timeZone", "currency", "distanceUnit"] as const).some(
    (name) => rules[name] !== first.rules[name],
  );
  const ask = async (save: () => Promise<void>) => {
    if (recounts) setAsked(() => save);
    else await save();
  };
  const choices = useChoices(rules.timeZone, rules.currency);
  const known = countries.some(({ iso2 }) => iso2 === rules.country);
  return (
    <>
      <SettingsForm
        detail="Where you are at home, and what times, money and distances are counted in."
        mayChange={mayChange}
        onSaveOver={() => ask(saveOver)}
        onSubmit={() => ask(submit)}
        saving={saving}
        title="Country and units"
      >
        <Card>
          <fieldset className="grid gap-5" disabled={!mayChange}>
            <legend className="sr-only">Country and units</legend>
            <SelectField
              className="max-w-sm"
              dense
              error={saving.faults.country}
              hint="Phone numbers without a country code are taken for its own, and places in it are found first."
              id="country"
              label="Country"
              name="country"
              onChange={(event) => change({ country: event.target.value })}
              value={rules.country}
            >
              {!known && <option value={rules.country}>{rules.country}</option>}
              {byName.map(({ iso2, name }) => (
                <option key={iso2} value={iso2}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SelectField
              className="max-w-sm"
              dense
              disabled={settled.timeZone !== null}
              error={saving.faults.timeZone}
              hint={settled.timeZone ?? "Until the first booking it can be another one."}
              id="timeZone"
              label="Time zone"
              name="timeZone"
              onChange={(event) => change({ timeZone: event.target.value })}
              value={rules.timeZone}
            >
              {choices.zones.map(({ code, words }) => (
                <option key={code} value={code}>
                  {words}
                </option>
              ))}
            </SelectField>
            <SelectField
              className="max-w-sm"
              dense
              disabled={settled.currency !== null}
              error={saving.faults.currency}
              hint={settled.currency ?? "Until the first booking it can be another one."}
              id="currency"
              label="Currency"
              name="currency"
              onChange={(event) => change({ currency: event.target.value })}
              value={rules.currency}
            >
              {choices.currencies.map(({ code, words }) => (
                <option key={code} value={code}>
                  {words}
                </option>
              ))}
            </SelectField>
            <SelectField
              className="max-w-sm"
              dense
              disabled={settled.distanceUnit !== null}
              error={saving.faults.distanceUnit}
              hint={
                settled.distanceUnit ??
                "Prices per distance are converted; what was agreed stays as it is."
              }
              id="distanceUnit"
              label="Distances"
              name="distanceUnit"
              onChange={(event) =>
                change({ distanceUnit: event.target.value === "mi" ? "mi" : "km" })
              }
              value={rules.distanceUnit}
            >
              <option value="km">Kilometres</option>
              <option value="mi">Miles</option>
            </SelectField>
          </fieldset>
        </Card>
      </SettingsForm>
      <RegionDialog
        from={first.rules}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          void asked?.();
        }}
        open={asked !== null}
        rates={first.rates}
        to={rules}
      />
    </>
  );
}
