/** Deletes the saved pages of the rider or driver from this phone. It returns at once and never fails. */
export function clearOfflineData(area: "rider" | "driver"): void {
  if (!("caches" in globalThis)) return;
  // Nothing to delete where the browser saved nothing.
  caches.delete(`kept-${area}`).catch(() => {});
}
