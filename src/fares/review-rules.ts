/**
 * Finds faults in a price list. A gap (a class that can be booked but has no price, a notice without a cancellation
 * tier) or a contradiction (one direction priced twice) is an error and prevents publication. A value that is possible
 * but probably a mistake is a warning. Each fault has the path of its part and says what to do about it.
 */
import type { Amount, FeeSchedule, PriceListContext } from "./contract";
import type { ScheduleFault } from "./fee-contract";
import { durationText, amountOf, basisPoints, share } from "./money-rules";
import { formatMoney } from "../settings/money-rules";
import {
  reviewCompanyDiscounts,
  reviewCompanyRates,
  reviewExtras,
  reviewFlatPrices,
  reviewHolidays,
  reviewPromotions,
  reviewSurcharges,
  reviewTaxes,
  type ReportFault,
} from "./review-parts-rules";

/** Returns every fault of a schedule, errors first. Empty if it can be published without questions. */
export function reviewSchedule(schedule: FeeSchedule, context: PriceListContext): ScheduleFault[] {
  const faults: ScheduleFault[] = [];
  const reportFault: ReportFault = (severity, path, message) =>
    faults.push({ severity, path, message });
  reviewMoney(schedule, context, reportFault);
  reviewRates(schedule, context, reportFault);
  reviewFlatPrices(schedule, context, reportFault);
  reviewSurcharges(schedule, context, reportFault);
  reviewHolidays(schedule, reportFault);
  reviewExtras(schedule, context, reportFault);
  reviewPromotions(schedule, context, reportFault);
  reviewCompanyDiscounts(schedule, context, reportFault);
  reviewCompanyRates(schedule, context, reportFault);
  reviewTaxes(schedule, reportFault);
  reviewCancellation(schedule, reportFault);
  reviewDriverPay(schedule, reportFault);
  return faults.sort((a, b) => a.severity.localeCompare(b.severity));
}

function reviewMoney(
  schedule: FeeSchedule,
  context: PriceListContext,
  reportFault: ReportFault,
): void {
  if (schedule.currency !== context.currency)
    reportFault(
      "error",
      "currency",
      `Prices are in ${schedule.currency}, but the operator's currency is ${context.currency}.`,
    );
  if (schedule.distanceUnit !== context.distanceUnit)
    reportFault(
      "error",
      "distanceUnit",
      `Prices are per ${schedule.distanceUnit}, but the operator's distances are in ${context.distanceUnit}.`,
    );
}

function reviewRates(
  schedule: FeeSchedule,
  context: PriceListContext,
  reportFault: ReportFault,
): void {
  const seenKeys = new Set<string>();
  for (const [at, rates] of schedule.rates.entries()) {
    const path = `rates.${at}`;
    const vehicleClass = context.vehicleClasses.find(({ id }) => id === rates.vehicleClassId);
    const name = vehicleClass?.name ?? "A class";
    if (!vehicleClass)
      reportFault("error", path, "These rates are for a vehicle class that no longer exists.");
    if (seenKeys.has(rates.vehicleClassId))
      reportFault("error", path, `${name} has two sets of rates.`);
    seenKeys.add(rates.vehicleClassId);
    reviewTiers(schedule, at, name, reportFault);
    if (!vehicleClass?.active) continue;
    if (!rates.hourly)
      reportFault(
        "warning",
        `${path}.hourly`,
        `${name} cannot be booked by the hour: it has no hourly rate.`,
      );
    const amounts = [rates.baseMinor, rates.minimumMinor, rates.perMinuteMinor];
    if (
      [...amounts, ...rates.distanceTiers.map((tier) => tier.perDistanceMinor)].every(
        (n) => n === 0,
      )
    )
      reportFault("warning", path, `Trips in ${name} cost nothing.`);
  }
  for (const { id, name, active } of context.vehicleClasses)
    if (active && !seenKeys.has(id))
      reportFault("error", "rates", `${name} can be booked but has no rates.`);
}

