/**
 * A price that dispatch agrees on in place of the list's. The lines of the list stay, so that
 * everybody sees what was given away or added; one line makes the difference, and taxes are worked
 * out again.
 */
import type { Fare, FareLine, FeeSchedule, ServiceType } from "./contract";
import { basisPoints, share, sumOf } from "./money-rules";
import { taxLines } from "./tax-rules";

/**
 * The fare with the total `totalMinor`, to the minor unit. Taxes that the price contains, or that are
 * added to it, are those of the agreed amount; a gratuity that is more than all of it is dropped. Without
 * a price list one line makes the difference, and nothing else changes.
 */
export function agreedPrice(
  schedule: FeeSchedule | null,
  serviceType: ServiceType,
  fare: Fare,
  totalMinor: number,
): Fare {
  if (!schedule) {
    const amountMinor = totalMinor - sumOf(fare.lines);
    return { ...fare, totalMinor, lines: [...fare.lines, { ...agreed, amountMinor }] };
  }
  if (totalMinor === fare.totalMinor) return fare;
  return correctFareTo(schedule, serviceType, fare, totalMinor, agreed);
}

/** What makes the difference to the list's price, and after the trip to the price that was agreed. */
const agreed = { kind: "agreed_price", params: {} } as const;
const correction = { kind: "correction", params: { invoiceNumber: null } } as const;

/**
 * The lines of a finished trip, corrected to the total `totalMinor`: one line makes the difference to
 * what was agreed, in the place of an earlier correction, and taxes are worked out again. Expenses and tips stay,
 * unless they are more than all of it: then the tip is dropped first. Without the prices of the trip its taxes stay
 * as they are.
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
      ...(amountMinor === 0 ? [] : [{ ...correction, amountMinor }]),
      ...keptLines,
    ];
  }
  const fare = { currency: trip.currency, totalMinor: sumOf(linesBefore), lines: linesBefore };
  const { lines } = correctFareTo(schedule, trip.serviceType, fare, fareMinor, correction);
  return [...lines, ...keptLines];
}

function correctFareTo(
  schedule: FeeSchedule,
  serviceType: ServiceType,
  fare: Fare,
  totalMinor: number,
  reason: typeof agreed | typeof correction,
): Fare {
  const linesBeforeTax = fare.lines.filter(({ kind }) => kind !== "tax");
  const gratuityLines = linesBeforeTax.filter(({ kind }) => kind === "gratuity");
  const fitsGratuity = sumOf(gratuityLines) <= totalMinor;
  const lines = linesBeforeTax.filter(({ kind }) => kind !== "gratuity");
  const taxedMinor = totalMinor - (fitsGratuity ? sumOf(gratuityLines) : 0);
  const taxes = taxLines(schedule, serviceType, amountBeforeTax(schedule, serviceType, taxedMinor));
  const difference = taxedMinor - sumOf(taxes) - sumOf(lines);
  return {
    ...fare,
    totalMinor,
    lines: [
      ...lines,
      { ...reason, amountMinor: difference },
      ...taxes,
      ...(fitsGratuity ? gratuityLines : []),
    ].filter(({ kind, amountMinor }) => amountMinor !== 0 || kind === "agreed_price"),
  };
}

/** The amount on which taxes are worked out: all of it where it contains them. */
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
