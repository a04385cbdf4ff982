import { useEffect, useState } from "react";
import type { SearchHit } from "../../src/desk/contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";

/** The delay between typing and searching, in ms. */
const DEBOUNCE_MS = 120;

interface Search {
  hits: readonly SearchHit[];
  /** True until the current text has an answer. */
  busy: boolean;
  failure: string | null;
  retry: () => void;
}

/** Loads the server's results for the text. Earlier ones stay until new ones arrive. */
export function useSearch(typed: string): Search {
  const { api, call } = useOffice();
  const q = typed.trim();
  const [answer, setAnswer] = useState<{ q: string; hits: readonly SearchHit[] }>({
    q: "",
    hits: [],
  });
  const [failure, setFailure] = useState<{ q: string; text: string } | null>(null);
  const [tries, setTries] = useState(0);

  // `tries` asks once more for the same words.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (q === "") {
      setAnswer({ q, hits: [] });
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { hits } = await call(
          api.admin.search.$get({ query: { q } }, { init: { signal: controller.signal } }),
        );
        if (controller.signal.aborted) return;
        setAnswer({ q, hits });
        setFailure(null);
      } catch (error) {
        if (controller.signal.aborted || error instanceof LeftPageError) return;
        setFailure({ q, text: failureText(error) });
      }
    }, DEBOUNCE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [api, call, q, tries]);

  const shownFailure = failure?.q === q && answer.q !== q ? failure.text : null;
  return {
    hits: q === "" ? [] : answer.hits,
    busy: answer.q !== q && shownFailure === null,
    failure: shownFailure,
    retry: () => {
      setFailure(null);
      setTries(tries + 1);
    },
  };
}
