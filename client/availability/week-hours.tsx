import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Availability } from "../../src/availability/contract";
import { lazy } from "../lazy";
import { classNames } from "../ui/class-names";
import type { AvailabilityCalls } from "./calls";
import { hoursWords, type Audience, weekdays, words } from "./words";
import { useWords } from "../words/use-words";

const DayHoursSheet = lazy(async () => (await import("./day-hours-sheet")).DayHoursSheet);

/** The week, one line for each day. Each line opens a form to change the day. */
export function WeekHours({
  hours,
  audience,
  calls,
  onSaved,
}: {
  hours: Availability["hours"];
  audience: Audience;
  calls: AvailabilityCalls;
  onSaved: (availability: Availability) => void;
}) {
  const t = useWords();
  const [openWeekday, setOpenWeekday] = useState<number | null>(null);
  const hasNoHours = hours.spans.length === 0;
  return (
    <>
      {hasNoHours && (
        <p className="mb-3 rounded-md bg-surface-sunken px-3 py-2 text-sm">
          {t.of(words[audience].noHours)}
        </p>
      )}
      <ul className="divide-y divide-line">
        {weekdays.map((name, index) => {
          const spans = hours.spans.filter(({ weekday }) => weekday === index + 1);
          const hoursText =
            spans.length > 0 ? hoursWords(spans, t) : hasNoHours ? t("Any time") : t("Not driving");
          return (
            <li key={name}>
              <button
                aria-haspopup="dialog"
                className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-2 text-start hover:bg-surface-sunken"
                onClick={() => setOpenWeekday(index + 1)}
                type="button"
              >
                <span className="w-26 shrink-0 font-medium">{t.known(name)}</span>
                <span
                  className={classNames(
                    "min-w-0 flex-1 text-end tabular-nums",
                    spans.length === 0 && "text-ink-muted",
                  )}
                >
                  {hoursText}
                </span>
                <ChevronRight
                  aria-hidden="true"
                  className="shrink-0 text-ink-faint rtl:-scale-x-100"
                  size={18}
                />
              </button>
            </li>
          );
        })}
      </ul>
      {openWeekday !== null && (
        <DayHoursSheet
          calls={calls}
          hours={hours}
          onClose={() => setOpenWeekday(null)}
          onSaved={onSaved}
          weekday={openWeekday}
        />
      )}
    </>
  );
}
