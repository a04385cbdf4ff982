/**
 * The stops on the way, told by the log: with the passenger on board the driver reaches each in its order
 * and leaves it, or skips it with a reason. The trip's state stays the same. What is logged for a
 * stop remains; the next thing to do is always one, until all stops are behind.
 */
import type { ReservationEvent } from "../event-contract";
import type { StopAction } from "./stop-contract";

/** What of a log decides where a trip is among its stops. */
export type StopEvent = { at: string; reason: string; event: ReservationEvent };

/** The state of a stop. */
export type StopVisit = {
  standing: "ahead" | "here" | "left" | "skipped";
  arrivedAt: string | null;
  leftAt: string | null;
  /** Why it was skipped. */
  reason: string;
};

/** The state of each of `count` stops, by the log in its order. */
export function stopVisits(count: number, log: readonly StopEvent[]): StopVisit[] {
  const visits = Array.from({ length: count }, (): StopVisit => ({
    standing: "ahead",
    arrivedAt: null,
    leftAt: null,
    reason: "",
  }));
  for (const { at, reason, event } of log) {
    if (event.kind !== "stop_visited") continue;
    const { stop, stopNumber } = event;
    const visit = visits[stopNumber - 1];
    if (!visit) continue;
    visit.standing = stop === "arrived" ? "here" : stop;
    if (stop === "arrived") visit.arrivedAt = at;
    else if (stop === "left") visit.leftAt = at;
    else visit.reason = reason;
  }
  return visits;
}

/** The stop that the driver is at or goes to next, counted from 1; null once all are behind. */
export function currentStop(visits: readonly StopVisit[]): number | null {
  const at = visits.findIndex(({ standing }) => standing === "ahead" || standing === "here");
  return at < 0 ? null : at + 1;
}

/** Whether this comes next: a stop is left after it was reached, and skipped before. */
export function canAct(visits: readonly StopVisit[], { stop, action }: StopAction): boolean {
  if (stop !== currentStop(visits)) return false;
  return (visits[stop - 1]?.standing === "here") === (action === "left");
}