function reviewTiers(
  { rates, distanceUnit }: FeeSchedule,
  at: number,
  name: string,
  reportFault: ReportFault,
) {
  const path = `rates.${at}.distanceTiers`;
  const tiers = rates[at]?.distanceTiers ?? [];
  let previousUpTo = 0;
  for (const [index, { upTo }] of tiers.entries()) {
    const isLastTier = index === tiers.length - 1;
    if (isLastTier !== (upTo === null))
      reportFault(
        "error",
        `${path}.${index}.upTo`,
        isLastTier
          ? `${name}: the last distance tier must be open-ended, or trips beyond ${upTo} ${distanceUnit} have no price.`
          : `${name}: only the last distance tier can be open-ended.`,
      );
    if (upTo !== null && upTo <= previousUpTo)
      reportFault(
        "error",
        `${path}.${index}.upTo`,
        `${name}: ${upTo} ${distanceUnit} is not beyond ${previousUpTo} ${distanceUnit}. Each distance tier must end beyond the one before.`,
      );
    previousUpTo = Math.max(previousUpTo, upTo ?? previousUpTo);
  }
}

/** Returns fares with which fees are tried: those of the cheapest trips, and higher ones. */
function faresToTry(schedule: FeeSchedule): number[] {
  const minFares = schedule.rates.map((rates) =>
    Math.max(rates.baseMinor, rates.minimumMinor, 100),
  );
  return minFares.flatMap((fare) => [fare, fare * 10]);
}

function reviewCancellation(schedule: FeeSchedule, reportFault: ReportFault): void {
  const { tiers, onTheWay, noShow } = schedule.cancellation;
  const path = "cancellation.tiers";
  if (!tiers.some(({ noticeMinutes }) => noticeMinutes === 0))
    reportFault(
      "error",
      path,
      "Add a tier that starts at 0 minutes. Without it, cancelling shortly before the pickup is free.",
    );
  const samples = faresToTry(schedule);
  const isHigher = (one: Amount, other: Amount) =>
    samples.some((fare) => amountOf(one, fare) > amountOf(other, fare));
  const tiersByNotice = tiers
    .map((tier, index) => ({ ...tier, index }))
    .sort((a, b) => a.noticeMinutes - b.noticeMinutes);
  for (const [position, tier] of tiersByNotice.entries()) {
    const shorterNoticeTier = tiersByNotice[position - 1];
    if (!shorterNoticeTier) continue;
    if (shorterNoticeTier.noticeMinutes === tier.noticeMinutes)
      reportFault(
        "error",
        `${path}.${tier.index}`,
        `Two tiers begin at ${durationText(tier.noticeMinutes)}.`,
      );
    else if (isHigher(tier.fee, shorterNoticeTier.fee))
      reportFault(
        tier.fee.kind === shorterNoticeTier.fee.kind ? "error" : "warning",
        `${path}.${tier.index}`,
        `Cancelling ${durationText(tier.noticeMinutes)} before the pickup costs more than cancelling later.`,
      );
  }
  const latestTier = tiersByNotice[0];
  if (latestTier && isHigher(latestTier.fee, onTheWay.fee))
    reportFault(
      "warning",
      "cancellation.onTheWay",
      "Cancelling is cheaper once the driver is on the way.",
    );
  if (isHigher(onTheWay.fee, noShow.fee) || (latestTier && isHigher(latestTier.fee, noShow.fee)))
    reportFault("warning", "cancellation.noShow", "A no-show is cheaper than a late cancellation.");
}

function reviewDriverPay(schedule: FeeSchedule, reportFault: ReportFault): void {
  const { farePercent, perTripMinor, perDistanceMinor } = schedule.driverPay;
  if (farePercent === 0 && perTripMinor === 0 && perDistanceMinor === 0)
    reportFault("warning", "driverPay", "Drivers earn no share of a fare.");
  const shareOf = (minor: number) => share(minor, basisPoints(farePercent), 10_000);
  for (const { baseMinor, minimumMinor, distanceTiers } of schedule.rates) {
    const minFareMinor = Math.max(baseMinor, minimumMinor);
    if (shareOf(minFareMinor) + perTripMinor > minFareMinor) {
      reportFault(
        "warning",
        "driverPay",
        `On a trip of ${formatMoney(minFareMinor, schedule.currency)} the driver earns more than the rider pays.`,
      );
      return;
    }
    const lowestRate = Math.min(...distanceTiers.map((tier) => tier.perDistanceMinor));
    if (perDistanceMinor > 0 && shareOf(lowestRate) + perDistanceMinor > lowestRate) {
      reportFault(
        "warning",
        "driverPay.perDistanceMinor",
        `On a long trip the driver earns more for each ${schedule.distanceUnit} than the rider pays.`,
      );
      return;
    }
  }
}
