/**
 * Derives the states of the stops from the log. With the passenger on board, the driver reaches each stop in order and
 * leaves it, or skips it with a reason. The trip's state stays the same. Log entries about a stop are permanent. There
 * is always exactly one next action, until all stops are done.
 */
import type { ReservationEvent } from "../event-contract";
import type { StopAction } from "./stop-contract";

/** The facts of a log entry that decide the state of a stop. */
export type StopEvent = { at: string; reason: string; event: ReservationEvent };

/** The state of a stop. */
export type StopVisit = {
  standing: "ahead" | "here" | "left" | "skipped";
  arrivedAt: string | null;
  leftAt: string | null;
  /** Why it was skipped. */
  reason: string;
};

/** Returns the state of each of `count` stops, from the log in its order. */
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

/** Returns the stop at which the driver is or which comes next, counted from 1. Null when all are done. */
export function currentStopNumber(visits: readonly StopVisit[]): number | null {
  const at = visits.findIndex(({ standing }) => standing === "ahead" || standing === "here");
  return at < 0 ? null : at + 1;
}

/** Whether an action is the next one: a stop is left after it was reached, and skipped before. */
export function canAct(visits: readonly StopVisit[], { stop, action }: StopAction): boolean {
  if (stop !== currentStopNumber(visits)) return false;
  return (visits[stop - 1]?.standing === "here") === (action === "left");
}
