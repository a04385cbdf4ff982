import { useEffect, useEffectEvent } from "react";

/** How long after loading a page the offline pages are stored: nobody waits for it. */
const LATER_MS = 3_000;

/**
 * Stores the pages of the person `id`, once the page is idle. A failure means no network or no space: what
 * is stored stays, and the next page tries again.
 */
export function useOfflinePages(id: string | undefined, keep: (id: string) => Promise<void>): void {
  const later = useEffectEvent(keep);
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!id || !serviceWorker) return;
    const timer = setTimeout(() => {
      if (!navigator.onLine) return;
      serviceWorker.ready.then(() => later(id)).catch(() => {});
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, [id]);
}
