/** Deletes the offline data of the rider or driver who was signed in; never waits, never fails. */
export function clearOfflineData(area: "rider" | "driver"): void {
  if (!("caches" in globalThis)) return;
  // Without storage there is nothing to delete.
  caches.delete(`kept-${area}`).catch(() => {});
}
