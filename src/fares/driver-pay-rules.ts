/**
 * Calculates what the driver earns from a driven trip: a percentage of its lines before tax and gratuity (and without
 * tax that the prices include), an amount per trip, an amount per distance, and a percentage of the gratuity and of a
 * later tip, all added up. Expenses are not part of the fare.
 */
import type { FareLine, FeeSchedule, Pay, PayLine } from "./contract";
import { countsTowardsTotal, basisPoints, billedTenths, share } from "./money-rules";

/** Returns the pay for a driven trip, from the lines that the rider pays. Lines of zero are left out. */
export function driverPay(
  schedule: FeeSchedule,
  fareLines: readonly FareLine[],
  distanceMeters: number,
): Pay {
  const { currency, distanceUnit: unit } = schedule;
  const { farePercent, perTripMinor, perDistanceMinor, gratuityPercent } = schedule.driverPay;
  let fareMinor = 0;
  let gratuityMinor = 0;
  for (const line of fareLines) {
    const { kind, amountMinor } = line;
    if (kind === "gratuity" || kind === "tip") gratuityMinor += amountMinor;
    else if (kind === "expense") continue;
    else if (kind !== "tax") fareMinor += amountMinor;
    else if (!countsTowardsTotal(line)) fareMinor -= amountMinor;
  }
  const ofMinor = Math.max(0, fareMinor);
  const tenths = billedTenths(distanceMeters, unit);
  const all: PayLine[] = [
    {
      kind: "fare_share",
      params: { percent: farePercent, ofMinor },
      amountMinor: share(ofMinor, basisPoints(farePercent), 10_000),
    },
    { kind: "per_trip", params: {}, amountMinor: perTripMinor },
    {
      kind: "per_distance",
      params: { tenths, unit, perDistanceMinor },
      amountMinor: share(perDistanceMinor, tenths, 10),
    },
    {
      kind: "gratuity_share",
      params: { percent: gratuityPercent, ofMinor: gratuityMinor },
      amountMinor: share(gratuityMinor, basisPoints(gratuityPercent), 10_000),
    },
  ];
  const lines = all.filter((line) => line.amountMinor > 0);
  return { currency, totalMinor: lines.reduce((sum, line) => sum + line.amountMinor, 0), lines };
}
