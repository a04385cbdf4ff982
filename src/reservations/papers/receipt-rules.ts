/**
 * Decides when a trip has a receipt: once it is completed, or if its cancellation or no-show has a fee. A completed
 * trip costs its fare. A free cancellation or a rejected trip has no receipt.
 */
import type { ReservationState } from "../contract";

/** Returns the price of an ended trip, in minor units. Null without a receipt. */
export function receiptTotal(trip: {
  state: ReservationState;
  fareMinor: number;
  cancellationFeeMinor: number | null;
}): number | null {
  if (trip.state === "completed" || trip.state === "settled") return trip.fareMinor;
  const isEnded = trip.state === "cancelled" || trip.state === "no_show";
  return isEnded && (trip.cancellationFeeMinor ?? 0) > 0 ? trip.cancellationFeeMinor : null;
}
