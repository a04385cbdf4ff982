import { useEffect, useEffectEvent } from "react";
import { stopAtSessionEnd } from "./end-session";

/** The delay in ms between the page's load and saving pages in the background. */
const SAVE_DELAY_MS = 3_000;

/**
 * Saves pages for the person `id` some time after the page has loaded. If there is no network or no room, the saved
 * pages stay, and the next page tries again.
 */
export function useOfflinePages(id: string | undefined, save: (id: string) => Promise<void>): void {
  const savePages = useEffectEvent(save);
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!id || !serviceWorker) return;
    let hasEnded = false;
    const timer = setTimeout(() => {
      if (navigator.onLine)
        serviceWorker.ready.then(() => (hasEnded ? undefined : savePages(id))).catch(() => {});
    }, SAVE_DELAY_MS);
    return stopAtSessionEnd(() => {
      hasEnded = true;
      clearTimeout(timer);
    });
  }, [id]);
}
