import { useEffect, useState } from "react";
import { countries } from "../../src/accounts/phones/phone-countries";
import type { RegionRules, RegionRulesAnswer } from "../../src/desk/region-contract";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { SelectField } from "../ui/select-field";
import { RegionDialog } from "./region-dialog";
import { SettingsForm } from "./settings-form";
import { useTopic } from "./use-topic";

type Choice = { code: string; words: string };

const everywhere: readonly Choice[] = countries.map(({ iso2, name }) => ({
  code: iso2,
  words: name,
}));
const units: readonly Choice[] = [
  { code: "km", words: "Kilometres" },
  { code: "mi", words: "Miles" },
];

const home =
  "Phone numbers without a country code are taken for its own, and places in it are found first.";
const untilBooked = "Until the first booking it can be another one.";
const converted = "Prices per distance are converted; what was agreed stays as it is.";

const plain = (code: string): Choice => ({ code, words: code.replaceAll("_", " ") });

/** What is chosen is always among the choices. */
const withChosen = (choices: readonly Choice[], chosen: string) =>
  choices.some(({ code }) => code === chosen) ? choices : [plain(chosen), ...choices];

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
  return {
    zones: withChosen(all?.zones ?? [], timeZone),
    currencies: withChosen(all?.currencies ?? [], currency),
  };
}

/** Where the operator is at home, and what it counts in. */
export function RegionForm({
  first,
  mayChange,
}: {
  first: RegionRulesAnswer;
  /** False for a role that only reads. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const { rules, change, saving, submit, saveOver } = useTopic({
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
  const where = withChosen(everywhere, rules.country);
  const field = (
    name: keyof RegionRules,
    label: string,
    hint: string,
    options: readonly Choice[],
  ) => (
    <SelectField
      className="max-w-sm"
      dense
      disabled={name !== "country" && settled[name] !== null}
      error={saving.faults[name]}
      hint={(name !== "country" && settled[name]) || hint}
      id={name}
      label={label}
      name={name}
      onChange={(event) => change({ [name]: event.target.value } as Partial<RegionRules>)}
      value={rules[name]}
    >
      {options.map(({ code, words }) => (
        <option key={code} value={code}>
          {words}
        </option>
      ))}
    </SelectField>
  );
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
            {field("country", "Country", home, where)}
            {field("timeZone", "Time zone", untilBooked, choices.zones)}
            {field("currency", "Currency", untilBooked, choices.currencies)}
            {field("distanceUnit", "Distances", converted, units)}
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
