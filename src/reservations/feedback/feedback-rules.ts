/**
 * The rules for ratings and tips after a trip.
 *
 * A driven trip can be rated for 30 days, and the rating changed for 7 days after it was given. A tip can be given,
 * changed and removed for 7 days, while the trip is not settled. It is a separate line after the agreed price and is
 * paid in the same way as the trip. A tip can also be paid online, by a link. It becomes another line when the payment
 * arrives, and cannot be changed. A tip is at most twice the price of the ride. Drivers see the average of their last
 * 100 ratings, from 5 on. Dispatch looks at ratings of 1 or 2.
 */
import type { FareLine } from "../../fares/contract";
import { basisPoints, share, sumOf } from "../../fares/money-rules";
import type { TipRefusal } from "./feedback-contract";
import type { Payment, ReservationState } from "../contract";

const DAY_MS = 86_400_000;

const RATABLE_DAYS = 30;
const RATING_CHANGEABLE_DAYS = 7;
const TIP_CHANGEABLE_DAYS = 7;
/** Dispatch looks at ratings of this many stars or fewer. */
export const LOW_RATING_STARS = 2;
/** The most and the fewest ratings in a driver's average. */
export const MAX_RATINGS_IN_AVERAGE = 100;
const MIN_RATINGS_FOR_AVERAGE = 5;
/** The suggested percentages if the trip's price list has none. */
const TIP_PERCENTS: readonly number[] = [10, 15, 20];
const MAX_TIP_FACTOR = 2;

/** Returns until when (ms) a trip can be rated, or its rating changed. Null if it cannot at `now`. */
export function ratableUntil(
  trip: { state: ReservationState; endedAt: number | null },
  ratedAt: number | null,
  now: number,
): number | null {
  if ((trip.state !== "completed" && trip.state !== "settled") || trip.endedAt === null)
    return null;
  const until =
    ratedAt === null
      ? trip.endedAt + RATABLE_DAYS * DAY_MS
      : ratedAt + RATING_CHANGEABLE_DAYS * DAY_MS;
  return now < until ? until : null;
}

/** Returns why no tip can be given, changed or removed now. Null if it can. */
export function tipRefusal(
  trip: {
    state: ReservationState;
    endedAt: number | null;
    payment: Payment;
    lines: readonly FareLine[];
  },
  now: number,
  allowsTipsOnAccount: boolean,
): TipRefusal | null {
  if (trip.state === "settled") return "settled";
  if (trip.state !== "completed" || trip.endedAt === null) return "not_over";
  if (now >= trip.endedAt + TIP_CHANGEABLE_DAYS * DAY_MS) return "too_late";
  if (trip.payment === "account" && !allowsTipsOnAccount) return "not_on_account";
  return maxTipMinor(trip.lines) > 0 ? null : "no_fare";
}

/** Whether a tip paid online can be added to a trip's price: the trip was driven, and no company is billed. */
export function acceptsTip({
  state,
  payment,
}: {
  state: ReservationState;
  payment: Payment;
}): boolean {
  return (state === "completed" || state === "settled") && payment !== "account";
}

/** Returns until when (ms) a tip can be paid online. Null if it cannot at `now`. */
export function tippableUntil(trip: Parameters<typeof tipRefusal>[0], now: number): number | null {
  const until = (trip.endedAt ?? 0) + TIP_CHANGEABLE_DAYS * DAY_MS;
  return acceptsTip(trip) && now < until && maxTipMinor(trip.lines) > 0 ? until : null;
}

/** Returns the highest tip: twice the price of the ride, as agreed or corrected, before tax, discounts and gratuity. */
export function maxTipMinor(lines: readonly FareLine[]): number {
  return MAX_TIP_FACTOR * Math.max(0, sumOf(lines.filter(isRideLine).filter(isCharged)));
}

const isRideLine = ({ kind }: FareLine) => !["tax", "gratuity", "tip", "expense"].includes(kind);
const isCharged = ({ kind, amountMinor }: FareLine) =>
  amountMinor > 0 || kind === "correction" || kind === "agreed_price";

/** Returns the suggested tips: percentages of the price of the ride before tax and gratuity, each rounded once. */
export function tipChoices(
  lines: readonly FareLine[],
  percents: readonly number[],
): { percent: number; tipMinor: number }[] {
  const rideMinor = sumOf(lines.filter(isRideLine));
  const offeredPercents = percents.length > 0 ? percents : TIP_PERCENTS;
  return [...offeredPercents]
    .sort((a, b) => a - b)
    .map((percent) => ({
      percent,
      tipMinor: share(Math.max(0, rideMinor), basisPoints(percent), 10_000),
    }))
    .filter(({ tipMinor }) => tipMinor > 0);
}

const isPaidTip = (line: FareLine) => line.kind === "tip" && line.params.payment === "online";

/**
 * Returns the lines with a tip in place of the earlier one. All other lines stay, including a tip that was paid online.
 */
export function withTip(
  lines: readonly FareLine[],
  tipMinor: number,
  payment: Payment,
): FareLine[] {
  const otherLines = lines.filter((line) => line.kind !== "tip" || isPaidTip(line));
  if (tipMinor === 0) return otherLines;
  return [...otherLines, { kind: "tip", params: { payment }, amountMinor: tipMinor }];
}

/** Returns the lines with a tip that was paid online added to earlier ones. */
export function withPaidTip(lines: readonly FareLine[], tipMinor: number): FareLine[] {
  const amountMinor = paidTipOf(lines) + tipMinor;
  const others = lines.filter((line) => !isPaidTip(line));
  return [...others, { kind: "tip", params: { payment: "online" }, amountMinor }];
}

/** Returns the lines with the tip paid online reduced by an amount. Removes the line if nothing is left. */
export function withReducedPaidTip(lines: readonly FareLine[], reductionMinor: number): FareLine[] {
  return lines.flatMap((line) => {
    if (!isPaidTip(line)) return [line];
    const amountMinor = line.amountMinor - reductionMinor;
    return amountMinor > 0 ? [{ ...line, amountMinor }] : [];
  });
}

/** Returns the sum of the tips given after the trip. */
export function tipOf(lines: readonly FareLine[]): number {
  return sumOf(lines.filter(({ kind }) => kind === "tip"));
}

/** Returns the part of the tips that was paid online. */
export function paidTipOf(lines: readonly FareLine[]): number {
  return sumOf(lines.filter(isPaidTip));
}

/** Returns the gratuity that was agreed before the trip. */
export function gratuityOf(lines: readonly FareLine[]): number {
  return sumOf(lines.filter(({ kind }) => kind === "gratuity"));
}

/**
 * Returns the average of the newest ratings with two decimals, and their number. The average is null if there are too
 * few.
 */
export function averageStars(starsNewestFirst: readonly number[]): {
  average: number | null;
  count: number;
} {
  const latestRatings = starsNewestFirst.slice(0, MAX_RATINGS_IN_AVERAGE);
  const count = latestRatings.length;
  if (count < MIN_RATINGS_FOR_AVERAGE) return { average: null, count };
  const sum = latestRatings.reduce((total, stars) => total + stars, 0);
  return { average: Math.round((sum * 100) / count) / 100, count };
}
