import { useEffect, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { type WaitingTime, waitingOf } from "../../../src/reservations/waiting/waiting-rules";
import { classNames } from "../../ui/class-names";
import { LiveRegion } from "../../ui/live-region";
import { clockText } from "../../ui/measure";
import { formatMoment } from "../../ui/moment";
import { formatMoney } from "../../ui/money";
import { serverTime } from "../taps/server-clock";
import { useWords } from "../../words/use-words";
import { phrase, type Say } from "../../words/words";

/**
 * How long the driver has waited at the pickup, by the server's clock: first the free time left,
 * then the charged minutes and their cost as it will appear in the fare.
 */
export default function WaitTimer({ trip }: { trip: Reservation }) {
  const t = useWords();
  const waitingTime = waitingOf(trip);
  const now = useServerClock();
  if (!waitingTime) return null;
  const { text, label, detail, paid } = wordsOf(waitingTime, now, trip.timeZone, t);
  return (
    <section
      aria-label={t("Waiting")}
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
      <GracePeriodEnd now={now} waiting={waitingTime} />
    </section>
  );
}

/** Announces once that the free time has ended. */
function GracePeriodEnd({ waiting, now }: { waiting: WaitingTime; now: number | null }) {
  const t = useWords();
  const { chargedFrom, terms } = waiting;
  const isCharged = now !== null && now >= chargedFrom;
  const [wasWaitingFree, setWasWaitingFree] = useState(false);
  useEffect(() => {
    if (now !== null && !isCharged) setWasWaitingFree(true);
  }, [now, isCharged]);
  return (
    <LiveRegion>
      {isCharged &&
        wasWaitingFree &&
        (terms.perMinuteMinor > 0
          ? t("The free waiting time has ended. Waiting is now charged.")
          : t("The free waiting time has ended."))}
    </LiveRegion>
  );
}

const startWords = {
  landing: phrase("{minutes} min from the landing, {time}"),
  pickup: phrase("{minutes} min from the pickup time, {time}"),
  arrival: phrase("{minutes} min from your arrival, {time}"),
};

function wordsOf(waiting: WaitingTime, now: number | null, timeZone: string, t: Say) {
  const { chargedFrom, countsFrom, from, terms } = waiting;
  const time = (at: number) => formatMoment(new Date(at).toISOString(), timeZone, "time", t);
  if (now === null) return { text: "–:––", label: t("Waiting"), detail: " ", paid: false };
  if (now < chargedFrom)
    return {
      text: clockText(Math.ceil((chargedFrom - now) / 1000)),
      label: t("Free waiting time left"),
      detail: t.of(startWords[from], { minutes: terms.graceMinutes, time: time(countsFrom) }),
      paid: false,
    };
  const text = clockText(Math.floor((now - chargedFrom) / 1000));
  if (terms.perMinuteMinor === 0)
    return {
      text,
      label: t("Waiting after the free time"),
      detail: t("Since {time}, at no charge", { time: time(chargedFrom) }),
      paid: false,
    };
  const { minutes, costMinor } = waiting.waitingCostAt(now);
  const rate = { minutes, amount: formatMoney(terms.perMinuteMinor, terms.currency, t) };
  return {
    text,
    label: t("Paid waiting: {amount}", { amount: formatMoney(costMinor, terms.currency, t) }),
    detail:
      costMinor > minutes * terms.perMinuteMinor
        ? t("{minutes} min at {amount}, with tax", rate)
        : t("{minutes} min at {amount}", rate),
    paid: true,
  };
}

/** Returns the server's time in ms UTC, updated every half second; null until the page runs in the browser. */
function useServerClock(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(serverTime());
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, []);
  return now;
}
