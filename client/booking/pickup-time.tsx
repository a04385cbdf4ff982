/** When a trip starts: as soon as possible, or a day and a time in the operator's time zone. */
import { type ComponentProps, useEffect, useState } from "react";
import { soonestPickup } from "../../src/reservations/rules";
import type { Settings } from "../../src/settings/contract";
import { DateField } from "../ui/text-field";
import { useWords } from "../words/use-words";
import { type BookingDraft, serviceTypeOf } from "./draft";
import { addDays, dayWords, localClock, timesOfDay } from "../ui/local-clock";
import { RadioCards } from "../ui/radio-cards";
import { SelectField } from "../ui/select-field";
import { Pills } from "./fields/pills";

/** Error codes about the time of the outbound trip. */
export const timeRefusalCodes = [
  "trip.time_gap",
  "trip.past",
  "trip.too_soon",
  "trip.too_far_ahead",
] as const satisfies readonly string[];

interface PickupTimeProps {
  draft: BookingDraft;
  settings: Settings;
  update: (change: Partial<BookingDraft>) => void;
}

/** How often the clock is read, ms. */
const REFRESH_MS = 10_000;

/** Returns the least notice in minutes for the draft's kind of trip. */
export function leadMinutesOf(draft: BookingDraft, { booking }: Settings): number {
  return booking.leadMinutesByService[serviceTypeOf(draft)] ?? booking.leadMinutes;
}

/** Returns the earliest possible pickup (ms UTC), which moves on while the page is open. */
export function useEarliestPickup(draft: BookingDraft | null, settings: Settings): number | null {
  const leadMinutes = draft && leadMinutesOf(draft, settings);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const updateNow = () => setNow(Date.now());
    const timer = setInterval(updateNow, REFRESH_MS);
    // Browsers suspend the timers of a hidden page.
    document.addEventListener("visibilitychange", updateNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", updateNow);
    };
  }, []);
  return leadMinutes === null ? null : soonestPickup(now, { leadMinutes });
}

/** The choice between now and later, with the time that "now" means. */
export function AsapChoice({
  draft,
  settings,
  update,
  legend,
}: PickupTimeProps & { legend: string }) {
  const t = useWords();
  const { asap } = draft;
  const { timeZone, town } = settings;
  const earliestPickup = useEarliestPickup(asap ? draft : null, settings);
  const clock = earliestPickup === null ? null : localClock(earliestPickup, timeZone);
  return (
    <>
      <Pills
        legend={legend}
        name="asap"
        onValue={(when) => update({ asap: when === "asap" })}
        options={[
          { value: "asap", words: t("As soon as possible") },
          { value: "later", words: t("Later") },
        ]}
        value={asap ? "asap" : "later"}
      />
      {asap && clock && (
        <p>
          <strong className="font-semibold">{`${dayWords(clock.date, t)}${t.known(", ")}${clock.time}`}</strong>
          <span className="block text-ink-muted text-sm">
            {t("The earliest pickup if you book now, local time in {town}.", {
              town,
            })}
          </span>
        </p>
      )}
    </>
  );
}

/** The day and the time, with their time zone. A change of either resets the choice between two hours. */
export function DayAndTime({
  draft: { date, time },
  settings: { timeZone, town, booking },
  update,
  dateError,
  timeError,
}: PickupTimeProps & { dateError: string | null; timeError: string | null }) {
  const t = useWords();
  const today = localClock(Date.now(), timeZone).date;
  return (
    <div>
      <div className="grid gap-4 min-[28rem]:grid-cols-2">
        <DateField
          error={dateError}
          id="date"
          label={t("Day")}
          max={addDays(today, booking.maxDaysAhead)}
          min={today}
          name="date"
          onChange={(event) => update({ date: event.target.value, repeatedHour: null })}
          value={date}
        />
        <TimeOfDayField
          error={timeError}
          id="time"
          label={t("Time")}
          name="time"
          onChange={(event) => update({ time: event.target.value, repeatedHour: null })}
          value={time}
        />
      </div>
      <p className="mt-2 text-ink-muted text-sm">
        {date
          ? t("{day}, local time in {town}.", { day: dayWords(date, t), town })
          : t("local time in {town}.", { town })}
      </p>
    </div>
  );
}

/** A time of day, in the steps in which trips begin. */
export function TimeOfDayField(
  props: Omit<ComponentProps<typeof SelectField>, "children"> & { value: string },
) {
  return (
    <SelectField {...props}>
      {timesOfDay(props.value).map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </SelectField>
  );
}

/** The choice between the two hours when the clocks go back. */
export function RepeatedHourChoice({
  time,
  ...cards
}: Pick<
  ComponentProps<typeof RadioCards<"earlier" | "later">>,
  "error" | "name" | "onValue" | "value"
> & { time: string }) {
  const t = useWords();
  return (
    <RadioCards
      {...cards}
      columns={2}
      legend={t("The clocks go back that night, so {time} comes twice. Which one?", { time })}
      options={[
        {
          value: "earlier",
          title: t("The first {time}", { time }),
          detail: t("Before the change"),
        },
        {
          value: "later",
          title: t("The second {time}", { time }),
          detail: t("After the change"),
        },
      ]}
    />
  );
}
