import type { DriverWeek } from "../../src/availability/contract";
import { spanText } from "../../src/availability/rules";
import { classNames } from "../ui/class-names";
import { formatMoment } from "../ui/moment";

/** A driver's next seven days as small squares. Those on which they drive are filled. */
export function NextDays({ week }: { week: DriverWeek }) {
  return (
    <ul aria-label="Next 7 days" className="flex gap-0.5">
      {week.days.map(({ day, off, hours }) => {
        const at = `${day}T12:00:00Z`;
        const name = formatMoment(at, "UTC", "day");
        const dayText = off
          ? "day off"
          : hours.length > 0
            ? hours.map(spanText).join(", ")
            : week.hasHours
              ? "not driving"
              : "any time";
        const isWorking = !off && (hours.length > 0 || !week.hasHours);
        return (
          <li key={day} title={`${name}: ${dayText}`}>
            <span
              aria-hidden="true"
              className={classNames(
                "grid size-6 place-content-center rounded-sm text-xs",
                isWorking && week.hasHours && "bg-accent-surface font-medium text-accent-text",
                isWorking &&
                  !week.hasHours &&
                  "border border-line-strong border-dashed text-ink-muted",
                !isWorking && (off ? "bg-warning-surface text-warning-ink" : "text-ink-faint"),
                off && "line-through",
              )}
            >
              {name.slice(0, 1)}
            </span>
            <span className="sr-only">{`${name}: ${dayText}`}</span>
          </li>
        );
      })}
    </ul>
  );
}
