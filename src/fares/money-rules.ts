/**
 * How all prices are rounded, and how distances, times and percentages are written.
 *
 * Every line is rounded once, half up and away from zero, to a whole minor unit. Nothing is rounded in between.
 * Distance is billed in tenths of a unit and time in whole minutes, each rounded in the same way before it is
 * multiplied, so that anyone can check a line by hand.
 */
import type { Amount, DistanceUnit, FareLine } from "./contract";

/** Returns `dividend ÷ divisor` for non-negative whole numbers, rounded half up. Exact. */
export function divideHalfUp(dividend: number, divisor: number): number {
  const doubledNumerator = dividend * 2 + divisor;
  if (!Number.isSafeInteger(doubledNumerator) || !Number.isSafeInteger(divisor * 2))
    return Number((BigInt(dividend) * 2n + BigInt(divisor)) / (BigInt(divisor) * 2n));
  // Uses the remainder, because a quotient of floats may round to the next whole number.
  return (doubledNumerator - (doubledNumerator % (divisor * 2))) / (divisor * 2);
}

/** Returns `amount × part ÷ whole` for non-negative whole numbers, rounded once. Exact for any size. */
export function share(amount: number, part: number, whole: number): number {
  const product = amount * part;
  if (Number.isSafeInteger(product * 2 + whole)) return divideHalfUp(product, whole);
  const divisor = BigInt(whole);
  return Number((BigInt(amount) * BigInt(part) * 2n + divisor) / (divisor * 2n));
}

/** Returns a percentage with at most two decimals as a whole number of hundredths: 12.5 becomes 1250. */
export function basisPoints(percent: number): number {
  return Math.round(percent * 100);
}

/** Returns the value of an amount: the fixed amount, or its percentage of `ofMinor`. */
export function amountOf(amount: Amount, ofMinor: number): number {
  return amount.kind === "fixed"
    ? amount.amountMinor
    : share(ofMinor, basisPoints(amount.percent), 10_000);
}

/** Millimetres in a unit, as whole numbers, so that a mile stays exact. */
export const MILLIMETERS_PER_UNIT: Record<DistanceUnit, number> = { km: 1_000_000, mi: 1_609_344 };

/** Converts metres to tenths of a unit, as they are billed. Throws RangeError unless `meters` is a whole number. */
export function billedTenths(meters: number, unit: DistanceUnit): number {
  if (!Number.isSafeInteger(meters)) throw new RangeError("A distance must be whole metres");
  return divideHalfUp(meters * 10_000, MILLIMETERS_PER_UNIT[unit]);
}

/** Converts a schedule's distance, which has at most one decimal, to tenths. */
export function distanceTenths(distance: number): number {
  return Math.round(distance * 10);
}

/** Returns tenths as people write them, such as "12.4" or "3". */
export function tenthsText(tenths: number): string {
  return String(tenths / 10);
}

/** Returns a duration such as "45 min", "2 h", "2 h 30 min" or "3 days". */
export function durationText(minutes: number): string {
  if (minutes >= 2_880 && minutes % 1_440 === 0) return `${minutes / 1_440} days`;
  const hours = Math.floor(minutes / 60);
  return [hours > 0 && `${hours} h`, (minutes % 60 > 0 || hours === 0) && `${minutes % 60} min`]
    .filter(Boolean)
    .join(" ");
}

/** Returns a percentage such as "15 %" or "12.5 %". */
export function percentText(percent: number): string {
  return `${Number(percent.toFixed(2))} %`;
}

/** Returns the percentage of an amount, or null if it is fixed. */
export function percentOf(amount: Amount): number | null {
  return amount.kind === "percent" ? amount.percent : null;
}

/** Whether a line is part of the total. Other lines are only information. */
export function countsTowardsTotal(line: FareLine): boolean {
  return line.kind !== "tax" || line.params.within === null;
}

/** Returns the sum of lines without those that are only information. */
export function sumOf(lines: readonly FareLine[]): number {
  let total = 0;
  for (const line of lines) if (countsTowardsTotal(line)) total += line.amountMinor;
  return total;
}
