import type { CandidateDriver } from "../../src/dispatch/contract";
import { driverName } from "../office/words";

const rankingPartNames: Record<CandidateDriver["points"][number]["part"], string> = {
  near: "Distance",
  free: "Time between trips",
  time: "Hours and preferences",
  share: "Fair share",
  rating: "Rating",
  car: "Vehicle",
};

/** Explains a driver's rank: each part of the score with its text. */
export function RankingBreakdown({
  candidate,
  rank,
}: {
  candidate: CandidateDriver;
  /** The rank, which is 1 for the best available driver. */
  rank: number;
}) {
  const name = driverName(candidate.driver);
  return (
    <section
      aria-label={`Why ${name} is number ${rank}`}
      className="rounded-md bg-surface-sunken px-3 py-2.5 text-sm"
    >
      <p className="flex items-baseline justify-between gap-3 font-medium">
        <span className="min-w-0 truncate">
          {`${name}: number ${rank} of the available drivers`}
        </span>
        <span className="whitespace-nowrap tabular-nums">{`${candidate.score} of 100 points`}</span>
      </p>
      <dl className="mt-1.5 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {candidate.points.map(({ part, points, of, text }) => (
          <div className="flex items-baseline justify-between gap-3 text-xs" key={part}>
            <dt className="min-w-0">
              <span className="text-ink-muted">{rankingPartNames[part]}: </span>
              {text}
            </dt>
            <dd className="whitespace-nowrap text-ink-muted tabular-nums">
              {points}/{of}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
