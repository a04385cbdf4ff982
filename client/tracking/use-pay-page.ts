import { useEffect, useState } from "react";
import type { PayPage } from "../../src/payments/links/link-contract";
import { type Api, read } from "../api";

/** How often it is looked whether a payment has arrived. */
const POLL_INTERVAL_MS = 3_000;

/** What a payment link shows, looked at again and again while a payment waits. `reloadPage` looks at once. */
export function usePayPage(api: Api, token: string, loaded: PayPage) {
  const [page, setPage] = useState(loaded);
  const reloadPage = async () => setPage(await read(api.pay[":token"].$get({ param: { token } })));
  const isWaiting = page.state === "waiting";
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    const timer = setInterval(() => {
      // Without a network it is looked again when the next moment comes.
      read(api.pay[":token"].$get({ param: { token } })).then(
        (found) => {
          if (!isOver) setPage(found);
        },
        () => {},
      );
    }, POLL_INTERVAL_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [api, token, isWaiting]);
  return { page, reloadPage };
}
