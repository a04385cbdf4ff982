/**
 * The one rounding of all prices, and how distances, times and percentages are written.
 *
 * Every line is rounded once, half up and away from zero, to a whole minor unit; nothing is rounded
 * in between. Distance is billed in tenths of a unit, minutes whole, each rounded the same way
 * before it is multiplied, so that anybody can check a line by hand.
 */
import type { Amount, DistanceUnit, FareLine } from "./contract";

/** `dividend ÷ divisor` of whole numbers, neither below zero: half goes up. Exact. */
export function divideHalfUp(dividend: number, divisor: number): number {
  const doubledNumerator = dividend * 2 + divisor;
  if (!Number.isSafeInteger(doubledNumerator) || !Number.isSafeInteger(divisor * 2))
    return Number((BigInt(dividend) * 2n + BigInt(divisor)) / (BigInt(divisor) * 2n));
  // By the remainder: a quotient of floats may come out as the next whole number.
  return (doubledNumerator - (doubledNumerator % (divisor * 2))) / (divisor * 2);
}

/** `amount × part ÷ whole` of whole numbers, none below zero, rounded once. Exact whatever the size. */
export function share(amount: number, part: number, whole: number): number {
  const product = amount * part;
  if (Number.isSafeInteger(product * 2 + whole)) return divideHalfUp(product, whole);
  const divisor = BigInt(whole);
  return Number((BigInt(amount) * BigInt(part) * 2n + divisor) / (divisor * 2n));
}

/** A percentage with at most two decimals as a whole number of hundredths: 12.5 is 1250. */
export function basisPoints(percent: number): number {
  return Math.round(percent * 100);
}

/** The value of an amount: itself, or its share of `ofMinor`. */
export function amountOf(amount: Amount, ofMinor: number): number {
  return amount.kind === "fixed"
    ? amount.amountMinor
    : share(ofMinor, basisPoints(amount.percent), 10_000);
}

/** Millimetres in a unit: whole numbers, so that a mile stays exact. */
export const MILLIMETERS_PER_UNIT: Record<DistanceUnit, number> = { km: 1_000_000, mi: 1_609_344 };

/** Metres in tenths of a unit, as they are billed. Throws RangeError on what is no whole number. */
export function billedTenths(meters: number, unit: DistanceUnit): number {
  if (!Number.isSafeInteger(meters)) throw new RangeError("A distance must be whole metres");
  return divideHalfUp(meters * 10_000, MILLIMETERS_PER_UNIT[unit]);
}

/** A schedule's distance (one decimal at most) in tenths. */
export function distanceTenths(distance: number): number {
  return Math.round(distance * 10);
}

/** Tenths as people write them: "12.4", "3". */
export function tenthsText(tenths: number): string {
  return String(tenths / 10);
}

/** "45 min", "2 h", "2 h 30 min", "3 days". */
export function durationText(minutes: number): string {
  if (minutes >= 2_880 && minutes % 1_440 === 0) return `${minutes / 1_440} days`;
  const hours = Math.floor(minutes / 60);
  return [hours > 0 && `${hours} h`, (minutes % 60 > 0 || hours === 0) && `${minutes % 60} min`]
    .filter(Boolean)
    .join(" ");
}

/** "15 %", "12.5 %". */
export function percentText(percent: number): string {
  return `${Number(percent.toFixed(2))} %`;
}

/** The percentage that an amount is; null of a fixed one. */
export function percentOf(amount: Amount): number | null {
  return amount.kind === "percent" ? amount.percent : null;
}

/** Whether a line is part of the total; one that is not only informs. */
export function countsTowardsTotal(line: FareLine): boolean {
  return line.kind !== "tax" || line.params.within === null;
}

/** The sum of lines: those that only inform are not counted. */
export function sumOf(lines: readonly FareLine[]): number {
  let total = 0;
  for (const line of lines) if (countsTowardsTotal(line)) total += line.amountMinor;
  return total;
}
