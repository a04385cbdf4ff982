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
  const form = useTopic({
    first,
    send: (json) => call(api.admin.settings.contact.$put({ json })),
    done: "The contact settings are saved",
  });

  return (
    <SettingsForm
      detail="How riders, drivers and dispatch reach each other, and how they know each other at the car."
      mayChange={mayChange}
      form={form}
      title="Contact"
    >
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <TextField
            {...form.field("phone")}
            hint="Riders and drivers call it, and dispatch connects them. Everybody sees it."
            label="Phone of dispatch"
            type="tel"
          />
          <TextField
            {...form.field("email")}
            hint="Public too. Leave it empty for none."
            label="Email of dispatch"
            type="email"
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Code before boarding</legend>
          <RadioCards
            legend="Code before boarding"
            {...form.choice("boardingCodes")}
            options={codeChoices}
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-1" disabled={!mayChange}>
          <legend className="font-semibold text-base">
            Direct calls while a trip is under way
          </legend>
          <Checkbox {...form.checkbox("showDriverPhone")} label="Riders see the driver’s number" />
          <Checkbox
            {...form.checkbox("showRiderPhone")}
            label="Drivers see the passenger’s number"
          />
          <p className="text-ink-muted text-sm">
            Otherwise both call dispatch, and write to each other on the trip’s page.
          </p>
        </fieldset>
      </Card>
    </SettingsForm>
  );
}
