/** What an affiliate gets for a trip, and whether their insurance covers it. */
import { basisPoints, share } from "../fares/money-rules";
import type { ReservationState } from "../reservations/contract";
import type { FarmOutState, RateKind } from "./contract";

/** What a trip costs by the rate of an affiliate: `listMinor` where that is by the price list. */
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
 * Whether the affiliate gets what was agreed for a trip that they had accepted: it was driven, or nobody came. One
 * that is cancelled or goes back to dispatch costs nothing.
 */
export function isOwedToAffiliate(state: ReservationState): boolean {
  return state === "completed" || state === "settled" || state === "no_show";
}

/**
 * What their Livery bills beyond what was agreed, as the whole amount: dispatch agrees, or calls them. Null where it
 * bills no more.
 */
export function proposedMinor(farmOut: {
  state: FarmOutState;
  costMinor: number;
  feeMinor: number | null;
  peerMinor: number | null;
}): number | null {
  const { state, costMinor, feeMinor, peerMinor } = farmOut;
  // One that nobody has accepted yet is declined.
  if (state === "open" || peerMinor === null) return null;
  return peerMinor > (state === "accepted" ? costMinor : (feeMinor ?? 0)) ? peerMinor : null;
}
