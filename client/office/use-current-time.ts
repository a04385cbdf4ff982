import { useSyncExternalStore } from "react";

const TICK_MS = 15_000;

let currentTimeMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(onChanged: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, TICK_MS);
  listeners.add(onChanged);
  return () => {
    listeners.delete(onChanged);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function tick() {
  currentTimeMs = Date.now();
  for (const onChanged of listeners) onChanged();
}

/**
 * Returns the current time in ms UTC, updated four times a minute and equal everywhere on screen. Null on the server
 * and while hydrating, because the two would differ.
 */
export function useCurrentTime(): number | null {
  return useSyncExternalStore<number | null>(subscribe, readClock, () => null);
}

/** Reads the clock in steps, because React reads it several times in one render and needs the same value. */
function readClock(): number {
  if (currentTimeMs === 0 || (listeners.size === 0 && Date.now() - currentTimeMs >= TICK_MS))
    currentTimeMs = Date.now();
  return currentTimeMs;
}
