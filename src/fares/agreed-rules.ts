/**
 * Applies a price that dispatch agrees on instead of the list price. The lines of the list price stay, so that everyone
 * sees the discount or addition. One line holds the difference, and taxes are recalculated.
 */
import type { Fare, FareLine, FeeSchedule, ServiceType } from "./contract";
import { basisPoints, share, sumOf } from "./money-rules";
import { taxLines } from "./tax-rules";

/**
 * Returns the fare with exactly the total `totalMinor`. Taxes, whether the price contains them or they are added, are
 * those of the agreed amount. A gratuity that is higher than the total is dropped. Without a price list one line holds
 * the difference, and nothing else changes.
 */
export function agreedPrice(
  schedule: FeeSchedule | null,
  serviceType: ServiceType,
  fare: Fare,
  totalMinor: number,
): Fare {
  if (!schedule) {
    const amountMinor = totalMinor - sumOf(fare.lines);
    return { ...fare, totalMinor, lines: [...fare.lines, { ...agreedPriceLine, amountMinor }] };
  }
  if (totalMinor === fare.totalMinor) return fare;
  return correctFareTo(schedule, serviceType, fare, totalMinor, agreedPriceLine);
}

/** The line with the difference between the list price and the agreed price. */
const agreedPriceLine = { kind: "agreed_price", params: {} } as const;
const correctionLine = { kind: "correction", params: { invoiceNumber: null } } as const;

/**
 * Returns the lines of a finished trip, corrected to the total `totalMinor`. One line holds the difference to the
 * agreed price, replacing an earlier correction, and taxes are recalculated. Expenses and tips stay unless they exceed
 * the total, in which case the tip is dropped first. Without the trip's price list its taxes do not change.
 */
export function correctedLines(
  schedule: FeeSchedule | null,
  trip: { serviceType: ServiceType; currency: string; lines: readonly FareLine[] },
  totalMinor: number,
): FareLine[] {
  const isTipOrExpense = ({ kind }: FareLine) => kind === "tip" || kind === "expense";
  const linesBefore = trip.lines.filter(
    (line) => line.kind !== "correction" && !isTipOrExpense(line),
  );
  const tipAndExpenseLines = trip.lines.filter(isTipOrExpense);
  const expenses = tipAndExpenseLines.filter(({ kind }) => kind === "expense");
  const keptLines =
    [tipAndExpenseLines, expenses].find((lines) => sumOf(lines) <= totalMinor) ?? [];
  const fareMinor = totalMinor - sumOf(keptLines);
  if (!schedule) {
    const amountMinor = fareMinor - sumOf(linesBefore);
    return [
      ...linesBefore,
      ...(amountMinor === 0 ? [] : [{ ...correctionLine, amountMinor }]),
      ...keptLines,
    ];
  }
  const fare = { currency: trip.currency, totalMinor: sumOf(linesBefore), lines: linesBefore };
  const { lines } = correctFareTo(schedule, trip.serviceType, fare, fareMinor, correctionLine);
  return [...lines, ...keptLines];
}

function correctFareTo(
  schedule: FeeSchedule,
  serviceType: ServiceType,
  fare: Fare,
  totalMinor: number,
  reason: typeof agreedPriceLine | typeof correctionLine,
): Fare {
  const linesBeforeTax = fare.lines.filter(({ kind }) => kind !== "tax");
  const gratuityLines = linesBeforeTax.filter(({ kind }) => kind === "gratuity");
  const isGratuityKept = sumOf(gratuityLines) <= totalMinor;
  const lines = linesBeforeTax.filter(({ kind }) => kind !== "gratuity");
  const taxedMinor = totalMinor - (isGratuityKept ? sumOf(gratuityLines) : 0);
  const taxes = taxLines(schedule, serviceType, amountBeforeTax(schedule, serviceType, taxedMinor));
  const differenceMinor = taxedMinor - sumOf(taxes) - sumOf(lines);
  return {
    ...fare,
    totalMinor,
    lines: [
      ...lines,
      { ...reason, amountMinor: differenceMinor },
      ...taxes,
      ...(isGratuityKept ? gratuityLines : []),
    ].filter(({ kind, amountMinor }) => amountMinor !== 0 || kind === "agreed_price"),
  };
}

/** Returns the amount on which taxes are calculated. It is the whole amount if prices include taxes. */
function amountBeforeTax(
  schedule: FeeSchedule,
  serviceType: ServiceType,
  amountMinor: number,
): number {
  if (schedule.taxes.included) return amountMinor;
  const points = schedule.taxes.items
    .filter(({ serviceTypes }) => serviceTypes.length === 0 || serviceTypes.includes(serviceType))
    .reduce((sum, { percent }) => sum + basisPoints(percent), 0);
  return share(amountMinor, 10_000, 10_000 + points);
}
