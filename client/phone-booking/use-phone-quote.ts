import { useEffect, useRef, useState } from "react";
import type { PhoneQuoteRequest } from "../../src/dispatch/phone-booking/phone-contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { LeftPageError, useOffice } from "../office/calls";

/** The delay between typing and loading prices, in ms. */
const DEBOUNCE_MS = 200;

/** The trip's prices. While new ones load, the last known ones. */
export interface PhoneQuote {
  /** The last prices. `isCurrent` says whether they match the current trip. */
  answer: QuoteAnswer | null;
  isCurrent: boolean;
  isLoading: boolean;
  /** Why there are no prices; null without an error. */
  error: unknown;
  /** Loads prices again after they have expired. */
  renewQuote: () => void;
}

/** Loads prices whenever the trip changes. Outdated answers are dropped. */
export function usePhoneQuote(request: PhoneQuoteRequest | null): PhoneQuote {
  const { api, call } = useOffice();
  const text = request === null ? null : JSON.stringify(request);
  const [loadedQuote, setLoadedQuote] = useState<{ text: string; answer: QuoteAnswer } | null>(
    null,
  );
  const [failed, setFailed] = useState<{ text: string; error: unknown } | null>(null);
  const [reloadCount, setReloadCount] = useState(0);
  const latest = useRef(request);
  latest.current = request;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again
  useEffect(() => {
    if (text === null) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const json = latest.current;
      if (!json) return;
      try {
        const answer = await call(
          api.admin.quotes.$post({ json }, { init: { signal: controller.signal } }),
        );
        if (controller.signal.aborted) return;
        setLoadedQuote({ text, answer });
        setFailed(null);
      } catch (error) {
        if (controller.signal.aborted || error instanceof LeftPageError) return;
        setFailed({ text, error });
      }
    }, DEBOUNCE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [api, call, text, reloadCount]);

  const isCurrent = loadedQuote !== null && loadedQuote.text === text;
  const error = failed !== null && failed.text === text ? failed.error : null;
  return {
    answer: text === null ? null : (loadedQuote?.answer ?? null),
    isCurrent,
    isLoading: text !== null && !isCurrent && error === null,
    error,
    renewQuote: () => {
      setLoadedQuote(null);
      setFailed(null);
      setReloadCount((before) => before + 1);
    },
  };
}
