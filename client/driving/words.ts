/** Labels of the driver's screens. */
import type { ReservationState } from "../../src/reservations/contract";
import type { nextStep } from "../../src/reservations/rules";
import type { StopAction } from "../../src/reservations/waiting/stop-contract";
import { stateBadges } from "../ui/state-badge";
import { type Phrase, phrase, type Say } from "../words/words";

/** A step that a driver takes with the main button, or a no-show. */
export type Step = NonNullable<ReturnType<typeof nextStep>> | "no_show";

/** The label of the button for each step. */
export const stepWords: Record<Step, Phrase> = {
  en_route: phrase("Start driving to pickup"),
  on_location: phrase("I have arrived"),
  passenger_on_board: phrase("Passenger on board"),
  completed: phrase("Complete trip"),
  no_show: phrase("Report a no-show"),
};

/** Returns the label of the button for a stop. */
export function stopActionWords({ stop, action }: StopAction, t: Say): string {
  if (action === "arrived") return t("Arrived at stop {stop}", { stop });
  return action === "left" ? t("Leave stop {stop}", { stop }) : t("Skip stop {stop}", { stop });
}

/** What each state means for the driver. */
export const stateSentences: Record<ReservationState, Phrase> = {
  quote: phrase("This trip is not booked yet."),
  pending: phrase("Dispatch has not confirmed this trip."),
  confirmed: phrase("Dispatch has unassigned you from this trip."),
  offered: phrase("Dispatch is offering you this trip."),
  assigned: phrase("This trip is yours."),
  en_route: phrase("You are on the way to the pickup."),
  on_location: phrase("You are at the pickup."),
  passenger_on_board: phrase("Your passenger is on board."),
  completed: phrase("This trip is completed."),
  settled: phrase("This trip is completed and settled."),
  cancelled: phrase("This trip was cancelled."),
  no_show: phrase("The passenger did not show up."),
  rejected: phrase("This trip was rejected."),
};

/** Returns the message that a trip is in another state than the screen showed. */
export function stateChangeText({ state }: { state: ReservationState }, t: Say): string {
  const status = t.known(stateBadges[state].words, "a trip");
  return t("This trip has changed. Its status is now: {status}.", { status });
}
