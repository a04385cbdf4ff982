/** Calculates what an affiliate gets for a trip. */
import { basisPoints, share } from "../fares/money-rules";
import type { ReservationState } from "../reservations/contract";
import type { FarmOutState, RateKind } from "./contract";

/** Returns the cost of a trip by an affiliate's rate. `listMinor` gives it if the rate is by the price list. */
export function costByRate(
  rate: { rateKind: RateKind; ratePercent: number; rateMinor: number },
  fareMinor: number,
  listMinor: () => number | null,
): number | null {
  if (rate.rateKind === "price_list") return listMinor();
  return rate.rateKind === "fixed"
    ? rate.rateMinor
    : share(fareMinor, basisPoints(rate.ratePercent), 10_000);
}

/**
 * Returns whether the affiliate gets the agreed amount for a trip that they had accepted: if it was driven, or was a
 * no-show. A trip that is cancelled or returned to dispatch costs nothing.
 */
export function isOwedToAffiliate(state: ReservationState): boolean {
  return state === "completed" || state === "settled" || state === "no_show";
}

/**
 * Returns the whole amount that their Livery bills, if it is above the agreed one: dispatch agrees to it, or calls
 * them. Null otherwise.
 */
export function proposedMinor(farmOut: {
  state: FarmOutState;
  costMinor: number;
  feeMinor: number | null;
  peerMinor: number | null;
}): number | null {
  const { state, costMinor, feeMinor, peerMinor } = farmOut;
  // An offer that is not yet accepted is declined instead.
  if (state === "open" || peerMinor === null) return null;
  return peerMinor > (state === "accepted" ? costMinor : (feeMinor ?? 0)) ? peerMinor : null;
}
