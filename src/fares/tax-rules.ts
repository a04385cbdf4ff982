/**
 * Calculates taxes and gratuity. Prices include either all taxes or none. An included tax is only shown, an added one
 * is charged. Each of several taxes is on the amount before any tax. A gratuity is a percentage of the amount before
 * tax and is not taxed.
 */
import type { FareLine, FeeSchedule, ServiceType } from "./contract";
import { basisPoints, share } from "./money-rules";

const BASIS_POINTS_PER_WHOLE = 10_000;

/** The part of a schedule that concerns taxes. */
type ScheduleTaxes = Pick<FeeSchedule, "taxes">;

function taxesOf(schedule: ScheduleTaxes, serviceType: ServiceType) {
  return schedule.taxes.items.filter(
    ({ percent, serviceTypes }) =>
      percent > 0 && (serviceTypes.length === 0 || serviceTypes.includes(serviceType)),
  );
}

/** Returns the whole to which percentages refer, in basis points: 10,000, plus the taxes that the amount includes. */
function basisPointsWithTax(schedule: ScheduleTaxes, serviceType: ServiceType): number {
  if (!schedule.taxes.included) return BASIS_POINTS_PER_WHOLE;
  return taxesOf(schedule, serviceType).reduce(
    (whole, { percent }) => whole + basisPoints(percent),
    BASIS_POINTS_PER_WHOLE,
  );
}

/** Returns one line for each tax on `amountMinor`, which `of` describes. */
export function taxLines(
  schedule: ScheduleTaxes,
  serviceType: ServiceType,
  amountMinor: number,
  of: "fare" | "wait" = "fare",
): FareLine[] {
  const { included } = schedule.taxes;
  const whole = basisPointsWithTax(schedule, serviceType);
  return taxesOf(schedule, serviceType).map(({ name, percent }) => ({
    kind: "tax",
    params: { name, percent, of, within: included ? "price" : null },
    amountMinor: share(amountMinor, basisPoints(percent), whole),
  }));
}

/** Returns the gratuity on lines with the sum `amountMinor`, which includes contained taxes. Null if there is none. */
export function gratuityLine(
  schedule: FeeSchedule,
  serviceType: ServiceType,
  amountMinor: number,
  chosenPercent: number | undefined,
): FareLine | null {
  const percent = chosenPercent ?? schedule.gratuity.automaticPercent ?? 0;
  if (percent === 0) return null;
  const whole = basisPointsWithTax(schedule, serviceType);
  return {
    kind: "gratuity",
    params: { percent, beforeTax: schedule.taxes.items.length > 0 },
    // Calculated in one step and not from the tax's line, because rounding twice could lower the gratuity while the
    // fare rises.
    amountMinor: share(amountMinor, basisPoints(percent), whole),
  };
}
