import { useEffect, useState } from "react";
import type { Stop } from "../../../src/reservations/quotes/quote-contract";
import type { StopVisit } from "../../../src/reservations/waiting/stop-rules";
import { buttonStyle } from "../../ui/button-style";
import { classNames } from "../../ui/class-names";
import { formatMoment } from "../../ui/moment";
import { lastNavigationApp, navigationLinks, rememberNavigationApp } from "../navigation";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";

/** A stop with links to navigation apps. The driver's next stop is emphasized. */
export function TripPlace({
  stop,
  words,
  notes = [],
  isCurrent,
  isDone,
  visit,
  timeZone,
}: {
  stop: Stop;
  words: string;
  /** The operator's notes about the place. Empty ones are left out. */
  notes?: readonly string[];
  isCurrent: boolean;
  isDone: boolean;
  /** The visit so far, for a stop between pickup and drop-off. */
  visit?: StopVisit | undefined;
  timeZone: string;
}) {
  const t = useWords();
  // Only the browser knows the app. It is read once, so that the links do not move.
  const [lastApp, setLastApp] = useState<string | null>(null);
  useEffect(() => setLastApp(lastNavigationApp()), []);
  const links = navigationLinks(stop).sort(
    (a, b) => Number(b.name === lastApp) - Number(a.name === lastApp),
  );
  const isVisited = visit?.standing === "left" || visit?.standing === "skipped";
  return (
    <section aria-label={words}>
      <p className="text-ink-muted text-sm">{words}</p>
      <p className="break-words font-semibold text-lg">{stop.name}</p>
      {stop.detail && <p className="break-words text-ink-muted">{stop.detail}</p>}
      {notes.filter(Boolean).map((note) => (
        <p className="mt-1 whitespace-pre-line break-words" key={note}>
          {note}
        </p>
      ))}
      {visit && visit.standing !== "ahead" && (
        <p className="mt-1 font-medium text-success-ink text-sm">
          {stopVisitText(visit, timeZone, t)}
        </p>
      )}
      {!isDone && !isVisited && (
        <ul
          aria-label={t("Navigate to: {place}", { place: words })}
          className={classNames("flex flex-wrap gap-2", isCurrent ? "mt-3" : "-ms-3 mt-1")}
        >
          {links.map(({ name, href }) => (
            <li key={name}>
              <a
                className={classNames(buttonStyle(isCurrent ? "secondary" : "quiet"), "!px-3")}
                href={href}
                onClick={() => rememberNavigationApp(name)}
                rel="noreferrer"
                target="_blank"
              >
                {t.known(name)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function stopVisitText(
  { standing, arrivedAt, leftAt, reason }: StopVisit,
  timeZone: string,
  t: Say,
): string {
  const time = (at: string | null) => (at === null ? "" : formatMoment(at, timeZone, "time", t));
  if (standing === "skipped") return t("Skipped: {reason}", { reason: t.known(reason) });
  if (standing === "here") return t("At this stop since {time}", { time: time(arrivedAt) });
  return t("Arrived {arrived}, left {left}", { arrived: time(arrivedAt), left: time(leftAt) });
}
