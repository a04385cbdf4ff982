/**
 * What settling a trip again comes to, once it was reopened and costs otherwise: the difference to what it
 * was settled for last is collected or given back by the office, or goes onto the company's next invoice.
 * A driver who took cash holds what they took: the office and the rider are even by themselves.
 */
import type { Payment } from "../contract";
import type { EventOf } from "../event-contract";

/** What of a trip its settlement depends on. */
type SettledTrip = {
  payment: Payment;
  currency: string;
  fareMinor: number;
  /** What it was settled for before it was reopened; null where it never was. */
  settledMinor: number | null;
};

/** By how much it costs otherwise than it was settled for; above zero is to be collected still. */
export function settlementDifference({
  fareMinor,
  settledMinor,
}: Pick<SettledTrip, "fareMinor" | "settledMinor">): number {
  return settledMinor === null ? 0 : fareMinor - settledMinor;
}

/** What the trip's log tells of its settlement: the difference, where there is one. */
export function settlement(trip: SettledTrip): EventOf<"settled"> {
  const kind = "settled";
  const difference = settlementDifference(trip);
  if (difference === 0) return { kind };
  const { payment, currency } = trip;
  if (payment === "account") return { kind, forNextInvoiceMinor: difference, currency };
  return difference > 0
    ? { kind, collectedAfterwardsMinor: difference, currency }
    : { kind, givenBackMinor: -difference, currency };
}

/**
 * What the driver holds stays what they took of the passenger, whatever the trip costs by now: what was due
 * then follows the price. Of a trip that was settled unconfirmed the driver took what it was settled for.
 */
export function withCash(
  trip: SettledTrip & { collectedMinor: number | null; collectedDueMinor: number | null },
  fareMinor: number,
): { collectedMinor: number; collectedDueMinor: number } | null {
  if (trip.payment !== "cash") return null;
  if (trip.collectedMinor === null)
    return trip.settledMinor === null
      ? null
      : { collectedMinor: trip.fareMinor, collectedDueMinor: fareMinor };
  const dueMinor = trip.collectedDueMinor ?? trip.collectedMinor;
  return {
    collectedMinor: trip.collectedMinor,
    collectedDueMinor: dueMinor + fareMinor - trip.fareMinor,
  };
}
