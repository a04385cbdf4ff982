/** Labels of the driver's screens. */
import type { ReservationState } from "../../src/reservations/contract";
import type { nextStep } from "../../src/reservations/rules";
import type { StopAct } from "../../src/reservations/waiting/stop-contract";

/** A step that a driver takes with the main button, or a no-show. */
export type Step = NonNullable<ReturnType<typeof nextStep>> | "no_show";

/** The label of the button for each step. */
export const stepWords: Record<Step, string> = {
  en_route: "Start driving to pickup",
  on_location: "I have arrived",
  passenger_on_board: "Passenger on board",
  completed: "Complete trip",
  no_show: "Report a no-show",
};

/** The label of the button for a stop. */
export function stopWords({ stop, action }: StopAct): string {
  const words = { arrived: "Arrived at stop", left: "Leave stop", skipped: "Skip stop" };
  return `${words[action]} ${stop}`;
}

/** What each state means for the driver. */
export const stateSentence: Record<ReservationState, string> = {
  quote: "This trip is not booked yet.",
  pending: "Dispatch has not confirmed this trip.",
  confirmed: "Dispatch has unassigned you from this trip.",
  offered: "Dispatch is offering you this trip.",
  assigned: "This trip is yours.",
  en_route: "You are on the way to the pickup.",
  on_location: "You are at the pickup.",
  passenger_on_board: "Your passenger is on board.",
  completed: "This trip is completed.",
  settled: "This trip is completed and settled.",
  cancelled: "This trip was cancelled.",
  no_show: "The passenger did not show up.",
  rejected: "This trip was rejected.",
};
