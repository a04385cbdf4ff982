import { Fragment } from "react";
import type { Arrival } from "../../src/tracking/contract";
import { Moment } from "./moment";
import { minutesTo } from "./server-time";
import { RichSentence, useWords } from "../words/use-words";

/** The minutes until the car arrives, in large figures, and the arrival time. */
export function ArrivalCountdown({
  arrival,
  now,
  where,
  timeZone,
}: {
  arrival: Arrival;
  /** Ms UTC. */
  now: number;
  where: "pickup" | "dropoff";
  timeZone: string;
}) {
  const t = useWords();
  const minutes = minutesTo(arrival, now);
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span className="sr-only">{t("Arrives in")} </span>
        {partsOf(minutes).map(({ count, unit }) => (
          <Fragment key={unit}>
            <span className="font-semibold text-2xl tabular-nums">{count}</span>
            <span className="font-medium text-ink-muted text-lg">{unit}</span>
          </Fragment>
        ))}
      </p>
      <p className="mt-1 text-ink-muted">
        <RichSentence
          text={where === "pickup" ? "At the pickup at {time}" : "At the destination at {time}"}
          time={<Moment at={arrival.at} style="time" timeZone={timeZone} />}
        />
        {arrival.estimate && ` ${t("(estimate)")}`}
      </p>
    </div>
  );
}

/** Returns minutes as figures with units, with hours from a hundred minutes on. */
function partsOf(minutes: number): { count: number; unit: string }[] {
  if (minutes < 100) return [{ count: minutes, unit: "min" }];
  return [
    { count: Math.floor(minutes / 60), unit: "h" },
    { count: minutes % 60, unit: "min" },
  ];
}
