import { Copy, Plus, X } from "lucide-react";
import type { HoursRulesAnswer, OpeningHours as Week } from "../../src/settings/hours-contract";
import { hoursFault } from "../../src/settings/hours-rules";
import { useOffice } from "../office/calls";
import { SettingsForm } from "./settings-form";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { FieldError } from "../ui/field";
import { IconButton } from "../ui/icon-button";
import { OpeningHours } from "../ui/opening-hours";
import { RadioCards } from "../ui/radio-cards";
import { TimeField } from "../ui/text-field";
import { useSettingsForm } from "./use-settings-form";

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** The most opening hours for one day. */
const MAX_RANGES_PER_DAY = 3;

const defaultWeek: Week = dayNames.map((_, at) =>
  at < 5 ? [{ from: "08:00", until: "18:00" }] : [],
);
const allDayWeek: Week = dayNames.map(() => [{ from: "00:00", until: "24:00" }]);

const isOpenAlways = (week: Week) => JSON.stringify(week) === JSON.stringify(allDayWeek);

/** Returns faults in the hours of each day. */
function faultsOf({ openingHours }: { openingHours: Week | null }): Record<string, string> {
  const faults = (openingHours ?? []).flatMap((day, at) => {
    const fault = day.some(({ from, until }) => from === "" || until === "")
      ? "Enter both times."
      : hoursFault(day);
    return fault ? [[`openingHours.${at}`, fault] as const] : [];
  });
  return Object.fromEntries(faults);
}

/** The opening hours: not set, day and night, or by day. */
export function HoursForm({
  first,
  mayChange,
}: {
  first: HoursRulesAnswer;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const form = useSettingsForm({
    first,
    validate: faultsOf,
    send: (json) => call(api.admin.settings.hours.$put({ json })),
    successText: "Opening hours saved",
  });
  const week = form.typed.openingHours;
  const kind = week === null ? "unsaid" : isOpenAlways(week) ? "always" : "days";
  const setDay = (at: number, day: Week[number]) =>
    form.set({
      openingHours: (week ?? defaultWeek).map((each, index) => (index === at ? day : each)),
    });
  return (
    <SettingsForm
      detail="When riders can reach you by phone. Riders see the hours on your site and beside their trip. They can book at any time."
      mayChange={mayChange}
      form={form}
      title="Opening hours"
    >
      <Card>
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Opening hours</legend>
          <RadioCards
            columns={3}
            legend="Opening hours"
            isLegendHidden
            name="kind"
            onValue={(to) =>
              form.set({
                openingHours: to === "unsaid" ? null : to === "always" ? allDayWeek : defaultWeek,
              })
            }
            options={[
              { value: "unsaid", title: "Not set", detail: "Your site shows no opening hours." },
              { value: "always", title: "Day and night", detail: "Every day, around the clock." },
              { value: "days", title: "Different each day", detail: "Each day has its own hours." },
            ]}
            value={kind}
          />
        </fieldset>
      </Card>
      {week && kind === "days" && (
        <Card>
          <fieldset className="grid gap-1" disabled={!mayChange}>
            <legend className="sr-only">Hours of each day</legend>
            <ul className="divide-y divide-line">
              {week.map((day, at) => (
                <li className="py-2 first:pt-0 last:pb-0" key={dayNames[at]}>
                  <Day
                    at={at}
                    day={day}
                    error={form.fault(`openingHours.${at}`)}
                    onChange={(to) => setDay(at, to)}
                  />
                </li>
              ))}
            </ul>
            {mayChange && (
              <div className="mt-3 flex flex-wrap gap-2">
                <Button
                  icon={<Copy aria-hidden="true" size={16} />}
                  onClick={() => form.set({ openingHours: week.map(() => week[0] ?? []) })}
                  size="small"
                  variant="secondary"
                >
                  Copy Monday’s hours to all days
                </Button>
              </div>
            )}
            <p className="mt-2 text-ink-muted text-sm">
              00:00 means midnight. Hours after midnight belong to the next day.
            </p>
          </fieldset>
        </Card>
      )}
      {week && (
        <Card>
          <h2 className="mb-2 font-semibold text-base">What riders see</h2>
          <OpeningHours week={week} />
        </Card>
      )}
    </SettingsForm>
  );
}

function Day({
  at,
  day,
  error,
  onChange,
}: {
  at: number;
  day: Week[number];
  error: string | undefined;
  onChange: (day: Week[number]) => void;
}) {
  const name = dayNames[at] ?? "";
  const change = (index: number, to: Partial<Week[number][number]>) =>
    onChange(day.map((hours, each) => (each === index ? { ...hours, ...to } : hours)));
  const lastUntil = day.at(-1)?.until;
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[7rem_1fr] sm:items-start">
      <h2 className="font-medium text-sm leading-9 pointer-coarse:leading-11">{name}</h2>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <div className="grid gap-2">
          {day.length === 0 && (
            <p className="text-ink-muted text-sm leading-9 pointer-coarse:leading-11">Closed</p>
          )}
          {day.map(({ from, until }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hours of a day are their place in it
            <div className="flex items-center gap-2" key={index}>
              <TimeField
                aria-invalid={error ? true : undefined}
                className="w-32"
                dense
                label={`${name}: from`}
                labelHidden
                name={index === 0 ? `openingHours.${at}` : `openingHours.${at}.${index}`}
                onChange={(event) => change(index, { from: event.target.value })}
                value={from}
              />
              <span aria-hidden="true" className="text-ink-muted">
                –
              </span>
              <TimeField
                className="w-32"
                dense
                label={`${name}: until`}
                labelHidden
                onChange={(event) =>
                  change(index, {
                    until: event.target.value === "00:00" ? "24:00" : event.target.value,
                  })
                }
                value={until === "24:00" ? "00:00" : until}
              />
              <IconButton
                dense
                icon={<X aria-hidden="true" size={16} />}
                label={`Remove these hours on ${name}`}
                onClick={() => onChange(day.filter((_, each) => each !== index))}
              />
            </div>
          ))}
          <FieldError id={undefined}>{error}</FieldError>
        </div>
        {day.length < MAX_RANGES_PER_DAY && lastUntil !== "24:00" && (
          <Button
            aria-label={`Add hours on ${name}`}
            className="-ms-2"
            icon={<Plus aria-hidden="true" size={16} />}
            onClick={() =>
              onChange([
                ...day,
                lastUntil ? { from: lastUntil, until: "24:00" } : { from: "08:00", until: "18:00" },
              ])
            }
            size="small"
            variant="quiet"
          >
            Add hours
          </Button>
        )}
      </div>
    </div>
  );
}
