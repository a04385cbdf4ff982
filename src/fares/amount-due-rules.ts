/**
 * The one rule of what is due, for server, screens and papers. A trip costs its fare (tips and expenses are lines of
 * it), or its fee once it was cancelled. Payments less refunds count against that, then what was
 * waived, which never makes more than nothing due. What a company is billed for is not due here.
 */
import type { Payment as PayingBy, ReservationState } from "../reservations/contract";

/** What of a trip its price depends on. */
type PricedAmounts = {
  state: ReservationState;
  fareMinor: number;
  cancellationFeeMinor: number | null;
};

/** What of a trip its due amount depends on. */
export type PayableTrip = PricedAmounts & {
  payment: PayingBy;
  paidMinor: number;
  waivedMinor: number;
};

/** What a trip costs now: its fare, or its fee once it was cancelled. */
export function costOf(trip: PricedAmounts): number {
  const isUndriven = ["cancelled", "no_show", "rejected"].includes(trip.state);
  return isUndriven ? (trip.cancellationFeeMinor ?? 0) : trip.fareMinor;
}

/** What a rider owes of a trip, in minor units; below zero when a refund is owed. Nothing where a company is billed. */
export function amountDue(trip: PayableTrip): number {
  const { payment, paidMinor, waivedMinor } = trip;
  const openMinor = (payment === "account" ? 0 : costOf(trip)) - paidMinor;
  return openMinor > 0 ? Math.max(0, openMinor - Math.max(0, waivedMinor)) : openMinor;
}
