import { useEffect, useState } from "react";
import { clockText } from "./measure";

/**
 * Shows the minutes and seconds until `until` (ISO 8601, UTC), "4:59"; from an hour on "1:04:59". Starts only in the
 * browser, so that server and browser never differ. At zero it calls `onEnd` once and shows "0:00".
 */
export function Countdown({
  until,
  onEnd,
  now = Date.now,
}: {
  until: string;
  onEnd?: () => void;
  /** Returns the time in ms UTC; by default this machine's. Must stay the same function. */
  now?: () => number;
}) {
  const [secondsRemaining, setSecondsRemaining] = useState<number | null>(null);
  const isEnded = secondsRemaining === 0;

  useEffect(() => {
    const tick = () =>
      setSecondsRemaining(Math.max(0, Math.ceil((Date.parse(until) - now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [now, until]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the end fires once, for every listener
  useEffect(() => {
    if (isEnded) onEnd?.();
  }, [isEnded]);

  const text = secondsRemaining === null ? "–:––" : clockText(secondsRemaining);
  return (
    <time className="tabular-nums" dateTime={until} role="timer">
      {text}
    </time>
  );
}
