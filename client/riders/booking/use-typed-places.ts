import { useEffect, useRef } from "react";
import type { Api } from "../../api";
import { findPlaces } from "../../find-places";
import type { BookingDraft } from "../../booking/draft";
import type { BookingSearch, BookingStep } from "../../booking/search";
import type { DraftHandle } from "../../booking/use-draft";

/**
 * Reads places typed or chosen on another page (`?from=…&to=…&vehicle=…`): a text that is exactly the name of a place
 * becomes that place, any other stays in its box for the rider to choose. Then removes them from the address.
 */
export function useTypedPlaces(
  api: Api,
  { draft, update, latest }: DraftHandle,
  typed: Pick<BookingSearch, "from" | "to" | "vehicle">,
  go: (step: BookingStep, options?: { replace: boolean }) => void,
): void {
  const { from, to, vehicle } = typed;
  const isReady = draft !== null;
  const hasAppliedPlaces = useRef(false);
  useEffect(() => {
    if (!isReady || hasAppliedPlaces.current || (!from && !to && !vehicle)) return;
    hasAppliedPlaces.current = true;
    // A booking that was sent and not answered stays as it was sent.
    if (latest().attempt) return go("confirm", { replace: true });
    const texts = [
      ["from", from],
      ["to", to],
    ] as const;
    const change: Partial<BookingDraft> = {
      ...((from || to) && { kind: "one_way" }),
      ...(vehicle && { vehicleClassId: vehicle }),
    };
    for (const [end, text] of texts) {
      if (text && latest()[end].text !== text) change[end] = { text, place: null };
    }
    update(change);
    void Promise.all(
      texts.map(async ([end, text]) => {
        if (!text || latest()[end].place) return;
        // If the search fails, the text stays in its box, where the rider can search again.
        const places = await findPlaces(api, text).catch(() => []);
        const place = places.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
        if (place && latest()[end].text === text) update({ [end]: { text: place.name, place } });
      }),
    ).then(() => {
      const { from: start, to: end } = latest();
      go(start.place && end.place ? "when" : "where", { replace: true });
    });
  }, [api, isReady, from, to, vehicle, update, latest, go]);
}
