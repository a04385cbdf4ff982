import type { ReactNode } from "react";

type Place = { name: ReactNode; detail?: ReactNode };

/** From here to there by way of the stops: places with the line between them. */
export function RouteLine({
  pickup,
  dropoff,
  stops = [],
  dense,
}: {
  pickup: Place;
  dropoff: Place;
  /** Between the two, in the order of the way. */
  stops?: readonly Place[];
  dense?: boolean;
}) {
  const places: { words: string; stop: Place; mark: string }[] = [
    { words: "From", stop: pickup, mark: "rounded-full border-2 border-accent-text" },
    ...stops.map((stop, at) => ({
      words: stops.length > 1 ? `Stop ${at + 1}` : "Stop",
      stop,
      mark: "scale-75 rounded-full bg-line-strong",
    })),
    { words: "To", stop: dropoff, mark: "rounded-[3px] bg-accent-text" },
  ];
  return (
    <ol className={dense ? "text-sm" : ""}>
      {places.map(({ words, stop, mark }) => (
        <li className="group relative flex gap-3 pb-3 last:pb-0" key={words}>
          <span
            aria-hidden="true"
            className="absolute start-[5px] top-5 -bottom-1 w-0.5 bg-line-strong/50 group-last:hidden"
          />
          <span aria-hidden="true" className={`mt-1.5 size-3 shrink-0 ${mark}`} />
          <span className="min-w-0">
            <span className="sr-only">{words}: </span>
            <span className="block font-medium">{stop.name}</span>
            {stop.detail && <span className="block text-ink-muted text-sm">{stop.detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
