import { useEffect, useRef } from "react";

/** The time after which the server locks an idle session, in ms. */
export const IDLE_LOCK_MS = 20 * 60_000;

const CHECK_INTERVAL_MS = 15_000;
const STORAGE_KEY = "livery.dispatch.usedAt";

/**
 * Calls `lock` after 20 minutes without mouse, keyboard or touch in any tab of this browser. The server's own limit
 * counts calls, including the board's automatic ones; this one watches the person.
 */
export function useIdleLock(lock: () => void): void {
  const latestLock = useRef(lock);
  latestLock.current = lock;
  useEffect(() => {
    let lastUsedAt = Date.now();
    const recordUse = () => {
      const now = Date.now();
      if (now - lastUsedAt < 1_000) return;
      lastUsedAt = now;
      storeLastUse(now);
    };
    const check = () => {
      if (Date.now() - Math.max(lastUsedAt, readLastUse()) >= IDLE_LOCK_MS) latestLock.current();
    };
    storeLastUse(lastUsedAt);
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    const activityEvents = [
      "pointerdown",
      "pointermove",
      "keydown",
      "wheel",
      "touchstart",
    ] as const;
    for (const name of activityEvents) window.addEventListener(name, recordUse, { passive: true });
    // A laptop that wakes from sleep checks at once, before anyone can read the screen.
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      for (const name of activityEvents) window.removeEventListener(name, recordUse);
      document.removeEventListener("visibilitychange", check);
    };
  }, []);
}

/** Stores the time of the last use. If storage is blocked, only this tab counts. */
function storeLastUse(now: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(now));
  } catch {}
}

function readLastUse(): number {
  try {
    return Number(localStorage.getItem(STORAGE_KEY) ?? 0);
  } catch {
    return 0;
  }
}
