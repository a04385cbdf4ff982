import { useEffect, useEffectEvent } from "react";

/** How long after a page came its person's pages are kept: nobody waits for it. */
const LATER_MS = 3_000;

/**
 * Keeps pages for whoever `id` is, once the page is at rest. A failure means that there is no network, or
 * no room: what was kept stays, and the next page tries again.
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
