/** Whether somebody sits before the screen: a page that refreshes itself is nobody's use of it. */

/** Without a key, a touch or a moved pointer for so long, nobody is there. */
const AWAY_MS = 60_000;
const signs = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

let lastSignAt = 0;
let watching = false;

/** Starts to notice signs of somebody; the call itself counts as one. Idempotent. */
export function watchAttention(target: EventTarget = window): void {
  if (watching) return;
  watching = true;
  lastSignAt = Date.now();
  const note = () => {
    lastSignAt = Date.now();
  };
  for (const sign of signs) target.addEventListener(sign, note, { passive: true, capture: true });
}

/** What calls made while nobody is there carry: the server then lets the session grow idle. */
export function attentionHeaders(now = Date.now()): Record<string, string> {
  return watching && now - lastSignAt > AWAY_MS ? { "Livery-Unattended": "1" } : {};
}
