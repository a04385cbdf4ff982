/** Whether somebody is using the page: automatic refreshes do not count as use. */

/** Without a key, a touch or a pointer move for this long, nobody is there. */
const IDLE_AFTER_MS = 60_000;
const activityEvents = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

/** In ms UTC; never idle while nothing is watched, as on the server. */
let lastActivityAt = Number.POSITIVE_INFINITY;

/** Starts to watch for signs of use; the call itself counts as one. */
export function watchActivity(target: EventTarget = window): void {
  const recordActivity = () => {
    lastActivityAt = Date.now();
  };
  recordActivity();
  for (const eventType of activityEvents)
    target.addEventListener(eventType, recordActivity, { passive: true, capture: true });
}

/** Header of calls made while nobody is there: the server then lets the session go idle. */
export function activityHeaders(now = Date.now()): Record<string, string> {
  return now - lastActivityAt > IDLE_AFTER_MS ? { "Livery-Unattended": "1" } : {};
}
