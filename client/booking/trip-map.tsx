import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { LazyMapView } from "../map/lazy-map-view";
import type { MapPin } from "../map/map-contents";
import {
  type BookingDraft,
  type ChosenPlace,
  destinationRequirement,
  endsWhereItBegins,
  stopsOf,
} from "./draft";
import { useWords } from "../words/use-words";

/** Returns the pins of the places chosen so far, in travel order. A place in words may have none. */
function pinsOf(draft: BookingDraft): MapPin[] {
  const pin = (kind: MapPin["kind"], place: ChosenPlace | null): MapPin[] =>
    place === null || place.latitude === null || place.longitude === null
      ? []
      : [{ kind, name: place.name, latitude: place.latitude, longitude: place.longitude }];
  if (endsWhereItBegins(draft) || destinationRequirement(draft) === "never")
    return pin("pickup", draft.from.place);
  return [
    ...pin("pickup", draft.from.place),
    ...stopsOf(draft).flatMap((place) => pin("stop", place)),
    ...pin("dropoff", draft.to.place),
  ];
}

/** Whether there is anything to show on a map yet. */
export function hasPins(draft: BookingDraft): boolean {
  return pinsOf(draft).length > 0;
}

/** A map of the trip as entered, which changes with the form. Empty until there is a place to pin. */
export function TripMap({
  draft,
  quote,
  className,
}: {
  draft: BookingDraft;
  /** The quote, which has the route by road once the trip is priced. */
  quote: QuoteAnswer | null;
  className: string;
}) {
  const t = useWords();
  const pins = pinsOf(draft);
  if (pins.length === 0) return null;
  const route = pins.length > 1 ? { geometry: quote?.geometry ?? null } : null;
  return (
    <LazyMapView className={className} label={t("Map of your trip")} pins={pins} route={route} />
  );
}
