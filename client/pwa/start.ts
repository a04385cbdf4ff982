/** What a page does for phones after it has loaded; showing the page needs none of it. */
import type { Words } from "../words/words";
import { watchInstallOffer } from "./install-offer";

/** Registers the service worker and listens to it; asks for consent if needed. */
export function startPwa(page: { words: Words }): void {
  // Sent by the error page, with its error.
  addEventListener("fault", (event) => reloadForNewBuild((event as CustomEvent).detail));
  if (/^\/(?:dispatch|widget)\b/i.test(location.pathname)) return;
  const { consent } = document.querySelector<HTMLElement>("[data-consent]")?.dataset ?? {};
  if (consent)
    void import("../ui/consent").then(({ startConsent }) => startConsent(consent, page.words));
  watchInstallOffer();
  // Without one, everything but offline reading works.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

/** The messages of Chrome, Firefox and Safari when a part of the page cannot be fetched. */
const partMissing = /dynamically imported module|Importing a module script failed/i;
const RELOADED = "reloaded-at";
/** More reloads than this mean another fault. */
const AGAIN_MS = 10_000;

/**
 * A page from before an update requests parts that the server no longer has: reloading the address gives
 * the new page. Without a network, wait until it returns.
 */
function reloadForNewBuild(error: unknown): void {
  if (!(error instanceof Error && partMissing.test(error.message) && navigator.onLine)) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < AGAIN_MS) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Without a record of it, reloading might never end.
    return;
  }
  location.reload();
}
