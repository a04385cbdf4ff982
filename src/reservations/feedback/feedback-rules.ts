/**
 * What comes after a trip: how it was, and a tip.
 *
 * A trip that was driven can be rated for 30 days, and the rating changed for 7 days from when it was
 * given. A tip can be given, changed and removed for 7 days, while the trip is not settled: it is a line
 * of its own after all that was agreed, and follows the payment of the trip. A tip can also be paid online,
 * by a link: it is another line from when it has arrived, and stays. A tip is at most twice what the ride
 * cost. Drivers learn the average of their last 100 ratings, from 5 on. A rating of 2 or 1 waits for
 * dispatch to look at it.
 */
import type { FareLine } from "../../fares/contract";
import { basisPoints, share, sumOf } from "../../fares/money-rules";
import type { TipRefusal } from "./feedback-contract";
import type { Payment, ReservationState } from "../contract";

const DAY_MS = 86_400_000;

const RATABLE_DAYS = 30;
const RATING_CHANGEABLE_DAYS = 7;
const TIP_CHANGEABLE_DAYS = 7;
/** At or below, dispatch has a look. */
export const LOW_RATING_STARS = 2;
/** A driver's average is of so many at most, and of so many at least. */
export const RATINGS_IN_AVERAGE = 100;
const MIN_RATINGS_FOR_AVERAGE = 5;
/** What is offered where the prices of the trip offer nothing. */
const TIP_PERCENTS: readonly number[] = [10, 15, 20];
const MAX_TIP_FACTOR = 2;

/** Until when (ms) a trip can be rated, or its rating changed; null when it cannot at `now`. */
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

/** Why no tip can be given, changed or removed now; null when it can. */
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

/** Whether a tip that is paid online can become part of a trip's price: it was driven, and no company is billed. */
export function acceptsTip({
  state,
  payment,
}: {
  state: ReservationState;
  payment: Payment;
}): boolean {
  return (state === "completed" || state === "settled") && payment !== "account";
}

/** Until when (ms) a tip can be paid online; null when it cannot at `now`. */
export function tippableUntil(trip: Parameters<typeof tipRefusal>[0], now: number): number | null {
  const until = (trip.endedAt ?? 0) + TIP_CHANGEABLE_DAYS * DAY_MS;
  return acceptsTip(trip) && now < until && maxTipMinor(trip.lines) > 0 ? until : null;
}

/** The highest tip: twice what the ride costs before tax, discounts and gratuity, as it was agreed or corrected. */
export function maxTipMinor(lines: readonly FareLine[]): number {
  return MAX_TIP_FACTOR * Math.max(0, sumOf(lines.filter(isRideLine).filter(isCharged)));
}

const isRideLine = ({ kind }: FareLine) => !["tax", "gratuity", "tip", "expense"].includes(kind);
const isCharged = ({ kind, amountMinor }: FareLine) =>
  amountMinor > 0 || kind === "correction" || kind === "agreed_price";

/** What to offer: percentages of what the ride cost before tax and gratuity, each rounded once. */
export function tipChoices(
  lines: readonly FareLine[],
  percents: readonly number[],
): { percent: number; tipMinor: number }[] {
  const rideMinor = sumOf(lines.filter(isRideLine));
  const offered = percents.length > 0 ? percents : TIP_PERCENTS;
  return [...offered]
    .sort((a, b) => a - b)
    .map((percent) => ({
      percent,
      tipMinor: share(Math.max(0, rideMinor), basisPoints(percent), 10_000),
    }))
    .filter(({ tipMinor }) => tipMinor > 0);
}

const isPaidTip = (line: FareLine) => line.kind === "tip" && line.params.payment === "online";

/** The lines with another tip in place of the earlier one; all others stay, and so does a tip that was paid online. */
export function withTip(
  lines: readonly FareLine[],
  tipMinor: number,
  payment: Payment,
): FareLine[] {
  const agreedLines = lines.filter((line) => line.kind !== "tip" || isPaidTip(line));
  if (tipMinor === 0) return agreedLines;
  return [...agreedLines, { kind: "tip", params: { payment }, amountMinor: tipMinor }];
}

/** The lines with a tip that was paid online, beside others. */
export function withPaidTip(lines: readonly FareLine[], tipMinor: number): FareLine[] {
  const amountMinor = paidTipOf(lines) + tipMinor;
  const others = lines.filter((line) => !isPaidTip(line));
  return [...others, { kind: "tip", params: { payment: "online" }, amountMinor }];
}

/** The lines with the tip that was paid online lowered by an amount, and without it where nothing is left. */
export function withoutPaidTip(lines: readonly FareLine[], paidTipMinor: number): FareLine[] {
  return lines.flatMap((line) => {
    if (!isPaidTip(line)) return [line];
    const amountMinor = line.amountMinor - paidTipMinor;
    return amountMinor > 0 ? [{ ...line, amountMinor }] : [];
  });
}

/** The tips given after the trip. */
export function tipOf(lines: readonly FareLine[]): number {
  return sumOf(lines.filter(({ kind }) => kind === "tip"));
}

/** The part of them that was paid online. */
export function paidTipOf(lines: readonly FareLine[]): number {
  return sumOf(lines.filter(isPaidTip));
}

/** The gratuity that was agreed before the trip. */
export function gratuityOf(lines: readonly FareLine[]): number {
  return sumOf(lines.filter(({ kind }) => kind === "gratuity"));
}

/** What a driver may know of the newest ratings: the mean with two decimals, or that they are few. */
export function averageStars(starsNewestFirst: readonly number[]): {
  average: number | null;
  count: number;
} {
  const latestRatings = starsNewestFirst.slice(0, RATINGS_IN_AVERAGE);
  const count = latestRatings.length;
  if (count < MIN_RATINGS_FOR_AVERAGE) return { average: null, count };
  const sum = latestRatings.reduce((total, stars) => total + stars, 0);
  return { average: Math.round((sum * 100) / count) / 100, count };
}
