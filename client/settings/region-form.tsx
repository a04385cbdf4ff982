import { countries } from "../../src/accounts/phone-countries";
import type { RegionRulesAnswer } from "../../src/settings/region-contract";
import type { Api } from "../api";
import { useStaffCall } from "../dispatch/calls";
import { Card } from "../ui/card";
import { SelectField } from "../ui/select-field";
import { SettingsForm } from "./settings-form";
import { useTopic } from "./use-topic";

const units = { km: "Kilometres", mi: "Miles" };

const currencies = new Intl.DisplayNames("en", { type: "currency" });

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
    done: "The country is saved",
  });
  const { timeZone, currency, distanceUnit } = first.fixed;
  const known = countries.some(({ iso2 }) => iso2 === rules.country);
  return (
    <SettingsForm
      detail="Where you are at home, and what times, money and distances are counted in."
      mayChange={mayChange}
      onSaveOver={saveOver}
      onSubmit={submit}
      saving={saving}
      title="Country and units"
    >
      <Card>
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Country</legend>
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
            {countries
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map(({ iso2, name }) => (
                <option key={iso2} value={iso2}>
                  {name}
                </option>
              ))}
          </SelectField>
        </fieldset>
      </Card>
      <Card>
        <h2 className="font-semibold text-base">Chosen at the first start</h2>
        <p className="mt-1 text-ink-muted text-sm">
          By <code>TIME_ZONE</code>, <code>CURRENCY</code> and <code>DISTANCE_UNIT</code> of the
          server’s configuration, before anything was booked. They cannot be changed in mid-flight;
          to begin with others, start the server on an empty data folder.
        </p>
        <dl className="mt-3 divide-y divide-line">
          <Fixed
            name="Time zone"
            value={timeZone}
            why="Days of reports, weeks of drivers’ pay and opening hours are counted in it: with another one, what is closed would no longer add up."
          />
          <Fixed
            name="Currency"
            value={`${currencies.of(currency) ?? currency} (${currency})`}
            why="Prices, invoices and statements are in it, and money has been taken in it: amounts cannot become others by a change of name."
          />
          <Fixed
            name="Distances"
            value={units[distanceUnit]}
            why="Prices are per unit of distance: the same figure for another unit would be another price."
          />
        </dl>
      </Card>
    </SettingsForm>
  );
}

function Fixed({ name, value, why }: { name: string; value: string; why: string }) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[10rem_1fr]">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0">
        <p className="font-medium">{value}</p>
        <p className="mt-0.5 text-ink-muted text-sm">{why}</p>
      </dd>
    </div>
  );
}
