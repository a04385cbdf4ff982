/**
 * What it costs not to ride. Before the driver is on the way the tier of the notice holds, nothing
 * is owed in the first minutes after booking; on the way, and when nobody comes, a fee of its own.
 * No fee is above the fare. Of a fee the driver gets the share that the tier says.
 */
import type { CancellationFee, FareLine, FeeSchedule } from "./contract";
import { durationText, amountOf, basisPoints, percentText, share } from "./money-rules";

/** A fee with its reason; `line` is null when nothing is owed. */
export type FeeDecision = { feeMinor: number; driverShareMinor: number; line: FareLine | null };

/** What a fee is decided on: times in ms UTC, the fare as agreed. */
type CancelledTrip = {
  bookedAt: number;
  pickupAt: number;
  fareMinor: number;
  /** The driver has set off. */
  onTheWay: boolean;
};

const free: FeeDecision = { feeMinor: 0, driverShareMinor: 0, line: null };

/** What a cancellation at `now` costs. */
export function cancellationFee(
  schedule: FeeSchedule,
  trip: CancelledTrip,
  now: number,
): FeeDecision {
  const { tiers, onTheWay, freeAfterBookingMinutes } = schedule.cancellation;
  if (trip.onTheWay) return decide(onTheWay, trip.fareMinor, "the driver was on the way");
  if (now < trip.bookedAt + freeAfterBookingMinutes * 60_000) return free;
  const notice = Math.max(0, trip.pickupAt - now);
  const reached = [...tiers]
    .sort((a, b) => b.noticeMinutes - a.noticeMinutes)
    .find(({ noticeMinutes }) => notice >= noticeMinutes * 60_000);
  if (!reached) return free;
  const above = tiers
    .map(({ noticeMinutes }) => noticeMinutes)
    .filter((minutes) => minutes > reached.noticeMinutes);
  const reason =
    above.length > 0
      ? `less than ${durationText(Math.min(...above))} before the pickup`
      : "before the pickup";
  return decide(reached, trip.fareMinor, reason);
}

/** The least notice, in minutes, from which on cancelling is free; null when it never is. */
export function freeNotice({ cancellation: { tiers } }: FeeSchedule): number | null {
  const costs = tiers.filter(
    ({ fee }) => (fee.kind === "fixed" ? fee.amountMinor : fee.percent) > 0,
  );
  const dearest = Math.max(-1, ...costs.map(({ noticeMinutes }) => noticeMinutes));
  const free = tiers.map(({ noticeMinutes }) => noticeMinutes).filter((n) => n > dearest);
  return free.length > 0 ? Math.min(...free) : null;
}

/** What it costs when nobody comes. */
export function noShowFee(schedule: FeeSchedule, fareMinor: number): FeeDecision {
  return decide(schedule.cancellation.noShow, fareMinor, "", "no_show");
}

function decide(
  { fee, driverSharePercent }: CancellationFee,
  fareMinor: number,
  reason: string,
  kind: "cancellation" | "no_show" = "cancellation",
): FeeDecision {
  const feeMinor = Math.min(amountOf(fee, fareMinor), fareMinor);
  if (feeMinor === 0) return free;
  const of =
    fee.kind === "percent"
      ? `${percentText(fee.percent)} of the fare`
      : feeMinor < fee.amountMinor
        ? "at most the fare"
        : "";
  return {
    feeMinor,
    driverShareMinor: share(feeMinor, basisPoints(driverSharePercent), 10_000),
    line: {
      kind,
      label: kind === "no_show" ? "No-show fee" : "Cancellation fee",
      detail: [reason, of].filter((part) => part !== "").join(", "),
      amountMinor: feeMinor,
      addsUp: true,
    },
  };
}
