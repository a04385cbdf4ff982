/** Phone features that start after the page has loaded. The page does not need them. */
import type { Words } from "../words/words";
import { watchInstallOffer } from "./install-offer";

/** Registers the service worker and its listeners, and asks for consent where it is required. */
export function startPwa(page: { words: Words }): void {
  // The error page sends this event with its error.
  addEventListener("fault", (event) => reloadForNewBuild((event as CustomEvent).detail));
  if (/^\/(?:dispatch|widget)\b/i.test(location.pathname)) return;
  const { consent } = document.querySelector<HTMLElement>("[data-consent]")?.dataset ?? {};
  if (consent)
    void import("../ui/consent").then(({ startConsent }) => startConsent(consent, page.words));
  watchInstallOffer();
  // Without the service worker, everything except offline reading and notifications still works.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

/** Matches the messages of Chrome, Firefox and Safari when a part of the page can't be loaded. */
const missingChunkMessage = /dynamically imported module|Importing a module script failed/i;
const RELOADED_AT_KEY = "reloaded-at";
/** The time in ms within which a second reload would not help, because the fault must be another one. */
const MIN_RELOAD_INTERVAL_MS = 10_000;

/**
 * Reloads a page that was loaded before an update and requests parts that the server no longer has. Does nothing
 * without a network.
 */
function reloadForNewBuild(error: unknown): void {
  if (!(error instanceof Error && missingChunkMessage.test(error.message) && navigator.onLine))
    return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT_KEY)) < MIN_RELOAD_INTERVAL_MS)
      return;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  } catch {
    // Without storage to record the reload, reloading might never end.
    return;
  }
  location.reload();
}
