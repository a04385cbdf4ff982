/**
 * Calculates the fees of trips that are not driven. Until the driver sets off, the tier of the notice applies, and
 * cancelling is free in the first minutes after booking. Once the driver is on the way, and for a no-show, separate
 * fees apply. No fee is higher than the fare. The driver gets the share that the tier sets.
 */
import type { CancellationFee, FareLine, FeeSchedule, Pay } from "./contract";
import { amountOf, basisPoints, percentOf, share } from "./money-rules";

/** A fee with its reason. `line` is null if nothing is owed. */
export type FeeDecision = { feeMinor: number; driverShareMinor: number; line: FareLine | null };

/** The facts that decide a fee: times in ms UTC, and the agreed fare. */
type CancelledTrip = {
  bookedAt: number;
  pickupAt: number;
  fareMinor: number;
  /** Whether the driver has set off. */
  onTheWay: boolean;
};

const noFee: FeeDecision = { feeMinor: 0, driverShareMinor: 0, line: null };

/** Returns the fee of a cancellation at `now`. */
export function cancellationFee(
  schedule: FeeSchedule,
  trip: CancelledTrip,
  now: number,
): FeeDecision {
  const { tiers, onTheWay, freeAfterBookingMinutes } = schedule.cancellation;
  if (trip.onTheWay)
    return decideFee(onTheWay, trip.fareMinor, { onTheWay: true, underMinutes: null });
  if (now < trip.bookedAt + freeAfterBookingMinutes * 60_000) return noFee;
  const notice = Math.max(0, trip.pickupAt - now);
  const reachedTier = [...tiers]
    .sort((a, b) => b.noticeMinutes - a.noticeMinutes)
    .find(({ noticeMinutes }) => notice >= noticeMinutes * 60_000);
  if (!reachedTier) return noFee;
  const longerNotices = tiers
    .map(({ noticeMinutes }) => noticeMinutes)
    .filter((minutes) => minutes > reachedTier.noticeMinutes);
  const underMinutes = longerNotices.length > 0 ? Math.min(...longerNotices) : null;
  return decideFee(reachedTier, trip.fareMinor, { onTheWay: false, underMinutes });
}

/** Returns the shortest notice, in minutes, with which cancelling is free. Null if it never is. */
export function freeCancellationNoticeMinutes({
  cancellation: { tiers },
}: FeeSchedule): number | null {
  const chargedTiers = tiers.filter(
    ({ fee }) => (fee.kind === "fixed" ? fee.amountMinor : fee.percent) > 0,
  );
  const maxChargedNoticeMinutes = Math.max(
    -1,
    ...chargedTiers.map(({ noticeMinutes }) => noticeMinutes),
  );
  const freeNoticeMinutes = tiers
    .map(({ noticeMinutes }) => noticeMinutes)
    .filter((n) => n > maxChargedNoticeMinutes);
  return freeNoticeMinutes.length > 0 ? Math.min(...freeNoticeMinutes) : null;
}

/** Returns the fee of a no-show. */
export function noShowFee(schedule: FeeSchedule, fareMinor: number): FeeDecision {
  return decideFee(schedule.cancellation.noShow, fareMinor, null);
}

/** Calculates a fee. `when` says when the trip was cancelled, or is null for a no-show. */
function decideFee(
  { fee, driverSharePercent }: CancellationFee,
  fareMinor: number,
  when: { onTheWay: boolean; underMinutes: number | null } | null,
): FeeDecision {
  const feeMinor = Math.min(amountOf(fee, fareMinor), fareMinor);
  if (feeMinor === 0) return noFee;
  const isCapped = fee.kind === "fixed" && feeMinor < fee.amountMinor;
  const params = { percent: percentOf(fee), capped: isCapped };
  return {
    feeMinor,
    driverShareMinor: share(feeMinor, basisPoints(driverSharePercent), 10_000),
    line: when
      ? { kind: "cancellation", params: { ...when, ...params }, amountMinor: feeMinor }
      : { kind: "no_show", params, amountMinor: feeMinor },
  };
}

/** Returns what the driver earns from a trip that was not driven: their share of its fee. */
export function driverPayOfFee(
  currency: string,
  { feeMinor, driverShareMinor, line }: FeeDecision,
): Pay {
  const kind = line?.kind === "no_show" ? "no_show_share" : "cancellation_share";
  const shareLine = { kind, params: { ofMinor: feeMinor }, amountMinor: driverShareMinor } as const;
  return { currency, totalMinor: driverShareMinor, lines: driverShareMinor > 0 ? [shareLine] : [] };
}
