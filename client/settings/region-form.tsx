import { type FormEvent, useEffect, useState } from "react";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import { isLanguage, languageCodes } from "../../src/settings/languages/languages-contract";
import { countries } from "../../src/accounts/phones/phone-countries";
import type { RegionRules, RegionRulesAnswer } from "../../src/desk/region-contract";
import { countryFactsOf } from "../../src/settings/countries/country-facts";
import { formatMoney, minorAmount } from "../../src/settings/money-rules";
import { useOffice } from "../office/calls";
import { Checkbox } from "../ui/checkbox";
import { Card } from "../ui/card";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import { RegionChangeDialog } from "./region-change-dialog";
import { SettingsForm } from "./settings-form";
import { useSettingsForm } from "./use-settings-form";

type Choice = { code: string; words: string };

const allCountries: readonly Choice[] = countries.map(({ iso2, name }) => ({
  code: iso2,
  words: name,
}));
const units: readonly Choice[] = [
  { code: "km", words: "Kilometres" },
  { code: "mi", words: "Miles" },
];

const offeredLanguages: readonly Choice[] = Object.entries(languageNames).map(([code, name]) => ({
  code,
  words: name,
}));

const homeCountryHint =
  "Phone numbers without a country code belong to this country. Address search lists places in this country first.";
const bookingLockHint = "You can change this setting until the first booking.";
const mainLanguageHint =
  "Riders see the language of their browser if you offer that language. Otherwise they see this main language.";
const offeredLanguagesHint =
  "The website, riders’ pages and messages are available in these languages. Riders who chose a language that is no longer offered get the main language.";
const conversionHint = "Prices by distance are converted. Agreed prices do not change.";

const toCodeChoice = (code: string): Choice => ({ code, words: code.replaceAll("_", " ") });

/** Adds the chosen value to the choices if it is missing. */
const withChosenIncluded = (choices: readonly Choice[], chosen: string) =>
  choices.some(({ code }) => code === chosen) ? choices : [toCodeChoice(chosen), ...choices];

/**
 * Loads the time zones and currencies to choose from. Their list and names come from the browser and differ between
 * browsers, so the server-rendered page has only the chosen ones, by code.
 */
function useRegionChoices(timeZone: string, currency: string) {
  const [allChoices, setAllChoices] = useState<{ zones: Choice[]; currencies: Choice[] } | null>(
    null,
  );
  useEffect(() => {
    const names = new Intl.DisplayNames("en", { type: "currency" });
    setAllChoices({
      zones: Intl.supportedValuesOf("timeZone").map(toCodeChoice),
      currencies: Intl.supportedValuesOf("currency").map((code) => ({
        code,
        words: `${code} · ${names.of(code) ?? code}`,
      })),
    });
  }, []);
  return {
    zones: withChosenIncluded(allChoices?.zones ?? [], timeZone),
    currencies: withChosenIncluded(allChoices?.currencies ?? [], currency),
  };
}

const suggestedFields = ["currency", "timeZone", "distanceUnit", "riderLanguage"] as const;

/** Returns a country's usual values for the form. */
function suggestedRegion(
  country: string,
): Pick<RegionRules, (typeof suggestedFields)[number]> | null {
  const facts = countryFactsOf(country);
  const [timeZone] = facts?.timeZones ?? [];
  if (!facts?.currency || timeZone === undefined) return null;
  const { currency, distanceUnit } = facts;
  const riderLanguage = languageOf(facts.languages[0]);
  return { currency, timeZone, distanceUnit, riderLanguage };
}

const languageOf = (code: string | undefined): RegionRules["riderLanguage"] =>
  code !== undefined && isLanguage(code) ? code : "en";

/** Puts the time zones of the country before the 400 others. */
function countryZonesFirst(zones: readonly Choice[], country: string): readonly Choice[] {
  const countryZoneCodes = countryFactsOf(country)?.timeZones ?? [];
  const countryZones = countryZoneCodes.flatMap(
    (code) => zones.find((zone) => zone.code === code) ?? [],
  );
  return [...countryZones, ...zones.filter((zone) => !countryZones.includes(zone))];
}

