import { Fragment } from "react";
import type { OpeningHours as Week } from "../../src/settings/hours-contract";
import { hoursLines } from "../../src/settings/hours-rules";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Returns the week in a few lines, such as "Mon–Fri" and "08:00–18:00". */
function hoursWords(week: Week, t: Say): { days: string; hours: string[] }[] {
  const day = (at: number) => t.known(days[at] ?? "", "short");
  return hoursLines(week).map(({ first, last, hours }) => ({
    days: first === last ? day(first) : `${day(first)}–${day(last)}`,
    hours:
      hours.length === 0
        ? [t("Closed")]
        : hours.map(({ from, until }) =>
            from === "00:00" && until === "24:00" ? t("Day and night") : `${from}–${until}`,
          ),
  }));
}

/** The office hours, day by day. */
export function OpeningHours({ week }: { week: Week }) {
  const t = useWords();
  return (
    <dl className="grid w-max max-w-full grid-cols-[auto_auto] gap-x-3 gap-y-1 text-ink-muted text-sm tabular-nums">
      {hoursWords(week, t).map((line) => (
        <div className="contents" key={line.days}>
          <dt>{line.days}</dt>
          <dd>
            {line.hours.map((range, at) => (
              <Fragment key={range}>
                {at > 0 && t.known(", ")}
                <span className="figures">{range}</span>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
