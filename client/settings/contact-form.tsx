import type { ContactRulesAnswer } from "../../src/settings/contact-contract";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { RadioCards } from "../ui/radio-cards";
import { TextField } from "../ui/text-field";
import { SettingsForm } from "./settings-form";
import { useTopic } from "./use-topic";

type Rules = ContactRulesAnswer["rules"];

const codeChoices: { value: Rules["boardingCodes"]; title: string; detail: string }[] = [
  {
    value: "off",
    title: "No codes",
    detail: "Drivers let board whom they find at the pickup.",
  },
  {
    value: "offered",
    title: "Offered",
    detail: "Riders see a code and may insist on it. Drivers can type it, and need not.",
  },
  {
    value: "required",
    title: "Required",
    detail: "Drivers type the code before the ride, or say why there is none.",
  },
];

/** How riders, drivers and dispatch reach each other, and how they know each other at the car. */
export function ContactForm({
  first,
  mayChange,
}: {
  first: ContactRulesAnswer;
  /** False for a role that only reads. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const { rules, change, saving, submit, saveOver } = useTopic({
    first,
    load: () => call(api.admin.settings.contact.$get()),
    send: (json) => call(api.admin.settings.contact.$put({ json })),
    done: "The contact settings are saved",
  });

  return (
    <SettingsForm
      detail="How riders, drivers and dispatch reach each other, and how they know each other at the car."
      mayChange={mayChange}
      onSaveOver={saveOver}
      onSubmit={submit}
      saving={saving}
      title="Contact"
    >
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <TextField
            dense
            error={saving.faults.phone}
            hint="Riders and drivers call it, and dispatch connects them. Everybody sees it."
            id="phone"
            label="Phone of dispatch"
            name="phone"
            onChange={(event) => change({ phone: event.target.value })}
            type="tel"
            value={rules.phone}
          />
          <TextField
            dense
            error={saving.faults.email}
            hint="Public too. Leave it empty for none."
            id="email"
            label="Email of dispatch"
            name="email"
            onChange={(event) => change({ email: event.target.value })}
            type="email"
            value={rules.email}
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Code before boarding</legend>
          <RadioCards
            legend="Code before boarding"
            name="boardingCodes"
            onValue={(boardingCodes) => change({ boardingCodes })}
            options={codeChoices}
            value={rules.boardingCodes}
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-1" disabled={!mayChange}>
          <legend className="font-semibold text-base">
            Direct calls while a trip is under way
          </legend>
          <Checkbox
            checked={rules.showDriverPhone}
            label="Riders see the driver’s number"
            name="showDriverPhone"
            onChange={(event) => change({ showDriverPhone: event.target.checked })}
          />
          <Checkbox
            checked={rules.showRiderPhone}
            label="Drivers see the passenger’s number"
            name="showRiderPhone"
            onChange={(event) => change({ showRiderPhone: event.target.checked })}
          />
          <p className="text-ink-muted text-sm">
            Otherwise both call dispatch, and write to each other on the trip’s page.
          </p>
        </fieldset>
      </Card>
    </SettingsForm>
  );
}
