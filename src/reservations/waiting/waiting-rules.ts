/**
 * Calculates how long the driver waits for a passenger and what it costs, from the trip as its reader has it. Times
 * come from the log and prices from the fare rules, so the price shown while the driver waits is the price charged at
 * the end.
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

/** A wait that is running or has ended. Times in ms UTC. */
export type WaitingTime = ReturnType<typeof waitStartOf> & {
  arrivedAt: number;
  terms: WaitTerms;
  /** When the passenger boarded. Null while the driver waits. */
  endedAt: number | null;
  /** Returns the charged minutes and their price with tax, if the wait ended at `at`. */
  waitingCostAt: (at: number) => { minutes: number; costMinor: number };
};

/** Returns the wait of a trip. Null before the driver arrives, or if its prices are unknown. */
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

/** Returns when a trip last entered a state. Events within the state do not count. */
function lastStepAt({ timeline }: Reservation, state: ReservationState): number | null {
  const step = timeline.findLast(({ from, to }) => to === state && from !== to);
  return step ? Date.parse(step.at) : null;
}
