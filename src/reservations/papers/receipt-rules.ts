/**
 * When there is a receipt: once the trip is over and costs something. A trip that was driven costs
 * its fare; one that was called off in time, or declined, costs nothing and has none.
 */
import type { ReservationState } from "../contract";

/** What a trip that is over costs, in minor units; null while, and where, there is no receipt. */
export function receiptTotal(trip: {
  state: ReservationState;
  fareMinor: number;
  cancellationFeeMinor: number | null;
}): number | null {
  if (trip.state === "completed" || trip.state === "settled") return trip.fareMinor;
  const ended = trip.state === "cancelled" || trip.state === "no_show";
  return ended && (trip.cancellationFeeMinor ?? 0) > 0 ? trip.cancellationFeeMinor : null;
}
