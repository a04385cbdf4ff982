import { useId, useState } from "react";
import type { Repeat, RepeatEnd } from "../../src/reservations/standing-orders/order-contract";
import { addDays, weekdayOf } from "../../src/reservations/standing-orders/order-rules";
import { Checkbox } from "../ui/checkbox";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import { useWords } from "../words/use-words";
import { phrase } from "../words/words";
import { weekdayText, shortWeekday } from "./repeat-words";

const intervals = [
  { weeks: 1, words: phrase("Every week") },
  { weeks: 2, words: phrase("Every 2 weeks") },
  { weeks: 4, words: phrase("Every 4 weeks") },
] as const;

const endChoices = [
  { kind: "never", words: phrase("No end date") },
  { kind: "on", words: phrase("Until a date") },
  { kind: "after", words: phrase("After a number of trips") },
] as const;

/** Returns whether the end can be sent. An invalid number of trips is 0. */
export function isValidEnd(end: RepeatEnd): boolean {
  return end.kind !== "after" || end.trips > 0;
}

/** Returns the initial pattern: weekly on the trip's weekday, with no end date. */
export function weeklyRepeatFrom(day: string): Repeat {
  return {
    weekdays: [weekdayOf(day)],
    everyWeeks: 1,
    end: { kind: "never" },
    skipDays: [],
    skipHolidays: false,
  };
}

/** Returns the pattern with the first trip's weekday added if it is missing. */
export function withFirstDay(repeat: Repeat, day: string): Repeat {
  const firstWeekday = weekdayOf(day);
  if (repeat.weekdays.includes(firstWeekday)) return repeat;
  return { ...repeat, weekdays: [...repeat.weekdays, firstWeekday].toSorted((a, b) => a - b) };
}

/** The weekdays of the pattern. The first trip's weekday can't be deselected. */
export function RepeatFields({
  firstDay,
  value,
  onValue,
}: {
  firstDay: string;
  value: Repeat;
  onValue: (value: Repeat) => void;
}) {
  const t = useWords();
  const firstWeekday = weekdayOf(firstDay);
  const hintId = useId();
  const toggle = (day: number) => {
    const chosen = value.weekdays.includes(day)
      ? value.weekdays.filter((each) => each !== day)
      : [...value.weekdays, day];
    onValue({ ...value, weekdays: chosen.toSorted((a, b) => a - b) });
  };
  return (
    <div className="grid gap-4">
      <fieldset aria-describedby={hintId}>
        <legend className="mb-2 font-medium text-sm">{t("Days")}</legend>
        <div className="grid max-w-md grid-cols-7 gap-1">
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <label
              className="flex min-h-11 items-center justify-center rounded-md border border-line-strong/50 bg-surface-raised font-medium text-sm transition hover:border-line-strong has-checked:border-accent-text has-checked:bg-accent-surface has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
              key={day}
            >
              <input
                aria-label={weekdayText(day, t)}
                checked={day === firstWeekday || value.weekdays.includes(day)}
                className="sr-only"
                disabled={day === firstWeekday}
                onChange={() => toggle(day)}
                type="checkbox"
              />
              <span aria-hidden="true">{shortWeekday(day, t)}</span>
            </label>
          ))}
        </div>
        <p className="mt-1 text-ink-muted text-sm" id={hintId}>
          {t("The first trip is on a {day}.", { day: weekdayText(firstWeekday, t) })}
        </p>
      </fieldset>
      <SelectField
        label={t("How often")}
        onChange={({ target }) => {
          const interval = intervals.find(({ weeks }) => String(weeks) === target.value);
          if (interval) onValue({ ...value, everyWeeks: interval.weeks });
        }}
        value={String(value.everyWeeks)}
      >
        {intervals.map(({ weeks, words }) => (
          <option key={weeks} value={weeks}>
            {t.of<string>(words)}
          </option>
        ))}
      </SelectField>
      <EndFields end={value.end} firstDay={firstDay} onEnd={(end) => onValue({ ...value, end })} />
      <Checkbox
        checked={value.skipHolidays}
        label={t("Not on public holidays")}
        onChange={({ target }) => onValue({ ...value, skipHolidays: target.checked })}
      />
    </div>
  );
}

/** The fields for when trips stop repeating. */
export function EndFields({
  end,
  firstDay,
  onEnd,
}: {
  end: RepeatEnd;
  firstDay: string;
  onEnd: (end: RepeatEnd) => void;
}) {
  const t = useWords();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t("Until when")}
        onChange={({ target }) => {
          if (target.value === "on") onEnd({ kind: "on", day: addDays(firstDay, 28) });
          else if (target.value === "after") onEnd({ kind: "after", trips: 12 });
          else onEnd({ kind: "never" });
        }}
        value={end.kind}
      >
        {endChoices.map(({ kind, words }) => (
          <option key={kind} value={kind}>
            {t.of<string>(words)}
          </option>
        ))}
      </SelectField>
      {end.kind === "on" && (
        <TextField
          label={t("Last day")}
          min={firstDay}
          onChange={({ target }) => {
            if (target.value) onEnd({ kind: "on", day: target.value });
          }}
          type="date"
          value={end.day}
        />
      )}
      {end.kind === "after" && (
        <CountField count={end.trips} onCount={(trips) => onEnd({ kind: "after", trips })} />
      )}
    </div>
  );
}

/** Returns the typed number of trips; 0 if it is invalid. */
function readCount(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return count >= 2 && count <= 400 ? count : 0;
}

/** The field for the number of trips. Invalid text stays as typed, and its number is 0. */
function CountField({ count, onCount }: { count: number; onCount: (count: number) => void }) {
  const t = useWords();
  const [text, setText] = useState(String(count));
  return (
    <TextField
      error={readCount(text) > 0 ? null : t("Enter a number from 2 to 400.")}
      hint={t("Skipped days count as trips.")}
      inputMode="numeric"
      label={t("Number of trips")}
      onChange={({ target }) => {
        setText(target.value);
        onCount(readCount(target.value));
      }}
      value={text}
    />
  );
}
