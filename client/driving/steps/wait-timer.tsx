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
 * How long the driver has waited at the pickup, by the server's clock: first the free time left,
 * then the charged minutes and their cost as it will appear in the fare.
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

/** Announces once that the free time has ended. */
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
          ? "The free waiting time has ended. Waiting is now charged."
          : "The free waiting time has ended.")}
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
      label: "Waiting after the free time",
      detail: `Since ${time(chargedFrom)}, at no charge`,
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

/** The server's time in ms UTC, updated every half second; null until the page runs in the browser. */
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
