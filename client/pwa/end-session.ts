/**
 * Ends the session of the rider or driver in this page: stops what loads automatically, and deletes their saved pages
 * from this phone. Returns at once and never fails.
 */
export function endSession(area: "rider" | "driver"): void {
  if (typeof document === "undefined") return;
  stopBackgroundWork();
  // If the browser has no caches, nothing was saved.
  if ("caches" in globalThis) caches.delete(`kept-${area}`).catch(() => {});
}

/** Stops what this page loads automatically, because without a session the server would refuse it. */
export function stopBackgroundWork(): void {
  dispatchEvent(new Event("sessionend"));
}

/**
 * Calls `stop` when the session ends. The returned function also calls it, so an effect can return it as its cleanup.
 */
export function stopAtSessionEnd(stop: () => void): () => void {
  const end = () => {
    removeEventListener("sessionend", end);
    stop();
  };
  addEventListener("sessionend", end);
  return end;
}
