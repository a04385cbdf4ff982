import type {
  BookingRules,
  BookingRulesAnswer,
} from "../../src/reservations/quotes/booking-rules-contract";
import { LEAST_NO_SHOW_MINUTES } from "../../src/reservations/waiting/no-show-contract";
import { LEAST_SET_OFF_MINUTES, MOST_SET_OFF_MINUTES } from "../../src/reservations/start-contract";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { TextField } from "../ui/text-field";
import { serviceWords } from "../ui/trip-words";
import { SettingsForm } from "./settings-form";
import { useTopic } from "./use-topic";

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

/** What is typed: a lead time, days, how early drivers set off, and by kind of service what differs. */
type Typed = {
  lead: string;
  days: string;
  setOff: string;
  own: Partial<Record<Service, string>>;
  waits: Partial<Record<Service, string>>;
};

const asTyped = ({ rules, version }: BookingRulesAnswer): { rules: Typed; version: number } => ({
  rules: {
    lead: String(rules.leadMinutes),
    days: String(rules.furthestDays),
    setOff: String(rules.setOffMinutes),
    own: typedMinutes(rules.leadMinutesByService),
    waits: typedMinutes(rules.noShowMinutesByService),
  },
  version,
});

/** The rules as they were typed, or what is wrong by the names of the fields. */
function rulesOf(typed: Typed): { rules: BookingRules } | { faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const number = (name: string, text: string, least: number, most: number, words: string) => {
    const value = numberIn(text, least, most);
    if (value === null) faults[name] = words;
    return value ?? 0;
  };
  const byService = (
    all: Partial<Record<Service, string>>,
    read: (service: Service, text: string) => number,
  ) =>
    Object.fromEntries(
      services.flatMap((service) => {
        const text = all[service]?.trim() ?? "";
        return text === "" ? [] : [[service, read(service, text)]];
      }),
    );
  const minutes = "Enter minutes from 0 to 10080, which is a week.";
  const rules = {
    leadMinutes: number("leadMinutes", typed.lead, 0, MOST_MINUTES, minutes),
    furthestDays: number("furthestDays", typed.days, 1, MOST_DAYS, "Enter days from 1 to 730."),
    setOffMinutes: number(
      "setOffMinutes",
      typed.setOff,
      LEAST_SET_OFF_MINUTES,
      MOST_SET_OFF_MINUTES,
      "Enter minutes from 15 to 1440, which is a day.",
    ),
    leadMinutesByService: byService(typed.own, (service, text) =>
      number(service, text, 0, MOST_MINUTES, minutes),
    ),
    noShowMinutesByService: byService(typed.waits, (service, text) =>
      number(
        `wait-${service}`,
        text,
        LEAST_NO_SHOW_MINUTES,
        MOST_WAIT_MINUTES,
        "Enter minutes from 5 to 240.",
      ),
    ),
  };
  return Object.keys(faults).length > 0 ? { faults } : { rules };
}

/** How late and how far ahead riders may book, how early drivers set off, how long they wait. */
export function BookingRulesForm({
  first,
  mayChange,
}: {
  first: BookingRulesAnswer;
  /** False for a role that only reads. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const {
    rules: typed,
    change,
    saving,
    submit,
    saveOver,
  } = useTopic({
    first: asTyped(first),
    check: (typed) => {
      const read = rulesOf(typed);
      return "faults" in read ? read.faults : null;
    },
    load: async () => asTyped(await call(api.admin["booking-rules"].$get())),
    send: async ({ version, ...typed }) => {
      const read = rulesOf(typed);
      if ("faults" in read) throw new TypeError("What is wrong was sent.");
      return asTyped(
        await call(api.admin["booking-rules"].$put({ json: { ...read.rules, version } })),
      );
    },
    done: "The booking rules are saved",
  });
  const { lead, days, setOff, own, waits } = typed;

  return (
    <SettingsForm
      detail="For riders who book by themselves. They don’t apply to bookings made by dispatch."
      mayChange={mayChange}
      by="running"
      onSaveOver={saveOver}
      onSubmit={submit}
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
            onChange={(event) => change({ lead: event.target.value })}
            value={lead}
          />
          <TextField
            dense
            error={saving.faults.furthestDays}
            hint="Later pickups are refused."
            id="furthestDays"
            inputMode="numeric"
            label="How many days ahead riders can book"
            name="furthestDays"
            onChange={(event) => change({ days: event.target.value })}
            value={days}
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayChange}>
          <TextField
            dense
            error={saving.faults.setOffMinutes}
            hint="Drivers can’t mark themselves on the way before this. Until they do, riders can cancel or change the trip as usual and don’t see the car."
            id="setOffMinutes"
            inputMode="numeric"
            label="Earliest a driver can set off (minutes before pickup)"
            name="setOffMinutes"
            onChange={(event) => change({ setOff: event.target.value })}
            value={setOff}
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
              onChange={(event) => change({ own: { ...own, [service]: event.target.value } })}
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
              onChange={(event) => change({ waits: { ...waits, [service]: event.target.value } })}
              placeholder="Grace period"
              value={waits[service] ?? ""}
            />
          ))}
        </fieldset>
      </Card>
    </SettingsForm>
  );
}
