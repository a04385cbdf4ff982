import { useCallback, useEffect, useRef, useState } from "react";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";
import { formatMoney } from "../ui/money";
import { quoteOf, shownQuoteOf, totalMinorOf, tripOf } from "./draft";
import type { DraftHandle } from "./use-draft";
import { useWords } from "../words/use-words";

interface QuoteHandle {
  asking: boolean;
  /** Why there are no prices. */
  error: ApiError | null;
  /** What is different about the new prices, in words. */
  notice: string | null;
  /** Asks for the prices of the trip as entered; true when they are there. */
  ask: () => Promise<boolean>;
  clear: () => void;
}

/**
 * Asks for prices. An answer that a later question has overtaken is dropped. When the chosen class
 * costs something else than before for the same trip, `notice` says so.
 */
export function useQuote(
  api: Api,
  { latest, update }: Pick<DraftHandle, "latest" | "update">,
): QuoteHandle {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current = -1;
    },
    [],
  );

  const ask = useCallback(async () => {
    const before = latest();
    const trip = tripOf(before);
    if (!trip) return false;
    const mine = ++turn.current;
    setAsking(true);
    setError(null);
    try {
      const answer = await read(api.quotes.$post({ json: trip }));
      if (turn.current !== mine) return false;
      const chosen = (quote: ReturnType<typeof quoteOf>) =>
        quote?.options.find(({ vehicleClass }) => vehicleClass.id === before.vehicleClassId);
      const seen = chosen(shownQuoteOf(before));
      // Another price for other wishes is no news.
      const held = quoteOf(before);
      const heldOption = chosen(held);
      const old = held && heldOption ? totalMinorOf(held, heldOption) : null;
      const now = answer.options.find(
        ({ vehicleClass }) => vehicleClass.id === before.vehicleClassId,
      );
      const is = now ? totalMinorOf(answer, now) : null;
      update({
        quote: { trip: JSON.stringify(trip), answer },
        // At first the cheapest, which comes first; one that went away leaves the choice open.
        vehicleClassId:
          now?.vehicleClass.id ?? (seen ? null : (answer.options[0]?.vehicleClass.id ?? null)),
      });
      if (seen && !now)
        setNotice(
          t("{name} is not available for this. Choose another car.", {
            name: seen.vehicleClass.name,
          }),
        );
      else if (old === null || is === null || old === is) setNotice(null);
      else {
        const was = formatMoney(old, answer.currency, t);
        const since = formatMoney(is, answer.currency, t);
        setNotice(t("The price has changed from {was} to {since}.", { was, since }));
      }
      return true;
    } catch (failure) {
      if (turn.current !== mine) return false;
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
      return false;
    } finally {
      if (turn.current === mine) setAsking(false);
    }
  }, [api, latest, update, t]);

  const clear = useCallback(() => {
    setError(null);
    setNotice(null);
  }, []);
  return { asking, error, notice, ask, clear };
}
