import { useState } from "react";
import type { BookingRulesAnswer } from "../../src/reservations/booking-rules-contract";
import { LEAST_NO_SHOW_MINUTES } from "../../src/reservations/no-show-contract";
import type { Api } from "../api";
import { Card } from "../ui/card";
import { TextField } from "../ui/text-field";
import { serviceWords } from "../ui/trip-words";
import { useStaffCall } from "./calls";
import { SettingsForm } from "./settings-form";
import { useSave } from "./use-save";
import { useFreshSettings } from "../settings/use-topic";

type Service = keyof typeof serviceWords;
const services = Object.keys(serviceWords) as Service[];

/** Most minutes and days that the server takes: a week, two years. */
const MOST_MINUTES = 10_080;
const MOST_DAYS = 730;
/** The longest that a driver has to wait before a no-show: four hours. */
const MOST_WAIT_MINUTES = 240;

const numberIn = (typed: string, least: number, most: number): number | null => {
  const value = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return value >= least && value <= most ? value : null;
};

const typedMinutes = (rules: Partial<Record<Service, number>>): Partial<Record<Service, string>> =>
  Object.fromEntries(Object.entries(rules).map(([name, minutes]) => [name, String(minutes)]));

/** How late and how far ahead riders may book: one lead time, others for single kinds of service. */
export function BookingRulesForm({
  api,
  first,
  mayChange,
}: {
  api: Api;
  first: BookingRulesAnswer;
  /** False for a role that only reads. */
  mayChange: boolean;
}) {
  const refresh = useFreshSettings(api);
  const call = useStaffCall();
  const saving = useSave();
  const [version, setVersion] = useState(first.version);
  const [lead, setLead] = useState(String(first.rules.leadMinutes));
  const [days, setDays] = useState(String(first.rules.furthestDays));
  const [own, setOwn] = useState(() => typedMinutes(first.rules.leadMinutesByService));

  const [waits, setWaits] = useState(() => typedMinutes(first.rules.noShowMinutesByService));

  const submit = async (over?: number) => {
    const leadMinutes = numberIn(lead, 0, MOST_MINUTES);
    const furthestDays = numberIn(days, 1, MOST_DAYS);
    const faults: Record<string, string> = {};
    const minutesFault = "Enter minutes from 0 to 10080, which is a week.";
    if (leadMinutes === null) faults.leadMinutes = minutesFault;
    const leadMinutesByService: Partial<Record<Service, number>> = {};
    for (const service of services) {
      const typed = own[service]?.trim() ?? "";
      if (typed === "") continue;
      const minutes = numberIn(typed, 0, MOST_MINUTES);
      if (minutes === null) faults[service] = minutesFault;
      else leadMinutesByService[service] = minutes;
    }
    const noShowMinutesByService: typeof leadMinutesByService = {};
    for (const service of services) {
      const typed = waits[service]?.trim() ?? "";
      if (typed === "") continue;
      const minutes = numberIn(typed, LEAST_NO_SHOW_MINUTES, MOST_WAIT_MINUTES);
      if (minutes === null) faults[`wait-${service}`] = "Enter minutes from 5 to 240.";
      else noShowMinutesByService[service] = minutes;
    }
    if (furthestDays === null) faults.furthestDays = "Enter days from 1 to 730.";
    if (leadMinutes === null || furthestDays === null || Object.keys(faults).length > 0)
      return saving.refuse(faults);
    const json = {
      leadMinutes,
      leadMinutesByService,
      furthestDays,
      noShowMinutesByService,
      version: over ?? version,
    };
    const saved = await saving.save(
      () => call(api.admin["booking-rules"].$put({ json })),
      "The booking rules are saved",
    );
    if (!saved) return;
    setVersion(saved.version);
    await refresh();
  };
  const saveOver = async () => {
    const latest = await saving.load(() => call(api.admin["booking-rules"].$get()));
    if (latest) await submit(latest.version);
  };

  return (
    <SettingsForm
      detail="For riders who book by themselves. What dispatch books is not held to them."
      mayChange={mayChange}
      by="running"
      onSaveOver={saveOver}
      onSubmit={() => submit()}
      saving={saving}
      title="Booking rules"
    >
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <TextField
            dense
            error={saving.faults.leadMinutes}
            hint="The least time between booking and pickup. It is also what “as soon as possible” means."
            id="leadMinutes"
            inputMode="numeric"
            label="Lead time in minutes"
            name="leadMinutes"
            onChange={(event) => setLead(event.target.value)}
            value={lead}
          />
          <TextField
            dense
            error={saving.faults.furthestDays}
            hint="Later pickups are refused."
            id="furthestDays"
            inputMode="numeric"
            label="Furthest ahead in days"
            name="furthestDays"
            onChange={(event) => setDays(event.target.value)}
            value={days}
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <legend className="float-left mb-3 w-full font-semibold text-base sm:col-span-2">
            Other lead times
            <span className="mt-1 block font-normal text-ink-muted text-sm">
              In minutes. Leave one empty where the lead time above holds.
            </span>
          </legend>
          {services.map((service) => (
            <TextField
              dense
              error={saving.faults[service]}
              id={service}
              inputMode="numeric"
              key={service}
              label={serviceWords[service]}
              name={service}
              onChange={(event) => setOwn({ ...own, [service]: event.target.value })}
              placeholder={lead}
              value={own[service] ?? ""}
            />
          ))}
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <legend className="float-left mb-3 w-full font-semibold text-base sm:col-span-2">
            Wait before a no-show
            <span className="mt-1 block font-normal text-ink-muted text-sm">
              In minutes, from the driver’s arrival or the pickup time, whichever is later. Drivers
              cannot report a no-show before. Leave one empty where the grace period of your prices
              holds; it is never less than 5.
            </span>
          </legend>
          {services.map((service) => (
            <TextField
              dense
              error={saving.faults[`wait-${service}`]}
              id={`wait-${service}`}
              inputMode="numeric"
              key={service}
              label={`${serviceWords[service]}: wait`}
              name={`wait-${service}`}
              onChange={(event) => setWaits({ ...waits, [service]: event.target.value })}
              placeholder="Grace period"
              value={waits[service] ?? ""}
            />
          ))}
        </fieldset>
      </Card>
    </SettingsForm>
  );
}
