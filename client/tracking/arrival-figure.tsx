import type { Arrival } from "../../src/tracking/contract";
import { Moment } from "../ui/moment";
import { minutesTo } from "./moments";

/** In how many minutes the car is there, large, and at what time. */
export function ArrivalFigure({
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
  const minutes = minutesTo(arrival, now);
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span className="sr-only">Arrives in </span>
        <span className="font-semibold text-2xl tabular-nums">{minutes}</span>
        <span className="font-medium text-ink-muted text-lg">min</span>
      </p>
      <p className="mt-1 text-ink-muted">
        {where === "pickup" ? "At the pickup at " : "At the destination at "}
        <Moment at={arrival.at} style="time" timeZone={timeZone} />
        {arrival.estimate && " (estimate)"}
      </p>
    </div>
  );
}
