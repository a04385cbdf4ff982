/** Phone features that start after the page has loaded. The page does not need them. */
import type { Words } from "../words/words";
import { watchInstallOffer } from "./install-offer";

/** Registers the service worker and its listeners, and asks for consent where it is required. */
export function startPwa(page: { words: Words }): void {
  // Sent by the error page, with its error.
  addEventListener("fault", (event) => reloadForNewBuild((event as CustomEvent).detail));
  if (/^\/(?:dispatch|widget)\b/i.test(location.pathname)) return;
  const { consent } = document.querySelector<HTMLElement>("[data-consent]")?.dataset ?? {};
  if (consent)
    void import("../ui/consent").then(({ startConsent }) => startConsent(consent, page.words));
  watchInstallOffer();
  // Without a worker, everything except offline reading still works.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

/** The messages of Chrome, Firefox and Safari when a part of the page cannot be fetched. */
const missingChunkMessage = /dynamically imported module|Importing a module script failed/i;
const RELOADED_AT_KEY = "reloaded-at";
/** Reloading again within this time would not help: the fault is another one. */
const REFRESH_INTERVAL_MS = 10_000;

/**
 * Reloads a page from before an update, which asks for parts that the server no longer has. Without a
 * network it does nothing.
 */
function reloadForNewBuild(error: unknown): void {
  if (!(error instanceof Error && missingChunkMessage.test(error.message) && navigator.onLine))
    return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT_KEY)) < REFRESH_INTERVAL_MS) return;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  } catch {
    // Without a record of the reload, it might never end.
    return;
  }
  location.reload();
}
