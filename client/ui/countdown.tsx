import { useEffect, useState } from "react";

/**
 * Minutes and seconds left until `until` (ISO 8601, UTC), "4:59". Starts in the browser only, so
 * that server and browser never disagree about now. At zero it calls `onEnd` once and shows "0:00".
 */
export function Countdown({ until, onEnd }: { until: string; onEnd?: () => void }) {
  const [left, setLeft] = useState<number | null>(null);
  const ended = left === 0;

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the end comes once, whoever listens
  useEffect(() => {
    if (ended) onEnd?.();
  }, [ended]);

  const text = left === null ? "–:––" : `${Math.floor(left / 60)}:${pad(left % 60)}`;
  return (
    <time className="tabular-nums" dateTime={until} role="timer">
      {text}
    </time>
  );
}

function pad(seconds: number): string {
  return String(seconds).padStart(2, "0");
}
