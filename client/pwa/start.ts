/** What a page does for phones once it has loaded: nothing of it is needed to show the page. */
import type { Words } from "../words/words";
import { watchInstallOffer } from "./install-offer";

/** Registers the service worker and listens for what concerns it; asks for consent where there is need to. */
export function startPwa(page: { words: Words }): void {
  // From the error page, with its error.
  addEventListener("fault", (event) => reloadForNewBuild((event as CustomEvent).detail));
  if (/^\/(?:dispatch|widget)\b/i.test(location.pathname)) return;
  const { consent } = document.querySelector<HTMLElement>("[data-consent]")?.dataset ?? {};
  if (consent)
    void import("../ui/consent").then(({ startConsent }) => startConsent(consent, page.words));
  watchInstallOffer();
  // Without one, everything but reading without a network works all the same.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

/** What Chrome, Firefox and Safari say when a part of the page cannot be fetched. */
const partMissing = /dynamically imported module|Importing a module script failed/i;
const RELOADED = "reloaded-at";
/** Whoever reloads more often than this has another fault. */
const AGAIN_MS = 10_000;

/**
 * A page of before an update asks for parts that the server no longer has: loading the address anew gives
 * the new page. Without a network the part comes when the network does.
 */
function reloadForNewBuild(error: unknown): void {
  if (!(error instanceof Error && partMissing.test(error.message) && navigator.onLine)) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < AGAIN_MS) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Without a note of it, reloading might never end.
    return;
  }
  location.reload();
}
