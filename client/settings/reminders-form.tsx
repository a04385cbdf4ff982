import type {
  Reminder,
  ReminderRules,
  ReminderRulesAnswer,
} from "../../src/reservations/messages/reminder-contract";
import type { ServiceType } from "../../src/fares/contract";
import { useOffice } from "../office/calls";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { useOfferedKinds } from "../ui/offered-kinds";
import { TextField } from "../ui/text-field";
import { serviceWords } from "../ui/trip-words";
import { fieldReaders } from "./rules/rule-drafts";
import { SettingsForm } from "./settings-form";
import { useSettingsForm } from "./use-settings-form";

const services = Object.keys(serviceWords) as ServiceType[];

/** The server's limit. */
const MAX_HOURS = 72;

const recipients: readonly [Reminder["to"][number], string, string][] = [
  ["passenger", "Passenger", "The person who rides, even if they booked the trip themselves."],
  ["rider", "Rider who booked", "Even if somebody else rides and gets a reminder."],
  ["driver", "Driver", "If a driver is assigned when the reminder is due."],
];

/** A reminder with its hours as text. */
type TypedReminder = Omit<Reminder, "hours"> & { hours: string };
/** The reminder for all services, and for each service that has its own. */
type ReminderValues = { all: TypedReminder } & Partial<
  Record<ServiceType, TypedReminder | undefined>
>;

const toFormValues = ({ reminder, reminderByService }: ReminderRules): ReminderValues => {
  const toTypedReminder = ({ hours, to }: Reminder) => ({ hours: String(hours), to });
  return {
    all: toTypedReminder(reminder),
    ...Object.fromEntries(
      services.flatMap((service) => {
        const own = reminderByService[service];
        return own ? [[service, toTypedReminder(own)]] : [];
      }),
    ),
  };
};

/** Returns the parsed rules, and faults by field name. */
function rulesOf(values: ReminderValues): { rules: ReminderRules; faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const { readWholeNumber: whole } = fieldReaders(faults);
  const readReminder = (name: "all" | ServiceType, { hours, to }: TypedReminder): Reminder => ({
    hours: whole(`${name}.hours`, hours, 1, MAX_HOURS) ?? 1,
    to,
  });
  const reminderByService = Object.fromEntries(
    services.flatMap((service) => {
      const own = values[service];
      return own ? [[service, readReminder(service, own)]] : [];
    }),
  );
  return { rules: { reminder: readReminder("all", values.all), reminderByService }, faults };
}

/** How long before the pickup reminders are sent, and to whom. */
export function RemindersForm({
  first,
  mayChange,
}: {
  first: ReminderRulesAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const form = useSettingsForm<ReminderValues>({
    first: { ...first, rules: toFormValues(first.rules) },
    validate: (values) => rulesOf(values).faults,
    send: ({ version, ...values }) =>
      call(api.admin["trip-reminders"].$put({ json: { ...rulesOf(values).rules, version } })),
    successText: "Reminders saved",
  });
  const { typed: values } = form;
  const shownKinds = useOfferedKinds(services.filter((service) => values[service]));
  const reminderFields = (name: "all" | ServiceType, value: TypedReminder) => (
    <ReminderFields
      error={form.fault(`${name}.hours`)}
      name={name}
      onChange={(change) => {
        form.clearFaults([`${name}.hours`]);
        form.set({ [name]: { ...value, ...change } });
      }}
      value={value}
    />
  );
  return (
    <SettingsForm
      by="running"
      detail="Each confirmed trip gets one reminder. A reminder due at night is sent at 19:00 the evening before. People who got a message about the trip in the past hour get no reminder."
      form={form}
      mayChange={mayChange}
      title="Reminders"
    >
      <Card>
        <fieldset disabled={!mayChange}>
          <legend className="float-start mb-3 w-full font-semibold text-base">All services</legend>
          <div className="clear-both">{reminderFields("all", values.all)}</div>
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid min-w-0" disabled={!mayChange}>
          <legend className="float-start mb-3 w-full font-semibold text-base">
            Services with their own reminder
          </legend>
          {shownKinds.map((service) => {
            const own = values[service];
            return (
              <div key={service}>
                <Checkbox
                  checked={own !== undefined}
                  label={serviceWords[service]}
                  name={service}
                  onChange={({ target }) =>
                    form.set({ [service]: target.checked ? values.all : undefined })
                  }
                />
                {own && <div className="ms-8 mb-3">{reminderFields(service, own)}</div>}
              </div>
            );
          })}
        </fieldset>
      </Card>
    </SettingsForm>
  );
}

/** The fields for how long before the pickup, and for whom. */
function ReminderFields({
  name,
  value,
  error,
  onChange,
}: {
  name: string;
  value: TypedReminder;
  error: string | undefined;
  onChange: (change: Partial<TypedReminder>) => void;
}) {
  return (
    <div className="grid gap-2">
      <TextField
        className="sm:max-w-xs"
        dense
        error={error}
        inputMode="numeric"
        label="Before the pickup"
        name={`${name}.hours`}
        onChange={({ target }) => onChange({ hours: target.value })}
        suffix="h"
        value={value.hours}
      />
      <div>
        {recipients.map(([who, label, hint]) => (
          <Checkbox
            checked={value.to.includes(who)}
            hint={hint}
            key={who}
            label={label}
            name={`${name}.${who}`}
            onChange={({ target }) =>
              onChange({
                to: recipients
                  .map(([one]) => one)
                  .filter((one) => (one === who ? target.checked : value.to.includes(one))),
              })
            }
          />
        ))}
      </div>
    </div>
  );
}
