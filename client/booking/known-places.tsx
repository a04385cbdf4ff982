import { useRouteContext } from "@tanstack/react-router";
import { History, MapPin, Star } from "lucide-react";
import type { Place } from "../../src/places/contract";
import { useWords } from "../words/use-words";

/** So many stand there to be pressed; the boxes themselves offer the rest. */
const MOST = 4;

/**
 * Places the rider keeps or was at, each one press away from the next empty box; where no address can be looked up the
 * operator's own too.
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
  const known = places.filter(
    ({ source }) =>
      source === "saved" || source === "recent" || (source === "own" && !findsAddresses),
  );
  if (known.length === 0) return null;
  return (
    <ul
      aria-label={
        known.some(({ source }) => source === "own") ? t("Places to choose from") : t("Your places")
      }
      className="flex flex-wrap gap-2"
    >
      {known.slice(0, MOST).map((place) => {
        const Icon = place.source === "saved" ? Star : place.source === "own" ? MapPin : History;
        return (
          <li className="max-w-full" key={place.id}>
            <button
              className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line-strong/50 bg-surface-raised px-4 text-sm transition hover:border-line-strong"
              onClick={() => onPlace(place)}
              type="button"
            >
              <Icon aria-hidden="true" className="shrink-0 text-ink-faint" size={16} />
              <span className="truncate">{place.label ?? place.name}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
