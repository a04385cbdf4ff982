/**
 * The session of the rider or driver has ended: what this page loads automatically stops, and their saved pages are
 * deleted from this phone. It returns at once and never fails.
 */
export function endSession(area: "rider" | "driver"): void {
  if (typeof document === "undefined") return;
  stopBackgroundWork();
  // Nothing to delete where the browser saved nothing.
  if ("caches" in globalThis) caches.delete(`kept-${area}`).catch(() => {});
}

/** Stops what this page loads automatically: without a session it would be refused. */
export function stopBackgroundWork(): void {
  dispatchEvent(new Event("sessionend"));
}

/** Calls `stop` when the session ends, and again when the returned function is called, as an effect's cleanup. */
export function stopAtSessionEnd(stop: () => void): () => void {
  const end = () => {
    removeEventListener("sessionend", end);
    stop();
  };
  addEventListener("sessionend", end);
  return end;
}
