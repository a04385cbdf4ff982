import { Plus } from "lucide-react";
import { useState } from "react";
import type { Availability, HoursSpan } from "../../src/availability/contract";
import { hoursFaults, minuteOf } from "../../src/availability/rules";
import { Button } from "../ui/button";
import { Chip } from "../ui/chip";
import { TimeField } from "../ui/text-field";
import type { AvailabilityCalls } from "./calls";
import { SectionSheet } from "./section-sheet";
import { type FormFaults, useSectionSave } from "./use-section-save";
import { weekdays, weekdayWords } from "./words";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";

type TypedSpan = { key: number; from: string; until: string };

const DEFAULT_SHIFT = { from: "08:00", until: "17:00" };
const MAX_SPANS = 6;

/** The hours of one weekday, and the other weekdays that get the same hours. */
export function DayHoursSheet({
  weekday,
  hours,
  calls,
  onSaved,
  onClose,
}: {
  weekday: number;
  hours: Availability["hours"];
  calls: AvailabilityCalls;
  onSaved: (availability: Availability) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const weekdayName = weekdayWords(weekday, t);
  const sectionSave = useSectionSave({ reload: calls.reload, onSaved });
  const [typed, setTyped] = useState<TypedSpan[]>(() => {
    const savedSpans = hours.spans.filter((span) => span.weekday === weekday);
    return (savedSpans.length > 0 ? savedSpans : [DEFAULT_SHIFT]).map(({ from, until }, key) => ({
      key,
      from,
      until,
    }));
  });
  const [otherDays, setOtherDays] = useState<readonly number[]>([]);

  const change = (next: TypedSpan[]) => {
    setTyped(next);
    sectionSave.clear();
  };
  const add = () =>
    change([
      ...typed,
      { ...DEFAULT_SHIFT, ...(typed.length > 0 && { from: "", until: "" }), key: nextKey(typed) },
    ]);

  const submit = async () => {
    const emptySpans = typed.flatMap((span, index) =>
      (["from", "until"] as const)
        .filter((end) => span[end] === "")
        .map((end) => [`${end}${index}`, t("This field is required.")]),
    );
    if (emptySpans.length > 0) return sectionSave.showFaults(Object.fromEntries(emptySpans));
    const days = [weekday, ...otherDays];
    const unchangedSpans = hours.spans.filter((span) => !days.includes(span.weekday));
    const addedSpans = days.flatMap((day) =>
      typed.map(({ from, until }) => ({ weekday: day, from, until })),
    );
    // The new hours come last, so that an overlap is reported at the hours that were just typed.
    const spans: HoursSpan[] = [...unchangedSpans, ...addedSpans];
    const placeFaults = (fields: Record<string, string>) =>
      placeHoursFaults(fields, unchangedSpans.length, typed.length, days, t);
    const overlapFaults = hoursFaults(spans, (day, hours) =>
      t("These hours overlap with {day} {hours}. Change one of the two.", {
        day: t.known(day, "short"),
        hours: t.known(hours),
      }),
    );
    if (Object.keys(overlapFaults).length > 0) {
      const { fields, failure } = placeFaults(overlapFaults);
      sectionSave.showFaults(fields);
      sectionSave.showFailure(failure);
      return;
    }
    const successText =
      otherDays.length > 0
        ? t.count(days.length, "Hours saved for {n} day", "Hours saved for {n} days")
        : t("{day} saved", { day: weekdayName });
    const isSaved = await sectionSave.save(
      () => calls.saveHours({ version: hours.version, spans }),
      successText,
      placeFaults,
    );
    if (isSaved) onClose();
  };

  return (
    <SectionSheet
      label={
        otherDays.length > 0
          ? t.count(otherDays.length + 1, "Save {n} day", "Save {n} days")
          : t("Save {day}", { day: weekdayName })
      }
      onClose={onClose}
      onSubmit={() => void submit()}
      saving={sectionSave}
      title={weekdayName}
    >
      <div className="grid gap-5">
        {typed.length === 0 && (
          <p className="text-ink-muted">{t("Not driving on {day}.", { day: weekdayName })}</p>
        )}
        {typed.map((span, index) => (
          <fieldset className="min-w-0" key={span.key}>
            <div className="flex items-center justify-between gap-2">
              <legend className="float-start py-2 font-medium">
                {typed.length > 1 ? t("Period {number}", { number: index + 1 }) : t("Hours")}
              </legend>
              <Button
                aria-label={t("Remove period {number}", { number: index + 1 })}
                onClick={() => change(typed.filter(({ key }) => key !== span.key))}
                size="small"
                variant="quiet"
              >
                {t("Remove")}
              </Button>
            </div>
            <div className="grid grid-cols-2 gap-3">
              {(["from", "until"] as const).map((end) => (
                <TimeField
                  error={sectionSave.faults[`${end}${index}`]}
                  key={end}
                  label={end === "from" ? t("From") : t("Until")}
                  name={`${end}${index}`}
                  onChange={(event) =>
                    change(
                      typed.map((each) =>
                        each.key === span.key ? { ...each, [end]: event.target.value } : each,
                      ),
                    )
                  }
                  value={span[end]}
                />
              ))}
            </div>
            <p className="mt-2 text-ink-muted text-sm empty:hidden">
              {overnightText(span, weekday, t)}
            </p>
          </fieldset>
        ))}
        {typed.length < MAX_SPANS && (
          <Button
            icon={<Plus aria-hidden="true" size={18} />}
            onClick={add}
            variant="secondary"
            wide
          >
            {typed.length === 0 ? t("Add hours") : t("Add more hours")}
          </Button>
        )}
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-3 font-medium">{t("Copy these hours to")}</legend>
        <div className="flex flex-wrap gap-2">
          {weekdays.map((other, index) => {
            const day = index + 1;
            if (day === weekday) return null;
            const isChosen = otherDays.includes(day);
            return (
              <Chip
                count={null}
                key={other}
                label={t.known(other)}
                onPress={() => {
                  setOtherDays(
                    isChosen ? otherDays.filter((each) => each !== day) : [...otherDays, day],
                  );
                  sectionSave.clear();
                }}
                isPressed={isChosen}
              />
            );
          })}
        </div>
      </fieldset>
    </SectionSheet>
  );
}

function nextKey(typed: readonly TypedSpan[]): number {
  return Math.max(-1, ...typed.map(({ key }) => key)) + 1;
}

/** Returns a note for hours that end at midnight or on the next day; empty for others. */
function overnightText({ from, until }: TypedSpan, weekday: number, t: Say): string {
  if (from === "" || until === "" || minuteOf(until) > minuteOf(from)) return "";
  if (from === "00:00" && until === "00:00") return t("The whole day.");
  const next = weekdayWords((weekday % 7) + 1, t);
  return until === "00:00"
    ? t("Until midnight.")
    : t("Until {time} on {day}.", { time: until, day: next });
}

/**
 * Assigns the errors of the sent week to the fields of this day. The `unchangedCount` spans of other days come first,
 * then those of each chosen day in turn. An error on another day is shown with the day's name.
 */
function placeHoursFaults(
  faults: Record<string, string>,
  unchangedCount: number,
  typedCount: number,
  days: readonly number[],
  t: Say,
): FormFaults {
  const fields: Record<string, string> = {};
  let failure: string | null = null;
  for (const [path, text] of Object.entries(faults)) {
    const [, at = "", end = "from"] = /^spans\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const index = Number(at) - unchangedCount;
    const day = days[Math.floor(index / Math.max(1, typedCount))];
    if (at === "" || index < 0 || day === undefined || typedCount === 0) failure ??= text;
    else if (day === days[0]) fields[`${end}${index}`] = text;
    else failure ??= `${weekdayWords(day, t)}: ${text}`;
  }
  return { fields, failure };
}
