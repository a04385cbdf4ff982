/** Decides which steps of a booking in an affiliate's Livery are new here, and whether its price is acceptable. */
import type { PartnerReservation, ReservationState } from "../../reservations/contract";
import { formatMoney } from "../../settings/money-rules";
import type { FarmOutStep } from "../contract";

/** The note about a booking request whose answer was lost and cannot be had by repeating the request. */
export const BOOKING_UNCERTAIN_TEXT = "The affiliate may have booked the trip. Please call them.";

/** The states of a driven trip, in order. */
const drivingStates = [
  "assigned",
  "en_route",
  "on_location",
  "passenger_on_board",
  "completed",
] as const;

/** Returns the steps from the state of a trip here to its state there, in order. */
export function stepsBetween(
  ourState: ReservationState,
  theirState: ReservationState,
): FarmOutStep[] {
  const steps: readonly ReservationState[] = drivingStates;
  const from = steps.indexOf(ourState);
  if (from < 0) return [];
  const isNoShow = theirState === "no_show";
  const until = steps.indexOf(
    isNoShow ? "on_location" : theirState === "settled" ? "completed" : theirState,
  );
  // All states of `driving` after the first are steps. The first comes with the acceptance.
  const between = steps.slice(from + 1, until + 1) as FarmOutStep[];
  return isNoShow && from <= steps.indexOf("on_location") ? [...between, "no_show"] : between;
}

/** Returns when a booking there took a step (ms UTC); null if its timeline does not say. */
export function stepTakenAt(
  { timeline }: Pick<PartnerReservation, "timeline">,
  to: ReservationState,
): number | null {
  const stepEntry = timeline.findLast((entry) => entry.to === to && entry.from !== to);
  return stepEntry ? Date.parse(stepEntry.at) : null;
}

/** Returns the cost of a booking there: its fare, or its fee if it was not driven. */
export function billedByPeer({
  state,
  fareMinor,
  cancellationFeeMinor,
}: Pick<PartnerReservation, "state" | "fareMinor" | "cancellationFeeMinor">): number {
  if (state === "rejected") return 0;
  return state === "cancelled" || state === "no_show" ? (cancellationFeeMinor ?? 0) : fareMinor;
}

/** Returns why their price exceeds the agreed cost or is in another currency; null if it is acceptable. */
export function priceRefusal(
  { costMinor, currency }: { costMinor: number; currency: string },
  peerMinor: number,
  peerCurrency: string,
): string | null {
  if (peerCurrency !== currency) return `The affiliate’s prices are in ${peerCurrency.slice(0, 3)}`;
  if (peerMinor <= costMinor) return null;
  return `The affiliate’s price is ${formatMoney(peerMinor, currency)}`;
}
