/**
 * The one rule for the amount due, for server, screens and papers. A trip costs its fare, of which tips and expenses
 * are lines, or its fee once it is cancelled. Payments minus refunds are deducted, then the waived amount, which never
 * lowers the amount due below zero. Amounts billed to a company are not due here.
 */
import type { Payment as PayingBy, ReservationState } from "../reservations/contract";

/** The fields of a trip that decide its cost. */
type PricedAmounts = {
  state: ReservationState;
  fareMinor: number;
  cancellationFeeMinor: number | null;
};

/** The fields of a trip that decide its amount due. */
export type PayableTrip = PricedAmounts & {
  payment: PayingBy;
  paidMinor: number;
  waivedMinor: number;
};

/** Returns what a trip costs now: its fare, or its fee once it is cancelled. */
export function costOf(trip: PricedAmounts): number {
  const isUndriven = ["cancelled", "no_show", "rejected"].includes(trip.state);
  return isUndriven ? (trip.cancellationFeeMinor ?? 0) : trip.fareMinor;
}

/** Returns what a rider owes for a trip, in minor units. Negative if a refund is owed, 0 if a company is billed. */
export function amountDue(trip: PayableTrip): number {
  const { payment, paidMinor, waivedMinor } = trip;
  const openMinor = (payment === "account" ? 0 : costOf(trip)) - paidMinor;
  return openMinor > 0 ? Math.max(0, openMinor - Math.max(0, waivedMinor)) : openMinor;
}
