/** How long a page must be hidden, in ms, before its connections may be dead, because phones suspend hidden pages. */
const MIN_SLEEP_MS = 30_000;

/**
 * Calls `wake` when the page's connections may have died without an error: it was hidden for half a minute, it was
 * restored from the browser's back/forward cache, or the network is back. Returns a function that unsubscribes.
 */
export function onWake(wake: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let hiddenAt = Date.now();
  const checkSleep = () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt >= MIN_SLEEP_MS) wake();
  };
  document.addEventListener("visibilitychange", checkSleep, { signal });
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) wake();
  };
  addEventListener("pageshow", onShown, { signal });
  addEventListener("online", wake, { signal });
  return () => controller.abort();
}
