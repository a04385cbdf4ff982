import {
  offerableServices,
  type OfferableService,
} from "../../src/settings/offerable-services-contract";
import type { ServicesRulesAnswer } from "../../src/settings/services-contract";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { SettingsForm } from "./settings-form";
import { useSettingsForm } from "./use-settings-form";

const words: Record<OfferableService, { title: string; detail: string; riderLabel: string }> = {
  airport: {
    title: "Airport transfers",
    detail: "Flight numbers, greeting signs, waiting time from the landing",
    riderLabel: "Airport",
  },
  hourly: { title: "Hourly hire", detail: "The driver stays with the rider", riderLabel: "Hourly" },
  care: {
    title: "Care rides",
    detail: "Wheelchairs, attendants, appointments and help at home",
    riderLabel: "Care",
  },
  roadside: {
    title: "Roadside help",
    detail: "A driver comes to help with a vehicle",
    riderLabel: "Roadside",
  },
  interpreter: {
    title: "Interpreters",
    detail: "An interpreter rides along or meets the rider at the drop-off",
    riderLabel: "Interpreter",
  },
  companies: {
    title: "Company accounts",
    detail: "Companies book for their people and pay by invoice",
    riderLabel: "",
  },
};

/** The services offered besides point-to-point rides. */
export function ServicesForm({
  first,
  mayChange,
}: {
  first: ServicesRulesAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const form = useSettingsForm({
    first,
    send: (json) => call(api.admin.settings.services.$put({ json })),
    successText: "Services saved",
  });
  const { services } = form.typed;
  return (
    <SettingsForm
      detail="Rides from one place to another are always offered. Services you turn off do not appear on your site, in booking or in menus."
      form={form}
      mayChange={mayChange}
      preview={
        <>
          <p className="mb-2 text-ink-muted text-xs">What riders can choose</p>
          <ul className="flex flex-wrap gap-2">
            {["One way", ...services.flatMap((each) => words[each].riderLabel || [])].map(
              (kind) => (
                <li className="rounded-full border border-line px-3 py-1 text-sm" key={kind}>
                  {kind}
                </li>
              ),
            )}
          </ul>
          {services.includes("companies") && (
            <p className="mt-3 text-sm">Companies can request an account on your site.</p>
          )}
        </>
      }
      title="Services"
    >
      <Card>
        <fieldset className="grid gap-1" disabled={!mayChange}>
          <legend className="sr-only">Services</legend>
          {offerableServices.map((each) => (
            <Checkbox
              checked={services.includes(each)}
              key={each}
              label={
                <span>
                  {words[each].title}
                  <span className="block text-ink-muted text-sm">{words[each].detail}</span>
                </span>
              }
              name={`services.${each}`}
              onChange={(event) =>
                form.set({
                  services: offerableServices.filter((one) =>
                    one === each ? event.target.checked : services.includes(one),
                  ),
                })
              }
            />
          ))}
        </fieldset>
      </Card>
    </SettingsForm>
  );
}
