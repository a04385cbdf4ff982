import type { ReactNode } from "react";
import { useWords } from "../words/use-words";

type Place = { name: ReactNode; detail?: ReactNode };

/**
 * A route with its places: pickup, stops and drop-off, with a line between them. The style sheet (`.route`) draws marks
 * and line, because they would be half the markup of a list of trips.
 */
export function RouteLine({
  pickup,
  dropoff,
  stops = [],
  dense,
}: {
  pickup: Place;
  dropoff: Place;
  /** The stops between the two, in travel order. */
  stops?: readonly Place[];
  dense?: boolean;
}) {
  const t = useWords();
  const places = [
    { words: t.in("a place", "From"), stop: pickup },
    ...stops.map((stop, at) => ({
      words: stops.length > 1 ? t("Stop {n}", { n: at + 1 }) : t("Stop"),
      stop,
    })),
    { words: t.in("a place", "To"), stop: dropoff },
  ];
  return (
    <ol className={dense ? "route text-sm" : "route"}>
      {places.map(({ words, stop }) => (
        <li key={words}>
          <i>{`${words}: `}</i>
          {stop.name}
          {stop.detail && <p>{stop.detail}</p>}
        </li>
      ))}
    </ol>
  );
}
