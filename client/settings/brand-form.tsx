import type { ReactNode } from "react";
import type { BrandRulesAnswer } from "../../src/settings/brand-contract";
import { useOffice } from "../office/calls";
import { SettingsForm } from "./settings-form";
import { defaultAccent, isHexColour } from "../ui/accent";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { TextField } from "../ui/text-field";
import { AccentPreview } from "./accent-preview";
import { LandscapePart } from "./landscape-part";
import { LogoPart } from "./logo-part";
import { useSettingsForm } from "./use-settings-form";

/** The operator's colour and logo. */
export function BrandForm({
  first,
  photo,
  mayChange,
}: {
  first: BrandRulesAnswer;
  /** The photo at the top of the home page, which the website's code renders. */
  photo: ReactNode;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call, settings } = useOffice();
  const form = useSettingsForm({
    first: { ...first, rules: { ...first.rules, accent: first.rules.accent ?? "" } },
    send: (json) =>
      call(
        api.admin.settings.brand.$put({
          json: { ...json, accent: json.accent.trim().toLowerCase() || null },
        }),
      ),
    successText: "Colour saved",
  });
  const typed = form.typed.accent.trim().toLowerCase();
  const shownColour = isHexColour(typed) ? typed : defaultAccent;
  return (
    <SettingsForm
      detail="How your business looks to riders, drivers and companies, on pages and in e-mails."
      mayChange={mayChange}
      form={form}
      title="Logo and colour"
    >
      <LogoPart
        logo={settings.logo}
        mayChange={mayChange}
        name={settings.brand}
        version={first.version}
      />
      <Card>
        <fieldset className="grid gap-4" disabled={!mayChange}>
          <legend className="float-start w-full font-semibold text-base">Colour</legend>
          <div className="flex flex-wrap items-start gap-3">
            <input
              aria-label="Choose a colour"
              className="mt-6 size-9 cursor-pointer rounded-md border border-line-strong bg-surface-raised p-1 disabled:cursor-default pointer-coarse:size-11"
              onChange={(event) => form.set({ accent: event.target.value })}
              type="color"
              value={shownColour}
            />
            <TextField
              {...form.field("accent")}
              autoComplete="off"
              className="w-40"
              label="# and six digits"
              placeholder={defaultAccent}
              spellCheck={false}
            />
            {form.typed.accent && mayChange && (
              <Button
                className="mt-6"
                onClick={() => form.set({ accent: "" })}
                size="small"
                variant="quiet"
              >
                Use the default colour
              </Button>
            )}
          </div>
          <AccentPreview accent={shownColour} />
          <p className="text-ink-muted text-sm">
            Where your colour would be hard to read, a darker or lighter shade is used. Text always
            has a contrast of at least 4.5 to 1.
          </p>
        </fieldset>
      </Card>
      <LandscapePart mayChange={mayChange} />
      {mayChange && photo}
    </SettingsForm>
  );
}
