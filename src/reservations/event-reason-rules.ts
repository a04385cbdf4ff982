/**
 * The reasons of events, for the timelines of drivers and dispatch. They are in English, and drivers' screens translate
 * them.
 */
import type { WithdrawalReason, ReservationEvent } from "./event-contract";

/** Why a driver lost a trip or an offer. */
export const withdrawalWords: Record<WithdrawalReason, string> = {
  trip_changed: "The trip was changed",
  assigned_to_another: "Assigned to another driver",
  driver_unavailable: "The driver is not available",
  out_of_time:
    "Nobody has taken the trip, and there is no time left. Dispatch has to find a driver.",
};

/** Returns the reason that somebody typed, or that of the event itself. "" if there is neither. */
export function eventReason({
  event,
  reason,
}: {
  event: ReservationEvent;
  reason: string;
}): string {
  switch (event.kind) {
    case "booked":
      return event.repeating ? "A repeating trip" : reason;
    case "unassigned":
      return event.withdrawalReason ? withdrawalWords[event.withdrawalReason] : reason;
    case "boarded":
      if (event.proof === "code") return "With the trip code";
      if (event.proof === "confirmed") return "Without the code: dispatch confirmed the passenger";
      return event.proof === "reason" ? `Without the code: ${reason}` : reason;
    case "boarding_chosen":
      return event.onlyWithCode ? "Boarding only with the code" : "Boarding also without the code";
    case "return_trip_moved":
      return `Trip ${event.trip} was moved to another time`;
    default:
      return reason;
  }
}
