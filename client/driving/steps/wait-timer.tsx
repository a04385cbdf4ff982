import { useEffect, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { type Waiting, waitingOf } from "../../../src/reservations/waiting/waiting-rules";
import { classNames } from "../../ui/class-names";
import { LiveRegion } from "../../ui/live-region";
import { clockText } from "../../ui/measure";
import { formatMoment } from "../../ui/moment";
import { formatMoney } from "../../ui/money";
import { serverNow } from "../taps/server-clock";

/**
 * How long the driver has waited at the pickup, by the server's clock: first what is left of the free
 * time, then the minutes that are charged and what they come to, as the fare will have them.
 */
export default function WaitTimer({ trip }: { trip: Reservation }) {
  const waiting = waitingOf(trip);
  const now = useSeconds();
  if (!waiting) return null;
  const { text, label, detail, paid } = wordsOf(waiting, now, trip.timeZone);
  return (
    <section
      aria-label="Waiting"
      className={classNames(
        "flex items-center justify-between gap-4 rounded-md px-3 py-2",
        paid ? "bg-warning-surface text-warning-ink" : "bg-surface-sunken",
      )}
    >
      <p className="min-w-0 text-sm">
        <span className="block font-medium">{label}</span>
        <span className={classNames("block", !paid && "text-ink-muted")}>{detail}</span>
      </p>
      <p className="shrink-0 font-semibold text-xl tabular-nums" role="timer">
        {text}
      </p>
      <EndOfGrace now={now} waiting={waiting} />
    </section>
  );
}

/** Says once that the free time is over, when that happens in front of the driver. */
function EndOfGrace({ waiting, now }: { waiting: Waiting; now: number | null }) {
  const { chargedFrom, terms } = waiting;
  const over = now !== null && now >= chargedFrom;
  const [wasFree, setWasFree] = useState(false);
  useEffect(() => {
    if (now !== null && !over) setWasFree(true);
  }, [now, over]);
  return (
    <LiveRegion>
      {over &&
        wasFree &&
        (terms.perMinuteMinor > 0
          ? "The free waiting time is over. Waiting is charged from now on."
          : "The free waiting time is over.")}
    </LiveRegion>
  );
}

function wordsOf(waiting: Waiting, now: number | null, timeZone: string) {
  const { chargedFrom, countsFrom, from, terms } = waiting;
  const time = (at: number) => formatMoment(new Date(at).toISOString(), timeZone, "time");
  const since = { landing: "the landing", pickup: "the pickup time", arrival: "your arrival" };
  if (now === null) return { text: "–:––", label: "Waiting", detail: " ", paid: false };
  if (now < chargedFrom)
    return {
      text: clockText(Math.ceil((chargedFrom - now) / 1000)),
      label: "Free waiting left",
      detail: `${terms.graceMinutes} min from ${since[from]}, ${time(countsFrom)}`,
      paid: false,
    };
  const text = clockText(Math.floor((now - chargedFrom) / 1000));
  if (terms.perMinuteMinor === 0)
    return {
      text,
      label: "Waiting beyond the free time",
      detail: `Since ${time(chargedFrom)}. It costs nothing.`,
      paid: false,
    };
  const { minutes, costMinor } = waiting.costAt(now);
  const cost = formatMoney(costMinor, terms.currency);
  return {
    text,
    label: `Paid waiting: ${cost}`,
    detail: `${minutes} min at ${formatMoney(terms.perMinuteMinor, terms.currency)}${
      costMinor > minutes * terms.perMinuteMinor ? ", with tax" : ""
    }`,
    paid: true,
  };
}

/** The server's time in ms UTC, once a second; null until the page is in the browser. */
function useSeconds(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, []);
  return now;
}
