import type { ContactRulesAnswer } from "../../src/settings/contact-contract";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { RadioCards } from "../ui/radio-cards";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { SettingsForm } from "./settings-form";
import { useSettingsForm } from "./use-settings-form";

type Rules = ContactRulesAnswer["rules"];

const boardingCodeChoices: { value: Rules["boardingCodes"]; title: string; detail: string }[] = [
  {
    value: "off",
    title: "No trip codes",
    detail: "Drivers check the passenger’s name at the pickup.",
  },
  {
    value: "offered",
    title: "Code offered",
    detail: "Riders see a code. Drivers have to type in the code only if the rider asks for that.",
  },
  {
    value: "required",
    title: "Code required",
    detail: "Drivers have to type in the code before the ride, or give a reason why they can’t.",
  },
];

/** The ways in which riders, drivers and dispatch reach and recognise each other. */
export function ContactForm({
  first,
  mayChange,
  short = false,
}: {
  first: ContactRulesAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
  /** Whether to leave out settings that matter only during trips. */
  short?: boolean;
}) {
  const { api, call, settings } = useOffice();
  const form = useSettingsForm({
    first,
    send: (json) => call(api.admin.settings.contact.$put({ json })),
    successText: "Contact settings saved",
  });

  return (
    <SettingsForm
      detail={
        short
          ? "How riders and drivers reach you, and what is printed on your invoices."
          : "How riders, drivers and dispatch reach each other, and how a driver recognises the passenger."
      }
      mayChange={mayChange}
      form={form}
      preview={
        <div className="grid gap-4 text-sm">
          <p>
            <span className="block text-ink-muted text-xs">At the bottom of your site</span>
            {[form.typed.phone, form.typed.email].filter(Boolean).join(" · ") ||
              "No phone number or address yet"}
          </p>
          <p className="whitespace-pre-line border-line border-t pt-3">
            <span className="block text-ink-muted text-xs">At the top of an invoice</span>
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
            hint="Riders and drivers call this number for dispatch. It is public."
            label="Dispatch phone number"
            type="tel"
          />
          <TextField
            {...form.field("email")}
            hint="Public. Leave empty to show no e-mail address."
            label="Dispatch e-mail"
            type="email"
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-4" disabled={!mayChange}>
          <legend className="float-start mb-1 w-full font-semibold text-base">On documents</legend>
          <TextArea
            hint="Printed on invoices and drivers’ statements, line by line."
            {...form.field("address")}
            label="Office address"
            maxLength={300}
            optional
            rows={3}
          />
          <TextField
            hint="Printed on invoices from now on."
            {...form.field("taxNumber")}
            label="Tax number"
            maxLength={60}
            optional
          />
          <TextArea
            hint="For example bank and account number. Printed on company invoices."
            {...form.field("payment")}
            label="Payment details"
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
              <legend className="sr-only">Trip code</legend>
              <RadioCards
                legend="Trip code"
                {...form.choice("boardingCodes")}
                options={boardingCodeChoices}
              />
            </fieldset>
          </Card>
          <Card>
            <fieldset className="grid gap-1" disabled={!mayChange}>
              <legend className="font-semibold text-base">Prices</legend>
              <Checkbox
                {...form.checkbox("showFareToDrivers")}
                label="Drivers see the price of a trip"
              />
              <p className="text-ink-muted text-sm">
                Drivers always see what they earn from a trip and what they have to collect.
              </p>
            </fieldset>
          </Card>
          <Card>
            <fieldset className="grid gap-1" disabled={!mayChange}>
              <legend className="font-semibold text-base">Phone calls during a trip</legend>
              <Checkbox
                {...form.checkbox("showDriverPhone")}
                label="Riders see the driver’s number"
              />
              <Checkbox
                {...form.checkbox("showRiderPhone")}
                label="Drivers see the passenger’s number"
              />
              <p className="text-ink-muted text-sm">
                Riders and drivers can always call dispatch, and write to each other on the trip
                page.
              </p>
            </fieldset>
          </Card>
        </>
      )}
    </SettingsForm>
  );
}
