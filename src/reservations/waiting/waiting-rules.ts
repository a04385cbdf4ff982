/**
 * How long somebody waits for the passenger of a trip, and what that costs, by the trip as its reader has
 * it. The times are those of the log and the price is that of the fare rules: what is shown while the
 * driver waits is what is charged when the trip ends.
 */
import type { WaitTerms } from "../../fares/contract";
import { sumOf } from "../../fares/money-rules";
import {
  type ArrivalFacts,
  chargedMinutes,
  passengerOutsideAt,
  waitLines,
  waitStartOf,
} from "../../fares/wait-rules";
import type { Reservation, ReservationState } from "../contract";

/** A wait that is running or has ended; times in ms UTC. */
export type WaitingTime = ReturnType<typeof waitStartOf> & {
  arrivedAt: number;
  terms: WaitTerms;
  /** When the passenger got in; null while the driver waits. */
  endedAt: number | null;
  /** Minutes that are charged and what they cost with their tax, had the waiting ended at `at`. */
  waitingCostAt: (at: number) => { minutes: number; costMinor: number };
};

/** The waiting of a trip; null before the driver has arrived and where its prices are not known. */
export function waitingOf(trip: Reservation): WaitingTime | null {
  const { waitTerms: terms, serviceType } = trip;
  const arrivedAt = lastStepAt(trip, "on_location");
  if (!terms || arrivedAt === null) return null;
  const facts: ArrivalFacts = {
    serviceType,
    pickupAt: Date.parse(trip.pickupAt),
    arrivedAt,
    landedAt: passengerOutsideAt(
      trip.landedAt === null ? null : Date.parse(trip.landedAt),
      trip.minutesAfterLanding,
    ),
  };
  const start = waitStartOf(terms, facts);
  return {
    ...start,
    arrivedAt,
    terms,
    endedAt: trip.state === "on_location" ? null : lastStepAt(trip, "passenger_on_board"),
    waitingCostAt: (at) => ({
      minutes: chargedMinutes(start.chargedFrom, at),
      costMinor: sumOf(waitLines(terms, { ...facts, onBoardAt: at })),
    }),
  };
}

/** When a trip last came into a state; what was noted while it stayed there is no step. */
function lastStepAt({ timeline }: Reservation, state: ReservationState): number | null {
  const step = timeline.findLast(({ from, to }) => to === state && from !== to);
  return step ? Date.parse(step.at) : null;
}
