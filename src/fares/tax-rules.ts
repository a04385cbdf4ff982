/**
 * Taxes and gratuity. Prices either contain all taxes or none: a contained tax is told, an added
 * one is charged. Several taxes do not build on each other: each is on the amount before any tax. A
 * gratuity is a percentage of the amount before tax and is not taxed.
 */
import type { FareLine, FeeSchedule, ServiceType } from "./contract";
import { basisPoints, share } from "./money-rules";

const WHOLE_BASIS_POINTS = 10_000;

/** The part of a schedule that is about taxes. */
type ScheduleTaxes = Pick<FeeSchedule, "taxes">;

function taxesOf(schedule: ScheduleTaxes, serviceType: ServiceType) {
  return schedule.taxes.items.filter(
    ({ percent, serviceTypes }) =>
      percent > 0 && (serviceTypes.length === 0 || serviceTypes.includes(serviceType)),
  );
}

/** The whole that a share is of: 10,000, and above it the taxes that the amount contains. */
function basisPointsWithTax(schedule: ScheduleTaxes, serviceType: ServiceType): number {
  if (!schedule.taxes.included) return WHOLE_BASIS_POINTS;
  return taxesOf(schedule, serviceType).reduce(
    (whole, { percent }) => whole + basisPoints(percent),
    WHOLE_BASIS_POINTS,
  );
}

/** A line a tax on `amountMinor`; `of` says of what. */
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

/** The gratuity on lines with the sum `amountMinor`, contained taxes included; null when there is none. */
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
    // In one step, not from the tax's line: what is rounded twice could fall as the fare rises.
    amountMinor: share(amountMinor, basisPoints(percent), whole),
  };
}
