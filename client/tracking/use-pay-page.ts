import { useEffect, useState } from "react";
import type { PayPage } from "../../src/payments/links/link-contract";
import { type Api, read } from "../api";

/** How often the page checks whether a payment has arrived, in ms. */
const POLL_INTERVAL_MS = 3_000;

/**
 * Keeps the content of a payment link's page. Loads it repeatedly while a payment waits; `reloadPage` loads it at once.
 */
export function usePayPage(api: Api, token: string, loaded: PayPage) {
  const [page, setPage] = useState(loaded);
  const reloadPage = async () => setPage(await read(api.pay[":token"].$get({ param: { token } })));
  const isWaiting = page.state === "waiting";
  useEffect(() => {
    if (!isWaiting) return;
    let isUnmounted = false;
    const timer = setInterval(() => {
      // Without a network, the next interval tries again.
      read(api.pay[":token"].$get({ param: { token } })).then(
        (loadedPage) => {
          if (!isUnmounted) setPage(loadedPage);
        },
        () => {},
      );
    }, POLL_INTERVAL_MS);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
    };
  }, [api, token, isWaiting]);
  return { page, reloadPage };
}
