import type {
  BookingRules,
  BookingRulesAnswer,
} from "../../src/reservations/quotes/booking-rules-contract";
import {
  MIN_NO_SHOW_MINUTES,
  MIN_SET_OFF_MINUTES,
  MAX_SET_OFF_MINUTES,
} from "../../src/reservations/start-contract";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { useOfferedKinds } from "../ui/offered-kinds";
import { TextField } from "../ui/text-field";
import { serviceWords } from "../ui/trip-words";
import { SettingsForm } from "./settings-form";
import { useSettingsForm } from "./use-settings-form";

type Service = keyof typeof serviceWords;
const services = Object.keys(serviceWords) as Service[];

/** The server's limits: a week, in minutes, and two years, in days. */
const MAX_MINUTES = 10_080;
const MAX_DAYS = 730;
/** The longest wait before a no-show, in minutes: four hours. */
const MAX_WAIT_MINUTES = 240;

const numberInRange = (typed: string, min: number, max: number): number | null => {
  const value = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return value >= min && value <= max ? value : null;
};

/** The typed values: lead time, booking horizon, early start, and exceptions by service. */
type BookingRuleValues = Record<
  "leadMinutes" | "maxDaysAhead" | "setOffMinutes" | Service | `wait-${Service}`,
  string
>;

const toFormValues = (rules: BookingRules): BookingRuleValues => {
  const serviceRows = services.flatMap((service) => [
    [service, String(rules.leadMinutesByService[service] ?? "")],
    [`wait-${service}`, String(rules.noShowMinutesByService[service] ?? "")],
  ]);
  return {
    leadMinutes: String(rules.leadMinutes),
    maxDaysAhead: String(rules.maxDaysAhead),
    setOffMinutes: String(rules.setOffMinutes),
    ...(Object.fromEntries(serviceRows) as Record<Service | `wait-${Service}`, string>),
  };
};

/** Returns the parsed rules, and faults by field name. */
function rulesOf(typed: BookingRuleValues): {
  rules: BookingRules;
  faults: Record<string, string>;
} {
  const faults: Record<string, string> = {};
  const number = (name: keyof BookingRuleValues, min: number, max: number, words: string) => {
    const value = numberInRange(typed[name], min, max);
    if (value === null) faults[name] = words;
    return value ?? 0;
  };
  const minutesByService = (
    of: (service: Service) => keyof BookingRuleValues,
    ...bounds: [least: number, most: number, words: string]
  ) =>
    Object.fromEntries(
      services
        .filter((service) => typed[of(service)].trim() !== "")
        .map((service) => [service, number(of(service), ...bounds)]),
    );
  const minutesFault = "Enter minutes from 0 to 10080, which is a week.";
  const rules = {
    leadMinutes: number("leadMinutes", 0, MAX_MINUTES, minutesFault),
    maxDaysAhead: number("maxDaysAhead", 1, MAX_DAYS, "Enter a number of days from 1 to 730."),
    setOffMinutes: number(
      "setOffMinutes",
      MIN_SET_OFF_MINUTES,
      MAX_SET_OFF_MINUTES,
      "Enter minutes from 15 to 1440, which is a day.",
    ),
    leadMinutesByService: minutesByService((service) => service, 0, MAX_MINUTES, minutesFault),
    noShowMinutesByService: minutesByService(
      (service) => `wait-${service}`,
      MIN_NO_SHOW_MINUTES,
      MAX_WAIT_MINUTES,
      "Enter minutes from 5 to 240.",
    ),
  };
  return { rules, faults };
}

/** The lead time, the booking horizon, the early start and the wait before a no-show. */
export function BookingRulesForm({
  first,
  mayChange,
}: {
  first: BookingRulesAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const { leadMinutesByService, noShowMinutesByService } = first.rules;
  const shownKinds = useOfferedKinds(
    services.filter((each) => each in leadMinutesByService || each in noShowMinutesByService),
  );
  const { field, ...form } = useSettingsForm<BookingRuleValues>({
    first: { ...first, rules: toFormValues(first.rules) },
    validate: (typed) => rulesOf(typed).faults,
    send: ({ version, ...typed }) =>
      call(api.admin["booking-rules"].$put({ json: { ...rulesOf(typed).rules, version } })),
    successText: "Booking rules saved",
  });
  return (
    <SettingsForm
      detail="These rules apply to riders who book online. They don’t apply to bookings made by dispatch."
      mayChange={mayChange}
      by="running"
      form={form}
      title="Booking rules"
    >
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <TextField
            {...field("leadMinutes")}
            hint="Minimum time between booking and pickup. Trips “as soon as possible” get a pickup after this time."
            inputMode="numeric"
            label="Lead time (minutes)"
          />
          <TextField
            {...field("maxDaysAhead")}
            hint="Riders can’t book pickups further ahead."
            inputMode="numeric"
            label="How many days ahead riders can book"
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <TextField
            {...field("setOffMinutes")}
            hint="Drivers can’t set off earlier than this. Until the driver sets off, the rider can cancel or change the trip as usual and doesn’t see the car."
            inputMode="numeric"
            label="Earliest a driver can set off (minutes before pickup)"
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <legend className="float-start mb-3 w-full font-semibold text-base sm:col-span-2">
            Lead times by service
            <span className="mt-1 block font-normal text-ink-muted text-sm">
              In minutes. Leave empty to use the lead time above.
            </span>
          </legend>
          {shownKinds.map((service) => (
            <TextField
              key={service}
              {...field(service)}
              inputMode="numeric"
              label={serviceWords[service]}
              placeholder={form.typed.leadMinutes}
            />
          ))}
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <legend className="float-start mb-3 w-full font-semibold text-base sm:col-span-2">
            Wait before a no-show
            <span className="mt-1 block font-normal text-ink-muted text-sm">
              In minutes, counted from the driver’s arrival or the pickup time, whichever is later.
              Drivers can’t report a no-show earlier. Leave empty to use the grace period of your
              price list, which is at least 5 minutes.
            </span>
          </legend>
          {shownKinds.map((service) => (
            <TextField
              key={service}
              {...field(`wait-${service}`)}
              inputMode="numeric"
              label={`${serviceWords[service]}: wait`}
              placeholder="Grace period"
            />
          ))}
        </fieldset>
      </Card>
    </SettingsForm>
  );
}
