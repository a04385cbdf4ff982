/** Wipes what is kept on this phone of the rider or driver who was signed in; never waits, never fails. */
export function clearOfflineData(area: "rider" | "driver"): void {
  if (!("caches" in globalThis)) return;
  // A browser that keeps nothing for us has nothing to forget.
  caches.delete(`kept-${area}`).catch(() => {});
}
