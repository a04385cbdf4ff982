import { RouterClient } from "@tanstack/react-router/ssr/client";
import { type ReactNode, StrictMode, startTransition, useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { createApi } from "./api";
import { watchActivity } from "./user-activity";
import { createAppRouter, type RouteTree } from "./router";
import type { RouterContext } from "./router-context";
import { createWords } from "./words/words";

/**
 * Hydrates the page that the server rendered. The build makes an entry for each area, which calls this with that area's
 * routes. A link into another area loads a new document.
 */
export function hydrate(routeTree: RouteTree): void {
  watchActivity();
  // The rest of the context comes with the page, and the router restores it before rendering.
  const context = {
    api: createApi(location.origin),
    words: createWords("en", () => ({})),
  } as RouterContext;
  const languagePath = `/${document.documentElement.lang}/`;
  // Whether this page of the website is in a language other than its main one.
  const hasLanguagePath = location.pathname.startsWith(languagePath);
  const router = createAppRouter(
    routeTree,
    context,
    undefined,
    hasLanguagePath ? languagePath : "/",
  );

  const commitLocation = router.commitLocation;
  router.commitLocation = (next) => {
    const { pathname } = next;
    if (pathname !== router.latestLocation.pathname) {
      // Remove the canonical link of the loaded page, because phones share it instead of the address.
      document.querySelector('link[rel="canonical"]')?.remove();
      if (!router.getMatchedRoutes(pathname)[2] || mustLoadDocument(pathname)) next.external = true;
    }
    return commitLocation(next);
  };

  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydrationMarker>
          <RouterClient router={router} />
        </HydrationMarker>
      </StrictMode>,
    );
  });

  if (process.env.NODE_ENV === "production") {
    const loadAndStartPwa = () =>
      void import("./pwa/start").then(({ startPwa }) => startPwa(context));
    // The program of a public page starts after the page has loaded.
    if (document.readyState === "complete") loadAndStartPwa();
    else addEventListener("load", loadAndStartPwa);
  }

  if (process.env.NODE_ENV !== "production") {
    let build: string | undefined;
    new EventSource("/dev/build").addEventListener("build", (event) => {
      if (build !== undefined && build !== event.data) location.reload();
      build = event.data;
    });
  }
}

/**
 * Sets `data-ready` on the html element once the page is hydrated, its effects have run and early input has been
 * replayed. Tests wait for it. It wraps the page, because a sibling would change the ids that the server has written.
 */
function HydrationMarker({ children }: { children: ReactNode }) {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => void replayInput().then(() => setIsHydrated(true)), []);
  // React runs all pending effects before it renders this change, so the page is ready.
  useEffect(() => {
    if (isHydrated) document.documentElement.dataset.ready = "";
  }, [isHydrated]);
  return children;
}

/** Loads the code late, because it is needed after everything else. If it cannot be loaded, typed text is dropped. */
async function replayInput(): Promise<void> {
  try {
    const earlyInputModule = await import("./early-input");
    await earlyInputModule.replayInput();
  } catch {
    const globals = globalThis as {
      heldForms?: [HTMLFormElement?, HTMLElement?] | undefined;
      pressedEarly?: HTMLElement | undefined;
    };
    const [earlyForm, submitButton] = globals.heldForms ?? [];
    globals.heldForms = undefined;
    globals.pressedEarly?.click();
    globals.pressedEarly = undefined;
    if (earlyForm?.isConnected) earlyForm.requestSubmit(submitButton);
  }
}

/**
 * Whether a link must load a document. Offline, a link to another rider page does so: the service worker has a copy, or
 * shows the offline page. Drivers' screens store their answers themselves. Dispatch has no copies: its frame stays, and
 * a failed load can be repeated.
 */
function mustLoadDocument(pathname: string): boolean {
  return !(navigator.onLine || /^\/(?:driver|dispatch)/i.test(pathname));
}
