/**
 * When there is a receipt: once the trip has ended and costs something. A completed trip costs its fare; a
 * free cancellation, or a rejected trip, has no receipt.
 */
import type { ReservationState } from "../contract";

/** The price of a trip that has ended, in minor units; null without a receipt. */
export function receiptTotal(trip: {
  state: ReservationState;
  fareMinor: number;
  cancellationFeeMinor: number | null;
}): number | null {
  if (trip.state === "completed" || trip.state === "settled") return trip.fareMinor;
  const isEnded = trip.state === "cancelled" || trip.state === "no_show";
  return isEnded && (trip.cancellationFeeMinor ?? 0) > 0 ? trip.cancellationFeeMinor : null;
}
