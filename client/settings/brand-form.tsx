import type { BrandRulesAnswer } from "../../src/settings/brand-contract";
import { useOffice } from "../office/calls";
import { SettingsForm } from "./settings-form";
import { defaultAccent, isHexColour } from "../ui/accent";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { AccentPreview } from "./accent-preview";
import { LogoPart } from "./logo-part";
import { useTopic } from "./use-topic";

/** What the operator looks like, and what stands on its papers. */
export function BrandForm({
  first,
  mayChange,
}: {
  first: BrandRulesAnswer;
  /** False for a role that only reads. */
  mayChange: boolean;
}) {
  const { api, call, settings } = useOffice();
  const { rules, change, saving, submit, saveOver, version, setVersion } = useTopic({
    first,
    load: () => call(api.admin.settings.brand.$get()),
    send: (json) =>
      call(
        api.admin.settings.brand.$put({
          json: { ...json, accent: json.accent?.trim().toLowerCase() || null },
        }),
      ),
    done: "The brand is saved",
  });
  const typed = (rules.accent ?? "").trim().toLowerCase();
  const shown = isHexColour(typed) ? typed : defaultAccent;
  return (
    <SettingsForm
      detail="What riders, drivers and companies know you by."
      mayChange={mayChange}
      onSaveOver={saveOver}
      onSubmit={submit}
      saving={saving}
      title="Brand"
    >
      <Card>
        <h2 className="font-semibold text-base">Name</h2>
        <p className="mt-2 font-medium text-lg">{settings.brand}</p>
        <p className="mt-1 text-ink-muted">
          Riders sign in at <code>/{settings.brandSlug}Client</code> and drivers at{" "}
          <code>/{settings.brandSlug}Driver</code>. Both follow the name, which is{" "}
          <code>BRAND</code> in the server’s configuration: change it there, start the server anew,
          and the old addresses lead nowhere.
        </p>
      </Card>
      <LogoPart
        logo={settings.logo}
        mayChange={mayChange}
        name={settings.brand}
        onVersion={setVersion}
        version={version}
      />
      <Card>
        <fieldset className="grid gap-4" disabled={!mayChange}>
          <legend className="float-left w-full font-semibold text-base">Colour</legend>
          <div className="flex flex-wrap items-start gap-3">
            <input
              aria-label="Pick the colour"
              className="mt-6 size-9 cursor-pointer rounded-md border border-line-strong bg-surface-raised p-1 disabled:cursor-default pointer-coarse:size-11"
              onChange={(event) => change({ accent: event.target.value })}
              type="color"
              value={shown}
            />
            <TextField
              autoComplete="off"
              className="w-40"
              dense
              error={saving.faults.accent}
              id="accent"
              label="As # and six digits"
              name="accent"
              onChange={(event) => change({ accent: event.target.value || null })}
              placeholder={defaultAccent}
              spellCheck={false}
              value={rules.accent ?? ""}
            />
            {rules.accent && mayChange && (
              <Button
                className="mt-6"
                onClick={() => change({ accent: null })}
                size="small"
                variant="quiet"
              >
                Back to ours
              </Button>
            )}
          </div>
          <AccentPreview accent={shown} />
          <p className="text-ink-muted text-sm">
            Where your colour would be hard to read it is made darker or lighter, never another
            colour. Text always reaches a contrast of 4.5 to 1.
          </p>
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-4" disabled={!mayChange}>
          <legend className="float-left mb-1 w-full font-semibold text-base">
            On pages and papers
          </legend>
          <TextField
            dense
            error={saving.faults.town}
            hint="“Private cars with drivers in …”"
            id="town"
            label="Town or region"
            maxLength={80}
            name="town"
            onChange={(event) => change({ town: event.target.value })}
            value={rules.town}
          />
          <TextArea
            dense
            error={saving.faults.address}
            hint="On invoices and drivers’ statements, line by line."
            id="address"
            label="Address of the office"
            maxLength={300}
            name="address"
            onChange={(event) => change({ address: event.target.value })}
            optional
            placeholder={first.configured.address || rules.town}
            rows={3}
            value={rules.address}
          />
          <TextField
            dense
            error={saving.faults.taxNumber}
            hint="On invoices issued from now on."
            id="taxNumber"
            label="Tax number"
            maxLength={40}
            name="taxNumber"
            onChange={(event) => change({ taxNumber: event.target.value })}
            optional
            placeholder={first.configured.taxNumber}
            value={rules.taxNumber}
          />
        </fieldset>
      </Card>
    </SettingsForm>
  );
}
