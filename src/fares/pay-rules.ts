/**
 * What the driver earns. Of a driven trip a percentage of its lines before tax and gratuity (tax
 * that the prices contain is no earning either), an amount a trip, an amount a distance, and a
 * percentage of the gratuity and of a tip given afterwards; the parts add up. Of a cancellation or a no-show the fee's share.
 */
import type { FareLine, FeeSchedule, Pay, PayLine } from "./contract";
import { basisPoints, billedTenths, percentText, share, tenthsText } from "./money-rules";
import { formatMoney } from "../settings/money-rules";

/** The pay for a driven trip, from the lines that the rider pays. Lines of nothing are left out. */
export function driverPay(
  schedule: FeeSchedule,
  fareLines: readonly FareLine[],
  distanceMeters: number,
): Pay {
  const { currency, distanceUnit } = schedule;
  const { farePercent, perTripMinor, perDistanceMinor, gratuityPercent } = schedule.driverPay;
  let fareMinor = 0;
  let gratuityMinor = 0;
  for (const { kind, amountMinor, addsUp } of fareLines) {
    if (kind === "gratuity" || kind === "tip") gratuityMinor += amountMinor;
    else if (kind !== "tax") fareMinor += amountMinor;
    else if (!addsUp) fareMinor -= amountMinor;
  }
  const tenths = billedTenths(distanceMeters, distanceUnit);
  const ofMoney = (percent: number, minor: number) =>
    `${percentText(percent)} of ${formatMoney(minor, currency)}`;
  return payOf(currency, [
    {
      kind: "fare_share",
      label: "Share of the fare",
      detail: `${ofMoney(farePercent, Math.max(0, fareMinor))} before tax`,
      amountMinor: share(Math.max(0, fareMinor), basisPoints(farePercent), 10_000),
    },
    { kind: "per_trip", label: "Per trip", detail: "", amountMinor: perTripMinor },
    {
      kind: "per_distance",
      label: "Distance",
      detail: `${tenthsText(tenths)} ${distanceUnit} at ${formatMoney(perDistanceMinor, currency)}`,
      amountMinor: share(perDistanceMinor, tenths, 10),
    },
    {
      kind: "gratuity_share",
      label: "Gratuity",
      detail: ofMoney(gratuityPercent, gratuityMinor),
      amountMinor: share(gratuityMinor, basisPoints(gratuityPercent), 10_000),
    },
  ]);
}

/** The pay for a trip that was not driven: the driver's share of its fee. */
export function feePay(
  currency: string,
  fee: { feeMinor: number; driverShareMinor: number; line: FareLine | null },
): Pay {
  return payOf(currency, [
    {
      kind: "fee_share",
      label:
        fee.line?.kind === "no_show" ? "Share of the no-show fee" : "Share of the cancellation fee",
      detail: `of ${formatMoney(fee.feeMinor, currency)}`,
      amountMinor: fee.driverShareMinor,
    },
  ]);
}

function payOf(currency: string, all: PayLine[]): Pay {
  const lines = all.filter((line) => line.amountMinor > 0);
  return { currency, totalMinor: lines.reduce((sum, line) => sum + line.amountMinor, 0), lines };
}
