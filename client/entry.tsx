import { RouterClient } from "@tanstack/react-router/ssr/client";
import { type ReactNode, StrictMode, startTransition, useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { createApi } from "./api";
import { watchAttention } from "./attention";
import { createAppRouter, type RouteTree } from "./router";
import type { RouterContext } from "./router-context";
import { createWords } from "./words/words";

/**
 * Takes over the page that the server rendered. The build makes an entry for each area, which calls
 * this with the area's own part of the route tree: a link into another area loads a new document.
 */
export function hydrate(routeTree: RouteTree): void {
  watchAttention();
  // All else comes with the page; the router puts it in place before anything renders.
  const context = {
    api: createApi(location.origin),
    words: createWords("en", () => ({})),
  } as RouterContext;
  const start = `/${document.documentElement.lang}/`;
  // A page of the site in another language than its main one.
  const isBelow = location.pathname.startsWith(start);
  const router = createAppRouter(routeTree, context, undefined, isBelow ? start : "/");

  const commit = router.commitLocation;
  router.commitLocation = (next) => {
    const { pathname } = next;
    if (pathname !== router.latestLocation.pathname) {
      // It is the server's, and of the page that was loaded: phones share it in place of the address.
      document.querySelector('link[rel="canonical"]')?.remove();
      if (!router.getMatchedRoutes(pathname)[2] || leadsToCopy(pathname)) next.external = true;
    }
    return commit(next);
  };

  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Awake>
          <RouterClient router={router} />
        </Awake>
      </StrictMode>,
    );
  });

  if (process.env.NODE_ENV === "production") {
    const later = () => void import("./pwa/start").then(({ startPwa }) => startPwa(context));
    // A public page's program comes after the page has loaded.
    if (document.readyState === "complete") later();
    else addEventListener("load", later);
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
 * Says `data-ready` on the html element once the page is awake: all of it has been taken over, its effects have run
 * and what was typed and pressed early has been caught up with. Tests wait for it. Around the page, not beside it:
 * beside another one its ids would not be those that the server has written.
 */
function Awake({ children }: { children: ReactNode }) {
  const [isAwake, setAwake] = useState(false);
  useEffect(() => void catchUp().then(() => setAwake(true)), []);
  // Before React draws what has changed, it runs all effects that are still due.
  useEffect(() => {
    if (isAwake) document.documentElement.dataset.ready = "";
  }, [isAwake]);
  return children;
}

/** Comes late: it is needed after everything else. Without it what is held is let go as it is. */
async function catchUp(): Promise<void> {
  try {
    const early = await import("./early-input");
    await early.catchUp();
  } catch {
    const early = globalThis as {
      heldForms?: [HTMLFormElement?, HTMLElement?] | undefined;
      pressedEarly?: HTMLElement | undefined;
    };
    const [held, by] = early.heldForms ?? [];
    early.heldForms = undefined;
    early.pressedEarly?.click();
    early.pressedEarly = undefined;
    if (held?.isConnected) held.requestSubmit(by);
  }
}

/**
 * Without a network a way to another page of a rider loads a document: the service worker has its copy, or
 * says that there is no network. Drivers' screens keep their answers themselves, and of dispatch there is no copy:
 * its frame stays, and what did not come can be asked for again.
 */
function leadsToCopy(pathname: string): boolean {
  return !(navigator.onLine || /^\/(?:driver|dispatch)/i.test(pathname));
}
