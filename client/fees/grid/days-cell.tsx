import { classNames } from "../../ui/class-names";
import { ReferenceValue } from "./cell";
import { useDraftValue, useFees } from "../fees-context";
import { daysWords, weekdayNames } from "../words";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Weekdays to turn on and off; at least one stays on. */
export function DaysCell({ path, label }: { path: string; label: string }) {
  const { draft, canEdit } = useFees();
  const days = useDraftValue<number[]>(path);
  const toggleDay = (day: number) => {
    const next = days.includes(day) ? days.filter((each) => each !== day) : [...days, day];
    if (next.length > 0)
      draft.set(
        path,
        next.toSorted((a, b) => a - b),
      );
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-ink-muted text-xs">{label}</legend>
      {canEdit ? (
        <div className="flex gap-0.5">
          {weekdayNames.map((name, index) => (
            <button
              aria-label={weekdays[index]}
              aria-pressed={days.includes(index + 1)}
              className={classNames(
                "min-h-9 min-w-0 flex-1 rounded-sm border font-medium text-xs transition pointer-coarse:min-h-11",
                days.includes(index + 1)
                  ? "border-accent bg-accent text-accent-ink"
                  : "border-line-strong/60 text-ink-muted hover:bg-surface-sunken",
              )}
              data-col={`day-${index + 1}`}
              data-path={index === 0 ? path : undefined}
              key={name}
              onClick={() => toggleDay(index + 1)}
              type="button"
            >
              {name[0]}
            </button>
          ))}
        </div>
      ) : (
        <p className="flex min-h-9 items-center text-sm">{daysWords(days)}</p>
      )}
      <ReferenceValue path={path} describe={(was) => daysWords(was as number[])} />
    </fieldset>
  );
}
