import type { ContactRulesAnswer } from "../../src/settings/contact-contract";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { RadioCards } from "../ui/radio-cards";
import { TextArea } from "../ui/text-area";
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
  short = false,
}: {
  first: ContactRulesAnswer;
  /** False for a role that only reads. */
  mayChange: boolean;
  /** Without what matters once trips are under way. */
  short?: boolean;
}) {
  const { api, call, settings } = useOffice();
  const form = useTopic({
    first,
    send: (json) => call(api.admin.settings.contact.$put({ json })),
    done: "The contact settings are saved",
  });

  return (
    <SettingsForm
      detail={
        short
          ? "How riders and drivers reach you, and what stands on your invoices."
          : "How riders, drivers and dispatch reach each other, and how they know each other at the car."
      }
      mayChange={mayChange}
      form={form}
      preview={
        <div className="grid gap-4 text-sm">
          <p>
            <span className="block text-ink-muted text-xs">At the foot of the site</span>
            {[form.typed.phone, form.typed.email].filter(Boolean).join(" · ") ||
              "No number and no address yet"}
          </p>
          <p className="whitespace-pre-line border-line border-t pt-3">
            <span className="block text-ink-muted text-xs">At the head of an invoice</span>
            <strong>{settings.brand}</strong>
            {`\n${form.typed.address.trim() || settings.town}`}
            {form.typed.taxNumber && `\nTax number ${form.typed.taxNumber}`}
          </p>
        </div>
      }
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
        <fieldset className="grid gap-4" disabled={!mayChange}>
          <legend className="float-start mb-1 w-full font-semibold text-base">On papers</legend>
          <TextArea
            hint="On invoices and drivers’ statements, line by line."
            {...form.field("address")}
            label="Address of the office"
            maxLength={300}
            optional
            rows={3}
          />
          <TextField
            hint="On invoices issued from now on."
            {...form.field("taxNumber")}
            label="Tax number"
            maxLength={60}
            optional
          />
          <TextArea
            hint="Bank and account number, on invoices to companies."
            {...form.field("payment")}
            label="How invoices are paid"
            maxLength={300}
            optional
            rows={2}
          />
        </fieldset>
      </Card>
      {!short && (
        <>
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
              <Checkbox
                {...form.checkbox("showDriverPhone")}
                label="Riders see the driver’s number"
              />
              <Checkbox
                {...form.checkbox("showRiderPhone")}
                label="Drivers see the passenger’s number"
              />
              <p className="text-ink-muted text-sm">
                Otherwise both call dispatch, and write to each other on the trip’s page.
              </p>
            </fieldset>
          </Card>
        </>
      )}
    </SettingsForm>
  );
}