/** The operator's country, time zone, currency and distance unit. */
export function RegionForm({
  first,
  mayChange,
}: {
  first: RegionRulesAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const form = useSettingsForm({
    first,
    send: (json) => call(api.admin.settings.region.$put({ json })),
    successText: "Country and units saved",
  });
  const [isConfirming, setIsConfirming] = useState(false);
  const { settled } = first;
  const isSettled = (name: keyof RegionRules) =>
    (name === "timeZone" || name === "currency" || name === "distanceUnit") &&
    settled[name] !== null;
  const needsConfirmation = (["timeZone", "currency", "distanceUnit"] as const).some(
    (name) => form.typed[name] !== first.rules[name],
  );
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (needsConfirmation) setIsConfirming(true);
    else await form.submit();
  };
  const choices = useRegionChoices(form.typed.timeZone, form.typed.currency);
  /** Sets another country's usual values, in fields that can still be changed. */
  const changeCountry = (country: string) => {
    const suggestedValues = suggestedRegion(country);
    const fixedFields = suggestedFields.filter((name) => isSettled(name) || first.locked[name]);
    const unchangedFields = Object.fromEntries(fixedFields.map((name) => [name, form.typed[name]]));
    form.set({ country, ...suggestedValues, ...unchangedFields });
  };
  const countryChoices = withChosenIncluded(allCountries, form.typed.country);
  const field = (
    name: Exclude<keyof RegionRules, "town" | "disabledLanguages">,
    label: string,
    hint: string,
    options: readonly Choice[],
  ) => (
    <SelectField
      hint={(isSettled(name) && settled[name as keyof typeof settled]) || hint}
      {...form.field(name)}
      {...(isSettled(name) && { disabled: true })}
      {...(name === "country" && { onChange: ({ target }) => changeCountry(target.value) })}
      className="max-w-sm"
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
        detail="Where your business is, and the time zone, currency and distance unit it uses."
        mayChange={mayChange}
        form={{ ...form, submit }}
        preview={
          <div className="grid gap-2 text-sm">
            <p className="text-ink-muted text-xs">What riders see</p>
            <p>{`Private cars with drivers in ${form.typed.town.trim() || "your town"}.`}</p>
            <p>
              {`Amounts look like ${formatMoney(
                minorAmount(12_500, form.typed.currency),
                form.typed.currency,
                "en",
                "symbol",
              )}, distances like 12 ${form.typed.distanceUnit}.`}
            </p>
            <p>{`Pickup at 14:30, local time in ${toCodeChoice(form.typed.timeZone).words}.`}</p>
          </div>
        }
        title="Country and units"
      >
        <Card>
          <fieldset className="grid gap-5" disabled={!mayChange}>
            <legend className="sr-only">Country and units</legend>
            <TextField
              {...form.field("town")}
              className="max-w-sm"
              label="Town or region"
              maxLength={80}
            />
            {field("country", "Country", homeCountryHint, countryChoices)}
            {field(
              "timeZone",
              "Time zone",
              bookingLockHint,
              countryZonesFirst(choices.zones, form.typed.country),
            )}
            {field("currency", "Currency", bookingLockHint, choices.currencies)}
            {field("distanceUnit", "Distances", conversionHint, units)}
            {field("riderLanguage", "Language", mainLanguageHint, offeredLanguages)}
            <LanguageChecks
              mainLanguage={form.typed.riderLanguage}
              disabledLanguages={form.typed.disabledLanguages ?? []}
              onDisabledLanguages={(disabledLanguages) => form.set({ disabledLanguages })}
            />
          </fieldset>
        </Card>
      </SettingsForm>
      <RegionChangeDialog
        from={first.rules}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false);
          void form.submit();
        }}
        open={isConfirming}
        rates={first.rates}
        to={form.typed}
      />
    </>
  );
}

/** The languages on offer. The main language is always one of them. */
function LanguageChecks({
  mainLanguage,
  disabledLanguages,
  onDisabledLanguages,
}: {
  mainLanguage: RegionRules["riderLanguage"];
  disabledLanguages: readonly RegionRules["riderLanguage"][];
  onDisabledLanguages: (off: RegionRules["riderLanguage"][]) => void;
}) {
  return (
    <fieldset>
      <legend className="font-medium text-sm">Languages on offer</legend>
      <p className="mt-1 text-ink-muted text-sm">{offeredLanguagesHint}</p>
      <div className="mt-2 grid max-w-xl grid-cols-2 gap-x-4 sm:grid-cols-3">
        {languageCodes.map((code) => (
          <Checkbox
            checked={code === mainLanguage || !disabledLanguages.includes(code)}
            disabled={code === mainLanguage}
            key={code}
            label={<bdi lang={code}>{languageNames[code]}</bdi>}
            onChange={({ target: { checked } }) =>
              onDisabledLanguages(
                languageCodes.filter((each) =>
                  each === code ? !checked : disabledLanguages.includes(each),
                ),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
