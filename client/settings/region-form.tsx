import { type FormEvent, useEffect, useState } from "react";
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
  const form = useTopic({
    first,
    send: (json) => call(api.admin.settings.region.$put({ json })),
    done: "Country and units are saved",
  });
  const [isAsking, setIsAsking] = useState(false);
  const { settled } = first;
  const recounts = (["timeZone", "currency", "distanceUnit"] as const).some(
    (name) => form.typed[name] !== first.rules[name],
  );
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (recounts) setIsAsking(true);
    else await form.submit();
  };
  const choices = useChoices(form.typed.timeZone, form.typed.currency);
  const where = withChosen(everywhere, form.typed.country);
  const field = (
    name: keyof RegionRules,
    label: string,
    hint: string,
    options: readonly Choice[],
  ) => (
    <SelectField
      {...form.field(name)}
      className="max-w-sm"
      disabled={name !== "country" && settled[name] !== null}
      hint={(name !== "country" && settled[name]) || hint}
      label={label}
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
        form={{ ...form, submit }}
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
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          void form.submit();
        }}
        open={isAsking}
        rates={first.rates}
        to={form.typed}
      />
    </>
  );
}
