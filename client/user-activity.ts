/** Finds out whether somebody is using the page. Automatic refreshes do not count as use. */

/** After this long without a key press, a touch or a pointer move, the page counts as unattended. */
const IDLE_AFTER_MS = 60_000;
const activityEvents = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

/**
 * In ms UTC. Infinity until `watchActivity` runs, as on the server, so that the page never counts as unattended there.
 */
let lastActivityAt = Number.POSITIVE_INFINITY;

/** Starts to watch for signs of use. The call itself counts as one. */
export function watchActivity(target: EventTarget = window): void {
  const recordActivity = () => {
    lastActivityAt = Date.now();
  };
  recordActivity();
  for (const eventType of activityEvents)
    target.addEventListener(eventType, recordActivity, { passive: true, capture: true });
}

/** Returns the header for calls from an unattended page. With it, the server lets the session become idle. */
export function activityHeaders(now = Date.now()): Record<string, string> {
  return now - lastActivityAt > IDLE_AFTER_MS ? { "Livery-Unattended": "1" } : {};
}
