/** Out of sight for longer, a phone may have put the page to sleep, and its connections with it. */
const ASLEEP_MS = 30_000;

/**
 * Calls `wake` when the page's connections may have died without an error: it was out of sight for half a minute, the
 * browser kept it behind another page, or the network is back. Returns a function that unsubscribes.
 */
export function onWake(wake: () => void): () => void {
  let hiddenAt = document.hidden ? Date.now() : null;
  const look = () => {
    if (document.hidden) {
      hiddenAt ??= Date.now();
      return;
    }
    const slept = hiddenAt !== null && Date.now() - hiddenAt >= ASLEEP_MS;
    hiddenAt = null;
    if (slept) wake();
  };
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // It is told of coming into sight as well.
    hiddenAt = null;
    wake();
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", shown);
  addEventListener("online", wake);
  return () => {
    document.removeEventListener("visibilitychange", look);
    removeEventListener("pageshow", shown);
    removeEventListener("online", wake);
  };
}
