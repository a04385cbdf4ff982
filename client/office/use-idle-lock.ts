import { useEffect, useRef } from "react";

/** As long as the server waits before it locks a session that nobody uses. */
export const IDLE_LOCK_MS = 20 * 60_000;

const CHECK_MS = 15_000;
const key = "livery.dispatch.usedAt";

/**
 * Calls `lock` once nobody has touched mouse, keyboard or screen for 20 minutes, in this tab or in
 * another of the same browser. The server's own clock counts calls, and the board makes some by
 * itself; this one counts the person.
 */
export function useIdleLock(lock: () => void): void {
  const current = useRef(lock);
  current.current = lock;
  useEffect(() => {
    let usedAt = Date.now();
    const note = () => {
      const now = Date.now();
      if (now - usedAt < 1_000) return;
      usedAt = now;
      remember(now);
    };
    const check = () => {
      if (Date.now() - Math.max(usedAt, lastUse()) >= IDLE_LOCK_MS) current.current();
    };
    remember(usedAt);
    const timer = setInterval(check, CHECK_MS);
    const seen = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
    for (const name of seen) window.addEventListener(name, note, { passive: true });
    // A laptop that was asleep finds out as soon as it wakes, before anybody reads the screen.
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      for (const name of seen) window.removeEventListener(name, note);
      document.removeEventListener("visibilitychange", check);
    };
  }, []);
}

/** Storage may be forbidden; this tab then counts alone. */
function remember(now: number): void {
  try {
    localStorage.setItem(key, String(now));
  } catch {}
}

function lastUse(): number {
  try {
    return Number(localStorage.getItem(key) ?? 0);
  } catch {
    return 0;
  }
}
