import { useRouteContext } from "@tanstack/react-router";
import { History, MapPin, Star } from "lucide-react";
import type { Place } from "../../src/places/contract";
import { savedPlaceLabel } from "../ui/saved-place-label";
import { useWords } from "../words/use-words";

/** How many places are shown as buttons. The search boxes offer the rest. */
const MAX_PLACES = 4;

/**
 * The rider's saved and recent places, each a button that fills the next empty box. Riders without any get
 * the operator's places if addresses cannot be looked up.
 */
export function KnownPlaces({
  places,
  onPlace,
}: {
  places: readonly Place[];
  onPlace: (place: Place) => void;
}) {
  const t = useWords();
  const { findsAddresses } = useRouteContext({ from: "__root__" }).settings;
  const placesFrom = (...sources: Place["source"][]) =>
    places.filter(({ source }) => sources.includes(source));
  const savedAndRecentPlaces = placesFrom("saved", "recent");
  const shownPlaces =
    savedAndRecentPlaces.length > 0 || findsAddresses ? savedAndRecentPlaces : placesFrom("own");
  if (shownPlaces.length === 0) return null;
  return (
    <ul
      aria-label={savedAndRecentPlaces.length > 0 ? t("Your places") : t("Places to choose from")}
      className="flex flex-wrap gap-2"
    >
      {shownPlaces.slice(0, MAX_PLACES).map((place) => {
        const Icon = place.source === "saved" ? Star : place.source === "own" ? MapPin : History;
        return (
          <li className="max-w-full" key={place.id}>
            <button
              className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line-strong/50 bg-surface-raised px-4 text-sm transition hover:border-line-strong"
              onClick={() => onPlace(place)}
              type="button"
            >
              <Icon aria-hidden="true" className="shrink-0 text-ink-faint" size={16} />
              <span className="truncate">
                {place.label ? savedPlaceLabel(place.label, t) : place.name}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
