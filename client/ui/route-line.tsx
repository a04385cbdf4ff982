import type { ReactNode } from "react";

/** From here to there: two places with the line between them. */
export function RouteLine({
  pickup,
  dropoff,
  dense,
}: {
  pickup: { name: ReactNode; detail?: ReactNode };
  dropoff: { name: ReactNode; detail?: ReactNode };
  dense?: boolean;
}) {
  const stops = [
    { words: "From", stop: pickup, mark: "rounded-full border-2 border-accent-text" },
    { words: "To", stop: dropoff, mark: "rounded-[3px] bg-accent-text" },
  ];
  return (
    <ol className={dense ? "text-sm" : ""}>
      {stops.map(({ words, stop, mark }) => (
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
