/** The words of the driver's screens. */
import type { ReservationState } from "../../src/reservations/contract";
import type { nextStep } from "../../src/reservations/rules";
import type { StopAct } from "../../src/reservations/waiting/stop-contract";

/** A step that a driver takes: the big button's, or giving up on a passenger who did not come. */
export type Step = NonNullable<ReturnType<typeof nextStep>> | "no_show";

/** What the button says that takes the step. */
export const stepWords: Record<Step, string> = {
  en_route: "Start driving to pickup",
  on_location: "I have arrived",
  passenger_on_board: "Passenger on board",
  completed: "Complete trip",
  no_show: "Passenger did not come",
};

/** What the button says that is tapped at a stop on the way. */
export function stopWords({ stop, did }: StopAct): string {
  const words = { arrived: "Arrived at stop", left: "Leave stop", skipped: "Skip stop" };
  return `${words[did]} ${stop}`;
}

/** What a state means for the driver, in a sentence. */
export const stateSentence: Record<ReservationState, string> = {
  quote: "This trip is not booked yet.",
  pending: "Dispatch has not confirmed this trip.",
  confirmed: "Dispatch has taken this trip back.",
  offered: "Dispatch asks whether you take this trip.",
  assigned: "This trip is yours.",
  en_route: "You are on the way to the pickup.",
  on_location: "You are at the pickup.",
  passenger_on_board: "Your passenger is on board.",
  completed: "This trip is completed.",
  settled: "This trip is completed and settled.",
  cancelled: "This trip was cancelled.",
  no_show: "The passenger did not come.",
  rejected: "This trip was rejected.",
};
